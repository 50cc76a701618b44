/* The picture of a run. */
#ifndef CIERZO_TOOLS_LAB_TUNE_PLOT_H
#define CIERZO_TOOLS_LAB_TUNE_PLOT_H

#include <stdbool.h>

#include "tools/lab/tune/keep.h"

/* Writes `plot.svg` into the folder of the run, from its log: for each number its course between the ends of its range, and how far
 * chance alone would have taken it. False with the reason. */
bool plot_write(const Keep *k, const SpsaState *s, char error[static KEEP_ERROR_SIZE]);

#endif
