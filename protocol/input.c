#include "protocol/input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_CAPACITY = 1 << 16 };

Input input_open(int fd) { return (Input){.fd = fd}; }

void input_close(Input *in) {
    free(in->data);
    *in = (Input){.fd = -1, .at_end = true};
}

static InputResult hand_out(Input *in, size_t length, char **line) {
    *line = in->data + in->begin;
    (*line)[length] = '\0';
    for (char *nul = *line; (nul = memchr(nul, '\0', (size_t)(*line + length - nul)));) *nul = ' ';
    return INPUT_LINE;
}

InputResult input_next(Input *in, char **line) {
    char *newline = in->end > in->scanned ? memchr(in->data + in->scanned, '\n', in->end - in->scanned) : NULL;
    if (!newline && !in->at_end) {
        in->scanned = in->end;
        return INPUT_MORE;
    }
    if (!newline && in->begin == in->end && !in->skipping) return INPUT_END;

    size_t start = in->begin;
    size_t stop = newline ? (size_t)(newline - in->data) : in->end;
    InputResult result = in->skipping ? INPUT_OVERLONG : hand_out(in, stop - start, line);
    in->begin = in->scanned = newline ? stop + 1 : stop;
    in->skipping = false;
    return result;
}

/* Makes room for at least one more byte and for the NUL that hand_out may need behind the last one. */
static void make_room(Input *in) {
    if (in->skipping || in->begin == in->end) in->begin = in->end = in->scanned = 0;
    if (in->end + 1 < in->capacity) return;
    if (in->begin > 0) {
        memmove(in->data, in->data + in->begin, in->end - in->begin);
        in->end -= in->begin;
        in->scanned -= in->begin;
        in->begin = 0;
        return;
    }
    size_t capacity = in->capacity ? in->capacity * 2 : FIRST_CAPACITY;
    char *data = capacity <= INPUT_LINE_MAX ? realloc(in->data, capacity) : NULL;
    if (data) {
        in->data = data;
        in->capacity = capacity;
    } else if (in->data) {
        in->skipping = true;
        in->end = in->scanned = 0;
    } else {
        in->at_end = true;
    }
}

void input_fill(Input *in) {
    make_room(in);
    if (in->at_end) return;
    ssize_t count = read(in->fd, in->data + in->end, in->capacity - 1 - in->end);
    if (count > 0) {
        in->end += (size_t)count;
    } else if (count == 0 || (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK)) {
        in->at_end = true;
    }
}
