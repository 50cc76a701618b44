/* go: keywords in any order, most of them with a number behind. */
#include "protocol/parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/clamp.h"
#include "engine/movegen.h"

/* Numbers that go can give. A clock's second slot is the opponent's. */
typedef enum {
    GO_DEPTH,
    GO_NODES,
    GO_MATE,
    GO_MOVETIME,
    GO_MOVESTOGO,
    GO_TIME,
    GO_TIME_OTHER,
    GO_INCREMENT,
    GO_INCREMENT_OTHER,
    GO_NUMBERS,
    GO_PERFT = GO_NUMBERS,
    GO_INFINITE,
    GO_PONDER,
    GO_SEARCHMOVES
} GoKind;

typedef enum { OF_NOBODY, OF_WHITE, OF_BLACK, OF_PLAYER_1, OF_PLAYER_2 } GoOwner;

typedef struct {
    const char *word;
    GoKind kind;
    GoOwner owner;
} GoKeyword;

static const GoKeyword GO_KEYWORDS[] = {
    {"depth", GO_DEPTH, OF_NOBODY},
    {"nodes", GO_NODES, OF_NOBODY},
    {"mate", GO_MATE, OF_NOBODY},
    {"movetime", GO_MOVETIME, OF_NOBODY},
    {"movestogo", GO_MOVESTOGO, OF_NOBODY},
    {"wtime", GO_TIME, OF_WHITE},
    {"btime", GO_TIME, OF_BLACK},
    {"p1time", GO_TIME, OF_PLAYER_1},
    {"p2time", GO_TIME, OF_PLAYER_2},
    {"winc", GO_INCREMENT, OF_WHITE},
    {"binc", GO_INCREMENT, OF_BLACK},
    {"p1inc", GO_INCREMENT, OF_PLAYER_1},
    {"p2inc", GO_INCREMENT, OF_PLAYER_2},
    {"perft", GO_PERFT, OF_NOBODY},
    {"infinite", GO_INFINITE, OF_NOBODY},
    {"ponder", GO_PONDER, OF_NOBODY},
    {"searchmoves", GO_SEARCHMOVES, OF_NOBODY},
};

static const GoKeyword *go_keyword(Word w) {
    for (size_t i = 0; i < sizeof GO_KEYWORDS / sizeof *GO_KEYWORDS; i++)
        if (word_is(w, GO_KEYWORDS[i].word)) return &GO_KEYWORDS[i];
    return NULL;
}

typedef struct {
    const Position *position;
    const char *cursor;
    GoRequest *out;
    int64_t numbers[GO_NUMBERS];
    size_t move_count, move_room;
    int left_out; /* setups, beyond as many as a search compares */
} GoParser;

__attribute__((format(printf, 2, 3))) static void go_error(GoParser *g, const char *format, ...) {
    if (g->out->error_count == GO_ERRORS) {
        g->out->unlisted_errors++;
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(g->out->errors[g->out->error_count++].text, PARSE_ERROR_SIZE, format, arguments);
    va_end(arguments);
}

static bool is_opponents(GoOwner owner, const Position *p) {
    switch (owner) {
    case OF_WHITE: return p->side != WHITE;
    case OF_BLACK: return p->side != BLACK;
    case OF_PLAYER_1: return !position_p1_turn(p);
    case OF_PLAYER_2: return position_p1_turn(p);
    default: return false;
    }
}

/* The number behind a keyword. When there is none an error is noted, and the word that stands in its place is skipped unless it is a
 * keyword. */
static bool number_behind(GoParser *g, const char *keyword, int64_t *out) {
    char quote[QUOTE_SIZE];
    const char *behind = g->cursor;
    Word w;
    bool found = word_next(&behind, &w) && !go_keyword(w);
    if (found) g->cursor = behind;
    if (found && word_number(w, out)) return true;
    go_error(g, "go: %s needs a number%s%s", keyword, found ? ", not " : "", found ? word_quote(w, quote) : "");
    return false;
}

static void go_number(GoParser *g, const GoKeyword *k) {
    int64_t value;
    if (!number_behind(g, k->word, &value)) return;
    int slot = (int)k->kind + is_opponents(k->owner, g->position);
    g->numbers[slot] = value < 0 ? 0 : value; /* LIMIT_NONE is negative */
}

static bool go_perft(GoParser *g) {
    int64_t value;
    if (!number_behind(g, "perft", &value)) return false;
    if (value < 0) go_error(g, "go: perft needs a depth of 0 or more");
    g->out->perft = clamp(value, 0, MAX_DEPTH);
    return value >= 0;
}

static void go_unknown(GoParser *g, Word w) {
    char quote[QUOTE_SIZE];
    go_error(g, "go: unknown word %s", word_quote(w, quote));
    const char *behind = g->cursor;
    int64_t ignored;
    if (word_next(&behind, &w) && word_number(w, &ignored)) g->cursor = behind;
}

static void make_room_for_move(GoParser *g) {
    if (g->move_count < g->move_room) return;
    g->move_room = g->move_room ? 2 * g->move_room : 16;
    Move *moves = realloc(g->out->moves, g->move_room * sizeof *moves);
    if (!moves) abort();
    g->out->moves = moves;
}

/* Keeps the moves sorted, each once. There are no more legal turns than MAX_TURNS, but millions of setups. */
static void choose_move(GoParser *g, Move m) {
    size_t most = position_in_setup(g->position) ? MAX_ROOT_SETUPS : MAX_TURNS, at = 0;
    for (size_t end = g->move_count; at < end;) {
        size_t middle = at + (end - at) / 2;
        if (g->out->moves[middle] < m) at = middle + 1;
        else end = middle;
    }
    if (at < g->move_count && g->out->moves[at] == m) return;
    if (g->move_count == most) {
        g->left_out++;
        return;
    }
    make_room_for_move(g);
    Move *moves = g->out->moves;
    memmove(moves + at + 1, moves + at, (g->move_count++ - at) * sizeof *moves);
    moves[at] = m;
}

/* Every word up to the next keyword is a move. */
static void go_searchmoves(GoParser *g) {
    char quote[QUOTE_SIZE];
    const char *behind = g->cursor;
    bool any = false;
    for (Word w; word_next(&behind, &w) && !go_keyword(w); any = true) {
        g->cursor = behind;
        Move m;
        NotationError e = parse_move(g->position, w, &m);
        if (e == NOTATION_OK) choose_move(g, m);
        else go_error(g, "go: searchmoves %s: %s", word_quote(w, quote), notation_error_text(e));
    }
    if (!any) go_error(g, "go: searchmoves needs moves");
}

/* Which clock counts. */
static void choose_clock(GoParser *g) {
    const int64_t *n = g->numbers;
    SearchLimits *limits = &g->out->limits;
    bool own = n[GO_TIME] != LIMIT_NONE;
    limits->clock = own ? n[GO_TIME] : n[GO_TIME_OTHER];
    if (limits->clock == LIMIT_NONE) return;
    limits->increment = own || n[GO_INCREMENT] != LIMIT_NONE ? n[GO_INCREMENT] : n[GO_INCREMENT_OTHER];
    limits->movestogo = n[GO_MOVESTOGO] > 0 ? n[GO_MOVESTOGO] : LIMIT_NONE;
}

static void fill_limits(GoParser *g) {
    SearchLimits *limits = &g->out->limits;
    limits->depth = g->numbers[GO_DEPTH];
    limits->nodes = g->numbers[GO_NODES];
    limits->mate = g->numbers[GO_MATE];
    limits->movetime = g->numbers[GO_MOVETIME];
    choose_clock(g);
    bool limited = limits->depth != LIMIT_NONE || limits->nodes != LIMIT_NONE || limits->mate != LIMIT_NONE ||
                   limits->movetime != LIMIT_NONE || limits->clock != LIMIT_NONE;
    if (!limited) limits->infinite = true;
    limits->root_move_count = g->move_count;
    limits->root_moves = g->out->moves;
    if (g->left_out)
        go_error(g, "go: searchmoves takes at most %d setups, %d more are left out", MAX_ROOT_SETUPS, g->left_out);
}

/* Obeys or skips one word and what belongs to it. False when the whole command is refused. */
static bool go_word(GoParser *g, Word w) {
    const GoKeyword *k = go_keyword(w);
    if (!k) {
        go_unknown(g, w);
        return true;
    }
    switch (k->kind) {
    case GO_PERFT: return go_perft(g);
    case GO_INFINITE: g->out->limits.infinite = true; return true;
    case GO_PONDER: g->out->limits.ponder = true; return true;
    case GO_SEARCHMOVES: go_searchmoves(g); return true;
    default: go_number(g, k); return true;
    }
}

bool parse_go(const char *arguments, const Position *p, const SearchLimits *base, GoRequest *out) {
    *out = (GoRequest){.limits = *base, .perft = LIMIT_NONE};
    GoParser g = {.position = p, .cursor = arguments, .out = out};
    for (int i = 0; i < GO_NUMBERS; i++) g.numbers[i] = LIMIT_NONE;
    for (Word w; word_next(&g.cursor, &w);)
        if (!go_word(&g, w)) return false;
    fill_limits(&g);
    return true;
}

void go_request_free(GoRequest *request) {
    free(request->moves);
    request->moves = NULL;
}
