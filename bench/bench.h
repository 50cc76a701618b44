/* The bench: fixed searches of fixed positions, whose node total is the signature of a build's behaviour. */
#ifndef CIERZO_BENCH_BENCH_H
#define CIERZO_BENCH_BENCH_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { BENCH_DEPTH = 5, BENCH_THREADS = 1, BENCH_HASH_MB = 16 };

/* Runs with its own searcher, so nothing of the caller's changes. Hands finished lines, without newline, to `print`: one a position
 * (depth, nodes, time, nodes per second, best move), totals, and last `N nodes N nps`. Setting *stop ends it early, without
 * the last line; stop may be NULL. Returns the node total, 0 when memory is short (an `info string error: ` line says so). */
uint64_t bench_run(int depth, int threads, size_t hash_mb, void (*print)(void *context, const char *line), void *context,
                   const atomic_bool *stop);

#endif
