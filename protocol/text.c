#include "protocol/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for `count` more bytes and the NUL. */
static void text_reserve(Text *t, size_t count) {
    if (t->capacity - t->length > count) return;
    size_t capacity = t->capacity ? t->capacity : 128;
    while (capacity - t->length <= count) capacity *= 2;
    char *data = realloc(t->data, capacity);
    if (!data) abort();
    t->data = data;
    t->capacity = capacity;
}

void text_add_bytes(Text *t, const char *bytes, size_t count) {
    text_reserve(t, count);
    memcpy(t->data + t->length, bytes, count);
    t->length += count;
    t->data[t->length] = '\0';
}

void text_add_list(Text *t, const char *format, va_list arguments) {
    va_list measure;
    va_copy(measure, arguments);
    int count = vsnprintf(NULL, 0, format, measure);
    va_end(measure);
    if (count < 0) abort();
    text_reserve(t, (size_t)count);
    vsnprintf(t->data + t->length, (size_t)count + 1, format, arguments);
    t->length += (size_t)count;
}

void text_add(Text *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_add_list(t, format, arguments);
    va_end(arguments);
}

void text_free(Text *t) {
    free(t->data);
    *t = (Text){0};
}
