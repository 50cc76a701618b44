/* What every fuzzer needs: checks that are never compiled out. A failure aborts, which libFuzzer reports with the input. */
#ifndef CIERZO_TESTS_FUZZ_CHECK_H
#define CIERZO_TESTS_FUZZ_CHECK_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* With a format and arguments that say more. */
#define CHECK(condition, ...)                                                                                               \
    do {                                                                                                                    \
        if (!(condition)) {                                                                                                 \
            fprintf(stderr, "%s:%d: not true: %s: ", __FILE__, __LINE__, #condition);                                       \
            fprintf(stderr, __VA_ARGS__);                                                                                   \
            fputc('\n', stderr);                                                                                            \
            abort();                                                                                                        \
        }                                                                                                                   \
    } while (0)

/* One line of printable ASCII with something in it. */
static inline bool is_plain_line(const char *text) {
    if (!*text) return false;
    for (; *text; text++)
        if (*text < ' ' || *text > '~') return false;
    return true;
}

#endif
