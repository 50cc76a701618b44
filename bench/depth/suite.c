#include "bench/depth/suite.h"

#include <stdlib.h>
#include <string.h>

static bool fail(DepthSuite *s, const char *what, const char *which) {
    snprintf(s->error, sizeof s->error, "%s: %.100s", what, which);
    return false;
}

static bool add(DepthSuite *s, const Variant *v, const char *text) {
    Position p;
    NotationError error = position_parse(v, text, &p);
    if (error) return fail(s, notation_error_text(error), text);
    if (position_phase(&p) != PHASE_PLAY) {
        s->skipped++;
        return true;
    }
    Position *more = realloc(s->positions, ((size_t)s->count + 1) * sizeof *more);
    if (!more) return fail(s, "not enough memory", text);
    s->positions = more;
    s->positions[s->count++] = p;
    return true;
}

bool depth_suite_add(DepthSuite *s, const char *line) {
    char copy[1024];
    if (snprintf(copy, sizeof copy, "%s", line) >= (int)sizeof copy) return fail(s, "a line too long", line);
    copy[strcspn(copy, "\r\n")] = '\0';
    char *rest = copy + strspn(copy, " \t");
    if (!*rest || *rest == '#') return true;
    char *first = strsep(&rest, ";");
    if (!rest) return add(s, variant_at(0), first);
    const Variant *v = variant_find(first);
    return v ? add(s, v, strsep(&rest, ";")) : fail(s, "unknown rule set", first);
}

bool depth_suite_read(DepthSuite *s, FILE *in) {
    char *line = NULL, reason[sizeof s->error];
    size_t room = 0;
    bool good = true;
    for (int number = 1; good && getline(&line, &room, in) >= 0; number++) {
        good = depth_suite_add(s, line);
        if (good) continue;
        memcpy(reason, s->error, sizeof reason);
        snprintf(s->error, sizeof s->error, "line %d: %.140s", number, reason);
    }
    free(line);
    return good;
}

bool depth_suite_add_builtin(DepthSuite *s) {
    static const char *const LINES[] = {
#define POSITION(variant, position) variant ";" position,
#include "bench/positions.def"
#undef POSITION
    };
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++)
        if (!depth_suite_add(s, LINES[i])) return false;
    return true;
}

static bool is_listed(const char *name, const char *list) {
    size_t length = strlen(name);
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strcspn(at, ",") == length && !strncmp(at, name, length)) return true;
    }
    return false;
}

bool depth_suite_keep(DepthSuite *s, const char *variants) {
    char copy[256], *rest = copy;
    snprintf(copy, sizeof copy, "%s", variants);
    for (const char *name; (name = strsep(&rest, ","));)
        if (!variant_find(name)) return fail(s, "unknown rule set", name);
    int kept = 0;
    for (int i = 0; i < s->count; i++)
        if (is_listed(s->positions[i].variant->name, variants)) s->positions[kept++] = s->positions[i];
    s->count = kept;
    return true;
}

void depth_suite_free(DepthSuite *s) {
    free(s->positions);
    *s = (DepthSuite){0};
}
