#include "eval/weights.h"

const uint8_t WEIGHT_ANCHORS[WEIGHT_ANCHOR_COUNT] = {1, 2, 3, 5, 8, 12, 18, 26};

static const int16_t anchors[TERM_COUNT][WEIGHT_ANCHOR_COUNT] = {
#define WEIGHT(name, ...) {__VA_ARGS__},
#include "eval/weights.def"
#undef WEIGHT
};

const int16_t weights_sharpness[WEIGHT_EIGHTHS] = {
    WEIGHT_SHARPNESS_0, WEIGHT_SHARPNESS_1, WEIGHT_SHARPNESS_2, WEIGHT_SHARPNESS_3,
    WEIGHT_SHARPNESS_4, WEIGHT_SHARPNESS_5, WEIGHT_SHARPNESS_6, WEIGHT_SHARPNESS_7,
};

int32_t weights_at[WEIGHT_SEEN_MAX + 1][TERM_COUNT];

static int32_t interpolate(const int16_t *values, int seen) {
    const uint8_t *x = WEIGHT_ANCHORS;
    if (seen <= x[0]) return values[0];
    for (int i = 1; i < WEIGHT_ANCHOR_COUNT; i++)
        if (seen <= x[i]) return values[i - 1] + (values[i] - values[i - 1]) * (seen - x[i - 1]) / (x[i] - x[i - 1]);
    return values[WEIGHT_ANCHOR_COUNT - 1];
}

void weights_init(void) {
    for (int seen = 0; seen <= WEIGHT_SEEN_MAX; seen++)
        for (int term = 0; term < TERM_COUNT; term++) weights_at[seen][term] = interpolate(anchors[term], seen);
}
