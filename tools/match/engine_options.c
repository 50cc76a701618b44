/* Settings of an engine. Those of -each are applied to every engine before its own, wherever they stand on the line. */
#define _GNU_SOURCE /* asprintf, strcasecmp, strndup */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tools/match/parser.h"

enum { DEFAULT_MARGIN_MS = 20, DEFAULT_MAXTIME_MS = 120000, LONGEST_MS = 3600000 };

/* ---- keys ---- */

static bool read_protocol(Parser *p, void *target, const char *what, const char *value) {
    int index;
    if (!parser_one_of(p, what, value, (const char *const[]){"uci", "ugi", NULL}, &index)) return false;
    ((EngineSpec *)target)->dialect = index ? CLIENT_UGI : CLIENT_UCI;
    return true;
}

/* `auto` lets an engine of another protocol choose; one of UCI never asks for it. */
static bool read_restart(Parser *p, void *target, const char *what, const char *value) {
    static const Key RESTART = {.kind = VALUE_BOOL, .offset = offsetof(EngineSpec, restart)};
    if (strcmp(value, "auto") != 0) return parser_value(p, &RESTART, target, what, value);
    ((EngineSpec *)target)->restart = false;
    return true;
}

static bool read_tc(Parser *p, void *target, const char *what, const char *value) {
    return timing_parse_clock(value, &((EngineSpec *)target)->timing) ||
           parser_fail(p, "%s: `%s` is not [MOVES/]SECONDS[+INCREMENT]", what, value);
}

static bool read_st(Parser *p, void *target, const char *what, const char *value) {
    Timing *t = &((EngineSpec *)target)->timing;
    return (timing_parse_seconds(value, 86400, &t->movetime) && t->movetime > 0) ||
           parser_fail(p, "%s: `%s` is not a number of seconds", what, value);
}

static bool read_maxtime(Parser *p, void *target, const char *what, const char *value) {
    Timing *t = &((EngineSpec *)target)->timing;
    if (strcmp(value, "off") == 0) return t->maximum = 0, true;
    return (timing_parse_seconds(value, 30 * 86400.0, &t->maximum) && t->maximum > 0) ||
           parser_fail(p, "%s: `%s` is neither a number of seconds nor off", what, value);
}

/* Appends to the command line of the engine, quoted for a shell where `quoted` and needed. */
static bool add_argument(Parser *p, EngineSpec *e, const char *text, bool quoted) {
    char *more = NULL;
    const char *quote = quoted && (!*text || strpbrk(text, " \t\n|&;<>()$`\\\"*?[]#~=%!{}")) ? "'" : "";
    if (*quote && strchr(text, '\'')) return parser_fail(p, "arg=%s: an apostrophe: write it into cmd=", text);
    if (asprintf(&more, "%s %s%s%s", e->arguments ? e->arguments : "", quote, text, quote) < 0)
        return parser_fail(p, "memory is short");
    free(e->arguments);
    e->arguments = more;
    return true;
}

static bool read_argument(Parser *p, void *target, const char *what, const char *value) {
    (void)what;
    return add_argument(p, target, value, true);
}

static bool read_arguments(Parser *p, void *target, const char *what, const char *value) {
    (void)what;
    return add_argument(p, target, value, false);
}

#define FIELD(of_kind, field) .kind = of_kind, .offset = offsetof(EngineSpec, field)

static const Key ENGINE_KEYS[] = {
    {.name = "name", FIELD(VALUE_TEXT, name)},
    {.name = "cmd", FIELD(VALUE_TEXT, program)},
    {.name = "arg", .kind = VALUE_OWN, .read = read_argument},
    {.name = "args", .kind = VALUE_OWN, .read = read_arguments},
    {.name = "dir", FIELD(VALUE_TEXT, directory)},
    {.name = "stderr", FIELD(VALUE_TEXT, stderr_path)},
    {.name = "proto", .kind = VALUE_OWN, .read = read_protocol},
    {.name = "restart", .kind = VALUE_OWN, .read = read_restart},
    {.name = "tc", .kind = VALUE_OWN, .read = read_tc},
    {.name = "st", .kind = VALUE_OWN, .read = read_st},
    {.name = "nodes", FIELD(VALUE_INT64, timing.nodes), .least = 1, .most = INT64_MAX},
    {.name = "depth", FIELD(VALUE_INT, timing.depth), .least = 1, .most = 1000},
    {.name = "plies", FIELD(VALUE_INT, timing.depth), .least = 1, .most = 1000}, /* fastchess's word for depth */
    {.name = "timemargin", FIELD(VALUE_INT64, timing.margin), .least = 0, .most = LONGEST_MS},
    {.name = "maxtime", .kind = VALUE_OWN, .read = read_maxtime},
    {.name = "whitepov", FIELD(VALUE_FLAG, white_pov)},
    {.name = "trust", .kind = VALUE_UNUSED, .reason = "every move and every result is checked by the rules"},
    {.name = "ponder", .kind = VALUE_UNUSED, .reason = "engines think in their own time only"},
    {.name = "book", .kind = VALUE_UNUSED, .reason = "engines get no opening books here: see -openings"},
    {.name = "bookdepth", .kind = VALUE_UNUSED, .reason = "engines get no opening books here: see -openings"},
    {.name = "tscale", .kind = VALUE_UNUSED, .reason = "-startup-ms and -ping-ms say how long engines may take"},
    {.name = "debug", .kind = VALUE_UNUSED, .reason = "-log file=FILE engine=on keeps every line to and from the engines"},
    {.name = "conf", .kind = VALUE_REFUSED, .reason = "there is no file of engines: give cmd=COMMAND"},
    {.name = "initstr", .kind = VALUE_REFUSED, .reason = "nothing but options is sent: option.NAME=VALUE"},
    {.name = NULL},
};

/* `option.NAME=VALUE`; a later value takes the place of an earlier one. */
static bool add_engine_option(Parser *p, EngineSpec *e, const char *text) {
    const char *equals = strchr(text, '=');
    if (!equals || equals == text) return parser_fail(p, "`option.%s` is not option.NAME=VALUE", text);
    char *name = strndup(text, (size_t)(equals - text));
    EngineOption *more = realloc(e->options, ((size_t)e->option_count + 1) * sizeof *more);
    if (more) e->options = more;
    if (!name || !more) return free(name), parser_fail(p, "memory is short");
    for (int i = 0; i < e->option_count; i++)
        if (strcasecmp(e->options[i].name, name) == 0) {
            free(name);
            e->options[i].value = equals + 1;
            return true;
        }
    e->options[e->option_count++] = (EngineOption){name, equals + 1};
    return true;
}

static bool read_engine_words(Parser *p, EngineSpec *e, const char *what, int count, char **words) {
    for (int i = 0; i < count; i++) {
        bool is_option = strncmp(words[i], "option.", 7) == 0;
        if (!(is_option ? add_engine_option(p, e, words[i] + 7) : parser_keys(p, ENGINE_KEYS, e, what, 1, &words[i])))
            return false;
    }
    return true;
}

/* ---- all engines ---- */

/* Reads the words of every `option` on the line. `step` 1: to one engine each; 0: all to the same engine. */
static bool read_all_of(Parser *p, const char *option, int count, char **arguments, EngineSpec *engines, int step) {
    for (int i = 0; i < count;) {
        const char *name = arguments[i++];
        int words = parser_words_before_option(count - i, arguments + i);
        if (strcmp(name, option) == 0) {
            if (!read_engine_words(p, engines, option, words, arguments + i)) return false;
            engines += step;
        }
        i += words;
    }
    return true;
}

/* The limits of -each are for engines without any of their own. */
static void share_limits(Timing *own, const Timing *common) {
    if (timing_is_set(own)) return;
    int64_t margin = own->margin, maximum = own->maximum;
    *own = *common;
    own->margin = margin;
    own->maximum = maximum;
}

/* Puts the command together and looks whether the engine, `number` from 1, can play. */
static bool complete_engine(const Parser *p, EngineSpec *e, int number) {
    if (!e->program) return parser_fail(p, "engine %d has no cmd=", number);
    if (asprintf(&e->command, "%s%s", e->program, e->arguments ? e->arguments : "") < 0)
        return e->command = NULL, parser_fail(p, "memory is short");
    if (!e->name) e->name = e->command;
    if (!timing_is_set(&e->timing)) return parser_fail(p, "%s: none of tc=, st=, nodes=, depth=", e->name);
    for (const EngineSpec *other = e - number + 1; other < e; other++)
        if (strcmp(other->name, e->name) == 0) return parser_fail(p, "two engines are called `%s`", e->name);
    return true;
}

bool parser_engines(Parser *p, int count, char **arguments) {
    MatchOptions *o = p->o;
    Timing common = {0};
    if (o->engine_count < 2) return o->engine_count = 0, parser_fail(p, "at least two engines are needed");
    if (!(o->engines = calloc((size_t)o->engine_count, sizeof *o->engines)))
        return o->engine_count = 0, parser_fail(p, "memory is short");
    for (int i = 0; i < o->engine_count; i++) {
        o->engines[i].timing = (Timing){.margin = DEFAULT_MARGIN_MS, .maximum = DEFAULT_MAXTIME_MS};
        if (!read_all_of(p, "-each", count, arguments, &o->engines[i], 0)) return false;
        o->engines[i].name = NULL;
        common = o->engines[i].timing;
        o->engines[i].timing = (Timing){.margin = common.margin, .maximum = common.maximum};
    }
    if (!read_all_of(p, "-engine", count, arguments, o->engines, 1)) return false;
    for (int i = 0; i < o->engine_count; i++) {
        share_limits(&o->engines[i].timing, &common);
        if (!complete_engine(p, &o->engines[i], i + 1)) return false;
    }
    return true;
}
