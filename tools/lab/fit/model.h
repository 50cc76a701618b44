/* The network of net.h in floating point: its value of a position, the slope of the loss there, and the weights as net.h wants them.
 *
 * The loss is the log-loss of the result, through the Poisson-binomial sum of the claims and its sharpness, plus a part of the mean
 * log-loss of the single claims. */
#ifndef CIERZO_TOOLS_LAB_FIT_MODEL_H
#define CIERZO_TOOLS_LAB_FIT_MODEL_H

#include "tools/lab/fit/case.h"

/* One number a channel, or a unit: there are as many of both. */
typedef float ModelRow __attribute__((vector_size(4 * NET_CHANNELS)));

enum { MODEL_PAD = 6 };

/* All weights, and floats only, so that a fit may take them for an array; the gradient of the loss has the same form. */
typedef struct {
    ModelRow square[PLACE_COUNT + 1], shooter[PLACE_COUNT + 1], board[BOARD_COUNT];
    ModelRow seen[NET_CHANNELS], all[NET_CHANNELS]; /* by channel, to all units */
    ModelRow output;
    float bias, sharpness[NET_SHARPNESS], pad[MODEL_PAD];
} ModelWeights;
enum { MODEL_PARAMETERS = sizeof(ModelWeights) / sizeof(float) };

/* The weights between channels and units the other way round, for the way back: by unit, from all channels. */
typedef struct {
    ModelRow seen[NET_UNITS], all[NET_UNITS];
} ModelTurned;

/* One set of the weights that this program was built with. */
ModelWeights model_as_built(NetSet set);
ModelTurned model_turn(const ModelWeights *m);

/* Everything on the way from the inputs to the result. `own` is the probability that the side to move wins: that of a majority of the
 * claims if they were independent, with its log-odds multiplied by the sharpness for so empty a board. */
typedef struct {
    ModelRow square[SQUARES], channels[SQUARES]; /* sums and what comes of them */
    ModelRow mean[MAX_SHOOTERS], all;
    ModelRow unit[MAX_SHOOTERS], active[MAX_SHOOTERS];
    float p[MAX_SHOOTERS], slope[MAX_SHOOTERS];
    float independent, odds, own; /* of the majority: its probability, its log-odds; and the probability sharpened */
    int eighth;                   /* of the board that is empty: sharpness is linear between eighths, */
    float part;                   /* here this part of the way to the next one */
} ModelPass;

void model_forward(const ModelWeights *m, const FitCase *c, ModelPass *x);
/* Adds the gradient of the loss of one case to `g`; `x` is what model_forward made of it, `t` the same weights turned. */
void model_backward(const ModelWeights *m, const ModelTurned *t, const FitCase *c, const ModelPass *x, ModelWeights *g);

/* A probability, but never so near to 0 or 1 that its logarithm is of no use. */
float model_clip(float p);

/* Writes a weights file; `note` goes into its heading. Ends the program when it cannot be written. */
void model_write(const ModelWeights *m, const char *path, const char *note);

#endif
