/* cierzo-games convert: from one form of game records to another; import.h and export.h have those of other programs. Here are the lines,
 * a game each: those of cierzo-selfplay (kit/selfplay_line.h), and
 *
 *     VARIANT;POSITION;MOVE MOVE ...
 *     VARIANT;MOVE MOVE ...               from the empty board
 *     MOVE MOVE ...                       the same, the rule set from the command line
 *
 * Turn numbers among the moves are passed over; the result is that of the board. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "kit/selfplay_line.h"
#include "tools/games/export.h"
#include "tools/games/games.h"

enum { MOVE_LIST_FIELDS = 3, CONVERT_ERROR_SIZE = SELFPLAY_ERROR_SIZE };

typedef struct {
    const Variant *variant; /* of lines that name none */
    GameFormat from;        /* FORMAT_COUNT: by the text */
    const char *path;
    Export export;
} Conversion;

static bool is_number(const char *word) {
    size_t digits = strspn(word, "0123456789"), dots = strspn(word + digits, ".");
    return !word[digits + dots];
}

/* ---- the forms; each reader returns whether the line is a game, and why not ---- */

static bool refuse(char *error, const char *which, const char *reason) {
    snprintf(error, CONVERT_ERROR_SIZE, "%.60s: %s", which, reason);
    return false;
}

static void set_result(Record *r) {
    r->winner = position_winner(&r->end);
    if (r->winner != NO_COLOUR) record_set_tag(r, "Termination", "claims");
    record_set_tag(r, "Result", record_result_word(r->winner));
}

static bool read_moves(Record *r, char *moves, char *error) {
    char *rest;
    for (char *word = strtok_r(moves, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        Move move;
        if (is_number(word)) continue;
        NotationError e = move_parse(&r->end, word, &move);
        if (e) return refuse(error, word, notation_error_text(e));
        if (!record_add(r, move, NULL, NULL)) return refuse(error, word, "out of memory");
    }
    set_result(r);
    return true;
}

static bool read_move_list(const Conversion *c, char *line, Record *r, char *error) {
    char *field[MOVE_LIST_FIELDS];
    int fields = 0;
    while (line && fields < MOVE_LIST_FIELDS) field[fields++] = strsep(&line, ";");
    const Variant *v = fields > 1 ? variant_find(field[0]) : c->variant;
    if (!v) return refuse(error, field[0], "no such rule set");
    Position start = position_start(v);
    NotationError e = fields > 2 ? position_parse(v, field[1], &start) : NOTATION_OK;
    if (e) return refuse(error, field[1], notation_error_text(e));
    record_init(r, &start);
    return read_moves(r, field[fields - 1], error);
}

/* The score of a search as a note has it, which is as an engine would have printed it: a promise, or own turns to the end. */
static Note note_of_score(Score found) {
    Note note = NOTE_NONE;
    Score s = score_promised(found);
    bool proved = score_is_proved(s);
    int turns = proved ? (score_plies(s) + 1) / 2 : 0;
    note.kind = proved ? NOTE_MATE : NOTE_CP;
    note.score = !proved ? s : s > 0 ? turns : -turns;
    return note;
}

static bool read_selfplay(char *line, Record *r, char *error) {
    SelfplayGame game;
    char round[24];
    if (!selfplay_line_read(line, &game, error)) return false;
    record_init(r, &game.start);
    snprintf(round, sizeof round, "%" PRId64, game.index);
    record_set_tag(r, "Round", round);
    for (int i = 0; i < game.turns; i++) {
        Note note = note_of_score(game.scores[i]);
        if (!record_add(r, game.moves[i], &note, NULL)) return refuse(error, "a turn", "out of memory");
    }
    set_result(r);
    return true;
}

static bool read_game(const Conversion *c, char *line, Record *r, char *error) {
    int fields = 1;
    for (const char *s = line; *s; s++) fields += *s == ';';
    if (fields == SELFPLAY_FIELDS) return read_selfplay(line, r, error);
    if (fields <= MOVE_LIST_FIELDS) return read_move_list(c, line, r, error);
    return refuse(error, line, "not as many fields as any form has");
}

/* ---- files ---- */

/* Of a file that is being read. */
typedef struct {
    Conversion *conversion;
    const char *path;
    int games, faults;
} Source;

static void tell(Source *s, long line, const char *reason) {
    fprintf(stderr, "%s: line %ld: %s\n", s->path, line, reason);
    s->faults++;
}

/* Writes a game; one with a fault is written up to there, if there is anything. */
static void take_game(void *context, const Record *r, long line, const char *reason) {
    Source *s = context;
    char why[IMPORT_REASON_SIZE];
    s->games++;
    if (line) tell(s, line, reason);
    if (!r || (line && !r->turn_count)) return;
    if (!export_game(&s->conversion->export, r, why))
        fprintf(stderr, "%s: game %d: not written as %s: %s\n", s->path, s->games, format_name(s->conversion->export.format),
                why),
            s->faults++;
}

static void convert_lines(Source *s, char *text) {
    char *line;
    for (long number = 1; (line = strsep(&text, "\n")); number++) {
        char error[CONVERT_ERROR_SIZE];
        Record r = {0};
        line[strcspn(line, "\r")] = '\0';
        if (!*line || *line == '#') continue;
        if (read_game(s->conversion, line, &r, error)) take_game(s, &r, 0, NULL);
        else tell(s, number, error);
        record_free(&r);
    }
}

/* The whole file, a NUL as `?`; NULL when it cannot be read. */
static char *read_all(FILE *in) {
    size_t length = 0, room = 1 << 16;
    char *text = malloc(room), *more;
    for (size_t got; text && (got = fread(text + length, 1, room - length - 1, in)); length += got) {
        if (length + got + 1 < room) continue;
        if (!(more = realloc(text, room *= 2))) free(text);
        text = more;
    }
    if (!text || ferror(in)) {
        free(text);
        return NULL;
    }
    text[length] = '\0';
    for (char *nul = text; (nul = memchr(nul, '\0', (size_t)(text + length - nul)));) *nul = '?';
    return text;
}

/* Converts a file; returns how many faults there were. */
static int convert(Conversion *c, const char *path) {
    Source s = {.conversion = c, .path = path};
    FILE *in = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    char *text = in ? read_all(in) : NULL;
    if (!text) {
        fprintf(stderr, "cierzo-games: cannot read %s: %s\n", path, strerror(errno));
        if (in && in != stdin) fclose(in);
        return 1;
    }
    GameFormat from = c->from == FORMAT_COUNT ? format_guess(text) : c->from;
    if (from == FORMAT_LINES) convert_lines(&s, text);
    else import_text(&(Import){.game = take_game, .context = &s, .variant = c->variant}, from, text);
    if (!s.games && !s.faults && from != FORMAT_LINES) tell(&s, 1, "no game in it");
    free(text);
    if (in != stdin) fclose(in);
    return s.faults;
}

/* The format of an option's value; false, and told, when there is none of that name. */
static bool take_format(GameFormat *out, const char *name) {
    *out = format_find(name);
    if (*out < FORMAT_COUNT) return true;
    fprintf(stderr, "cierzo-games: no form `%s`; there are", name);
    for (GameFormat f = FORMAT_LINES; f < FORMAT_COUNT; f++) fprintf(stderr, " %s", format_name(f));
    fprintf(stderr, "\n");
    return false;
}

int games_convert(int argc, char **argv) {
    static const struct option options[] = {{"variant", required_argument, NULL, 'v'},
                                            {"from", required_argument, NULL, 'f'},
                                            {"to", required_argument, NULL, 't'},
                                            {"out", required_argument, NULL, 'o'},
                                            {0}};
    Conversion c = {.variant = variant_at(0), .from = FORMAT_COUNT, .export.format = FORMAT_PGN};
    bool good = true;
    int refused = 0;
    for (int code; (code = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (code == 'v') c.variant = variant_find(optarg);
        else if (code == 'f') good &= take_format(&c.from, optarg);
        else if (code == 't') good &= take_format(&c.export.format, optarg);
        else if (code == 'o') c.path = optarg;
        else return games_usage(argv[0]);
    }
    if (!c.variant || !good || optind >= argc || c.export.format == FORMAT_LOG) return games_usage(argv[0]);
    if (!(c.export.out = games_output(c.path))) return GAMES_WRONG;
    for (int i = optind; i < argc; i++) refused += convert(&c, argv[i]);
    export_end(&c.export);
    return games_close(c.export.out, c.path) && !refused ? GAMES_FINE : GAMES_WRONG;
}
