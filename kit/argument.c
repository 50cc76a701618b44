#include "kit/argument.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

bool argument_number(const char *text, int64_t least, int64_t most, int64_t *out) {
    char *end;
    if (!isdigit((unsigned char)text[*text == '-'])) return false; /* strtoll would skip blanks and take `+` */
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (errno || *end || value < least || value > most) return false;
    *out = value;
    return true;
}

int64_t argument_need(const char *program, const char *what, const char *text, int64_t least, int64_t most) {
    int64_t value;
    if (argument_number(text, least, most, &value)) return value;
    fprintf(stderr, "%s: %s: `%s` is not a number from %" PRId64 " to %" PRId64 "\n", program, what, text, least, most);
    exit(EXIT_FAILURE);
}
