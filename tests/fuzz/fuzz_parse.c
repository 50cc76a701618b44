/* Fuzzes what reads text: protocol/word.c, parse*.c and input.c and engine/notation.c. The first byte of the input picks the rule set, the
 * second the reader, the third a board of grammar.c; the rest is the line. Every reader must say what it has read in a way that
 * reads back the same, or one plain line of what was wrong, and then nothing may have been written. */
#include <string.h>
#include <unistd.h>

#include "engine/engine.h"
#include "engine/movegen.h"
#include "engine/notation.h"
#include "engine/splitmix.h"
#include "protocol/input.h"
#include "protocol/parse.h"
#include "search/limits.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/grammar.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

enum { HEADER = 3, UNTOUCHED = 0xA5 };

static void check_error(const char *text) {
    CHECK(is_plain_line(text), "%s", text);
    CHECK(strlen(text) + 1 < PARSE_ERROR_SIZE, "cut short: %s", text);
}

static bool untouched(const void *bytes, size_t count) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; i++)
        if (byte[i] != UNTOUCHED) return false;
    return true;
}

static bool same_word(Word a, Word b) { return a.length == b.length && (!a.length || !memcmp(a.text, b.text, a.length)); }

static void check_within(Word w, const char *line) {
    const char *end = line + strlen(line);
    CHECK(w.text >= line && w.text <= end && w.length <= (size_t)(end - w.text), "a word outside the line");
    Word first;
    const char *cursor = w.text;
    if (w.length) CHECK(word_next(&cursor, &first) && first.text == w.text, "a blank in front");
}

static void add_word(Text *out, Word w) { text_add_bytes(out, w.text, w.length); }

/* ---- words and numbers ---- */

static void fuzz_words(const char *line) {
    const char *cursor = line;
    char quote[QUOTE_SIZE];
    Text joined = {0};
    Word w;
    while (word_next(&cursor, &w)) {
        int64_t value, again;
        check_within(w, line);
        CHECK(is_plain_line(word_quote(w, quote)) && strlen(quote) < QUOTE_SIZE, "%s", quote);
        if (word_number(w, &value)) {
            char text[32];
            snprintf(text, sizeof text, "%lld", (long long)value);
            CHECK(word_number((Word){text, strlen(text)}, &again) && again == value, "%s", text);
        }
        if (joined.length) text_add(&joined, " ");
        add_word(&joined, w);
    }
    CHECK(w.length == 0 && !*cursor, "the last word");
    Word rest = word_rest(line);
    check_within(rest, line);
    CHECK(is_plain_line(word_quote(rest, quote)), "%s", quote);
    if (joined.data) CHECK(word_is_folded(rest, joined.data), "white space is not one blank: %s", joined.data);
    text_free(&joined);
}

/* Bytes in chunks of any size become the lines between the newlines, NULs aside. */
static void fuzz_input(const char *bytes, size_t count, size_t chunk) {
    int ends[2];
    CHECK(pipe(ends) == 0, "no pipe");
    Input in = input_open(ends[0]);
    size_t written = 0, read = 0;
    for (bool more = true; more;) {
        char *line;
        switch (input_next(&in, &line)) {
        case INPUT_LINE:
            for (; *line; line++, read++) CHECK(*line == (bytes[read] ? bytes[read] : ' '), "byte %zu", read);
            CHECK(read == count || bytes[read] == '\n', "a line ends at byte %zu", read);
            read++;
            break;
        case INPUT_MORE: {
            size_t part = count - written < chunk ? count - written : chunk;
            if (part) CHECK(write(ends[1], bytes + written, part) == (ssize_t)part, "a full pipe");
            written += part;
            if (!part && ends[1] >= 0) close(ends[1]), ends[1] = -1;
            input_fill(&in);
            break;
        }
        default: more = false;
        }
    }
    CHECK(written == count && (read == count || read == count + 1), "%zu of %zu bytes", read, count);
    input_close(&in);
    close(ends[0]);
}

/* ---- commands ---- */

static void fuzz_setoption(const char *line) {
    OptionRequest r, again;
    ParseError error = {""};
    if (!parse_setoption(line, &r, &error)) {
        check_error(error.text);
        return;
    }
    CHECK(r.name.length > 0, "an option without a name");
    check_within(r.name, line);
    if (r.has_value) check_within(r.value, line);
    CHECK(r.has_value || r.value.length == 0, "a value out of nothing");
    Text text = {0};
    text_add(&text, "name ");
    add_word(&text, r.name);
    if (r.has_value) text_add(&text, " value ");
    if (r.value.length) add_word(&text, r.value);
    CHECK(parse_setoption(text.data, &again, &error) && same_word(again.name, r.name) && same_word(again.value, r.value) &&
              again.has_value == r.has_value,
          "%s", text.data);
    text_free(&text);
}

static void fuzz_bench(const char *line) {
    BenchRequest r, again;
    ParseError error = {""};
    if (!parse_bench(line, &r, &error)) {
        check_error(error.text);
        return;
    }
    CHECK(r.depth >= 1 && r.depth <= MAX_DEPTH && r.threads >= 1 && r.threads <= MAX_THREADS && r.hash_mb >= 1 &&
              r.hash_mb <= MAX_HASH_MB,
          "out of range");
    char text[64];
    snprintf(text, sizeof text, "%d %d %d", r.depth, r.threads, r.hash_mb);
    CHECK(parse_bench(text, &again, &error) && again.depth == r.depth && again.threads == r.threads &&
              again.hash_mb == r.hash_mb,
          "%s", text);
}

static bool limit_in(int64_t value, int64_t least, int64_t most) {
    return value == LIMIT_NONE || (value >= least && value <= most);
}

static void check_limits(const GoRequest *r, const Position *p) {
    const SearchLimits *l = &r->limits;
    CHECK(limit_in(l->depth, 0, INT64_MAX) && limit_in(l->nodes, 0, INT64_MAX) && limit_in(l->mate, 0, INT64_MAX) &&
              limit_in(l->movetime, 0, INT64_MAX) && limit_in(l->clock, 0, INT64_MAX) &&
              limit_in(l->increment, 0, INT64_MAX) && limit_in(l->movestogo, 1, INT64_MAX) &&
              limit_in(r->perft, 0, MAX_DEPTH),
          "a limit out of range");
    SearchLimits obeyed = limits_settle(l, p);
    CHECK(limit_in(obeyed.depth, 1, MAX_DEPTH) && limit_in(obeyed.nodes, 1, INT64_MAX) &&
              limit_in(obeyed.mate, 1, MAX_DEPTH) && limit_in(obeyed.movetime, 0, LIMITS_MOST_MS) &&
              limit_in(obeyed.clock, 0, LIMITS_MOST_MS) && limit_in(obeyed.increment, 0, LIMITS_MOST_MS),
          "a limit out of range that is obeyed");
    CHECK(l->clock != LIMIT_NONE || (l->increment == LIMIT_NONE && l->movestogo == LIMIT_NONE),
          "an increment without a clock");
    CHECK(l->infinite || l->depth != LIMIT_NONE || l->nodes != LIMIT_NONE || l->mate != LIMIT_NONE ||
              l->movetime != LIMIT_NONE || l->clock != LIMIT_NONE,
          "no limit, yet not infinite");
    CHECK(!l->root_move_count == !l->root_moves, "root moves");
    for (size_t i = 0; i < l->root_move_count; i++)
        CHECK(turn_is_legal(p, l->root_moves[i]) && (i == 0 || l->root_moves[i - 1] < l->root_moves[i]), "root move %zu", i);
}

static void add_limit(Text *out, const char *word, int64_t value) {
    if (value != LIMIT_NONE) text_add(out, " %s %lld", word, (long long)value);
}

static void print_go(Text *out, const GoRequest *r, const Position *p) {
    const SearchLimits *l = &r->limits;
    bool black = p->side == BLACK;
    add_limit(out, "perft", r->perft);
    add_limit(out, "depth", l->depth);
    add_limit(out, "nodes", l->nodes);
    add_limit(out, "mate", l->mate);
    add_limit(out, "movetime", l->movetime);
    add_limit(out, black ? "btime" : "wtime", l->clock);
    add_limit(out, position_p1_turn(p) ? "p1inc" : "p2inc", l->increment);
    add_limit(out, "movestogo", l->movestogo);
    text_add(out, "%s%s%s", l->infinite ? " infinite" : "", l->ponder ? " ponder" : "",
             l->root_move_count ? " searchmoves" : "");
    for (size_t i = 0; i < l->root_move_count; i++) {
        char move[MOVE_TEXT_SIZE];
        move_text(l->root_moves[i], move, sizeof move);
        text_add(out, " %s", move);
    }
}

static bool same_request(const GoRequest *a, const GoRequest *b) {
    const SearchLimits *x = &a->limits, *y = &b->limits;
    return a->perft == b->perft && x->depth == y->depth && x->nodes == y->nodes && x->mate == y->mate &&
           x->movetime == y->movetime && x->clock == y->clock && x->increment == y->increment &&
           x->movestogo == y->movestogo && x->infinite == y->infinite && x->ponder == y->ponder &&
           x->root_move_count == y->root_move_count &&
           (!x->root_move_count || !memcmp(x->root_moves, y->root_moves, x->root_move_count * sizeof *x->root_moves));
}

static void fuzz_go(const char *line, const Position *p) {
    GoRequest r, again;
    SearchLimits base = search_limits_none();
    bool accepted = parse_go(line, p, &base, &r);
    CHECK(r.error_count >= 0 && r.error_count <= GO_ERRORS && r.unlisted_errors >= 0, "%d errors", r.error_count);
    CHECK(r.unlisted_errors == 0 || r.error_count == GO_ERRORS, "unlisted errors beside %d", r.error_count);
    for (int i = 0; i < r.error_count; i++) check_error(r.errors[i].text);
    CHECK(accepted || r.error_count > 0, "refused without a word");
    if (accepted) {
        check_limits(&r, p);
        Text text = {0};
        print_go(&text, &r, p);
        CHECK(parse_go(text.data, p, &base, &again) && again.error_count == 0 && same_request(&r, &again), "%s", text.data);
        go_request_free(&again);
        text_free(&text);
    }
    go_request_free(&r);
}

/* ---- positions and moves ---- */

static bool same_position(const Position *a, const Position *b) {
    return a->stones[0] == b->stones[0] && a->stones[1] == b->stones[1] && a->claimed[0] == b->claimed[0] &&
           a->claimed[1] == b->claimed[1] && a->shooters == b->shooters && a->variant == b->variant && a->key == b->key &&
           a->number == b->number && a->side == b->side && a->swap == b->swap && a->claims[0] == b->claims[0] &&
           a->claims[1] == b->claims[1];
}

static bool any_trapped(const Position *p) {
    for (Bitboard rest = p->shooters; rest;)
        if (position_is_trapped(p, bb_pop(&rest))) return true;
    return false;
}

/* The text of the position reads back as the position, also from a buffer without a byte to spare. */
static void check_text(const Position *p) {
    char text[POSITION_TEXT_SIZE], *exact;
    size_t length = position_text(p, text, sizeof text);
    CHECK(length < sizeof text - 1 && strlen(text) == length && is_plain_line(text), "%s", text);
    exact = malloc(length);
    CHECK(exact && position_text(p, exact, length) == length - 1 && !strncmp(exact, text, length - 1), "cut: %s", text);
    free(exact);
    Position again;
    NotationError e = position_parse(p->variant, text, &again);
    /* Nothing is claimed in the setup, so a setup in a crowd may trap a shooter: the one kind of position that has no text. */
    if (e == NOTATION_TRAPPED && any_trapped(p)) return;
    CHECK(e == NOTATION_OK && same_position(p, &again), "%s: %s", text, notation_error_text(e));
}

static void check_board(const Board *b) {
    CHECK(position_check(&b->position) && board_check(b), "a board that is wrong in itself");
    check_text(&b->position);
}

static void check_move(const Position *p, Move m) {
    char text[MOVE_TEXT_SIZE];
    size_t length = move_text(m, text, sizeof text);
    CHECK(length < sizeof text - 1 && strlen(text) == length && is_plain_line(text), "%s", text);
    Move again = MOVE_NONE;
    CHECK(turn_is_legal(p, m), "%s is not legal", text);
    CHECK(move_parse(p, text, &again) == NOTATION_OK && again == m, "%s", text);
}

/* A few turns on: each is read as it is written, and taken back it leaves no trace. */
static void play_on(Board *b, uint64_t random) {
    enum { TURNS = 4 };
    Board before[TURNS];
    Undo undo[TURNS];
    int played = 0;
    for (; played < TURNS; played++) {
        Move m = grammar_turn(&b->position, &random);
        if (m == MOVE_NONE) break;
        check_move(&b->position, m);
        before[played] = *b;
        board_play(b, m, &undo[played]);
        check_board(b);
    }
    while (played-- > 0) {
        board_undo(b, &undo[played]);
        CHECK(same_position(&b->position, &before[played].position) && board_check(b), "a turn taken back");
    }
}

static uint64_t hash(const char *text) {
    uint64_t h = 14695981039346656037u;
    for (; *text; text++) h = (h ^ (unsigned char)*text) * 1099511628211u;
    return h;
}

/* What is accepted prints as it was written, white space apart. */
static void fuzz_fen(const char *line, const Variant *v) {
    Position p;
    memset(&p, UNTOUCHED, sizeof p);
    NotationError e = position_parse(v, line, &p);
    if (e != NOTATION_OK) {
        CHECK(untouched(&p, sizeof p), "written to although refused");
        check_error(notation_error_text(e));
        return;
    }
    char text[POSITION_TEXT_SIZE];
    position_text(&p, text, sizeof text);
    CHECK(word_is_folded(word_rest(line), text), "%s", text);
    CHECK(!any_trapped(&p), "%s", text);
    Board b;
    board_set(&b, &p);
    check_board(&b);
    play_on(&b, hash(line));
}

static void fuzz_position(const char *line, const Variant *v) {
    Board b;
    Bitboard claimed;
    ParseError error = {""};
    memset(&b, UNTOUCHED, sizeof b);
    memset(&claimed, UNTOUCHED, sizeof claimed);
    if (!parse_position(line, v, &b, &claimed, &error)) {
        CHECK(untouched(&b, sizeof b) && untouched(&claimed, sizeof claimed), "written to although refused");
        check_error(error.text);
        return;
    }
    CHECK(b.position.variant == v, "another rule set");
    check_board(&b);
    play_on(&b, hash(line));
}

/* A move prints as it was written, but for the order of a setup's squares. */
static void fuzz_move(const char *line, const Position *p) {
    Move m = (Move)UNTOUCHED;
    NotationError e = move_parse(p, line, &m);
    if (e != NOTATION_OK) {
        CHECK(m == (Move)UNTOUCHED, "written to although refused");
        check_error(notation_error_text(e));
        return;
    }
    char text[MOVE_TEXT_SIZE];
    check_move(p, m);
    size_t length = move_text(m, text, sizeof text);
    CHECK(strlen(line) == length && (move_kind(m) == MOVE_KIND_SETUP || !strcmp(line, text)), "%s", text);
    Board b;
    board_set(&b, p);
    Undo undo;
    board_play(&b, m, &undo);
    check_board(&b);
    board_undo(&b, &undo);
    CHECK(same_position(&b.position, p), "%s taken back", text);
}

/* The beginning of a turn goes on with this square, which must be a beginning too. */
static void check_goes_on(const Position *p, Word beginning, const char *separator, Bitboard squares) {
    while (squares) {
        char square[4];
        Text longer = {0};
        Partial next;
        ParseError error;
        square_text(bb_pop(&squares), square, sizeof square);
        add_word(&longer, beginning);
        if (beginning.length && !strchr(",-/", longer.data[longer.length - 1])) text_add(&longer, "%s", separator);
        text_add(&longer, "%s", square);
        CHECK(parse_next(longer.data, p, &next, &error), "%s", error.text);
        text_free(&longer);
    }
}

static void fuzz_next(const char *line, const Position *p) {
    Partial next;
    ParseError error = {""};
    memset(&next, UNTOUCHED, sizeof next);
    if (!parse_next(line, p, &next, &error)) {
        CHECK(untouched(&next, sizeof next), "written to although refused");
        check_error(error.text);
        return;
    }
    const char *cursor = line;
    Word w;
    Move m;
    char text[2 * MOVE_TEXT_SIZE] = "";
    word_next(&cursor, &w);
    memcpy(text, w.text, w.length);
    CHECK(next.complete == (move_parse(p, text, &m) == NOTATION_OK), "complete: %s", text);
    Bitboard all = next.shooters | next.targets | next.shots | next.stones;
    CHECK(!next.complete || (!all && !next.swap), "%s is complete and goes on", text);
    CHECK(!w.length || next.complete || all, "%s leads nowhere", text);
    bool moved = memchr(w.text, '-', w.length) != NULL;
    check_goes_on(p, w, position_in_setup(p) ? "," : "", next.shooters);
    check_goes_on(p, w, "-", next.targets);
    check_goes_on(p, next.targets ? (Word){"", 0} : w, moved ? "/" : "", next.shots);
    check_goes_on(p, w, "/", next.stones);
}

/* ---- the target ---- */

static const char READERS[] = "opgbfmwin";
enum { READER_COUNT = sizeof READERS - 1, INPUT_REPEATS = 200 };

static char reader_of(uint8_t byte) {
    return memchr(READERS, byte, READER_COUNT) ? (char)byte : READERS[byte % READER_COUNT];
}

/* Letters from `a` on, so that a corpus can be written by hand. */
static int index_of(uint8_t byte, int count) { return (uint8_t)(byte - 'a') % count; }

static void fuzz_input_of(const char *bytes, size_t count, uint8_t how) {
    if (how != 'z') {
        fuzz_input(bytes, count, 1 + how);
        return;
    }
    /* More than the buffer holds at first. */
    Text long_one = {0};
    for (int i = 0; i < INPUT_REPEATS; i++) text_add_bytes(&long_one, bytes, count);
    fuzz_input(long_one.data, long_one.length, 4096);
    text_free(&long_one);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    engine_init();
    grammar_init();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < HEADER) return 0;
    int variant = index_of(data[0], VARIANT_COUNT);
    const Variant *v = variant_at(variant);
    const Position *p = &grammar_board(variant, index_of(data[2], GRAMMAR_BOARDS))->position;
    /* Without a byte to spare, so that reading past the end is seen. A line has no NUL: input.c sees to that. */
    size_t length = size - HEADER;
    char *line = malloc(length + 1);
    CHECK(line, "no memory");
    memcpy(line, data + HEADER, length);
    line[length] = '\0';
    char reader = reader_of(data[1]);
    if (reader == 'i') fuzz_input_of(line, length, data[2]);
    for (char *nul = line; (nul = memchr(nul, '\0', (size_t)(line + length - nul)));) *nul = ' ';
    switch (reader) {
    case 'o': fuzz_setoption(line); break;
    case 'p': fuzz_position(line, v); break;
    case 'g': fuzz_go(line, p); break;
    case 'b': fuzz_bench(line); break;
    case 'f': fuzz_fen(line, v); break;
    case 'm': fuzz_move(line, p); break;
    case 'n': fuzz_next(line, p); break;
    case 'w': fuzz_words(line); break;
    default: break;
    }
    free(line);
    return 0;
}

/* ---- new inputs ---- */

static void compose(Grammar *g, Text *out) {
    char reader = READERS[splitmix64_below(&g->random, READER_COUNT)];
    int board = splitmix64_below(&g->random, GRAMMAR_BOARDS);
    text_add(out, "%c%c%c", 'a' + g->variant, reader, 'a' + board);
    g->board = *grammar_board(g->variant, board);
    switch (reader) {
    case 'o': grammar_option(g, out); break;
    case 'p': grammar_position(g, out); break;
    case 'g': grammar_go(g, out); break;
    case 'b': grammar_bench(g, out); break;
    case 'f': grammar_fen(g, out); break;
    case 'm': grammar_move(g, out); break;
    case 'n': grammar_next(g, out); break;
    default: grammar_line(g, out); break;
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
    Grammar g = grammar_seeded(seed);
    int way = splitmix64_below(&g.random, 8);
    if (way < 2) return LLVMFuzzerMutate(data, size, max_size);
    Text t = {0};
    if (way < 5 || size < HEADER) compose(&g, &t);
    else text_add_bytes(&t, (const char *)data, size);
    for (int breaks = splitmix64_below(&g.random, 3) + (way >= 5); breaks > 0; breaks--) grammar_break(&g, &t, HEADER);
    size_t length = t.length < max_size ? t.length : max_size;
    memcpy(data, t.data, length);
    text_free(&t);
    return length;
}
