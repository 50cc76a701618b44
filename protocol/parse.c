#include "protocol/parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "engine/notation.h"

/* Errors and words */

void parse_error_set(ParseError *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'; }

bool parse_word(const char **cursor, Word *out) {
    const char *start = *cursor;
    while (is_blank(*start)) start++;
    const char *end = start;
    while (*end && !is_blank(*end)) end++;
    *cursor = end;
    *out = (Word){start, (size_t)(end - start)};
    return end > start;
}

Word parse_rest(const char *cursor) {
    while (is_blank(*cursor)) cursor++;
    size_t length = strlen(cursor);
    while (length > 0 && is_blank(cursor[length - 1])) length--;
    return (Word){cursor, length};
}

bool word_is(Word w, const char *literal) { return strlen(literal) == w.length && memcmp(w.text, literal, w.length) == 0; }

static char fold(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

bool word_is_folded(Word w, const char *literal) {
    size_t i = 0;
    for (; *literal; literal++) {
        if (i == w.length) return false;
        if (is_blank(w.text[i])) {
            if (*literal != ' ') return false;
            while (i < w.length && is_blank(w.text[i])) i++;
        } else if (fold(w.text[i++]) != fold(*literal)) {
            return false;
        }
    }
    return i == w.length;
}

const char *word_quote(Word w, char out[static QUOTE_SIZE]) {
    if (w.length == 0) return strcpy(out, "nothing");
    size_t shown = w.length > QUOTE_MAX ? QUOTE_MAX : w.length;
    char *at = out;
    *at++ = '\'';
    for (size_t i = 0; i < shown; i++) *at++ = w.text[i] < ' ' || w.text[i] > '~' ? '?' : w.text[i];
    *at++ = '\'';
    memcpy(at, w.length > shown ? "..." : "", w.length > shown ? 4 : 1);
    return out;
}

bool word_number(Word w, int64_t *out) {
    size_t i = w.length > 0 && (w.text[0] == '-' || w.text[0] == '+');
    bool negative = i && w.text[0] == '-';
    if (i == w.length) return false;
    int64_t value = 0;
    for (; i < w.length; i++) {
        if (w.text[i] < '0' || w.text[i] > '9') return false;
        int digit = w.text[i] - '0';
        /* Built up on its own side of zero, so that the saturation reaches INT64_MIN as well. */
        if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, negative ? -digit : digit, &value))
            value = negative ? INT64_MIN : INT64_MAX;
    }
    *out = value;
    return true;
}

/* setoption */

bool parse_setoption(const char *arguments, OptionRequest *out, ParseError *error) {
    char quote[QUOTE_SIZE];
    Word w;
    if (!parse_word(&arguments, &w) || !word_is_folded(w, "name")) {
        parse_error_set(error, "setoption needs the word name, not %s", word_quote(w, quote));
        return false;
    }
    Word name = parse_rest(arguments);
    *out = (OptionRequest){.name = {name.text, 0}};
    while (parse_word(&arguments, &w)) {
        if (word_is_folded(w, "value")) {
            out->has_value = true;
            out->value = parse_rest(arguments);
            break;
        }
        out->name.length = (size_t)(w.text + w.length - name.text);
    }
    if (out->name.length == 0) parse_error_set(error, "setoption without an option's name");
    return out->name.length > 0;
}

/* position */

/* The words of a position up to `moves` or the end, one blank between them. False when they do not fit: no position is so long. */
static bool collect_fields(const char **cursor, char *out, size_t size, bool *moves_follow) {
    size_t length = 0;
    Word w;
    *moves_follow = false;
    while (!*moves_follow && parse_word(cursor, &w)) {
        *moves_follow = word_is(w, "moves");
        if (*moves_follow) break;
        if (length + w.length + 2 > size) return false;
        if (length > 0) out[length++] = ' ';
        memcpy(out + length, w.text, w.length);
        length += w.length;
    }
    out[length] = '\0';
    return true;
}

static bool parse_fen(const char **cursor, const Variant *v, Position *out, bool *moves_follow, ParseError *error) {
    char fields[2 * POSITION_TEXT_SIZE], quote[QUOTE_SIZE];
    Word given = parse_rest(*cursor);
    if (!collect_fields(cursor, fields, sizeof fields, moves_follow)) {
        parse_error_set(error, "position %s: too long", word_quote(given, quote));
        return false;
    }
    NotationError e = position_parse(v, fields, out);
    if (e != NOTATION_OK)
        parse_error_set(error, "position %s: %s", word_quote((Word){fields, strlen(fields)}, quote), notation_error_text(e));
    return e == NOTATION_OK;
}

/* A word that may be a move; false when it is too long for one. */
static bool copy_move(Word w, char out[static 2 * MOVE_TEXT_SIZE]) {
    if (w.length >= 2 * MOVE_TEXT_SIZE) return false;
    memcpy(out, w.text, w.length);
    out[w.length] = '\0';
    return true;
}

static NotationError parse_move(const Position *p, Word w, Move *out) {
    char text[2 * MOVE_TEXT_SIZE];
    return copy_move(w, text) ? move_parse(p, text, out) : NOTATION_SYNTAX;
}

static Bitboard all_claimed(const Board *b) { return b->position.claimed[BLACK] | b->position.claimed[WHITE]; }

static bool play_moves(const char *cursor, Board *board, Bitboard *claimed, ParseError *error) {
    char quote[QUOTE_SIZE];
    Word w;
    for (int ply = 1; parse_word(&cursor, &w); ply++) {
        Move m;
        NotationError e = parse_move(&board->position, w, &m);
        if (e != NOTATION_OK) {
            parse_error_set(error, "move %d, %s: %s", ply, word_quote(w, quote), notation_error_text(e));
            return false;
        }
        Bitboard before = all_claimed(board);
        Undo undo;
        board_play(board, m, &undo);
        *claimed = all_claimed(board) & ~before;
    }
    return true;
}

bool parse_position(const char *arguments, const Variant *v, Board *out, Bitboard *claimed, ParseError *error) {
    char quote[QUOTE_SIZE];
    Word w;
    Position start;
    bool moves_follow = false;
    parse_word(&arguments, &w);
    if (word_is(w, "startpos")) {
        start = position_start(v);
        moves_follow = parse_word(&arguments, &w);
        if (moves_follow && !word_is(w, "moves")) {
            parse_error_set(error, "position startpos: expected the word moves, not %s", word_quote(w, quote));
            return false;
        }
    } else if (word_is(w, "fen")) {
        if (!parse_fen(&arguments, v, &start, &moves_follow, error)) return false;
    } else {
        parse_error_set(error, "position needs startpos or fen, not %s", word_quote(w, quote));
        return false;
    }
    Board board;
    Bitboard last_claimed = 0;
    board_set(&board, &start);
    if (moves_follow && !play_moves(arguments, &board, &last_claimed, error)) return false;
    *out = board;
    *claimed = last_claimed;
    return true;
}

/* next */

bool parse_next(const char *arguments, const Position *p, Partial *out, ParseError *error) {
    char quote[QUOTE_SIZE], text[2 * MOVE_TEXT_SIZE];
    Word partial, extra;
    parse_word(&arguments, &partial);
    if (parse_word(&arguments, &extra)) {
        parse_error_set(error, "next takes one partial turn, then not %s", word_quote(extra, quote));
        return false;
    }
    NotationError e = copy_move(partial, text) ? partial_parse(p, text, out) : NOTATION_SYNTAX;
    if (e != NOTATION_OK) parse_error_set(error, "next %s: %s", word_quote(partial, quote), notation_error_text(e));
    return e == NOTATION_OK;
}

/* go */

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
    int64_t most; /* larger numbers are cut to this one: sums and products of times must not overflow later on */
} GoKeyword;

#define TIME_MOST ((int64_t)1000000000000) /* 31 years in ms */

static const GoKeyword GO_KEYWORDS[] = {
    {"depth", GO_DEPTH, OF_NOBODY, MAX_DEPTH},         {"nodes", GO_NODES, OF_NOBODY, INT64_MAX},
    {"mate", GO_MATE, OF_NOBODY, MAX_DEPTH},           {"movetime", GO_MOVETIME, OF_NOBODY, TIME_MOST},
    {"movestogo", GO_MOVESTOGO, OF_NOBODY, MAX_DEPTH}, {"wtime", GO_TIME, OF_WHITE, TIME_MOST},
    {"btime", GO_TIME, OF_BLACK, TIME_MOST},           {"p1time", GO_TIME, OF_PLAYER_1, TIME_MOST},
    {"p2time", GO_TIME, OF_PLAYER_2, TIME_MOST},       {"winc", GO_INCREMENT, OF_WHITE, TIME_MOST},
    {"binc", GO_INCREMENT, OF_BLACK, TIME_MOST},       {"p1inc", GO_INCREMENT, OF_PLAYER_1, TIME_MOST},
    {"p2inc", GO_INCREMENT, OF_PLAYER_2, TIME_MOST},   {"perft", GO_PERFT, OF_NOBODY, 0},
    {"infinite", GO_INFINITE, OF_NOBODY, 0},           {"ponder", GO_PONDER, OF_NOBODY, 0},
    {"searchmoves", GO_SEARCHMOVES, OF_NOBODY, 0},
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

/* The number behind a keyword. Without one an error is noted; a word that is no keyword is skipped then. */
static bool number_behind(GoParser *g, const char *keyword, int64_t *out) {
    char quote[QUOTE_SIZE];
    const char *behind = g->cursor;
    Word w;
    bool found = parse_word(&behind, &w) && !go_keyword(w);
    if (found) g->cursor = behind;
    if (found && word_number(w, out)) return true;
    go_error(g, "go: %s needs a number%s%s", keyword, found ? ", not " : "", found ? word_quote(w, quote) : "");
    return false;
}

static void go_number(GoParser *g, const GoKeyword *k) {
    int64_t value;
    if (!number_behind(g, k->word, &value)) return;
    int slot = (int)k->kind + is_opponents(k->owner, g->position);
    g->numbers[slot] = value < 0 ? 0 : value > k->most ? k->most : value;
}

static bool go_perft(GoParser *g) {
    int64_t value;
    if (!number_behind(g, "perft", &value)) return false;
    if (value < 0) go_error(g, "go: perft needs a depth of 0 or more");
    g->out->perft = value > MAX_DEPTH ? MAX_DEPTH : value;
    return value >= 0;
}

static void go_unknown(GoParser *g, Word w) {
    char quote[QUOTE_SIZE];
    go_error(g, "go: unknown word %s", word_quote(w, quote));
    const char *behind = g->cursor;
    int64_t ignored;
    if (parse_word(&behind, &w) && word_number(w, &ignored)) g->cursor = behind;
}

static void add_move(GoParser *g, Move m) {
    if (g->move_count == g->move_room) {
        g->move_room = g->move_room ? 2 * g->move_room : 16;
        Move *moves = realloc(g->out->moves, g->move_room * sizeof *moves);
        if (!moves) abort();
        g->out->moves = moves;
    }
    g->out->moves[g->move_count++] = m;
}

/* Every word up to the next keyword is a move. */
static void go_searchmoves(GoParser *g) {
    char quote[QUOTE_SIZE];
    const char *behind = g->cursor;
    bool any = false;
    for (Word w; parse_word(&behind, &w) && !go_keyword(w); any = true) {
        g->cursor = behind;
        Move m;
        NotationError e = parse_move(g->position, w, &m);
        if (e == NOTATION_OK) add_move(g, m);
        else go_error(g, "go: searchmoves %s: %s", word_quote(w, quote), notation_error_text(e));
    }
    if (!any) go_error(g, "go: searchmoves needs moves");
}

static int compare_moves(const void *a, const void *b) {
    Move x = *(const Move *)a, y = *(const Move *)b;
    return (x > y) - (x < y);
}

static size_t sort_unique(Move *moves, size_t count) {
    if (count == 0) return 0;
    qsort(moves, count, sizeof *moves, compare_moves);
    size_t kept = 1;
    for (size_t i = 1; i < count; i++)
        if (moves[i] != moves[kept - 1]) moves[kept++] = moves[i];
    return kept;
}

/* Which clock counts. */
static void settle_clocks(GoParser *g) {
    const int64_t *n = g->numbers;
    SearchLimits *limits = &g->out->limits;
    bool own = n[GO_TIME] != LIMIT_NONE;
    limits->clock = own ? n[GO_TIME] : n[GO_TIME_OTHER];
    if (limits->clock == LIMIT_NONE) return;
    limits->increment = own || n[GO_INCREMENT] != LIMIT_NONE ? n[GO_INCREMENT] : n[GO_INCREMENT_OTHER];
    limits->movestogo = n[GO_MOVESTOGO] > 0 ? n[GO_MOVESTOGO] : LIMIT_NONE;
}

static void settle_limits(GoParser *g) {
    SearchLimits *limits = &g->out->limits;
    limits->depth = g->numbers[GO_DEPTH];
    limits->nodes = g->numbers[GO_NODES];
    limits->mate = g->numbers[GO_MATE];
    limits->movetime = g->numbers[GO_MOVETIME];
    settle_clocks(g);
    bool limited = limits->depth != LIMIT_NONE || limits->nodes != LIMIT_NONE || limits->mate != LIMIT_NONE ||
                   limits->movetime != LIMIT_NONE || limits->clock != LIMIT_NONE;
    if (!limited) limits->infinite = true;
    limits->root_move_count = sort_unique(g->out->moves, g->move_count);
    limits->root_moves = limits->root_move_count ? g->out->moves : NULL;
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

bool parse_go(const char *arguments, const Position *p, GoRequest *out) {
    *out = (GoRequest){.limits = search_limits_none(), .perft = LIMIT_NONE};
    GoParser g = {.position = p, .cursor = arguments, .out = out};
    for (int i = 0; i < GO_NUMBERS; i++) g.numbers[i] = LIMIT_NONE;
    for (Word w; parse_word(&g.cursor, &w);)
        if (!go_word(&g, w)) return false;
    settle_limits(&g);
    return true;
}

void go_request_free(GoRequest *request) {
    free(request->moves);
    request->moves = NULL;
}

/* bench */

bool parse_bench(const char *arguments, BenchRequest *out, ParseError *error) {
    *out = (BenchRequest){BENCH_DEPTH, BENCH_THREADS, BENCH_HASH_MB};
    const struct {
        const char *name;
        int *value, most;
    } parts[] = {
        {"depth", &out->depth, MAX_DEPTH}, {"threads", &out->threads, MAX_THREADS}, {"hash", &out->hash_mb, MAX_HASH_MB}};
    char quote[QUOTE_SIZE];
    Word w;
    for (size_t i = 0; parse_word(&arguments, &w); i++) {
        int64_t value;
        if (i == sizeof parts / sizeof *parts) {
            parse_error_set(error, "bench takes depth, threads and hash, then not %s", word_quote(w, quote));
            return false;
        }
        if (!word_number(w, &value) || value < 1 || value > parts[i].most) {
            parse_error_set(error, "bench %s is a number from 1 to %d, not %s", parts[i].name, parts[i].most,
                            word_quote(w, quote));
            return false;
        }
        *parts[i].value = (int)value;
    }
    return true;
}
