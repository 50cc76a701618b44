/* The debug log: lines in and out with a time stamp. Calls must not overlap: output.c makes them under its lock. */
#ifndef CIERZO_PROTOCOL_LOG_H
#define CIERZO_PROTOCOL_LOG_H

#include <stdbool.h>
#include <stddef.h>

/* fd is negative when closed. */
typedef struct {
    int fd;
} Log;

#define LOG_CLOSED ((Log){.fd = -1})

/* Opens a regular file for appending and writes a first line, so that a path which cannot be written fails here. The log must
 * be closed. Returns NULL, or the reason for a failure. */
const char *log_open(Log *log, const char *path);
void log_close(Log *log);

/* Writes every line of `text`, marked `in` or `out`; a last line may lack its newline. False, and closed, when writing failed.
 * A closed log does nothing, and true is returned. */
bool log_lines(Log *log, const char *mark, const char *text, size_t length);

#endif
