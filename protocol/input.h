/* Lines of any length from a descriptor, read without stdio so that poll and the buffer never disagree. */
#ifndef CIERZO_PROTOCOL_INPUT_H
#define CIERZO_PROTOCOL_INPUT_H

#include <stdbool.h>
#include <stddef.h>

/* No command that makes sense is longer: such a line is skipped as a whole, so that memory stays bounded. */
#define INPUT_LINE_MAX ((size_t)256 << 20)

typedef struct {
    int fd;
    char *data;
    size_t begin, end; /* of `data`: what was read and not yet handed out */
    size_t scanned;    /* there is no newline from begin up to here */
    size_t capacity;
    bool at_end;
    bool skipping; /* within a line that is too long */
} Input;

typedef enum {
    INPUT_LINE,     /* here is a line */
    INPUT_OVERLONG, /* a line was skipped */
    INPUT_MORE,     /* input_fill first */
    INPUT_END
} InputResult;

Input input_open(int fd);
void input_close(Input *in);

/* Hands out the next line, without its newline and ended by a NUL; it may be changed and lives until the next call. A last line
 * without newline counts. NUL bytes of the input have become blanks: white space as any other. */
InputResult input_next(Input *in, char **line);

/* One read of whatever there is; blocks when there is nothing. An error counts as the end of input. */
void input_fill(Input *in);

#endif
