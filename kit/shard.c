#include "kit/shard.h"

#include <stdio.h>
#include <string.h>

#include "kit/argument.h"

bool shard_parse(const char *text, Shard *out, char error[static SHARD_ERROR_SIZE]) {
    char part[16];
    Shard s;
    size_t length = strcspn(text, "/");
    snprintf(part, sizeof part, "%.*s", (int)(length < sizeof part ? length : sizeof part - 1), text);
    if (length < sizeof part && text[length] == '/' && argument_number(text + length + 1, 1, SHARD_MOST, &s.parts) &&
        argument_number(part, 1, s.parts, &s.part)) {
        *out = s;
        return true;
    }
    snprintf(error, SHARD_ERROR_SIZE, "--shard: `%.40s` is not K/N with 1 <= K <= N <= %d", text, SHARD_MOST);
    return false;
}

bool shard_has(Shard s, int64_t index) { return s.parts == 0 || index % s.parts == s.part - 1; }

int64_t shard_count(Shard s, int64_t count) { return s.parts == 0 ? count : count / s.parts + (count % s.parts >= s.part); }
