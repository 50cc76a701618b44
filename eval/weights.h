/* The numbers of weights.def, spread over every count of seen squares. */
#ifndef CIERZO_EVAL_WEIGHTS_H
#define CIERZO_EVAL_WEIGHTS_H

#include <stdint.h>

enum { WEIGHT_ANCHOR_COUNT = 8, WEIGHT_SEEN_MAX = 35 };
extern const uint8_t WEIGHT_ANCHORS[WEIGHT_ANCHOR_COUNT];

typedef enum {
#define WEIGHT(name, ...) TERM_##name,
#include "eval/weights.def"
#undef WEIGHT
    TERM_COUNT
} Term;

/* Single numbers: how the value of a seen square is made (ground.h), all in 1/32 and next to the log ratio beside it. */
enum {
#define FACTOR(name, value) WEIGHT_##name = (value),
#include "eval/weights.def"
#undef FACTOR
};

/* By seen squares (0 as 1), then by term: 1/256. */
extern int32_t weights_at[WEIGHT_SEEN_MAX + 1][TERM_COUNT];

/* By eighths of the board that are still empty: the factor on the log-odds of the majority, in 1/32. Claims are not independent, they
 * go together, so the majority is surer than the Poisson-binomial sum says. */
enum { WEIGHT_EIGHTHS = 8 };
extern const int16_t weights_sharpness[WEIGHT_EIGHTHS];

void weights_init(void);

#endif
