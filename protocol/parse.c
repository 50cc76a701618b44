#include "protocol/parse.h"

#include <stdarg.h>
#include <stdio.h>

#include "bench/bench.h"

void parse_error_set(ParseError *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
}

/* setoption */

bool parse_setoption(const char *arguments, OptionRequest *out, ParseError *error) {
    char quote[QUOTE_SIZE];
    Word w;
    if (!word_next(&arguments, &w) || !word_is_folded(w, "name")) {
        parse_error_set(error, "setoption needs the word name, not %s", word_quote(w, quote));
        return false;
    }
    Word name = word_rest(arguments);
    *out = (OptionRequest){.name = {name.text, 0}};
    while (word_next(&arguments, &w)) {
        if (word_is_folded(w, "value")) {
            out->has_value = true;
            out->value = word_rest(arguments);
            break;
        }
        out->name.length = (size_t)(w.text + w.length - name.text);
    }
    if (out->name.length == 0) parse_error_set(error, "setoption without an option's name");
    return out->name.length > 0;
}

/* bench */

bool parse_bench(const char *arguments, BenchRequest *out, ParseError *error) {
    *out = (BenchRequest){BENCH_DEPTH, BENCH_THREADS, BENCH_HASH_MB};
    const struct {
        const char *name;
        int *value, most;
    } parts[] = {
        {"depth", &out->depth, MAX_DEPTH}, {"threads", &out->threads, MAX_THREADS}, {"hash", &out->hash_mb, MAX_HASH_MB}};
    char quote[QUOTE_SIZE];
    Word w;
    for (size_t i = 0; word_next(&arguments, &w); i++) {
        int64_t value;
        if (i == sizeof parts / sizeof *parts) {
            parse_error_set(error, "bench takes depth, threads and hash, then not %s", word_quote(w, quote));
            return false;
        }
        if (!word_number(w, &value) || value < 1 || value > parts[i].most) {
            parse_error_set(error, "bench %s is a number from 1 to %d, not %s", parts[i].name, parts[i].most,
                            word_quote(w, quote));
            return false;
        }
        *parts[i].value = (int)value;
    }
    return true;
}
