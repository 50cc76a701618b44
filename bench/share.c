#include "bench/share.h"

#include <math.h>

Share share_of(int part, int whole) {
    double n = whole, p = part / n, z = 1.96, centre = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    return (Share){p, centre - half, centre + half};
}

void share_print(FILE *out, const char *what, int part, int whole) {
    if (!whole) return;
    Share s = share_of(part, whole);
    fprintf(out, "%-22s %d of %d, %.1f %% [%.1f, %.1f]\n", what, part, whole, 100 * s.share, 100 * s.low, 100 * s.high);
}
