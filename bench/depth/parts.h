/* What the parts of the search cost in place: how often each is called, how long a call takes, which share of the time that is. */
#ifndef CIERZO_BENCH_DEPTH_PARTS_H
#define CIERZO_BENCH_DEPTH_PARTS_H

#include <stdio.h>

#include "bench/depth/suite.h"

/* Searches each position with one thread to `depth`, counting calls and timing every thirteenth. What is printed of a node is processor
 * time without what the timing took. Once a process; needs a program linked with parts_wrapped of meson.build. False when memory is short. */
bool parts_report(FILE *out, const DepthSuite *suite, int depth);

#endif
