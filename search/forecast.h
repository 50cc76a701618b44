/* Who will claim which shooter, by what a search found: the evaluation at the end of its line. */
#ifndef CIERZO_SEARCH_FORECAST_H
#define CIERZO_SEARCH_FORECAST_H

#include "engine/play.h"

typedef struct {
    Square square; /* where the shooter stands before the line */
    bool claimed;  /* before the line */
    int black;     /* probability that Black gets it, in parts of SCORE_ONE (score.h) */
} ClaimForecast;

/* For the shooters on the board before the line, in rising order of their squares; returns how many. Every move of the line is legal in turn. */
int forecast_claims(const Board *root, const Move *line, int length, ClaimForecast out[MAX_SHOOTERS]);

#endif
