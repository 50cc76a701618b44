#include "tests/fuzz/grammar.h"

#include <string.h>

#include "engine/movegen.h"
#include "engine/notation.h"
#include "engine/setup.h"
#include "engine/splitmix.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define PICK(g, array) ((array)[below(g, COUNT(array))])

/* ---- boards ---- */

enum { GAMES = 4, BOARDS_A_GAME = GRAMMAR_BOARDS / GAMES, PLIES_APART = 5 };

static Board boards[VARIANT_COUNT][GRAMMAR_BOARDS];

static Move nth_turn(const Position *p, int n) {
    TurnIterator it = turns_begin(p);
    for (TurnSlice slice; turns_next(&it, &slice);)
        while (slice.shots) {
            Square shot = bb_pop(&slice.shots);
            if (n-- == 0) return move_turn(slice.from, slice.to, shot);
        }
    return MOVE_NONE;
}

Move grammar_turn(const Position *p, uint64_t *random) {
    if (position_in_setup(p)) {
        bool swap = p->swap == SWAP_OFFERED && splitmix64_below(random, 2);
        return swap ? MOVE_SWAP : setup_random(p, random);
    }
    int count = (int)turns_count(p);
    return count ? nth_turn(p, splitmix64_below(random, count)) : MOVE_NONE;
}

/* The first turns of a game one by one, then every fifth position, and the end. */
static void play_game(Board *out, const Variant *v, uint64_t *random) {
    Board b;
    Position start = position_start(v);
    board_set(&b, &start);
    for (int i = 0; i < BOARDS_A_GAME; i++) {
        out[i] = b;
        int plies = i < 3 ? 1 : i < BOARDS_A_GAME - 2 ? PLIES_APART : 200;
        for (Move m; plies-- && (m = grammar_turn(&b.position, random)) != MOVE_NONE;) board_play(&b, m, &(Undo){0});
    }
}

void grammar_init(void) {
    uint64_t random = 1;
    for (int v = 0; v < VARIANT_COUNT; v++)
        for (int game = 0; game < GAMES; game++) play_game(&boards[v][game * BOARDS_A_GAME], variant_at(v), &random);
}

const Board *grammar_board(int variant, int index) { return &boards[variant][index]; }

/* ---- pieces of lines ---- */

static const char *const NUMBERS[] = {"0",
                                      "1",
                                      "2",
                                      "3",
                                      "4",
                                      "7",
                                      "10",
                                      "16",
                                      "64",
                                      "100",
                                      "120",
                                      "121",
                                      "256",
                                      "257",
                                      "500",
                                      "1000",
                                      "9999",
                                      "10000",
                                      "131072",
                                      "131073",
                                      "2147483647",
                                      "2147483648",
                                      "4294967296",
                                      "9223372036854775807",
                                      "9223372036854775808",
                                      "-9223372036854775808",
                                      "-1",
                                      "+5",
                                      "-0",
                                      "007",
                                      "99999999999999999999999999999999",
                                      "1e3",
                                      "0x10",
                                      "1.5",
                                      "-",
                                      "+",
                                      "--1",
                                      "1,000"};

static const char *const WORDS[] = {
    "startpos", "fen",  "moves", "name",    "value",  "searchmoves", "infinite", "ponder", "depth", "nodes", "true",
    "false",    "on",   "off",   "swap",    "?",      "x",           "b",        "w",      "perft", "go",    "stop",
    "position", "NAME", "Value", "<empty>", "(none)", "0000",        "gameover", "result", "p1turn"};

static int below(Grammar *g, int n) { return splitmix64_below(&g->random, n); }
static bool chance(Grammar *g, int percent) { return below(g, 100) < percent; }

static void add(Text *out, const char *text) { text_add(out, "%s", text); }

static void add_blank(Grammar *g, Text *out) {
    static const char *const BLANKS[] = {"  ", "\t", " \t ", "\r", "     ", "\v", "\f"};
    add(out, chance(g, 95) ? " " : PICK(g, BLANKS));
}

static void add_number(Grammar *g, Text *out) {
    if (chance(g, 50)) text_add(out, "%d", below(g, 300));
    else add(out, PICK(g, NUMBERS));
}

static void add_square(Grammar *g, Text *out) { text_add(out, "%c%d", 'a' + below(g, 11), below(g, 12)); }

static void set_variant(Grammar *g, int variant) {
    g->variant = variant;
    g->board = *grammar_board(variant, 0);
}

Grammar grammar_seeded(uint64_t seed) {
    Grammar g = {.random = seed};
    set_variant(&g, chance(&g, 50) ? 0 : below(&g, VARIANT_COUNT));
    g.board = *grammar_board(g.variant, below(&g, GRAMMAR_BOARDS));
    return g;
}

static void add_any_move(Grammar *g, Text *out) {
    int squares = 1 + below(g, 6);
    for (int i = 0; i < squares; i++) {
        add_square(g, out);
        if (i + 1 < squares) text_add(out, "%c", ",-/"[below(g, 3)]);
    }
}

void grammar_move(Grammar *g, Text *out) {
    Move m = grammar_turn(&g->board.position, &g->random);
    char text[MOVE_TEXT_SIZE];
    if (m == MOVE_NONE || chance(g, 5)) {
        add_any_move(g, out);
    } else {
        move_text(m, text, sizeof text);
        add(out, text);
    }
}

/* A move cut behind one of its squares or separators, if at all. */
void grammar_next(Grammar *g, Text *out) {
    static const char *const ENDS[] = {"", "", "-", "/", ","};
    size_t start = out->length;
    if (chance(g, 20)) return;
    grammar_move(g, out);
    const char *move = out->data + start;
    size_t length = strlen(move);
    if (chance(g, 80)) {
        size_t cut = (size_t)below(g, (int)length);
        cut += strcspn(move + cut, ",-/");
        if (cut < length) length = cut + (size_t)below(g, 2);
    }
    out->length = start + length;
    out->data[out->length] = '\0';
    if (chance(g, 20)) add(out, PICK(g, ENDS));
}

/* Any pieces anywhere, but as many squares as the board has. */
static void add_any_board(Grammar *g, Text *out) {
    int size = variant_at(g->variant)->size;
    for (int rank = 0; rank < size; rank++) {
        if (rank) add(out, "/");
        for (int file = 0; file < size;) {
            int run = 1 + below(g, size - file);
            if (chance(g, 30)) {
                text_add(out, "%d", run);
                file += run;
            }
            if (file < size) text_add(out, "%c", "bbwwbbwwsBW"[below(g, 11)]), file++;
        }
    }
}

void grammar_fen(Grammar *g, Text *out) {
    char text[POSITION_TEXT_SIZE];
    if (chance(g, 80)) {
        g->board = *grammar_board(g->variant, below(g, GRAMMAR_BOARDS));
        position_text(&g->board.position, text, sizeof text);
        add(out, text);
    } else {
        add_any_board(g, out);
        text_add(out, " %c %c ", "bw"[below(g, 2)], "-?x"[below(g, 3)]);
        add_number(g, out);
    }
}

static void add_moves(Grammar *g, Text *out) {
    add(out, " moves");
    int count = chance(g, 10) ? 100 : below(g, 8);
    for (int i = 0; i < count; i++) {
        Move m = grammar_turn(&g->board.position, &g->random);
        char text[MOVE_TEXT_SIZE];
        if (m == MOVE_NONE) break;
        move_text(m, text, sizeof text);
        add_blank(g, out);
        add(out, text);
        board_play(&g->board, m, &(Undo){0});
    }
    if (chance(g, 15)) {
        add(out, " ");
        grammar_move(g, out);
    }
}

void grammar_position(Grammar *g, Text *out) {
    if (chance(g, 40)) {
        g->board = *grammar_board(g->variant, 0);
        add(out, "startpos");
    } else {
        add(out, "fen ");
        grammar_fen(g, out);
    }
    if (chance(g, 60)) add_moves(g, out);
}

void grammar_go(Grammar *g, Text *out) {
    static const char *const LIMITS[] = {"depth", "nodes",  "nodes",  "mate",  "movetime", "wtime",     "btime", "winc",
                                         "binc",  "p1time", "p2time", "p1inc", "p2inc",    "movestogo", "perft"};
    int count = below(g, 4);
    for (int i = 0; i < count; i++) {
        if (i) add_blank(g, out);
        switch (below(g, 10)) {
        case 0: add(out, "infinite"); break;
        case 1: add(out, "ponder"); break;
        case 2:
            add(out, "searchmoves");
            for (int moves = below(g, 5); moves > 0; moves--) {
                add(out, " ");
                grammar_move(g, out);
            }
            break;
        case 3: add(out, PICK(g, WORDS)); break;
        default:
            add(out, PICK(g, LIMITS));
            add_blank(g, out);
            add_number(g, out);
        }
    }
}

void grammar_option(Grammar *g, Text *out) {
    static const char *const NAMES[] = {"Hash",
                                        "Threads",
                                        "MultiPV",
                                        "Move Overhead",
                                        "UCI_Elo",
                                        "Clear Hash",
                                        "HashFile",
                                        "SaveHashtoFile",
                                        "LoadHashfromFile",
                                        "Ponder",
                                        "UCI_ShowWDL",
                                        "UCI_ShowClaims",
                                        "UCI_LimitStrength",
                                        "UCI_Variant",
                                        "UCI_Variant",
                                        "Debug Log File",
                                        "hash",
                                        "clear  hash",
                                        "threads",
                                        "Nothing",
                                        "value",
                                        ""};
    const char *name = PICK(g, NAMES);
    text_add(out, "name %s", name);
    if (chance(g, 5)) return;
    add(out, " value ");
    if (strcmp(name, "UCI_Variant") == 0 && chance(g, 95)) {
        set_variant(g, below(g, VARIANT_COUNT));
        add(out, variant_at(g->variant)->name);
    } else if (strncmp(name, "UCI_S", 5) == 0 || strncmp(name, "UCI_L", 5) == 0 || chance(g, 10)) {
        add(out, chance(g, 70) ? "true" : "false");
    } else if (strcmp(name, "UCI_Elo") == 0) {
        text_add(out, "%d", 400 + below(g, 2201));
    } else if (chance(g, 80)) {
        text_add(out, "%d", 1 + below(g, 8));
    } else {
        add_number(g, out);
    }
}

void grammar_bench(Grammar *g, Text *out) {
    for (int i = below(g, 5); i > 0; i--) {
        add_number(g, out);
        add_blank(g, out);
    }
}

void grammar_line(Grammar *g, Text *out) {
    static const char *const SIMPLE[] = {
        "isready",      "isready",    "stop",       "stop",      "ponderhit", "ponderhit",      "uci",
        "ugi",          "ucinewgame", "uginewgame", "d",         "d",         "eval",           "moves",
        "help",         "next",       "groups",     "claims",    "claims",    "query gameover", "query p1turn",
        "query result", "query",      "debug on",   "debug off", "debug",     "register",       "register later",
        "quit",         "",           " "};
    switch (below(g, 17)) {
    case 0:
    case 1:
    case 2:
    case 3:
        add(out, "position ");
        grammar_position(g, out);
        break;
    case 4:
    case 5:
    case 6:
    case 7:
        add(out, "go ");
        grammar_go(g, out);
        break;
    case 8:
    case 9:
    case 10:
        add(out, "setoption ");
        grammar_option(g, out);
        break;
    case 11:
        if (chance(g, 20)) {
            add(out, "bench ");
            grammar_bench(g, out);
        } else {
            add(out, PICK(g, WORDS));
        }
        break;
    case 12:
        add(out, "next ");
        grammar_next(g, out);
        break;
    default: add(out, PICK(g, SIMPLE));
    }
}

/* ---- breaking ---- */

/* Puts `count` bytes in the place of `length` bytes at `at`. */
static void replace(Text *t, size_t at, size_t length, const char *bytes, size_t count) {
    Text tail = {0};
    text_add_bytes(&tail, t->data + at + length, t->length - at - length);
    t->length = at;
    text_add_bytes(t, bytes, count);
    text_add_bytes(t, tail.data, tail.length);
    text_free(&tail);
}

static void insert_special(Grammar *g, Text *t, size_t at) {
    static const char BYTES[] = "\0\r\t\v\f\n\x7f\x80\xff\x1b /-,'\"%";
    if (chance(g, 60)) {
        replace(t, at, 0, &BYTES[below(g, (int)sizeof BYTES)], 1);
    } else {
        const char *word = chance(g, 50) ? PICK(g, NUMBERS) : PICK(g, WORDS);
        replace(t, at, 0, word, strlen(word));
    }
}

static void insert_run(Grammar *g, Text *t, size_t at) {
    Text run = {0};
    char c = "a9 \t/s1\xff"[below(g, 8)];
    for (int i = 1 << below(g, 12); i > 0; i--) text_add_bytes(&run, &c, 1);
    replace(t, at, 0, run.data, run.length);
    text_free(&run);
}

static void double_part(Text *t, size_t at, size_t length) {
    Text part = {0};
    text_add_bytes(&part, t->data + at, length);
    replace(t, at, 0, part.data, part.length);
    text_free(&part);
}

void grammar_break(Grammar *g, Text *t, size_t from) {
    if (t->length <= from) return;
    size_t rest = t->length - from;
    size_t at = from + (size_t)below(g, (int)rest);
    size_t length = 1 + (size_t)below(g, (int)(t->length - at < 20 ? t->length - at : 20));
    size_t other = from + (size_t)below(g, (int)rest);
    char byte = (char)below(g, 256);
    switch (below(g, 9)) {
    case 0: t->length = at; break;
    case 1: replace(t, at, length, "", 0); break;
    case 2: double_part(t, at, length); break;
    case 3:
        byte = t->data[at];
        t->data[at] = t->data[other];
        t->data[other] = byte;
        break;
    case 4: t->data[at] = byte; break;
    case 5: t->data[at] = (char)(t->data[at] ^ ' '); break;
    case 6: insert_run(g, t, at); break;
    default: insert_special(g, t, at);
    }
}
