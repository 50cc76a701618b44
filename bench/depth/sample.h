/* Quartiles and medians of small samples. */
#ifndef CIERZO_BENCH_DEPTH_SAMPLE_H
#define CIERZO_BENCH_DEPTH_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    int count;
    double low, median, high; /* the quartiles; 0 where count is 0 */
} Quartiles;

/* Between two values of the sample the quartiles are interpolated (Hyndman and Fan, "Sample quantiles in statistical packages", 1996,
 * definition 7). Sorts `values`. */
Quartiles sample_quartiles(double *values, int count);

/* An interval that holds the median of the distribution with at least 95 %, whatever the distribution: two values of the sample, as
 * far inside as the binomial tails allow (David and Nagaraja, "Order statistics", 2003, chapter 7). Sorts `values`; false when the sample is too
 * small, which is below six. */
bool sample_median_interval(double *values, int count, double *low, double *high);

#endif
