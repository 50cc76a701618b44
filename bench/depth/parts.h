/* What the parts of a search cost while it runs: how often each is called, how long a call takes, which share of the time that is. */
#ifndef CIERZO_BENCH_DEPTH_PARTS_H
#define CIERZO_BENCH_DEPTH_PARTS_H

#include <stdio.h>

#include "bench/depth/suite.h"

/* Searches each position with one thread to `depth`, counting calls and timing every thirteenth. Times are of the
 * processor, less what the timing itself took. May be called once in a process, which must be linked with parts_wrapped of meson.build.
 * False when memory is short. */
bool parts_report(FILE *out, const DepthSuite *suite, int depth);

#endif
