/* tools/lab/puzzles/ and the collection that the page ships with: a sample of its claims is proved again here by the rules of tests/naive.c and plain
 * loops, with nothing of the engine. `cierzo-puzzles prove` proves all of them. */
#include <stdlib.h>
#include <string.h>

#include "eval/eval.h"
#include "tests/support.h"
#include "tools/lab/puzzles/puzzle.h"

static void init(void) {
    support_init();
    eval_init();
}

TestSuite(puzzles, .init = init, .timeout = 600);

/* ---- who wins, by trying every turn of both sides ---- */

enum { MEMO = 1 << 18 };

typedef struct {
    char text[NAIVE_TEXT_SIZE]; /* "": free */
    bool wins;
} Memo;

typedef struct {
    Memo *memo;
    int left; /* positions that may still be looked at; below 0: given up */
} Trying;

/* Board and side; the number of the turn does not matter. */
static Memo *memo_of(Trying *t, const Naive *n) {
    char text[NAIVE_TEXT_SIZE];
    Naive same = *n;
    same.number = 1;
    naive_write(&same, text);
    size_t at = 5381;
    for (const char *c = text; *c; c++) at = at * 33 + (unsigned char)*c;
    at %= MEMO;
    while (*t->memo[at].text && strcmp(t->memo[at].text, text)) at = (at + 1) % MEMO;
    if (!*t->memo[at].text) {
        memcpy(t->memo[at].text, text, sizeof text);
        t->memo[at].wins = false;
        t->left--;
        return NULL;
    }
    return &t->memo[at];
}

/* Whether the side to move wins. */
static bool mover_wins(Trying *t, const Naive *n) {
    char winner = naive_winner(n);
    if (winner != '-') return winner == n->side;
    Memo *known = memo_of(t, n);
    if (known) return known->wins;
    NaiveList moves = naive_moves(n);
    bool wins = false;
    for (size_t i = 0; i < moves.count && !wins && t->left >= 0; i++) {
        Naive after = *n;
        naive_play(&after, moves.moves[i]);
        /* A turn gives the move away, also one that ends the game. */
        wins = naive_winner(&after) != '-' ? naive_winner(&after) == n->side : !mover_wins(t, &after);
    }
    naive_list_free(&moves);
    memo_of(t, n)->wins = wins;
    return wins;
}

/* ---- what each kind claims of a turn ---- */

static char other_side(char side) { return side == 'b' ? 'w' : 'b'; }
static int claimed_by(const Naive *n, char side) { return naive_count(n, side == 'b' ? "B" : "W"); }

static bool can_claim(const Naive *n, bool to_win) {
    NaiveList moves = naive_moves(n);
    bool can = false;
    for (size_t i = 0; i < moves.count && !can; i++) {
        Naive after = *n;
        naive_play(&after, moves.moves[i]);
        can = to_win ? naive_winner(&after) == n->side : claimed_by(&after, n->side) > claimed_by(n, n->side);
    }
    naive_list_free(&moves);
    return can;
}

static bool wins_after(Trying *t, const Naive *after, char mover) {
    char winner = naive_winner(after);
    return winner != '-' ? winner == mover : !mover_wins(t, after);
}

static bool does(Trying *t, PuzzleKind kind, const Naive *before, const Naive *after) {
    char mover = before->side, other = other_side(mover), winner = naive_winner(after);
    switch (kind) {
    case PUZZLE_TWO: return claimed_by(after, mover) >= claimed_by(before, mover) + 2;
    case PUZZLE_ESCAPE:
        return claimed_by(after, other) == claimed_by(before, other) && (winner != '-' || !can_claim(after, false));
    default: return wins_after(t, after, mover);
    }
}

typedef enum { HOLDS, FAILS, TOO_LARGE } Verdict;

static Verdict judge(Trying *t, PuzzleKind kind, const Naive *n, const char *key) {
    NaiveList moves = naive_moves(n);
    Verdict verdict = HOLDS;
    for (size_t i = 0; i < moves.count && verdict == HOLDS; i++) {
        Naive after = *n;
        naive_play(&after, moves.moves[i]);
        bool is_key = !strcmp(moves.moves[i], key);
        if (does(t, kind, n, &after) != is_key) verdict = FAILS;
        if (kind == PUZZLE_SAVE && !is_key && naive_winner(&after) == '-' && !can_claim(&after, true)) verdict = FAILS;
        if (t->left < 0) verdict = TOO_LARGE;
    }
    naive_list_free(&moves);
    return verdict;
}

/* ---- the collection ---- */

typedef struct {
    FILE *file;
    char line[1024];
    char *field[PUZZLE_FIELDS];
} Lines;

static Lines open_collection(void) {
    char path[1024];
    snprintf(path, sizeof path, "%s/web/public/puzzles.txt", getenv("CIERZO_SOURCE"));
    Lines l = {.file = fopen(path, "r")};
    cr_assert_not_null(l.file, "%s", path);
    cr_assert(fgets(l.line, sizeof l.line, l.file) && !strcmp(l.line, PUZZLE_HEADING "\n"));
    return l;
}

static bool next_line(Lines *l) {
    if (fgets(l->line, sizeof l->line, l->file)) return true;
    fclose(l->file);
    return false;
}

static void split(char *line, char *field[PUZZLE_FIELDS]) {
    line[strcspn(line, "\n")] = '\0';
    for (int i = 0; i < PUZZLE_FIELDS; i++) field[i] = strsep(&line, ";");
}

Test(puzzles, the_collection_can_be_read_and_has_something_for_everyone) {
    Lines l = open_collection();
    int kinds[PUZZLE_KINDS] = {0}, sizes[11] = {0}, easy = 0, hard = 0, all = 0;
    char copy[1024], error[PUZZLE_ERROR_SIZE], text[PUZZLE_LINE_SIZE];
    while (next_line(&l)) {
        Puzzle p;
        memcpy(copy, l.line, sizeof copy);
        REQUIRE(puzzle_line_read(l.line, &p, error), "%s: %s", copy, error);
        puzzle_line_write(&p, text);
        REQUIRE(!strncmp(text, copy, strlen(text)) && copy[strlen(text)] == '\n', "%s", copy);
        kinds[p.kind]++;
        sizes[p.position.variant->size]++;
        easy += p.rating < 1000;
        hard += p.rating > 1800;
        all++;
    }
    cr_log_info("%d puzzles; win %d, save %d, two %d, escape %d", all, kinds[0], kinds[1], kinds[2], kinds[3]);
    cr_expect_geq(all, 500);
    for (int kind = 0; kind < PUZZLE_KINDS; kind++) cr_expect_geq(kinds[kind], 20, "kind %d: %d", kind, kinds[kind]);
    cr_expect(sizes[7] >= 100 && sizes[9] >= 80 && sizes[10] >= 80, "%d %d %d", sizes[7], sizes[9], sizes[10]);
    cr_expect(easy >= 50 && hard >= 50, "%d easy, %d hard", easy, hard);
}

/* Every claim of two, every ninth escape, and the wins on small boards that can be played out in so many positions. */
Test(puzzles, a_sample_holds_by_plain_rules) {
    enum { POSITIONS_MOST = 2500 };
    Lines l = open_collection();
    int judged[PUZZLE_KINDS] = {0}, scale = support_scaled(1);
    Trying t = {.memo = calloc(MEMO, sizeof *t.memo)};
    cr_assert_not_null(t.memo);
    for (int number = 0; next_line(&l); number++) {
        split(l.line, l.field);
        PuzzleKind kind = puzzle_kind(l.field[0]);
        bool exact = kind == PUZZLE_WIN || kind == PUZZLE_SAVE;
        if (kind == PUZZLE_ESCAPE && number % 9 && scale == 1) continue;
        Naive n = naive_of(l.field[1], l.field[2]);
        if (exact && strcmp(l.field[1], "veletas-7")) continue;
        memset(t.memo, 0, MEMO * sizeof *t.memo);
        t.left = exact ? POSITIONS_MOST * scale < MEMO / 2 ? POSITIONS_MOST * scale : MEMO / 2 : POSITIONS_MOST;
        Verdict verdict = judge(&t, kind, &n, l.field[3]);
        REQUIRE(verdict != FAILS, "%s %s %s", l.field[0], l.field[2], l.field[3]);
        judged[kind] += verdict == HOLDS;
    }
    free(t.memo);
    cr_log_info("win %d, save %d, two %d, escape %d", judged[0], judged[1], judged[2], judged[3]);
    cr_expect_geq(judged[PUZZLE_TWO], 20, "%d", judged[PUZZLE_TWO]);
    cr_expect_geq(judged[PUZZLE_WIN], 5, "%d", judged[PUZZLE_WIN]);
    cr_expect_geq(judged[PUZZLE_ESCAPE], 3, "%d", judged[PUZZLE_ESCAPE]);
}

Test(puzzles, the_plain_search_and_the_prover_see_what_does_not_hold) {
    Trying t = {.memo = calloc(MEMO, sizeof *t.memo), .left = 20000};
    Naive n = naive_of("veletas-7", "1sw4/bbbbbw1/2wwwb1/3ws2/wbb3b/s1wbww1/bw2b2 w - 12");
    cr_expect_eq(judge(&t, PUZZLE_ESCAPE, &n, "b2"), FAILS);
    cr_expect_eq(judge(&t, PUZZLE_TWO, &n, "b2"), FAILS);
    free(t.memo);
    PuzzleProver prover = {.solver = solver_create()};
    char line[PUZZLE_LINE_SIZE] = "win;veletas-7;1sw4/bbbbbw1/2wwwb1/3ws2/wbb3b/s1wbww1/bw2b2 w - 12;b2;650",
         error[PUZZLE_ERROR_SIZE];
    Puzzle p;
    cr_assert(puzzle_line_read(line, &p, error), "%s", error);
    cr_expect(puzzle_holds(&prover, &p));
    for (int kind = PUZZLE_WIN + 1; kind < PUZZLE_KINDS; kind++) {
        p.kind = (PuzzleKind)kind;
        cr_expect(!puzzle_holds(&prover, &p), "%s", puzzle_kind_word(p.kind));
    }
    char other[PUZZLE_LINE_SIZE] = "win;veletas-7;1sw4/bbbbbw1/2wwwb1/3ws2/wbb3b/s1wbww1/bw2b2 w - 12;a2-b2/a2;650";
    cr_assert(puzzle_line_read(other, &p, error), "%s", error);
    cr_expect(!puzzle_holds(&prover, &p));
    solver_destroy(prover.solver);
}

Test(puzzles, broken_lines_are_refused_and_change_nothing) {
    static const char GOOD[] = "win;veletas-7;1sw4/bbbbbw1/2wwwb1/3ws2/wbb3b/s1wbww1/bw2b2 w - 12;b2;650";
    static const char *const BAD[] = {"",
                                      "win",
                                      "win;veletas-7;1sw4/bbbbbw1/2wwwb1/3ws2/wbb3b/s1wbww1/bw2b2 w - 12;b2",
                                      "mate;veletas-7;1sw4/bbbbbw1/2wwwb1/3ws2/wbb3b/s1wbww1/bw2b2 w - 12;b2;650",
                                      "win;veletas-8;1sw4/bbbbbw1/2wwwb1/3ws2/wbb3b/s1wbww1/bw2b2 w - 12;b2;650",
                                      "win;veletas-7;1sw4/bbbbbw1/2wwwb1/3ws2/wbb3b/s1wbww1 w - 12;b2;650",
                                      "win;veletas-7;1sw4/bbbbbw1/2wwwb1/3ws2/wbb3b/s1wbww1/bw2b2 w - 12;b3;650",
                                      "win;veletas-7;1sw4/bbbbbw1/2wwwb1/3ws2/wbb3b/s1wbww1/bw2b2 w - 12;b2;9999",
                                      "win;veletas-7;1sw4/bbbbbw1/2wwwb1/3ws2/wbb3b/s1wbww1/bw2b2 w - 12;b2;650;x",
                                      "win;veletas-7;7/7/7/7/7/7/7 b - 1;d4/a1;650"};
    char line[PUZZLE_LINE_SIZE], error[PUZZLE_ERROR_SIZE];
    Puzzle p;
    strcpy(line, GOOD);
    cr_assert(puzzle_line_read(line, &p, error), "%s", error);
    const Puzzle before = p;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        strcpy(line, BAD[i]);
        *error = '\0';
        cr_expect(!puzzle_line_read(line, &p, error) && *error, "%s", BAD[i]);
        cr_expect(p.key == before.key && p.rating == before.rating && p.kind == before.kind);
    }
}
