/* SGF (www.red-bean.com/sgf), the main line of each tree. Two kinds of node:
 *
 *     (;FF[4]GM[Veletas]RU[veletas-7]PB[Ada]PW[Bob]RE[W+];B[d4/a1];W[swap];W[c3,e5/g7];B[c3-c4/c2])
 *     (;GM[Veletas]SU[veletas-7 0 2 104]P0[id "ada"]P1[id "bob"];P0[1 Add S D 4];…)        boardspace.h
 *
 * The first is for people: `B` and `W` have a turn each, or squares of it, in the notation of docs/protocol.md or close to it (assembly.h);
 * `RU` is the rule set, or `SZ` the board; `FEN` a position to begin with. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/notation.h"
#include "tools/games/boardspace.h"

enum { MOST_TAGS = 16, SGF_NAME = 8 };

typedef struct {
    const Import *import;
    const char *at;
    long line;
    char *value; /* of the property, as big as the file */
    Assembly game;
    BoardspaceTurn turn;
    const Variant *variant; /* of SU or RU */
    int size;               /* of SZ */
    char fen[POSITION_TEXT_SIZE];
    char result[80];
    const char *wrong; /* with the game as such */
    int tags;
    struct {
        const char *name;
        char value[120];
    } tag[MOST_TAGS];
} Sgf;

/* ---- the game ---- */

/* The rule set that is asked for, on a board of that size. */
static const Variant *sized(const Variant *v, int size) {
    char name[32];
    if (!size || size == v->size) return v;
    if (size != 10) snprintf(name, sizeof name, "%.*s-%d", (int)strcspn(v->name, "-"), v->name, size);
    else snprintf(name, sizeof name, "%.*s", (int)strcspn(v->name, "-"), v->name);
    return variant_find(name);
}

static bool begin(Sgf *s) {
    if (s->game.begun) return true;
    const Variant *v = s->wrong ? NULL : sized(s->variant ? s->variant : s->import->variant, s->size);
    Position start = position_start(v ? v : s->import->variant);
    NotationError e = v && *s->fen ? position_parse(v, s->fen, &start) : NOTATION_OK;
    assembly_begin(&s->game, &start);
    for (int i = 0; i < s->tags; i++) record_set_tag(&s->game.record, s->tag[i].name, s->tag[i].value);
    if (s->wrong) return assembly_fault(&s->game, s->line, "%s", s->wrong);
    if (!v) return assembly_fault(&s->game, s->line, "there is no board of size %d", s->size);
    return !e || assembly_fault(&s->game, s->line, "%.60s: %s", s->fen, notation_error_text(e));
}

/* `B+R`, `W+`, or `Game won by NAME`. */
static void take_result(Sgf *s) {
    static const char *const WAYS[][2] = {{"R", "resignation"}, {"T", "time forfeit"}, {"F", "forfeit"}};
    const char *r = s->result, *how = "unknown";
    Colour winner = *r == 'B' ? BLACK : WHITE;
    if ((*r == 'B' || *r == 'W') && r[1] == '+') {
        for (int i = 0; i < 3; i++)
            if (toupper((unsigned char)r[2]) == *WAYS[i][0]) how = WAYS[i][1];
        assembly_ending(&s->game, winner, how);
    } else if (!strncasecmp(r, "game won by ", 12)) {
        bool first = *s->game.first && !strcasecmp(r + 12, s->game.first);
        if (!first && (!*s->game.second || strcasecmp(r + 12, s->game.second) != 0)) return;
        winner = first != (s->game.record.end.swap == SWAP_DONE) ? BLACK : WHITE;
        if (s->game.told == NO_COLOUR) assembly_ending(&s->game, winner, how);
    }
}

static void end_game(Sgf *s) {
    begin(s);
    if (s->turn.count || s->turn.held.piece || s->turn.swap) boardspace_end_turn(&s->turn, &s->game);
    take_result(s);
    assembly_end(&s->game, s->line, s->import);
    *s = (Sgf){.import = s->import, .at = s->at, .line = s->line, .value = s->value};
}

/* ---- properties ---- */

static void keep_tag(Sgf *s, const char *name) {
    if (s->tags == MOST_TAGS) return;
    s->tag[s->tags].name = name;
    snprintf(s->tag[s->tags++].value, sizeof s->tag->value, "%s", s->value);
}

/* `id "name"`, or `id name`, of a player before the game. */
static void take_player(Sgf *s, int player) {
    char *name = s->value + 3, *to = player ? s->game.second : s->game.first;
    if (strncasecmp(s->value, "id ", 3) != 0) return;
    if (*name == '"') name++;
    name[strcspn(name, "\"\r\n")] = '\0';
    snprintf(to, sizeof s->game.first, "%s", name);
}

static void take_setup(Sgf *s, const char *name) {
    if (*name == 'S') {
        if (!(s->variant = boardspace_variant(s->value)) && !s->wrong) s->wrong = "SU: no board of this game";
    } else if (!(s->variant = variant_find(s->value)) && !s->wrong) {
        s->wrong = "RU: no such rule set";
    }
}

/* What is told in the first node; false when it is not of these. */
static bool take_root(Sgf *s, const char *name) {
    static const char *const TAGS[][2] = {{"PB", "Black"}, {"PW", "White"}, {"EV", "Event"},    {"RO", "Round"},
                                          {"PC", "Site"},  {"DT", "Date"},  {"GN", "GameName"}, {"AN", "Annotator"}};
    for (size_t i = 0; i < sizeof TAGS / sizeof *TAGS; i++) {
        if (strcmp(name, TAGS[i][0]) != 0) continue;
        keep_tag(s, TAGS[i][1]);
        return true;
    }
    if (!strcmp(name, "RE")) snprintf(s->result, sizeof s->result, "%s", s->value);
    else if (!strcmp(name, "FEN")) snprintf(s->fen, sizeof s->fen, "%s", s->value);
    else if (!strcmp(name, "SZ")) s->size = isdigit((unsigned char)*s->value) ? atoi(s->value) : -1;
    else if (!strcmp(name, "SU") || !strcmp(name, "RU")) take_setup(s, name);
    else if (!strcmp(name, "GM") && !isdigit((unsigned char)*s->value) && strcasecmp(s->value, "veletas") != 0)
        s->wrong = "GM: another game";
    else return false;
    return true;
}

static void take_turn(Sgf *s, Colour colour, long line) {
    if (!begin(s)) return;
    const Position *p = &s->game.record.end;
    if (!s->game.line && position_phase(p) != PHASE_OVER && (Colour)p->side != colour)
        assembly_fault(&s->game, line, "turn %d, %.60s: it is the other colour's turn", p->number, s->value);
    assembly_word(&s->game, line, s->value);
}

static void take_property(Sgf *s, const char *name, long line) {
    bool player = (name[0] == 'P') && (name[1] == '0' || name[1] == '1') && !name[2];
    if (player && !isdigit((unsigned char)*s->value)) {
        take_player(s, name[1] - '0');
    } else if (player) {
        if (begin(s)) boardspace_command(&s->turn, &s->game, line, name[1] - '0', s->value);
    } else if ((*name == 'B' || *name == 'W') && !name[1]) {
        take_turn(s, *name == 'B' ? BLACK : WHITE, line);
    } else if (!strcmp(name, "C") && s->game.begun && !s->game.line) {
        record_annotate(&s->game.record, s->game.record.turn_count - 1, NULL, s->value);
    } else if (!take_root(s, name)) {
        return;
    }
}

/* ---- the tree ---- */

static void step(Sgf *s) { s->line += *s->at++ == '\n'; }

static void skip_blanks(Sgf *s) {
    while (*s->at && strchr(" \t\r\n", *s->at)) step(s);
}

/* Behind `[`; a backslash stands before what is meant as it is. */
static void read_value(Sgf *s) {
    size_t length = 0;
    for (; *s->at && *s->at != ']'; step(s)) {
        if (*s->at == '\\' && s->at[1]) step(s);
        s->value[length++] = *s->at;
    }
    s->value[length] = '\0';
    if (*s->at) s->at++;
}

/* The properties of a node. */
static void read_node(Sgf *s) {
    for (skip_blanks(s); isalpha((unsigned char)*s->at); skip_blanks(s)) {
        char name[SGF_NAME];
        size_t length = 0;
        for (; isalnum((unsigned char)*s->at); s->at++)
            if (!islower((unsigned char)*s->at) && length + 1 < sizeof name) name[length++] = *s->at;
        name[length] = '\0';
        for (skip_blanks(s); *s->at == '['; skip_blanks(s)) {
            long line = s->line;
            s->at++;
            read_value(s);
            take_property(s, name, line);
        }
    }
}

/* A whole tree, of which nothing is wanted. */
static void skip_tree(Sgf *s) {
    int depth = 0;
    do {
        depth += (*s->at == '(') - (*s->at == ')');
        if (*s->at == '[') {
            step(s);
            read_value(s);
        } else {
            step(s);
        }
    } while (*s->at && depth > 0);
}

/* From its first bracket to the last: the first branch of each fork. */
static void read_tree(Sgf *s) {
    int open = 0;
    bool closed = false; /* a branch has ended, so the next one is another */
    do {
        char c = *s->at;
        if (c == '(' && closed) {
            skip_tree(s);
        } else if (c == ';' || c == '(' || c == ')') {
            open += (c == '(') - (c == ')');
            closed = c == ')';
            s->at++;
            if (c == ';') read_node(s);
        } else {
            begin(s);
            assembly_fault(&s->game, s->line, "not SGF: `%c`", c);
            step(s);
        }
        skip_blanks(s);
    } while (*s->at && open > 0);
    if (open > 0) begin(s), assembly_fault(&s->game, s->line, "a bracket is not closed");
    end_game(s);
}

void import_sgf(const Import *im, const char *text) {
    Sgf *s = calloc(1, sizeof *s);
    char *value = malloc(strlen(text) + 1);
    if (s && value) {
        *s = (Sgf){.import = im, .at = text, .line = 1, .value = value};
        while (*s->at) {
            if (*s->at == '(') read_tree(s);
            else step(s);
        }
    }
    free(value);
    free(s);
}
