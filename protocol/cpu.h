/* For which processors a copy of the program is compiled, where one file holds several (see dispatch.c). */
#ifndef CIERZO_PROTOCOL_CPU_H
#define CIERZO_PROTOCOL_CPU_H

#include <stddef.h>

/* What follows the version in `--version` and `id name`: nothing where the program has one copy, as with -Dcpu=native. */
#ifdef CIERZO_CPU
#define CPU_NAMED " (" CIERZO_CPU ")"
#else
#define CPU_NAMED ""
#endif

enum { CPU_LEVELS = 2, CPU_ERROR = 160 };

/* The levels of the System V ABI's supplement for x86-64 (section 3.1.1) that there are copies for, the best last. */
extern const char *const CPU_NAMES[CPU_LEVELS];

/* The level to enter, an index of CPU_NAMES: the one that `wanted` names, or where that is NULL or empty the best. Bit n of `runs` says
 * whether the processor runs level n; it runs level 0. Where `wanted` cannot be had: -1, and a line that says why in `error`. */
int cpu_choose(const char *wanted, unsigned runs, char error[CPU_ERROR]);

#endif
