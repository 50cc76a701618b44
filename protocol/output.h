/* All output of the process: an unbounded queue of lines and one thread that writes them. Nobody who prints ever waits for the
 * reader, so a search stops on time although nobody reads. The functions may be called from any thread. */
#ifndef CIERZO_PROTOCOL_OUTPUT_H
#define CIERZO_PROTOCOL_OUTPUT_H

#include <stdbool.h>

#include "protocol/text.h"

typedef struct Output Output;

/* Starts the writer of `fd`, whose mode is left alone: it may be shared with other processes. When writing fails for good, a byte
 * is written to `wake_fd`. NULL when there is no memory or no thread. */
Output *output_create(int fd, int wake_fd);

/* Queues one line; the newline is added. */
__attribute__((format(printf, 2, 3))) void output_line(Output *o, const char *format, ...);

/* Queues `info string error: ` and the message. */
__attribute__((format(printf, 2, 3))) void output_error(Output *o, const char *format, ...);

/* Queues whole lines that stay together, each ended by a newline. The text's memory is taken; it is empty then. */
void output_block(Output *o, Text *lines);

/* Whether writing has failed for good: the reader is gone. What is printed from then on is dropped. */
bool output_gone(const Output *o);

/* Copies every line from now on to the file, the old log being closed; an empty path: no log. Returns NULL, or why there is no
 * log now. When a log fails later, it is closed and an error line says so. */
const char *output_set_log(Output *o, const char *path);

/* Notes a line that was read in the log. */
void output_log_input(Output *o, const char *line);

/* Writes what is queued and frees everything. False when the reader took nothing for a second: the writer thread then still hangs
 * in its write, nothing is freed, and all that is left to do is _exit. */
bool output_destroy(Output *o);

#endif
