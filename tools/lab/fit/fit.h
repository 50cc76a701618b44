/* What cierzo-fit does. It prints what it finds on standard output and progress on standard error, and ends the program on failure. */
#ifndef CIERZO_TOOLS_LAB_FIT_FIT_H
#define CIERZO_TOOLS_LAB_FIT_FIT_H

/* How far the model in floating point may be from the evaluation in integers, in probability, in any position of the games. */
#define FIT_TOLERANCE 0.04f

/* Measures the project's first evaluation, whose few weights were set by hand, on every fifth game, with one factor on its log-odds that
 * suits the others best; writes the measures for fit_net. Of the games, here and there, those of a rule set count, or of `all`. */
void fit_baseline(const char *rules, const char *games, const char *out);

/* Fits the network of net.h for a rule set and writes its weights, with a `note` on where the games come from. Every fifth game of the last
 * file is held out and the result compared on them with the baseline measured on that file. No epochs: only measures the evaluation as
 * built. */
void fit_net(const char *rules, int epochs, const char *out, const char *note, const char *baseline, char **files,
             int file_count);

#endif
