#include "bench/depth/sample.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void sort(double *values, int count) { qsort(values, (size_t)count, sizeof *values, ascending); }

static double quantile(const double *sorted, int count, double share) {
    double at = share * (count - 1);
    int below = (int)at, above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

Quartiles sample_quartiles(double *values, int count) {
    if (count < 1) return (Quartiles){0};
    sort(values, count);
    return (Quartiles){count, quantile(values, count, 0.25), quantile(values, count, 0.5), quantile(values, count, 0.75)};
}

bool sample_median_interval(double *values, int count, double *low, double *high) {
    /* `inside` values may be left out at either end: fewer than that many below the median happen with 2.5 % at most. */
    int inside = 0;
    double log_choose = 0, tail = exp(-count * log(2));
    while (inside < count / 2 && tail <= 0.025) {
        inside++;
        log_choose += log((double)(count - inside + 1) / inside);
        tail += exp(log_choose - count * log(2));
    }
    if (!inside) return false;
    sort(values, count);
    *low = values[inside - 1];
    *high = values[count - inside];
    return true;
}
