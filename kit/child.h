/* A child process spoken to by lines, through pipes to its standard input and output. Every wait has a deadline, and whatever the child
 * does (crash, hang, flood, close its output) ends as a status here, never as a signal or an endless wait. One thread a child.
 *
 * Deadlines are in milliseconds, on the clock of clock_now_ms. */
#ifndef CIERZO_KIT_CHILD_H
#define CIERZO_KIT_CHILD_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Child Child;

typedef enum {
    CHILD_OK,
    CHILD_TIMEOUT,    /* nothing by the deadline */
    CHILD_GONE,       /* it has ended or closed its output */
    CHILD_FLOOD,      /* a line longer than CHILD_LINE_MAX, or more than CHILD_FLOOD_BYTES since the last line sent */
    CHILD_INTERRUPTED /* see child_interrupt */
} ChildStatus;

enum { CHILD_FLOOD_BYTES = 64 << 20, CHILD_LINE_MAX = 1 << 20 };

/* Starts `command` in a process group of its own. Its words are split at blanks and run without a shell, unless it holds characters that
 * mean something to a shell. It runs in `directory` (NULL: here; a relative program is looked for from there), its standard error is
 * appended to the file `stderr_path` (NULL: thrown away). NULL, with the reason in errno, when it cannot be started. On Linux the child
 * is killed when the thread that started it ends, so that thread must last as long as the child. From the first call on the program
 * ignores SIGPIPE. */
Child *child_start(const char *command, const char *directory, const char *stderr_path);

/* From now on every wait for a line ends with CHILD_INTERRUPTED while the file descriptor `file` has something to read; -1, as at the
 * start: nothing interrupts. */
void child_interrupt(Child *c, int file);

/* From now on `told` is given every line sent to the child and every line handed out from it. */
void child_trace(Child *c, void (*told)(void *context, bool to_child, const char *line), void *context);

/* Writes a line, its newline added; false when the child is gone, floods, or does not read until `deadline`. */
bool child_send(Child *c, int64_t deadline, const char *format, va_list arguments);

/* The next line without its end, valid until the next call. */
ChildStatus child_line(Child *c, int64_t deadline, const char **line);

/* What was said behind the last line handed out, an unfinished line as a rule: `count` bytes, valid until the next call. */
const char *child_unfinished(const Child *c, size_t *count);

/* When the last byte was read, by clock_now_us. */
int64_t child_heard_us(const Child *c);
/* Whether it was seen to have ended or to have closed a pipe. */
bool child_is_gone(const Child *c);

/* Closes the child's input, gives it until `deadline` to end, kills its whole group, and frees. NULL is fine. */
void child_end(Child *c, int64_t deadline);

#endif
