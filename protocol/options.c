#include "protocol/options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/session.h"
#include "search/levels.h"
#include "search/tunables.h"

typedef enum { OPTION_CHECK, OPTION_SPIN, OPTION_COMBO, OPTION_BUTTON, OPTION_STRING } OptionType;

enum { MOVE_OVERHEAD_MS = 10, MOVE_OVERHEAD_MOST = 5000 };

typedef struct {
    int number;         /* of a spin; 0 or 1 for a check; for a combo, which of its values */
    const char *string; /* of a string */
} OptionValue;

/* The setter gets a value of the option's type and range. NULL: any such value is accepted, and nothing depends on it. */
typedef struct {
    const char *name;
    OptionType type;
    int initial, least, most; /* for spin, check and combo, as OptionValue.number */
    bool (*set)(Session *s, OptionValue value, ParseError *error);
} OptionRow;

static bool set_hash(Session *s, OptionValue value, ParseError *error) {
    if (search_set_hash(s->search, (size_t)value.number)) return true;
    parse_error_set(error, "no memory for a Hash of %d MB, the old one stays", value.number);
    return false;
}

static bool set_clear_hash(Session *s, OptionValue value, ParseError *error) {
    (void)value, (void)error;
    search_clear(s->search);
    return true;
}

static bool set_threads(Session *s, OptionValue value, ParseError *error) {
    if (search_set_threads(s->search, value.number)) return true;
    parse_error_set(error, "no memory for %d Threads, the old ones stay", value.number);
    return false;
}

static bool set_multipv(Session *s, OptionValue value, ParseError *error) {
    (void)error;
    s->options.multipv = value.number;
    return true;
}

static bool set_move_overhead(Session *s, OptionValue value, ParseError *error) {
    (void)error;
    s->options.move_overhead = value.number;
    return true;
}

static bool set_variant(Session *s, OptionValue value, ParseError *error) {
    (void)error;
    s->options.variant = variant_at(value.number);
    Position start = position_start(s->options.variant);
    board_set(&s->board, &start);
    s->claimed = 0;
    search_clear(s->search);
    return true;
}

static bool set_show_wdl(Session *s, OptionValue value, ParseError *error) {
    (void)error;
    s->options.show_wdl = value.number;
    return true;
}

static bool set_show_claims(Session *s, OptionValue value, ParseError *error) {
    (void)error;
    s->options.show_claims = value.number;
    return true;
}

static bool set_limit_strength(Session *s, OptionValue value, ParseError *error) {
    (void)error;
    s->options.limit_strength = value.number;
    return true;
}

static bool set_elo(Session *s, OptionValue value, ParseError *error) {
    (void)error;
    s->options.elo = value.number;
    return true;
}

static bool set_log(Session *s, OptionValue value, ParseError *error) {
    const char *reason = output_set_log(s->output, value.string);
    if (!reason) return true;
    char quote[QUOTE_SIZE];
    parse_error_set(error, "no log in %s: %s", word_quote((Word){value.string, strlen(value.string)}, quote), reason);
    return false;
}

static bool set_hash_file(Session *s, OptionValue value, ParseError *error) {
    (void)error;
    char *path = *value.string ? strdup(value.string) : NULL;
    if (*value.string && !path) abort();
    free(s->options.hash_file);
    s->options.hash_file = path;
    return true;
}

/* What is told of a file that was refused; `what` was not done. */
static bool refuse_hash_file(const Session *s, const char *what, const char *reason, ParseError *error) {
    char quote[QUOTE_SIZE];
    const char *path = s->options.hash_file;
    parse_error_set(error, "%s %s: %s", what, word_quote((Word){path, strlen(path)}, quote), reason);
    return false;
}

static bool has_hash_file(const Session *s, ParseError *error) {
    if (!s->options.hash_file) parse_error_set(error, "HashFile is not set");
    return s->options.hash_file;
}

static bool set_save_hash(Session *s, OptionValue value, ParseError *error) {
    (void)value;
    char reason[TABLE_FILE_ERROR];
    return has_hash_file(s, error) && (search_save(s->search, s->options.hash_file, reason) ||
                                       refuse_hash_file(s, "Hash is not saved to", reason, error));
}

static bool set_load_hash(Session *s, OptionValue value, ParseError *error) {
    (void)value;
    char reason[TABLE_FILE_ERROR];
    return has_hash_file(s, error) && (search_load(s->search, s->options.variant, s->options.hash_file, reason) ||
                                       refuse_hash_file(s, "Hash is not loaded from", reason, error));
}

/* A build for tuning has the numbers of the search as options. The table of what was searched stays: a new game begins with an empty one. */
#ifdef CIERZO_TUNING
#define TUNABLE(name, value, least, most, step)                                                                             \
    static bool set_##name(Session *s, OptionValue given, ParseError *error) {                                              \
        (void)s, (void)error;                                                                                               \
        name = given.number;                                                                                                \
        return true;                                                                                                        \
    }
#include "search/tunables.def"
#undef TUNABLE
#endif

static const OptionRow OPTIONS[] = {
    {"Hash", OPTION_SPIN, OPTION_HASH_MB, 1, MAX_HASH_MB, set_hash},
    {"Clear Hash", OPTION_BUTTON, 0, 0, 0, set_clear_hash},
    {"HashFile", OPTION_STRING, 0, 0, 0, set_hash_file},
    {"SaveHashtoFile", OPTION_BUTTON, 0, 0, 0, set_save_hash},
    {"LoadHashfromFile", OPTION_BUTTON, 0, 0, 0, set_load_hash},
    {"Threads", OPTION_SPIN, 1, 1, MAX_THREADS, set_threads},
    {"MultiPV", OPTION_SPIN, 1, 1, MAX_MULTIPV, set_multipv},
    {"Ponder", OPTION_CHECK, false, 0, 1, NULL},
    {"Move Overhead", OPTION_SPIN, MOVE_OVERHEAD_MS, 0, MOVE_OVERHEAD_MOST, set_move_overhead},
    {"UCI_Variant", OPTION_COMBO, 0, 0, VARIANT_COUNT - 1, set_variant},
    {"UCI_ShowWDL", OPTION_CHECK, false, 0, 1, set_show_wdl},
    {"UCI_ShowClaims", OPTION_CHECK, false, 0, 1, set_show_claims},
    {"UCI_LimitStrength", OPTION_CHECK, false, 0, 1, set_limit_strength},
    {"UCI_Elo", OPTION_SPIN, LEVEL_MOST, LEVEL_LEAST, LEVEL_MOST, set_elo},
    {"Debug Log File", OPTION_STRING, 0, 0, 0, set_log},
#ifdef CIERZO_TUNING
#define TUNABLE(name, value, least, most, step) {#name, OPTION_SPIN, value, least, most, set_##name},
#include "search/tunables.def"
#undef TUNABLE
#endif
};
enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* What a combo's values are called. UCI_Variant is the only combo. */
static const char *combo_name(int index) { return variant_at(index)->name; }

Options options_default(void) {
    return (Options){.variant = variant_at(0), .multipv = 1, .move_overhead = MOVE_OVERHEAD_MS, .elo = LEVEL_MOST};
}

SearchLimits options_limits(const Options *o, int64_t received) {
    SearchLimits limits = search_limits_none();
    limits.multipv = o->multipv;
    limits.move_overhead = o->move_overhead;
    if (o->limit_strength) limits.elo = o->elo;
    limits.received = received;
    return limits;
}

void options_list(Text *out) {
    for (const OptionRow *o = OPTIONS; o < OPTIONS + OPTION_COUNT; o++) {
        text_add(out, "option name %s type ", o->name);
        switch (o->type) {
        case OPTION_CHECK: text_add(out, "check default %s", o->initial ? "true" : "false"); break;
        case OPTION_SPIN: text_add(out, "spin default %d min %d max %d", o->initial, o->least, o->most); break;
        case OPTION_BUTTON: text_add(out, "button"); break;
        case OPTION_STRING: text_add(out, "string default <empty>"); break;
        case OPTION_COMBO:
            text_add(out, "combo default %s", combo_name(o->initial));
            for (int i = o->least; i <= o->most; i++) text_add(out, " var %s", combo_name(i));
            break;
        }
        text_add(out, "\n");
    }
}

static const OptionRow *find_option(Word name) {
    for (const OptionRow *o = OPTIONS; o < OPTIONS + OPTION_COUNT; o++)
        if (word_is_folded(name, o->name)) return o;
    return NULL;
}

/* The value given for an option that takes a number, a check or one of its names. */
static bool read_value(const OptionRow *o, Word given, int *out, ParseError *error) {
    char quote[QUOTE_SIZE];
    int64_t number;
    switch (o->type) {
    case OPTION_SPIN:
        if (word_number(given, &number) && number >= o->least && number <= o->most) {
            *out = (int)number;
            return true;
        }
        parse_error_set(error, "%s takes a number from %d to %d, not %s", o->name, o->least, o->most,
                        word_quote(given, quote));
        return false;
    case OPTION_CHECK:
        *out = word_is_folded(given, "true");
        if (*out || word_is_folded(given, "false")) return true;
        parse_error_set(error, "%s takes true or false, not %s", o->name, word_quote(given, quote));
        return false;
    case OPTION_COMBO:
        for (*out = o->least; *out <= o->most; ++*out)
            if (word_is_folded(given, combo_name(*out))) return true;
        parse_error_set(error, "%s has no value %s, uci lists them all", o->name, word_quote(given, quote));
        return false;
    default: return true;
    }
}

bool options_set(Session *s, const OptionRequest *request, ParseError *error) {
    char quote[QUOTE_SIZE];
    const OptionRow *o = find_option(request->name);
    if (!o) {
        parse_error_set(error, "no option is called %s, uci lists them all", word_quote(request->name, quote));
        return false;
    }
    if (o->type != OPTION_BUTTON && !request->has_value) {
        parse_error_set(error, "%s needs a value", o->name);
        return false;
    }
    OptionValue value = {0};
    if (!read_value(o, request->value, &value.number, error)) return false;
    if (!o->set) return true;
    if (o->type != OPTION_STRING) return o->set(s, value, error);

    /* `<empty>` is how the handshake writes the empty string, and some GUIs send it back. */
    bool empty = word_is(request->value, "<empty>");
    char *string = strndup(request->value.text, empty ? 0 : request->value.length);
    if (!string) abort();
    value.string = string;
    bool done = o->set(s, value, error);
    free(string);
    return done;
}
