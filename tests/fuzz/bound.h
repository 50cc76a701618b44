/* Keeps a fuzzed session short and harmless. */
#ifndef CIERZO_TESTS_FUZZ_BOUND_H
#define CIERZO_TESTS_FUZZ_BOUND_H

#include "protocol/text.h"

enum { SCRIPT_LINES = 200, BOUND_NODES = 400, BOUND_THREADS = 4, BOUND_HASH_MB = 16 };

/* Appends the script with its lines as they are, but for those that would take long, much memory or a file: a search gets few
 * nodes, perft and bench are stopped, Threads and Hash are small, the table goes nowhere and the log to `log_path`. At most SCRIPT_LINES lines. */
void bound_script(Text *out, const char *bytes, size_t count, const char *log_path);

#endif
