/* The bench: fixed searches of fixed positions, whose node total is the signature of a build's behaviour. */
#ifndef CIERZO_BENCH_BENCH_H
#define CIERZO_BENCH_BENCH_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { BENCH_DEPTH = 5, BENCH_THREADS = 1, BENCH_HASH_MB = 16 };

/* Searches every position of positions.def to `depth` plies (1 to MAX_DEPTH; setup turns less deep) with a searcher of its own, cleared
 * before each. Gives lines, without their newline, to `print`: one a position (depth, nodes, ms, nodes per second, best move), then totals,
 * and last `N nodes N nps`. When another thread sets *stop it ends early, without the last line; `stop` may be NULL. Returns the node total,
 * or 0 when memory is short, which an `info string error: ` line says. */
uint64_t bench_run(int depth, int threads, size_t hash_mb, void (*print)(void *context, const char *line), void *context,
                   const atomic_bool *stop);

#endif
