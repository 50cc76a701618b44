/* Options are words with a dash, each with the words up to the next option. One table has those with one value or none, another those with
 * more, whose words are read by tables of their own. */
#include "tools/match/match_options.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "tools/match/parser.h"

/* ---- one value or none ---- */

static bool read_variant(Parser *p, void *target, const char *what, const char *value) {
    MatchOptions *o = target;
    o->variant = variant_find(value);
    return o->variant || parser_fail(p, "%s: `%s` is no rule set", what, value);
}

static bool read_seed(Parser *p, void *target, const char *what, const char *value) {
    int64_t seed = 0;
    if (!parser_integer(p, what, value, 0, INT64_MAX, &seed)) return false;
    ((MatchOptions *)target)->seed = (uint64_t)seed;
    return true;
}

static bool read_shard(Parser *p, void *target, const char *what, const char *value) {
    char error[SHARD_ERROR_SIZE];
    (void)what;
    return shard_parse(value, &((MatchOptions *)target)->shard, error) || parser_fail(p, "%s", error);
}

static bool read_tournament(Parser *p, void *target, const char *what, const char *value) {
    int index;
    if (!parser_one_of(p, what, value, (const char *const[]){"round-robin", "roundrobin", "gauntlet", NULL}, &index))
        return false;
    ((MatchOptions *)target)->gauntlet = index == 2;
    return true;
}

/* How many engines play the gauntlet: here it is always one; check_together looks whether that matters. */
static bool read_seeds(Parser *p, void *target, const char *what, const char *value) {
    (void)target;
    int64_t seeds = 0;
    if (!parser_integer(p, what, value, 0, MATCH_MAX_ENGINES, &seeds)) return false;
    p->seeds = (int)seeds;
    return true;
}

enum { MOST_ROUNDS = 10000000, MOST_MS = 3600000, MOST_GAMES = 1000000000 };

#define FIELD(of_kind, field) .kind = of_kind, .offset = offsetof(MatchOptions, field)

static const Key VALUES[] = {
    {.name = "-variant", .kind = VALUE_OWN, .read = read_variant},
    {.name = "-rounds", FIELD(VALUE_INT64, rounds), .least = 1, .most = MOST_ROUNDS},
    {.name = "-games", FIELD(VALUE_INT, games), .least = 1, .most = MOST_ROUNDS},
    {.name = "-tournament", .kind = VALUE_OWN, .read = read_tournament},
    {.name = "-seeds", .kind = VALUE_OWN, .read = read_seeds},
    {.name = "-concurrency", FIELD(VALUE_INT, concurrency), .least = 1, .most = MATCH_MAX_CONCURRENCY},
    {.name = "-wait", FIELD(VALUE_INT, wait_ms), .least = 0, .most = MOST_MS},
    {.name = "-shard", .kind = VALUE_OWN, .read = read_shard},
    {.name = "--shard", .kind = VALUE_OWN, .read = read_shard},
    {.name = "-stop", FIELD(VALUE_TEXT, stop_path)},
    {.name = "--stop", FIELD(VALUE_TEXT, stop_path)},
    {.name = "-watch", FIELD(VALUE_TEXT, watch_path)},
    {.name = "--watch", FIELD(VALUE_TEXT, watch_path)},
    {.name = "-srand", .kind = VALUE_OWN, .read = read_seed},
    {.name = "-ratinginterval", FIELD(VALUE_INT, rating_interval), .least = 0, .most = MOST_GAMES},
    {.name = "-outcomeinterval", FIELD(VALUE_INT, outcome_interval), .least = 0, .most = MOST_GAMES},
    {.name = "-scoreinterval", FIELD(VALUE_INT, outcome_interval), .least = 0, .most = MOST_GAMES}, /* fastchess's word */
    {.name = "-startup-ms", FIELD(VALUE_INT, startup_ms), .least = 1, .most = MOST_MS},
    {.name = "-ping-ms", FIELD(VALUE_INT, ping_ms), .least = 1, .most = MOST_MS},
    {.name = "-event", FIELD(VALUE_TEXT, event)},
    {.name = "-site", FIELD(VALUE_TEXT, site)},
    {.name = "-quiet", FIELD(VALUE_FLAG, quiet)},
    {.name = "-help", FIELD(VALUE_FLAG, help)},
    {.name = "--help", FIELD(VALUE_FLAG, help)},
    {.name = "-version", FIELD(VALUE_FLAG, version)},
    {.name = "--version", FIELD(VALUE_FLAG, version)},
    {.name = NULL},
};

/* ---- several words ---- */

#define OPTION(name) static bool name(Parser *p, const char *what, int count, char **words)

/* Counted here, read by parser_engines when it is known how many there are. */
OPTION(take_engine) {
    (void)what, (void)count, (void)words;
    return ++p->o->engine_count <= MATCH_MAX_ENGINES || parser_fail(p, "more than %d engines", MATCH_MAX_ENGINES);
}

/* -each, which parser_engines reads, and -recover, since engines at fault are always started anew. */
OPTION(take_nothing) {
    (void)p, (void)what, (void)count, (void)words;
    return true;
}

OPTION(take_repeat) {
    if (count && strcmp(words[0], "2") != 0)
        parser_notice(p, "%s %s has no effect: %s", what, words[0],
                      "each opening is played twice, with the players exchanged");
    return true;
}

static bool read_elo0(Parser *p, void *target, const char *what, const char *value) {
    return parser_real(p, what, value, -1000, 1000, &((Sprt *)target)->elo0);
}
static bool read_elo1(Parser *p, void *target, const char *what, const char *value) {
    return parser_real(p, what, value, -1000, 1000, &((Sprt *)target)->elo1);
}
static bool read_alpha(Parser *p, void *target, const char *what, const char *value) {
    return parser_real(p, what, value, 1e-9, 0.499, &((Sprt *)target)->alpha);
}
static bool read_beta(Parser *p, void *target, const char *what, const char *value) {
    return parser_real(p, what, value, 1e-9, 0.499, &((Sprt *)target)->beta);
}

/* BayesElo differs from logistic Elo by the chance of a draw alone, which is 0 here. */
static bool read_model(Parser *p, void *target, const char *what, const char *value) {
    static const char *const MODELS[] = {"logistic", "bayesian", "normalized", "normalised", NULL};
    int index;
    if (!parser_one_of(p, what, value, MODELS, &index)) return false;
    ((Sprt *)target)->model = index > 1 ? STATS_NORMALIZED : STATS_LOGISTIC;
    return true;
}

OPTION(take_sprt) {
    static const Key KEYS[] = {
        {.name = "elo0", .kind = VALUE_OWN, .read = read_elo0},   {.name = "elo1", .kind = VALUE_OWN, .read = read_elo1},
        {.name = "alpha", .kind = VALUE_OWN, .read = read_alpha}, {.name = "beta", .kind = VALUE_OWN, .read = read_beta},
        {.name = "model", .kind = VALUE_OWN, .read = read_model}, {.name = NULL}};
    Sprt *s = &p->o->sprt;
    p->o->has_sprt = true;
    *s = (Sprt){.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05, .model = STATS_LOGISTIC};
    return parser_keys(p, KEYS, s, what, count, words) &&
           (s->elo0 < s->elo1 || parser_fail(p, "%s: elo0 must be below elo1", what));
}

static const Key ADJUDICATION_KEYS[] = {
    {.name = "movecount", .kind = VALUE_INT, .offset = offsetof(Adjudication, moves), .least = 1, .most = 1000},
    {.name = "score", .kind = VALUE_INT, .offset = offsetof(Adjudication, score), .least = 1, .most = 100000},
    {.name = "twosided", .kind = VALUE_BOOL, .offset = offsetof(Adjudication, both)},
    {.name = NULL},
};

OPTION(take_resign) {
    p->o->resign = (Adjudication){.moves = 3, .score = 600};
    return parser_keys(p, ADJUDICATION_KEYS, &p->o->resign, what, count, words);
}

OPTION(take_adjudicate) {
    p->o->agree = (Adjudication){.moves = 3, .score = 600, .both = true};
    if (!parser_keys(p, ADJUDICATION_KEYS, &p->o->agree, what, count, words)) return false;
    return p->o->agree.both || parser_fail(p, "%s: it takes both; -resign is for one side", what);
}

/* Files, unless -watch gives a folder of them. */
OPTION(take_merge) {
    (void)what;
    p->o->merge = words;
    p->o->merge_count = count;
    return true;
}

static const char ONE_FORM[] = "the record has one form, with time, depth and nodes of every turn";
static const char APPENDED[] = "games are always appended";

#define UNUSED(key, why)                                                                                                    \
    { .name = key, .kind = VALUE_UNUSED, .reason = why }

/* `-pgnout FILE` and `-pgnout file=FILE`. */
OPTION(take_record) {
    static const Key KEYS[] = {{.name = "file", FIELD(VALUE_TEXT, record_path)},
                               {.name = "sync", FIELD(VALUE_BOOL, sync)},
                               UNUSED("fi", "only games that were played to their end are recorded"),
                               UNUSED("append", APPENDED),
                               UNUSED("min", ONE_FORM),
                               UNUSED("notation", ONE_FORM),
                               UNUSED("nodes", ONE_FORM),
                               UNUSED("seldepth", ONE_FORM),
                               UNUSED("nps", ONE_FORM),
                               UNUSED("hashfull", ONE_FORM),
                               UNUSED("tbhits", ONE_FORM),
                               UNUSED("timeleft", ONE_FORM),
                               UNUSED("latency", ONE_FORM),
                               UNUSED("pv", ONE_FORM),
                               UNUSED("match_line", ONE_FORM),
                               {.name = NULL}};
    bool named = !parser_find(KEYS, words[0]);
    if (named) p->o->record_path = words[0];
    return parser_keys(p, KEYS, p->o, what, count - named, words + named) &&
           (p->o->record_path || parser_fail(p, "%s: no file", what));
}

OPTION(take_log) {
    static const Key KEYS[] = {
        {.name = "file", FIELD(VALUE_TEXT, log_path)},
        {.name = "engine", FIELD(VALUE_BOOL, log_engines)},
        UNUSED("level", "everything that is printed is logged, and with engine=on all lines of the engines"),
        UNUSED("compress", "the log is plain text"),
        UNUSED("realtime", "every line is written at once"),
        UNUSED("append", APPENDED),
        {.name = NULL}};
    return parser_keys(p, KEYS, p->o, what, count, words) && (p->o->log_path || parser_fail(p, "%s: no file", what));
}

enum { ANY = 1000 };

static const struct {
    const char *name;
    int least, most; /* words behind it */
    bool (*take)(Parser *p, const char *what, int count, char **words);
} GROUPS[] = {
    {"-engine", 1, ANY, take_engine}, {"-each", 0, ANY, take_nothing},        {"-recover", 0, 0, take_nothing},
    {"-repeat", 0, 1, take_repeat},   {"-openings", 1, 7, parser_openings},   {"-sprt", 0, 5, take_sprt},
    {"-resign", 0, 3, take_resign},   {"-adjudicate", 0, 3, take_adjudicate}, {"-pgnout", 1, ANY, take_record},
    {"-log", 1, ANY, take_log},       {"-merge", 0, INT_MAX, take_merge},     {"--merge", 0, INT_MAX, take_merge},
};

enum { GROUP_COUNT = sizeof GROUPS / sizeof *GROUPS };

/* ---- the line ---- */

static bool has_words(const Parser *p, const char *name, int least, int most, int count, char **words) {
    if (count < least) return parser_fail(p, "%s: a value is missing", name);
    return count <= most || parser_fail(p, "%s: `%s` is one word too many", name, words[most]);
}

static bool take_words(Parser *p, const char *name, int count, char **words) {
    const Key *k = strchr(name, '=') ? NULL : parser_find(VALUES, name);
    if (k) {
        int values = k->kind != VALUE_FLAG;
        return has_words(p, name, values, values, count, words) && parser_value(p, k, p->o, name, values ? words[0] : "");
    }
    for (int i = 0; i < GROUP_COUNT; i++)
        if (strcmp(GROUPS[i].name, name) == 0)
            return has_words(p, name, GROUPS[i].least, GROUPS[i].most, count, words) &&
                   GROUPS[i].take(p, name, count, words);
    k = strchr(name, '=') ? NULL : parser_find(FOREIGN_OPTIONS, name);
    return k ? parser_value(p, k, p->o, name, "") : parser_fail(p, "unknown option `%s`", name);
}

/* `-games 200`, as for cutechess-cli, is 100 pairs. */
static bool count_in_pairs(const Parser *p) {
    MatchOptions *o = p->o;
    if (o->games <= 2) return true;
    if (o->games % 2) return parser_fail(p, "-games: %d is odd; games come in pairs from the same opening", o->games);
    o->rounds *= o->games / 2;
    o->games = 2;
    return true;
}

static bool check_merge(const Parser *p) {
    const MatchOptions *o = p->o;
    if (!o->merge) return !o->watch_path || parser_fail(p, "-watch is for -merge");
    if (o->shard.parts) return parser_fail(p, "-merge puts shards together: it takes no -shard");
    if (!o->merge_count == !o->watch_path) return parser_fail(p, "-merge: either files, or -watch with a folder of them");
    return !o->watch_path || !o->record_path || parser_fail(p, "-watch writes no games: leave out -pgnout");
}

static bool check_together(const Parser *p) {
    const MatchOptions *o = p->o;
    if (!check_merge(p)) return false;
    if (o->gauntlet && p->seeds > 1) return parser_fail(p, "-seeds: in a gauntlet one engine, the first, plays all others");
    if (o->has_sprt && o->engine_count != 2) return parser_fail(p, "-sprt is for two engines");
    if (o->has_sprt && o->games != 2) return parser_fail(p, "-sprt counts pairs: it needs -games 2");
    Schedule s = match_options_schedule(o);
    return schedule_games(&s) <= 100000000 || parser_fail(p, "more than 100 million games");
}

bool match_options_parse(MatchOptions *o, int count, char **arguments, char error[static MATCH_ERROR_SIZE]) {
    Parser p = {.o = o, .error = error};
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
        int words = parser_words_before_option(count - i, arguments + i);
        if (!take_words(&p, name, words, arguments + i)) return o->engine_count = 0, false;
        i += words;
    }
    if (o->help || o->version) return o->engine_count = 0, true;
    if (o->merge && !o->engine_count) return check_merge(&p); /* the files know them */
    return count_in_pairs(&p) && parser_engines(&p, count, arguments) && check_together(&p);
}

void match_options_free(MatchOptions *o) {
    for (int i = 0; o->engines && i < o->engine_count; i++) {
        EngineSpec *e = &o->engines[i];
        for (int k = 0; k < e->option_count; k++) free(e->options[k].name);
        free(e->options);
        free(e->arguments);
        free(e->command);
    }
    for (int i = 0; i < o->notice_count; i++) free(o->notices[i]);
    free(o->engines);
    free(o->players);
    o->players = NULL;
    o->engines = NULL;
    o->engine_count = o->notice_count = 0;
}

const char *match_options_name(const MatchOptions *o, int engine) { return o->engines[engine].name; }

Schedule match_options_schedule(const MatchOptions *o) {
    return (Schedule){.engines = o->engine_count, .gauntlet = o->gauntlet, .games = o->games, .rounds = o->rounds};
}
