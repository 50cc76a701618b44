#include "kit/share.h"

#include "kit/stats.h"

Share share_of(int part, int whole) {
    Share s = {.share = (double)part / whole};
    stats_wilson(part, whole, &s.low, &s.high);
    return s;
}

void share_print(FILE *out, const char *what, int part, int whole) {
    if (!whole) return;
    Share s = share_of(part, whole);
    fprintf(out, "%-22s %d of %d, %.1f %% [%.1f, %.1f]\n", what, part, whole, 100 * s.share, 100 * s.low, 100 * s.high);
}
