#include "tests/fuzz/bound.h"

#include <string.h>

#include "protocol/parse.h"
#include "tests/fuzz/check.h"

/* What to send in place of a line, and whether `stop` must follow the line behind it. */
typedef struct {
    const char *instead; /* NULL: the line itself */
    const char *more;    /* to be added to it */
    bool stop;
} Bound;

static Bound bound_go(const char *arguments) {
    /* No limit depends on the position but for whose clock it is. */
    Position p = position_start(variant_at(0));
    GoRequest r;
    SearchLimits base = search_limits_none();
    Bound bound = {.more = ""};
    if (parse_go(arguments, &p, &base, &r)) {
        bool small = r.limits.nodes >= 0 && r.limits.nodes <= BOUND_NODES;
        if (r.perft != LIMIT_NONE) bound.stop = r.perft > 1;
        else if (!r.limits.infinite && !small) bound.more = " nodes 400";
    }
    go_request_free(&r);
    return bound;
}

static Bound bound_bench(const char *arguments) {
    BenchRequest r;
    ParseError error;
    Bound bound = {.more = ""};
    if (!parse_bench(arguments, &r, &error)) return bound;
    bound.stop = true;
    if (r.threads > BOUND_THREADS || r.hash_mb > BOUND_HASH_MB) bound.instead = "bench 2 3 4";
    return bound;
}

static Bound bound_setoption(const char *arguments, const char *log_line) {
    OptionRequest r;
    ParseError error;
    Bound bound = {.more = ""};
    if (!parse_setoption(arguments, &r, &error) || !r.has_value) return bound;
    int64_t value;
    bool number = word_number(r.value, &value);
    if (word_is_folded(r.name, "Threads") && number && value > BOUND_THREADS && value <= MAX_THREADS)
        bound.instead = "setoption name Threads value 4";
    if (word_is_folded(r.name, "Hash") && number && value > BOUND_HASH_MB && value <= MAX_HASH_MB)
        bound.instead = "setoption name Hash value 16";
    if (word_is_folded(r.name, "HashFile") && r.value.length > 0 && !word_is(r.value, "<empty>")) {
        static const char *const lines[] = {"setoption name HashFile value /dev/null",
                                            "setoption name HashFile value /dev/null/none"};
        bound.instead = lines[r.value.length % 2];
    }
    /* Two of three paths are such as cannot be written. */
    if (word_is_folded(r.name, "Debug Log File") && r.value.length > 0 && !word_is(r.value, "<empty>")) {
        const char *const lines[] = {log_line, "setoption name Debug Log File value /dev/null",
                                     "setoption name Debug Log File value /dev/null/none"};
        bound.instead = lines[r.value.length % 3];
    }
    return bound;
}

static Bound bound_of(const char *line, const char *log_line) {
    Word command;
    word_next(&line, &command);
    if (word_is(command, "go")) return bound_go(line);
    if (word_is(command, "bench")) return bound_bench(line);
    if (word_is(command, "setoption")) return bound_setoption(line, log_line);
    return (Bound){.more = ""};
}

/* The line as the engine will see it. */
static char *as_read(const char *bytes, size_t length) {
    char *line = malloc(length + 1);
    CHECK(line, "no memory");
    for (size_t i = 0; i < length; i++) line[i] = bytes[i] ? bytes[i] : ' ';
    line[length] = '\0';
    return line;
}

void bound_script(Text *out, const char *bytes, size_t count, const char *log_path) {
    Text log_line = {0};
    text_add(&log_line, "setoption name Debug Log File value %s", log_path);
    const char *end = bytes + count;
    bool stop = false;
    for (int i = 0; i < SCRIPT_LINES && bytes < end; i++) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t length = (size_t)((newline ? newline : end) - bytes);
        char *line = as_read(bytes, length);
        Bound bound = bound_of(line, log_line.data);
        free(line);
        if (bound.instead) text_add(out, "%s", bound.instead);
        else text_add_bytes(out, bytes, length);
        text_add(out, "%s", bound.more);
        if (stop) text_add(out, "\nstop");
        stop = bound.stop;
        bytes += length;
        if (newline || stop) text_add(out, "\n");
        if (newline) bytes++;
    }
    if (stop) text_add(out, "stop\n");
    text_free(&log_line);
}
