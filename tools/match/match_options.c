/* Options are words with a dash and the words up to the next; each has a row in a table. Settings of an engine are words KEY=VALUE with a
 * table of their own. Those of -each are applied to every engine before its own, wherever they stand. */
#define _GNU_SOURCE /* strcasecmp */
#include "tools/match/match_options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct {
    MatchOptions *o;
    char *error;
} Parser;

__attribute__((format(printf, 2, 3))) static bool fail(const Parser *p, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(p->error, MATCH_ERROR_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- values ---- */

static bool read_integer(const char *text, int64_t least, int64_t most, int64_t *out) {
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (end == text || *end || errno || value < least || value > most) return false;
    *out = value;
    return true;
}

static bool integer(const Parser *p, const char *what, const char *text, int64_t least, int64_t most, int64_t *out) {
    return read_integer(text, least, most, out) ||
           fail(p, "%s: `%s` is not a number from %" PRId64 " to %" PRId64, what, text, least, most);
}

static bool small(const Parser *p, const char *what, const char *text, int least, int most, int *out) {
    int64_t value = 0;
    if (!integer(p, what, text, least, most, &value)) return false;
    *out = (int)value;
    return true;
}

static bool real(const Parser *p, const char *what, const char *text, double least, double most, double *out) {
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= least && value <= most))
        return fail(p, "%s: `%s` is not a number from %g to %g", what, text, least, most);
    *out = value;
    return true;
}

/* One of the words up to NULL; its index. */
static bool word(const Parser *p, const char *what, const char *text, const char *const *words, int *index) {
    char known[128] = "";
    for (*index = 0; words[*index]; ++*index) {
        if (strcmp(text, words[*index]) == 0) return true;
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", *index ? ", " : "", words[*index]);
    }
    return fail(p, "%s: `%s` is none of %s", what, text, known);
}

static bool boolean(const Parser *p, const char *what, const char *text, bool *out) {
    static const char *const WORDS[] = {"off", "on", "false", "true", "no", "yes", "0", "1", NULL};
    int index;
    if (!word(p, what, text, WORDS, &index)) return false;
    *out = index & 1;
    return true;
}

/* ---- KEY=VALUE ---- */

typedef struct {
    const char *key;
    bool (*read)(Parser *p, void *target, const char *what, const char *value);
} Key;

/* Every word through the table; `what` names the option in errors. */
static bool read_keys(Parser *p, const Key *keys, void *target, const char *what, int count, char **words) {
    for (int i = 0; i < count; i++) {
        const char *equals = strchr(words[i], '=');
        if (!equals) return fail(p, "%s: `%s` is not KEY=VALUE", what, words[i]);
        const Key *k = keys;
        while (k->key && (strlen(k->key) != (size_t)(equals - words[i]) || strncmp(k->key, words[i], strlen(k->key)) != 0))
            k++;
        if (!k->key) return fail(p, "%s: unknown key in `%s`", what, words[i]);
        char name[64];
        snprintf(name, sizeof name, "%s %s", what, k->key);
        if (!k->read(p, target, name, equals + 1)) return false;
    }
    return true;
}

/* ---- engines ---- */

#define ENGINE_KEY(name) static bool name(Parser *p, void *target, const char *what, const char *value)

static bool engine_text(Parser *p, const char **text, const char *what, const char *value) {
    *text = value;
    return *value || fail(p, "%s: empty", what);
}
ENGINE_KEY(engine_name) { return engine_text(p, &((EngineSpec *)target)->name, what, value); }
ENGINE_KEY(engine_command) { return engine_text(p, &((EngineSpec *)target)->command, what, value); }
ENGINE_KEY(engine_directory) { return engine_text(p, &((EngineSpec *)target)->directory, what, value); }
ENGINE_KEY(engine_stderr) { return engine_text(p, &((EngineSpec *)target)->stderr_path, what, value); }
ENGINE_KEY(engine_protocol) {
    int index;
    if (!word(p, what, value, (const char *const[]){"uci", "ugi", NULL}, &index)) return false;
    ((EngineSpec *)target)->dialect = index ? CLIENT_UGI : CLIENT_UCI;
    return true;
}
ENGINE_KEY(engine_restart) { return boolean(p, what, value, &((EngineSpec *)target)->restart); }
ENGINE_KEY(engine_tc) {
    return timing_parse_clock(value, &((EngineSpec *)target)->timing) ||
           fail(p, "%s: `%s` is not [MOVES/]SECONDS[+INCREMENT]", what, value);
}
ENGINE_KEY(engine_st) {
    Timing *t = &((EngineSpec *)target)->timing;
    return (timing_parse_seconds(value, 86400, &t->movetime) && t->movetime > 0) ||
           fail(p, "%s: `%s` is not a number of seconds", what, value);
}
ENGINE_KEY(engine_nodes) { return integer(p, what, value, 1, INT64_MAX, &((EngineSpec *)target)->timing.nodes); }
ENGINE_KEY(engine_depth) { return small(p, what, value, 1, 1000, &((EngineSpec *)target)->timing.depth); }
ENGINE_KEY(engine_margin) { return integer(p, what, value, 0, 3600000, &((EngineSpec *)target)->timing.margin); }
ENGINE_KEY(engine_maximum) {
    Timing *t = &((EngineSpec *)target)->timing;
    return (timing_parse_seconds(value, 30 * 86400.0, &t->maximum) && t->maximum > 0) ||
           fail(p, "%s: `%s` is not a number of seconds", what, value);
}

static const Key ENGINE_KEYS[] = {
    {"name", engine_name},
    {"cmd", engine_command},
    {"dir", engine_directory},
    {"stderr", engine_stderr},
    {"proto", engine_protocol},
    {"restart", engine_restart},
    {"tc", engine_tc},
    {"st", engine_st},
    {"nodes", engine_nodes},
    {"depth", engine_depth},
    {"timemargin", engine_margin},
    {"maxtime", engine_maximum},
    {NULL, NULL},
};

/* `option.NAME=VALUE`; a later value takes the place of an earlier one. */
static bool engine_option(Parser *p, EngineSpec *e, const char *text) {
    const char *equals = strchr(text, '=');
    if (!equals || equals == text) return fail(p, "`option.%s` is not option.NAME=VALUE", text);
    char *name = strndup(text, (size_t)(equals - text));
    EngineOption *more = realloc(e->options, ((size_t)e->option_count + 1) * sizeof *more);
    if (more) e->options = more;
    if (!name || !more) return free(name), fail(p, "memory is short");
    for (int i = 0; i < e->option_count; i++)
        if (strcasecmp(e->options[i].name, name) == 0) {
            free(name);
            e->options[i].value = equals + 1;
            return true;
        }
    e->options[e->option_count++] = (EngineOption){name, equals + 1};
    return true;
}

static bool engine_words(Parser *p, EngineSpec *e, const char *what, int count, char **words) {
    for (int i = 0; i < count; i++) {
        bool is_option = strncmp(words[i], "option.", 7) == 0;
        if (is_option ? !engine_option(p, e, words[i] + 7) : !read_keys(p, ENGINE_KEYS, e, what, 1, &words[i])) return false;
    }
    return true;
}

/* ---- the other options ---- */

#define OPTION(name) static bool name(Parser *p, const char *what, int count, char **words)

OPTION(take_engine) { /* only counted here; see add_engines */
    (void)what, (void)count, (void)words;
    return ++p->o->engine_count <= MATCH_MAX_ENGINES || fail(p, "more than %d engines", MATCH_MAX_ENGINES);
}
OPTION(take_nothing) {
    (void)p, (void)what, (void)count, (void)words;
    return true;
}
OPTION(take_variant) {
    (void)count;
    p->o->variant = variant_find(words[0]);
    return p->o->variant || fail(p, "%s: `%s` is no rule set", what, words[0]);
}
OPTION(take_rounds) { return (void)count, integer(p, what, words[0], 1, 10000000, &p->o->rounds); }
OPTION(take_games) { return (void)count, small(p, what, words[0], 1, 2, &p->o->games); }
OPTION(take_concurrency) { return (void)count, small(p, what, words[0], 1, MATCH_MAX_CONCURRENCY, &p->o->concurrency); }
OPTION(take_rating) { return (void)count, small(p, what, words[0], 0, 1000000000, &p->o->rating_interval); }
OPTION(take_outcome) { return (void)count, small(p, what, words[0], 0, 1000000000, &p->o->outcome_interval); }
OPTION(take_startup) { return (void)count, small(p, what, words[0], 1, 3600000, &p->o->startup_ms); }
OPTION(take_ping) { return (void)count, small(p, what, words[0], 1, 3600000, &p->o->ping_ms); }
OPTION(take_seed) {
    int64_t seed = 0;
    (void)count;
    if (!integer(p, what, words[0], 0, INT64_MAX, &seed)) return false;
    p->o->seed = (uint64_t)seed;
    return true;
}
OPTION(take_tournament) {
    int index;
    (void)count;
    if (!word(p, what, words[0], (const char *const[]){"round-robin", "roundrobin", "gauntlet", NULL}, &index)) return false;
    p->o->gauntlet = index == 2;
    return true;
}
OPTION(take_event) { return (void)what, (void)count, p->o->event = words[0], true; }
OPTION(take_site) { return (void)what, (void)count, p->o->site = words[0], true; }
OPTION(take_quiet) { return (void)what, (void)count, (void)words, p->o->quiet = true; }
OPTION(take_help) { return (void)what, (void)count, (void)words, p->o->help = true; }
OPTION(take_version) { return (void)what, (void)count, (void)words, p->o->version = true; }

ENGINE_KEY(book_file) {
    BookSpec *b = target;
    b->kind = BOOK_FILE;
    b->path = value;
    return *value || fail(p, "%s: empty", what);
}
ENGINE_KEY(book_order) {
    int index;
    if (!word(p, what, value, (const char *const[]){"sequential", "random", NULL}, &index)) return false;
    ((BookSpec *)target)->shuffled = index;
    return true;
}
ENGINE_KEY(book_start) {
    BookSpec *b = target;
    if (!integer(p, what, value, 1, INT64_MAX, &b->start)) return false;
    b->start--;
    return true;
}
ENGINE_KEY(book_plies) { return small(p, what, value, 0, 60, &((BookSpec *)target)->plies); }

OPTION(take_openings) {
    static const Key KEYS[] = {
        {"file", book_file}, {"order", book_order}, {"start", book_start}, {"plies", book_plies}, {NULL, NULL}};
    int index = 0;
    bool named = !strchr(words[0], '=');
    if (named && !word(p, what, words[0], (const char *const[]){"startpos", "random", NULL}, &index)) return false;
    p->o->book = (BookSpec){.kind = index ? BOOK_RANDOM : BOOK_STARTPOS};
    if (!read_keys(p, KEYS, &p->o->book, what, count - named, words + named)) return false;
    if (!named && !p->o->book.path) return fail(p, "%s: neither file=, random nor startpos", what);
    if (p->o->book.plies && p->o->book.kind != BOOK_RANDOM) return fail(p, "%s: plies= is for random openings", what);
    return true;
}

ENGINE_KEY(sprt_elo0) { return real(p, what, value, -1000, 1000, &((Sprt *)target)->elo0); }
ENGINE_KEY(sprt_elo1) { return real(p, what, value, -1000, 1000, &((Sprt *)target)->elo1); }
ENGINE_KEY(sprt_alpha) { return real(p, what, value, 1e-9, 0.499, &((Sprt *)target)->alpha); }
ENGINE_KEY(sprt_beta) { return real(p, what, value, 1e-9, 0.499, &((Sprt *)target)->beta); }
ENGINE_KEY(sprt_model) {
    int index;
    if (!word(p, what, value, (const char *const[]){"logistic", "normalized", "normalised", NULL}, &index)) return false;
    ((Sprt *)target)->model = index ? STATS_NORMALIZED : STATS_LOGISTIC;
    return true;
}

OPTION(take_sprt) {
    static const Key KEYS[] = {{"elo0", sprt_elo0}, {"elo1", sprt_elo1},   {"alpha", sprt_alpha},
                               {"beta", sprt_beta}, {"model", sprt_model}, {NULL, NULL}};
    p->o->has_sprt = true;
    p->o->sprt = (Sprt){.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05, .model = STATS_LOGISTIC};
    return read_keys(p, KEYS, &p->o->sprt, what, count, words) &&
           (p->o->sprt.elo0 < p->o->sprt.elo1 || fail(p, "%s: elo0 must be below elo1", what));
}

ENGINE_KEY(adjudication_moves) { return small(p, what, value, 1, 1000, &((Adjudication *)target)->moves); }
ENGINE_KEY(adjudication_score) { return small(p, what, value, 1, 100000, &((Adjudication *)target)->score); }
ENGINE_KEY(adjudication_both) { return boolean(p, what, value, &((Adjudication *)target)->both); }

OPTION(take_resign) {
    static const Key KEYS[] = {
        {"movecount", adjudication_moves}, {"score", adjudication_score}, {"twosided", adjudication_both}, {NULL, NULL}};
    p->o->resign = (Adjudication){.moves = 3, .score = 600};
    return read_keys(p, KEYS, &p->o->resign, what, count, words);
}
OPTION(take_adjudicate) {
    static const Key KEYS[] = {{"movecount", adjudication_moves}, {"score", adjudication_score}, {NULL, NULL}};
    p->o->agree = (Adjudication){.moves = 3, .score = 600, .both = true};
    return read_keys(p, KEYS, &p->o->agree, what, count, words);
}

ENGINE_KEY(file_path) {
    *(const char **)target = value;
    return *value || fail(p, "%s: empty", what);
}

ENGINE_KEY(log_file) { return file_path(p, &((MatchOptions *)target)->log_path, what, value); }
ENGINE_KEY(log_engines) { return boolean(p, what, value, &((MatchOptions *)target)->log_engines); }

OPTION(take_log) {
    static const Key KEYS[] = {{"file", log_file}, {"engine", log_engines}, {NULL, NULL}};
    return read_keys(p, KEYS, p->o, what, count, words) && (p->o->log_path || fail(p, "%s: no file", what));
}

ENGINE_KEY(record_sync) { return boolean(p, what, value, &((MatchOptions *)target)->sync); }
ENGINE_KEY(record_file) { return file_path(p, &((MatchOptions *)target)->record_path, what, value); }

/* `-pgnout FILE` and `-pgnout file=FILE`. */
OPTION(take_record) {
    static const Key KEYS[] = {{"file", record_file}, {"sync", record_sync}, {NULL, NULL}};
    bool named = strncmp(words[0], "file=", 5) != 0 && strncmp(words[0], "sync=", 5) != 0;
    if (named) p->o->record_path = words[0];
    return read_keys(p, KEYS, p->o, what, count - named, words + named) &&
           (p->o->record_path || fail(p, "%s: no file", what));
}

enum { ANY = 1000 };

static const struct {
    const char *name;
    int least, most; /* words behind it */
    bool (*take)(Parser *p, const char *what, int count, char **words);
} OPTIONS[] = {
    {"-engine", 1, ANY, take_engine},
    {"-each", 0, ANY, take_nothing}, /* see add_engines */
    {"-variant", 1, 1, take_variant},
    {"-rounds", 1, 1, take_rounds},
    {"-games", 1, 1, take_games},
    {"-repeat", 0, 1, take_nothing},  /* pairs always repeat their opening */
    {"-recover", 0, 0, take_nothing}, /* engines are always restarted */
    {"-openings", 1, 5, take_openings},
    {"-tournament", 1, 1, take_tournament},
    {"-concurrency", 1, 1, take_concurrency},
    {"-sprt", 0, 5, take_sprt},
    {"-resign", 0, 3, take_resign},
    {"-adjudicate", 0, 2, take_adjudicate},
    {"-pgnout", 1, 3, take_record},
    {"-log", 1, 2, take_log},
    {"-srand", 1, 1, take_seed},
    {"-ratinginterval", 1, 1, take_rating},
    {"-outcomeinterval", 1, 1, take_outcome},
    {"-startup-ms", 1, 1, take_startup},
    {"-ping-ms", 1, 1, take_ping},
    {"-event", 1, 1, take_event},
    {"-site", 1, 1, take_site},
    {"-quiet", 0, 0, take_quiet},
    {"-help", 0, 0, take_help},
    {"--help", 0, 0, take_help},
    {"-version", 0, 0, take_version},
    {"--version", 0, 0, take_version},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* ---- the line ---- */

/* Words up to the next option. */
static int words_behind(int count, char **arguments) {
    int words = 0;
    while (words < count && arguments[words][0] != '-') words++;
    return words;
}

static bool take_option(Parser *p, const char *name, int count, char **words) {
    int i = 0;
    while (i < OPTION_COUNT && strcmp(OPTIONS[i].name, name) != 0) i++;
    if (i == OPTION_COUNT) return fail(p, "unknown option `%s`", name);
    if (count < OPTIONS[i].least) return fail(p, "%s: a value is missing", name);
    if (count > OPTIONS[i].most) return fail(p, "%s: `%s` is one word too many", name, words[OPTIONS[i].most]);
    return OPTIONS[i].take(p, name, count, words);
}

/* The words of all options of that name, to one engine each or all to the same. */
static bool add_engines(Parser *p, const char *option, int count, char **arguments, EngineSpec *engines, int step) {
    for (int i = 0; i < count;) {
        const char *name = arguments[i++];
        int words = words_behind(count - i, arguments + i);
        if (strcmp(name, option) == 0) {
            if (!engine_words(p, engines, option, words, arguments + i)) return false;
            engines += step;
        }
        i += words;
    }
    return true;
}

static bool check_engine(const Parser *p, const EngineSpec *e, int number) {
    if (!e->command) return fail(p, "engine %d has no cmd=", number);
    if (!timing_is_set(&e->timing)) return fail(p, "%s: none of tc=, st=, nodes=, depth=", e->name);
    for (const EngineSpec *other = e - number + 1; other < e; other++)
        if (strcmp(other->name, e->name) == 0) return fail(p, "two engines are called `%s`", e->name);
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

static bool read_engines(Parser *p, int count, char **arguments) {
    MatchOptions *o = p->o;
    Timing common = {0};
    if (o->engine_count < 2) return o->engine_count = 0, fail(p, "at least two engines are needed");
    if (!(o->engines = calloc((size_t)o->engine_count, sizeof *o->engines)))
        return o->engine_count = 0, fail(p, "memory is short");
    for (int i = 0; i < o->engine_count; i++) {
        o->engines[i].timing = (Timing){.margin = 20, .maximum = 600000};
        if (!add_engines(p, "-each", count, arguments, &o->engines[i], 0)) return false;
        o->engines[i].name = NULL;
        common = o->engines[i].timing;
        o->engines[i].timing = (Timing){.margin = common.margin, .maximum = common.maximum};
    }
    if (!add_engines(p, "-engine", count, arguments, o->engines, 1)) return false;
    for (int i = 0; i < o->engine_count; i++) {
        share_limits(&o->engines[i].timing, &common);
        if (!o->engines[i].name) o->engines[i].name = o->engines[i].command;
        if (!check_engine(p, &o->engines[i], i + 1)) return false;
    }
    return true;
}

static bool check(const Parser *p) {
    const MatchOptions *o = p->o;
    if (o->has_sprt && o->engine_count != 2) return fail(p, "-sprt is for two engines");
    if (o->has_sprt && o->games != 2) return fail(p, "-sprt counts pairs: it needs -games 2");
    Schedule s = match_options_schedule(o);
    return schedule_games(&s) <= 100000000 || fail(p, "more than 100 million games");
}

bool match_options_parse(MatchOptions *o, int count, char **arguments, char error[static MATCH_ERROR_SIZE]) {
    Parser p = {o, error};
    *o = (MatchOptions){.variant = variant_at(0),
                        .rounds = 1,
                        .games = 2,
                        .concurrency = 1,
                        .event = "?",
                        .site = "?",
                        .sync = true,
                        .rating_interval = 10,
                        .outcome_interval = 1,
                        .startup_ms = 10000,
                        .ping_ms = 60000};
    for (int i = 0; i < count;) {
        const char *name = arguments[i++];
        int words = words_behind(count - i, arguments + i);
        if (!take_option(&p, name, words, arguments + i)) return o->engine_count = 0, false;
        i += words;
    }
    if (o->help || o->version) return o->engine_count = 0, true;
    return read_engines(&p, count, arguments) && check(&p);
}

void match_options_free(MatchOptions *o) {
    for (int i = 0; i < o->engine_count; i++) {
        for (int k = 0; k < o->engines[i].option_count; k++) free(o->engines[i].options[k].name);
        free(o->engines[i].options);
    }
    free(o->engines);
    o->engines = NULL;
    o->engine_count = 0;
}

const char *match_options_name(const MatchOptions *o, int engine) { return o->engines[engine].name; }

Schedule match_options_schedule(const MatchOptions *o) {
    return (Schedule){.engines = o->engine_count, .gauntlet = o->gauntlet, .games = o->games, .rounds = o->rounds};
}

/* ---- the fingerprint ---- */

/* FNV-1a (Fowler, Noll, Vo). */
__attribute__((format(printf, 2, 3))) static void mix(uint64_t *hash, const char *format, ...) {
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (const char *c = text;; c++) {
        *hash = (*hash ^ (unsigned char)*c) * 0x100000001B3u;
        if (!*c) return;
    }
}

static void mix_engine(uint64_t *hash, const EngineSpec *e) {
    char timing[128];
    mix(hash, "%s", e->name);
    mix(hash, "%s", e->command);
    mix(hash, "%s", e->directory ? e->directory : "");
    mix(hash, "%s", timing_text(&e->timing, timing, sizeof timing));
    mix(hash, "%d %d %" PRId64, e->dialect, e->restart, e->timing.margin);
    for (int i = 0; i < e->option_count; i++) {
        mix(hash, "%s", e->options[i].name);
        mix(hash, "%s", e->options[i].value);
    }
}

uint64_t match_options_fingerprint(const MatchOptions *o, uint64_t book_hash) {
    uint64_t hash = 0xCBF29CE484222325u;
    mix(&hash, "%s %d %d %" PRIu64 " %016" PRIx64, o->variant->name, o->games, o->gauntlet, o->seed, book_hash);
    mix(&hash, "%d %d %d %d %d", o->resign.moves, o->resign.score, o->resign.both, o->agree.moves, o->agree.score);
    for (int i = 0; i < o->engine_count; i++) mix_engine(&hash, &o->engines[i]);
    return hash;
}

/* ---- help ---- */

const char MATCH_OPTIONS_HELP[] =
    "usage: cierzo-match -engine KEY=VALUE... -engine KEY=VALUE... [-each KEY=VALUE...] [OPTION...]\n"
    "\n"
    "engines (-engine; -each for all of them):\n"
    "  cmd=COMMAND name=NAME dir=FOLDER proto=uci|ugi option.NAME=VALUE\n"
    "  tc=[MOVES/]SECONDS[+INCREMENT] st=SECONDS nodes=N depth=N   limits, in any combination\n"
    "  timemargin=MS (20)  how late an answer may come   maxtime=SECONDS (600)  for a turn without a clock\n"
    "  restart=on|off (off)  a new process for every game   stderr=FILE\n"
    "\n"
    "tournament:\n"
    "  -variant RULESET (veletas)   -tournament round-robin|gauntlet   -rounds N (1)   -games 1|2 (2) of an encounter\n"
    "  -openings file=FILE [order=sequential|random] [start=N] | random [plies=N] | startpos (the default)\n"
    "  -concurrency N (1)   -srand SEED (0)   -startup-ms MS (10000)   -ping-ms MS (60000)\n"
    "  -sprt elo0=E elo1=E [alpha=0.05] [beta=0.05] [model=logistic|normalized]\n"
    "  -resign [movecount=3] [score=600] [twosided=off]   -adjudicate [movecount=3] [score=600]\n"
    "\n"
    "output:\n"
    "  -pgnout file=FILE [sync=on|off]   the games; the same command again goes on where FILE ends\n"
    "  -event TEXT -site TEXT   -log file=FILE [engine=on]   -ratinginterval N (10)   -outcomeinterval N (1)   -quiet\n"
    "  -repeat and -recover are always on.\n"
    "\n"
    "The exit status is 0, 1 when the tournament was broken off, 2 when it could not be played.\n";
