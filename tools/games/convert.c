/* cierzo-games convert: game records from lines of other forms, a game a line:
 *
 *     INDEX;VARIANT;POSITION;MOVE=SCORE MOVE=SCORE ...;RESULT      cierzo-selfplay's; RESULT b or w
 *     VARIANT;POSITION;MOVE MOVE ...
 *     VARIANT;MOVE MOVE ...                                        from the empty board
 *     MOVE MOVE ...                                                the same, the rule set from the command line
 *
 * Turn numbers among the moves are passed over. Without a RESULT it is that of the board. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "eval/score.h"
#include "tools/games/games.h"

enum { MOST_FIELDS = 5 };

typedef struct {
    const Variant *variant; /* of lines that name none */
    const char *path;
    FILE *out;
} Conversion;

/* A search's score as it stands in the lines: plies to the end beyond SCORE_PROVED. */
static bool read_score(const char *text, Note *note) {
    char *end;
    long score = strtol(text, &end, 10);
    if (end == text || *end || score < -SCORE_MATE || score > SCORE_MATE) return false;
    Score s = (Score)score;
    bool proved = score_is_proved(s);
    int turns = proved ? (score_plies(s) + 1) / 2 : 0;
    note->kind = proved ? NOTE_MATE : NOTE_CP;
    note->score = !proved ? s : s > 0 ? turns : -turns;
    return true;
}

static bool is_number(const char *word) {
    size_t digits = strspn(word, "0123456789"), dots = strspn(word + digits, ".");
    return !word[digits + dots];
}

/* `MOVE` or `MOVE=SCORE`. NULL, or what is wrong. */
static const char *add_move(Record *r, char *word) {
    char *score = strchr(word, '=');
    Note note = NOTE_NONE;
    Move move;
    if (score) *score++ = '\0';
    if (score && !read_score(score, &note)) return "a score is no number";
    NotationError e = move_parse(&r->end, word, &move);
    if (e) return notation_error_text(e);
    return record_add(r, move, &note, NULL) ? NULL : "out of memory";
}

static const char *add_moves(Record *r, char *moves, char wrong[static 64]) {
    char *rest;
    for (char *word = strtok_r(moves, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        if (is_number(word)) continue;
        snprintf(wrong, 64, "%.60s", word);
        const char *error = add_move(r, word);
        if (error) return error;
    }
    *wrong = '\0';
    return NULL;
}

static const char *set_result(Record *r, const char *result) {
    Colour winner = position_winner(&r->end);
    bool agreed = !result || (winner != NO_COLOUR && result[0] == "bw"[winner] && !result[1]);
    if (!agreed) return "the result is not that of the moves";
    r->winner = winner;
    if (winner != NO_COLOUR) record_set_tag(r, "Termination", "claims");
    record_set_tag(r, "Result", record_result_word(winner));
    return NULL;
}

static const char *read_game(const Conversion *c, char *line, Record *r, char wrong[static 64]) {
    char *field[MOST_FIELDS + 1], *rest = line;
    int fields = 0;
    while (rest && fields <= MOST_FIELDS) field[fields++] = strsep(&rest, ";");
    bool selfplay = fields == MOST_FIELDS;
    if (fields > 3 && !selfplay) return "not as many fields as any form has";
    char **f = selfplay ? field + 1 : field;
    const Variant *v = fields > 1 ? variant_find(f[0]) : c->variant;
    if (!v) return "no such rule set";
    Position start = position_start(v);
    NotationError e = fields > 2 ? position_parse(v, f[1], &start) : NOTATION_OK;
    if (e) return notation_error_text(e);
    record_init(r, &start);
    if (selfplay) record_set_tag(r, "Round", field[0]);
    const char *error = add_moves(r, fields > 2 ? f[2] : f[fields - 1], wrong);
    return error ? error : set_result(r, selfplay ? f[3] : NULL);
}

/* Converts a file; returns how many of its lines were refused. */
static int convert(const Conversion *c, const char *path) {
    FILE *in = strcmp(path, "-") ? fopen(path, "r") : stdin;
    char *line = NULL;
    size_t room = 0;
    int refused = 0;
    if (!in) {
        fprintf(stderr, "cierzo-games: cannot read %s: %s\n", path, strerror(errno));
        return 1;
    }
    for (long number = 1; getline(&line, &room, in) > 0; number++) {
        char wrong[64] = "";
        Record r = {0};
        line[strcspn(line, "\r\n")] = '\0';
        if (!*line || *line == '#') continue;
        const char *error = read_game(c, line, &r, wrong);
        if (error) {
            fprintf(stderr, "%s: line %ld: %s%s%s\n", path, number, wrong, *wrong ? ": " : "", error);
            refused++;
        } else {
            record_write(c->out, &r);
        }
        record_free(&r);
    }
    free(line);
    if (in != stdin) fclose(in);
    return refused;
}

int games_convert(int argc, char **argv) {
    static const struct option options[] = {
        {"variant", required_argument, NULL, 'v'}, {"out", required_argument, NULL, 'o'}, {0}};
    Conversion c = {.variant = variant_at(0)};
    int refused = 0;
    for (int code; (code = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (code == 'v') c.variant = variant_find(optarg);
        else if (code == 'o') c.path = optarg;
        else return games_usage(argv[0]);
    }
    if (!c.variant || optind >= argc) return games_usage(argv[0]);
    if (!(c.out = games_output(c.path))) return GAMES_WRONG;
    for (int i = optind; i < argc; i++) refused += convert(&c, argv[i]);
    return games_close(c.out, c.path) && !refused ? GAMES_FINE : GAMES_WRONG;
}
