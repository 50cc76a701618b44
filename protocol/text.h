/* A growing piece of text. */
#ifndef CIERZO_PROTOCOL_TEXT_H
#define CIERZO_PROTOCOL_TEXT_H

#include <stdarg.h>
#include <stddef.h>

/* {0} is the empty text; `data` is NULL then, and otherwise ends in a NUL that `length` does not count. */
typedef struct {
    char *data;
    size_t length, capacity;
} Text;

/* Appends as printf does. A process without memory for a line of text cannot go on: it aborts. */
__attribute__((format(printf, 2, 3), nonnull)) void text_add(Text *t, const char *format, ...);
__attribute__((format(printf, 2, 0), nonnull)) void text_add_list(Text *t, const char *format, va_list arguments);

void text_add_bytes(Text *t, const char *bytes, size_t count);

/* Frees the memory; the text is empty then. */
void text_free(Text *t);

#endif
