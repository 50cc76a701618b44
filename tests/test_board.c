/* What boards ask: next, groups and claims against the naive rules, and as commands of a session. */
#define _GNU_SOURCE /* strsep */
#include <stdlib.h>
#include <string.h>

#include "engine/partial.h"
#include "protocol/gui.h"
#include "protocol/parse.h"
#include "tests/check.h"
#include "tests/support.h"

TestSuite(board, .init = support_init, .timeout = 300);

/* ---- next: every way through the squares offered ---- */

/* A turn as it is put together, one word. */
typedef char Beginning[64];

typedef struct {
    const Naive *naive;
    Position position;
    NaiveList found;
    int asked;
} Walk;

static void found(Walk *w, const char *move) {
    NaiveList *list = &w->found;
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 256;
        list->moves = realloc(list->moves, list->room * sizeof *list->moves);
        REQUIRE(list->moves, "no memory");
    }
    REQUIRE(strlen(move) < sizeof *list->moves, "%s is too long for a move", move);
    strcpy(list->moves[list->count++], move);
}

static int compare(const void *a, const void *b) { return strcmp(a, b); }

/* Setups come in every order, and the shots without a move both from the start and behind a shooter. */
static void sort_unique(NaiveList *list) {
    if (!list->count) return;
    qsort(list->moves, list->count, sizeof *list->moves, compare);
    size_t kept = 1;
    for (size_t i = 1; i < list->count; i++)
        if (strcmp(list->moves[i], list->moves[kept - 1])) memmove(list->moves[kept++], list->moves[i], sizeof *list->moves);
    list->count = kept;
}

/* The words of the answer to `next`; the test fails on an error. */
static void ask(Walk *w, const char *beginning, Text *answer) {
    Partial next;
    ParseError error;
    REQUIRE(parse_next(beginning, &w->position, &next, &error), "%s: %s", w->naive->rules->name, error.text);
    gui_next(answer, &next);
    w->asked++;
    REQUIRE(answer->length > 5 && answer->data[answer->length - 1] == '\n' && !strstr(answer->data, "  "), "%s",
            answer->data);
    answer->data[answer->length - 1] = '\0';
}

static void walk(Walk *w, const char *beginning);

/* What stands between a beginning and the square after it: beginnings may end in a separator or not. */
static void go_to(Walk *w, const char *beginning, const char *separator, const char *square) {
    Beginning longer, open;
    bool repeats = *beginning && beginning[strlen(beginning) - 1] == *separator;
    snprintf(longer, sizeof longer, "%s%s%s", beginning, repeats ? "" : separator, square);
    if (*separator) {
        /* With the separator behind it the same must be offered. */
        Text with = {0}, without = {0};
        snprintf(open, sizeof open, "%s%s", beginning, separator);
        ask(w, beginning, &without);
        ask(w, open, &with);
        REQUIRE(!strcmp(with.data, without.data), "%s: %s but %s: %s", beginning, without.data, open, with.data);
        text_free(&with);
        text_free(&without);
    }
    walk(w, longer);
}

static void follow(Walk *w, const char *beginning, const char *list, const char *square) {
    bool setup = naive_in_setup(w->naive);
    if (!strcmp(list, "targets")) go_to(w, beginning, "-", square);
    else if (!strcmp(list, "stones")) go_to(w, beginning, "/", square);
    else if (!strcmp(list, "shooters")) go_to(w, beginning, setup && *beginning ? "," : "", square);
    else if (!strcmp(list, "shots") && strchr(beginning, '-')) go_to(w, beginning, "/", square);
    else if (!strcmp(list, "shots")) walk(w, square);
    else cr_assert_fail("%s: an unknown list %s", beginning, list);
}

/* Collects the turns to which the squares offered behind this beginning lead. */
static void walk(Walk *w, const char *beginning) {
    Text answer = {0};
    ask(w, beginning, &answer);
    char *rest = answer.data, *word = strsep(&rest, " ");
    const char *list = "";
    REQUIRE(!strcmp(word, "next"), "%s", word);
    while ((word = strsep(&rest, " "))) {
        bool square = word[1] >= '0' && word[1] <= '9';
        if (!strcmp(word, "complete")) found(w, beginning);
        else if (!strcmp(word, "swap")) walk(w, "swap");
        else if (square) follow(w, beginning, list, word);
        else list = word;
    }
    text_free(&answer);
}

static Walk walk_all(const Naive *n) {
    Walk w = {.naive = n, .position = position_of(n)};
    Text start = {0};
    Partial next;
    ParseError error;
    REQUIRE(parse_next("", &w.position, &next, &error), "%s", error.text);
    gui_next(&start, &next);
    if (strcmp(start.data, "next\n")) walk(&w, "");
    text_free(&start);
    return w;
}

/* Setup squares are put in any order; a turn is written in one. */
static void rewrite(Walk *w) {
    for (size_t i = 0; i < w->found.count; i++) {
        Move m;
        NotationError e = move_parse(&w->position, w->found.moves[i], &m);
        REQUIRE(e == NOTATION_OK, "%s is complete, yet %s", w->found.moves[i], notation_error_text(e));
        move_text(m, w->found.moves[i], sizeof *w->found.moves);
    }
    sort_unique(&w->found);
}

static size_t check_walk(const Naive *n) {
    Walk w = walk_all(n);
    rewrite(&w);
    NaiveList legal = naive_moves(n);
    char text[NAIVE_TEXT_SIZE];
    naive_write(n, text);
    for (size_t i = 0; i < w.found.count; i++)
        REQUIRE(naive_list_has(&legal, w.found.moves[i]), "%s %s: %s is offered", n->rules->name, text, w.found.moves[i]);
    size_t count = legal.count;
    REQUIRE(w.found.count == count, "%s %s: %zu of %zu turns", n->rules->name, text, w.found.count, count);
    naive_list_free(&legal);
    naive_list_free(&w.found);
    return count;
}

Test(board, squares_offered_lead_to_all_legal_turns_and_no_others) {
    Random r = random_seeded(701);
    size_t turns = 0;
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int round = support_scaled(4); round; round--) {
            Naive n = random_undecided(naive_rules(i), &r);
            turns += check_walk(&n);
        }
    cr_assert_gt(turns, 5000, "%zu", turns);
}

Test(board, squares_offered_in_a_small_setup_lead_to_all_setup_turns) {
    Random r = random_seeded(704);
    size_t turns = 0;
    for (int i = 0; i < NAIVE_RULE_SETS; i++) {
        if (naive_rules(i)->size != 7) continue;
        for (int plies = 0; plies < 2; plies++) {
            Naive n = random_played(naive_rules(i), &r, plies);
            turns += check_walk(&n);
        }
    }
    cr_assert_gt(turns, 20000, "%zu", turns);
}

static Bitboard naive_sight(const Naive *n, Square s) {
    int seen[NAIVE_SQUARES];
    Bitboard set = 0;
    for (int count = naive_seen(n, square_file(s), square_rank(s), seen); count > 0; count--)
        set |= bb_of(square_of(seen[count - 1]));
    return set;
}

Test(board, a_shooter_is_offered_what_it_sees) {
    Random r = random_seeded(705);
    for (int round = support_scaled(600); round; round--) {
        Naive n = random_undecided(naive_rules(round % NAIVE_RULE_SETS), &r);
        Position p = position_of(&n);
        Partial start, next;
        Bitboard movable = 0, shots = 0;
        for (Bitboard rest = p.shooters; rest;) {
            Square s = bb_pop(&rest);
            Bitboard seen = naive_sight(&n, s);
            char text[8];
            square_text(s, text, sizeof text);
            NotationError e = partial_parse(&p, text, &next);
            REQUIRE(seen ? !e && next.targets == seen && next.shots == seen && !next.shooters : e == NOTATION_SHOOTER_STUCK,
                    "%s", text);
            if (seen) movable |= bb_of(s);
            shots |= seen;
        }
        REQUIRE(!partial_parse(&p, "", &start) && start.shooters == movable && start.shots == shots && !start.targets,
                "the start");
    }
}

/* A board full of stones but for so many squares, so that a setup hardly finds room; no shooter on it is trapped. */
static Naive crowded_setup(const NaiveRules *rules, Random *r, int room) {
    for (;;) {
        Naive n = random_in_setup(rules, r);
        for (int empty = naive_count(&n, "."); empty > room;) {
            int square = random_below(r, NAIVE_SQUARES);
            char *at = &n.at[square / NAIVE_SIDE][square % NAIVE_SIDE];
            if (*at == '.') *at = "bw"[random_below(r, 2)], empty--;
        }
        if (!has_trapped(&n)) return n;
    }
}

Test(board, squares_offered_in_a_crowded_setup_leave_room_for_the_rest) {
    Random r = random_seeded(702);
    int none = 0, some = 0;
    for (int round = support_scaled(1500); round; round--) {
        Naive n = crowded_setup(naive_rules(round % NAIVE_RULE_SETS), &r, 1 + random_below(&r, 7));
        if (check_walk(&n)) some++;
        else none++;
    }
    cr_assert(some > 100 && none > 100, "%d with turns, %d without", some, none);
}

/* On a board too large for every setup: random ways, on which a square must be offered exactly where the naive rules allow it. */
static void check_setup_list(const Naive *n, const char *beginning, Bitboard offered, bool shooter) {
    for (int square = 0; square < NAIVE_SQUARES; square++) {
        if (n->at[square / NAIVE_SIDE][square % NAIVE_SIDE] == '#') continue;
        bool may = shooter ? naive_may_stand(n, square) : n->at[square / NAIVE_SIDE][square % NAIVE_SIDE] == '.';
        REQUIRE(bb_has(offered, square_of(square)) == may, "%s, %s: square %d", n->rules->name, beginning, square);
    }
}

static Square random_of(Bitboard set, Random *r) {
    for (int skip = random_below(r, bb_count(set)); skip; skip--) set &= set - 1;
    return bb_first(set);
}

static void check_random_setup(const Naive *start, Random *r) {
    Naive n = *start;
    Position p = position_of(start);
    Beginning text = "";
    Partial next;
    size_t length = 0;
    for (;;) {
        NotationError e = partial_parse(&p, text, &next);
        REQUIRE(!e, "%s, %s: %s", n.rules->name, text, notation_error_text(e));
        if (next.complete) break;
        Bitboard offered = next.shooters ? next.shooters : next.stones;
        check_setup_list(&n, text, offered, next.shooters != 0);
        Square s = random_of(offered, r);
        n.at[square_file(s)][square_rank(s)] = next.shooters ? 's' : n.side;
        if (length) text[length++] = next.shooters ? ',' : '/';
        length += square_text(s, text + length, sizeof text - length);
    }
    REQUIRE(naive_setup_legal(start, text), "%s: %s is complete", n.rules->name, text);
}

Test(board, setups_of_all_sizes_are_offered_square_by_square) {
    Random r = random_seeded(703);
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int round = support_scaled(20); round; round--) {
            Naive n = random_played(naive_rules(i), &r, random_below(&r, 2));
            check_random_setup(&n, &r);
        }
}

/* ---- next: the errors ---- */

typedef struct {
    NotationError error;
    const char *rules, *position, *beginning;
} Refused;

#define SETUP7 "7/7/7/7/7/7/7 b - 1"
#define SWAP7 "7/7/7/3s3/7/7/b6 w ? 1"
#define PLAY7 "7/2s1s2/7/3s3/7/7/b5w b - 2"
#define OVER7 "Bbbbbbb/bbbbbbb/bbbbbbb/bbbbbbb/bbbbbbb/3s3/Bbbbbbb w - 20"
/* Only two squares are left for shooters: neighbours; or no square for the stone. */
#define TIGHT7 "bbbbbbb/bbbbbbb/bbb1bbb/bbbsbbb/bbbbbbb/bbbbbbb/2bbbbb w - 1"
#define FULL7 "bbbbbbb/bbbbbbb/bbb2bb/bbbsbbb/bbbbbbb/bbbbbbb/bbbbbbb w - 1"

static const Refused REFUSED[] = {
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "x"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "d"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "-"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "d4--"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "d4-d5-"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "d4-d5,"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "d4-d5/d6/"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "D4"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "swa"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "d4-d5/d6-d7/a1,a2"},
    {NOTATION_SQUARE, "veletas-7", PLAY7, "d8"},
    {NOTATION_SQUARE, "veletas-7", PLAY7, "d4-h4"},
    {NOTATION_SQUARE, "nocorners-7", SETUP7, "a1"},
    {NOTATION_NO_SHOOTER, "veletas-7", PLAY7, "d5-"},
    {NOTATION_NO_SHOOTER, "veletas-7", PLAY7, "a1-"},
    {NOTATION_NO_SHOOTER, "veletas-7", PLAY7, "d5-d6"},
    {NOTATION_MOVE_BLOCKED, "veletas-7", PLAY7, "d4-e6"},
    {NOTATION_MOVE_BLOCKED, "veletas-7", PLAY7, "d4-a1/"},
    {NOTATION_SHOT_BLOCKED, "veletas-7", PLAY7, "a1"},
    {NOTATION_SHOT_BLOCKED, "veletas-7", PLAY7, "d4-d5/b4"},
    {NOTATION_SETUP_OVER, "veletas-7", PLAY7, "swap"},
    {NOTATION_SETUP_OVER, "veletas-7", PLAY7, "d5,"},
    {NOTATION_SETUP_OVER, "veletas-7", PLAY7, "d5/"},
    {NOTATION_SETUP_OVER, "veletas-7", PLAY7, "d5,d6/d7"},
    {NOTATION_SETUP_EXPECTED, "veletas-7", SETUP7, "d4-"},
    {NOTATION_SETUP_EXPECTED, "veletas-7", SETUP7, "d4-d5"},
    {NOTATION_SETUP_EXPECTED, "veletas-7", SWAP7, "d4-d5/"},
    {NOTATION_SETUP_EXPECTED, "veletas-7", SWAP7, "d4-d5/d6"},
    {NOTATION_SYNTAX, "veletas-7", SWAP7, "b2/b3,"},
    {NOTATION_SYNTAX, "veletas-7", SWAP7, "b2,,"},
    {NOTATION_NO_SWAP, "veletas-7", SETUP7, "swap"},
    {NOTATION_SETUP_COUNT, "veletas-7", SETUP7, "b2,"},
    {NOTATION_SETUP_COUNT, "veletas-7", SETUP7, "b2,b3"},
    {NOTATION_SETUP_COUNT, "veletas-7", SWAP7, "b2/"},
    {NOTATION_SETUP_COUNT, "veletas-7", SWAP7, "b2/b3"},
    {NOTATION_SETUP_COUNT, "veletas-7", SWAP7, "b2,b3,"},
    {NOTATION_SETUP_COUNT, "classic-7", SETUP7, "b2/"},
    {NOTATION_SETUP_COUNT, "classic-7", SETUP7, "b2/b3"},
    {NOTATION_NOT_EMPTY, "veletas-7", SWAP7, "d4"},
    {NOTATION_NOT_EMPTY, "veletas-7", SWAP7, "b2,b2"},
    {NOTATION_NOT_EMPTY, "veletas-7", SWAP7, "b2,b3/b3"},
    {NOTATION_PERIMETER, "veletas-7", SWAP7, "a2"},
    {NOTATION_ADJACENT, "interim-7", SWAP7, "d5"},
    {NOTATION_ADJACENT, "interim-7", SWAP7, "b3,a2"},
    {NOTATION_NO_ROOM, "classic-7", TIGHT7, "a1"},
    {NOTATION_NO_ROOM, "classic-7", TIGHT7, "b1,"},
    {NOTATION_NO_ROOM, "veletas-7", FULL7, "d5,e5"},
    {NOTATION_NO_ROOM, "veletas-7", FULL7, "d5,e5/"},
    {NOTATION_NO_ROOM, "veletas-7", FULL7, "e5"},
    {NOTATION_GAME_OVER, "veletas-7", OVER7, "d2"},
    {NOTATION_GAME_OVER, "veletas-7", OVER7, "d2-"},
    {NOTATION_GAME_OVER, "veletas-7", OVER7, "swap"},
};

Test(board, what_begins_no_turn_is_refused_with_its_reason) {
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        const Refused *f = &REFUSED[i];
        Naive n = naive_of(f->rules, f->position);
        Position p = position_of(&n);
        Partial next, untouched;
        ParseError error = {""};
        memset(&next, 0x5a, sizeof next);
        untouched = next;
        NotationError e = partial_parse(&p, f->beginning, &next);
        cr_expect(e == f->error, "%s;%s;%s: %s", f->rules, f->position, f->beginning, notation_error_text(e));
        cr_expect_not(parse_next(f->beginning, &p, &next, &error));
        cr_expect(strstr(error.text, f->beginning) && strstr(error.text, notation_error_text(e)), "%s", error.text);
        cr_expect(memcmp(&next, &untouched, sizeof next) == 0, "%s: written to although refused", f->beginning);
    }
}

Test(board, a_turn_that_cannot_be_made_is_not_begun) {
    static const Refused NOTHING[] = {
        {0, "classic-7", TIGHT7, ""}, {0, "veletas-7", FULL7, ""}, {0, "veletas-7", OVER7, ""}};
    for (size_t i = 0; i < sizeof NOTHING / sizeof *NOTHING; i++) {
        Naive n = naive_of(NOTHING[i].rules, NOTHING[i].position);
        Position p = position_of(&n);
        Partial next;
        Text line = {0};
        cr_assert_eq(partial_parse(&p, "", &next), NOTATION_OK);
        gui_next(&line, &next);
        cr_expect_str_eq(line.data, "next\n");
        text_free(&line);
    }
}

Test(board, one_word_at_most_begins_a_turn) {
    Naive n = naive_of("veletas-7", PLAY7);
    Position p = position_of(&n);
    Partial next;
    ParseError error;
    cr_expect(parse_next("  \t\r", &p, &next, &error) && next.shooters == p.shooters);
    cr_expect(parse_next(" \td4\r", &p, &next, &error) && next.targets && !next.shooters);
    cr_expect_not(parse_next("d4 d5", &p, &next, &error));
    cr_expect(strstr(error.text, "'d5'"), "%s", error.text);
    char endless[5000];
    memset(endless, 'a', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    cr_expect_not(parse_next(endless, &p, &next, &error));
    cr_expect_lt(strlen(error.text), 200);
}

/* ---- groups ---- */

/* Takes the group of that square off the board and writes its squares into `taken`. */
static int take_group(Naive *n, int square, char colour, bool taken[NAIVE_SQUARES]) {
    int file = square / NAIVE_SIDE, rank = square % NAIVE_SIDE;
    if (n->at[file][rank] != colour) return 0;
    n->at[file][rank] = '.';
    taken[square] = true;
    int size = 1;
    if (file > 0) size += take_group(n, square - NAIVE_SIDE, colour, taken);
    if (rank > 0) size += take_group(n, square - 1, colour, taken);
    if (file < NAIVE_SIDE - 1) size += take_group(n, square + NAIVE_SIDE, colour, taken);
    if (rank < NAIVE_SIDE - 1) size += take_group(n, square + 1, colour, taken);
    return size;
}

/* The answer to `groups`: for each size from the largest down, the groups of that size as their first squares are met. */
static void naive_groups(const Naive *n, Text *out) {
    text_add(out, "groups");
    for (int size = NAIVE_SQUARES; size > 0; size--) {
        Naive rest = *n;
        for (int square = 0; square < NAIVE_SQUARES; square++) {
            char colour = rest.at[square / NAIVE_SIDE][square % NAIVE_SIDE];
            bool taken[NAIVE_SQUARES] = {false};
            if ((colour != 'b' && colour != 'w') || take_group(&rest, square, colour, taken) != size) continue;
            text_add(out, " %c %d", colour, size);
            for (int s = 0; s < NAIVE_SQUARES; s++)
                if (taken[s]) text_add(out, " %c%d", 'a' + s / NAIVE_SIDE, s % NAIVE_SIDE + 1);
        }
    }
    text_add(out, "\n");
}

Test(board, groups_are_those_of_a_flood_fill) {
    Random r = random_seeded(706);
    for (int round = support_scaled(600); round; round--) {
        Naive n = random_any(naive_rules(round % NAIVE_RULE_SETS), &r);
        Board b = board_of(&n);
        Text expected = {0}, line = {0};
        naive_groups(&n, &expected);
        gui_groups(&line, &b);
        REQUIRE(!strcmp(line.data, expected.data), "%s\nnot %s", line.data, expected.data);
        text_free(&expected);
        text_free(&line);
    }
}

/* ---- claims ---- */

typedef struct {
    int claims, ties, both; /* all; with equal groups; turns that gave shooters to both colours */
} ClaimCounts;

/* The answer to `claims` after a turn from one position to the other. */
static void naive_claims(const Naive *before, const Naive *after, Text *out, ClaimCounts *counts) {
    bool got[2] = {false, false};
    text_add(out, "claims");
    for (int square = 0; square < NAIVE_SQUARES; square++) {
        int file = square / NAIVE_SIDE, rank = square % NAIVE_SIDE;
        char now = after->at[file][rank];
        if (now == before->at[file][rank] || (now != 'B' && now != 'W')) continue;
        int black = naive_beside(after, file, rank, 'b'), white = naive_beside(after, file, rank, 'w');
        text_add(out, " %c%d %c %d %d", 'a' + file, rank + 1, now == 'B' ? 'b' : 'w', black, white);
        got[now == 'W'] = true;
        counts->claims++;
        counts->ties += black == white;
    }
    counts->both += got[0] && got[1];
    text_add(out, "\n");
}

static void check_last_claims(const Naive *start, const char *moves, const char *expected) {
    char position[NAIVE_TEXT_SIZE];
    Text command = {0}, line = {0};
    Board b;
    Bitboard claimed;
    ParseError error;
    naive_write(start, position);
    text_add(&command, "fen %s moves%s", position, moves);
    REQUIRE(parse_position(command.data, variant_find(start->rules->name), &b, &claimed, &error), "%s", error.text);
    gui_claims(&line, &b, claimed);
    REQUIRE(!strcmp(line.data, expected), "%s %s: %s\nnot %s", start->rules->name, command.data, line.data, expected);
    text_free(&command);
    text_free(&line);
}

static void play_with_claims(const Naive *start, Random *r, ClaimCounts *counts) {
    Naive n = *start;
    NaiveMove move;
    Text moves = {0};
    for (int ply = 0; ply < 200 && random_move(&n, r, move); ply++) {
        Naive before = n;
        Text expected = {0};
        naive_play(&n, move);
        text_add(&moves, " %s", move);
        naive_claims(&before, &n, &expected, counts);
        check_last_claims(start, moves.data, expected.data);
        text_free(&expected);
    }
    text_free(&moves);
}

Test(board, claims_are_those_of_the_last_turn) {
    Random r = random_seeded(707);
    ClaimCounts counts = {0};
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int round = support_scaled(6); round; round--) {
            Naive n = round % 2 ? naive_start(naive_rules(i)) : random_undecided(naive_rules(i), &r);
            play_with_claims(&n, &r, &counts);
        }
    cr_assert(counts.claims > 200 && counts.ties > 10 && counts.both > 0, "%d claims, %d ties, %d turns with both",
              counts.claims, counts.ties, counts.both);
}

/* ---- as commands ---- */

#define POCKET7 "7/7/7/3s3/bbb4/b1b4/bbb4 w - 1"

Test(board, the_session_of_the_manual) {
    static const char *const SAID[][2] = {
        {"setoption name UCI_Variant value veletas-7", NULL},
        {"next", "next shooters b2 b3 b4 b5 b6 c2 c3 c4 c5 c6 d2 d3 d4 d5 d6 e2 e3 e4 e5 e6 f2 f3 f4 f5 f6"},
        {"next swap", "info string error: next 'swap': no swap is on offer"},
        {"next d4/b2", "next complete"},
        {"position startpos moves d4/b2", NULL},
        {"next c3,c3", "info string error: next 'c3,c3': a setup square is taken or named twice"},
        {"next c3,e5/g7", "next complete"},
        {"next swap", "next complete"},
        {"position startpos moves d4/b2 c3,e5/g7", NULL},
        {"next c3", "next targets a3 a5 b3 b4 c1 c2 c4 c5 c6 c7 d2 d3 e1 e3 f3 f6 g3 shots a3 a5 b3 b4 c1 c2 c4 c5 c6 c7 d2 "
                    "d3 e1 e3 f3 f6 g3"},
        {"next c3-c6", "next shots a4 a6 b5 b6 b7 c1 c2 c3 c4 c5 c7 d5 d6 d7 e4 e6 f3 f6 g2 g6"},
        {"next c3-c6/f6", "next complete"},
        {"next c3-d7", "info string error: next 'c3-d7': the shooter does not see its destination"},
        {"claims", "claims"},
        {"position fen 7/2s1s2/7/3s3/7/bb4w/b5w b - 2", NULL},
        {"groups", "groups b 3 a1 a2 b2 w 2 g1 g2"},
        {"position fen 3s3/7/7/2s4/www4/wbb4/s1b4 b - 9 moves b1", NULL},
        {"claims", "claims a1 w 4 4"},
    };
    Talk t = talk_open("uci");
    for (size_t i = 0; i < sizeof SAID / sizeof *SAID; i++) {
        talk_send(&t, "%s", SAID[i][0]);
        if (!SAID[i][1]) continue;
        const char *line = talk_line(&t, TALK_GUARD_MS);
        cr_assert(line && strcmp(line, SAID[i][1]) == 0, "%s: %s", SAID[i][0], line ? line : "nothing");
    }
    talk_quit(&t);
}

Test(board, claims_belong_to_the_position_last_accepted) {
    Talk t = talk_open("uci");
    talk_send(&t, "claims");
    talk_expect(&t, "^claims$");
    talk_send(&t, "position fen " W1 " moves b10");
    talk_send(&t, "claims");
    talk_expect(&t, "^claims a10 b 3 0 c10 w 3 25$");
    talk_refused(&t, "position fen " W1 " moves a10-b10/a10 b10");
    talk_send(&t, "claims");
    talk_expect(&t, "^claims a10 b 3 0 c10 w 3 25$");
    talk_send(&t, "position fen " W1);
    talk_send(&t, "claims");
    talk_expect(&t, "^claims$");
    talk_send(&t, "position fen " W1 " moves b10");
    talk_send(&t, "setoption name UCI_Variant value veletas-7");
    talk_send(&t, "claims");
    talk_expect(&t, "^claims$");
    talk_quit(&t);
}

Test(board, a_shooter_that_the_setup_has_trapped_is_not_offered) {
    Talk t = talk_open("uci");
    talk_send(&t, "setoption name UCI_Variant value veletas-7");
    talk_send(&t, "position fen " POCKET7 " moves b2,f6/g7");
    talk_send(&t, "next");
    talk_expect(&t, "^next shooters d4 f6 shots ");
    talk_refused(&t, "next b2");
    talk_send(&t, "next b2-");
    talk_expect(&t, "^info string error: next 'b2-': the shooter sees no empty square$");
    talk_quit(&t);
}

Test(board, boards_may_ask_during_a_search_and_a_perft) {
    static const char *const TASKS[] = {"go infinite", "go perft 5"};
    for (int i = 0; i < 2; i++) {
        Talk t = talk_open("uci");
        talk_send(&t, "position fen " MID);
        talk_send(&t, "%s", TASKS[i]);
        talk_send(&t, "next e7-e8");
        talk_expect(&t, "^next shots .* e7 ");
        talk_send(&t, "groups");
        talk_expect(&t, "^groups w 1 c2 b 1 d8 b 1 e4 w 1 h6 b 1 j1$");
        talk_send(&t, "claims");
        talk_expect(&t, "^claims$");
        talk_send(&t, "next e7-e7");
        talk_expect(&t, "^info string error: next 'e7-e7': ");
        talk_send(&t, "stop");
        talk_expect(&t, i ? "^info string perft stopped" : "^bestmove " ANY_MOVE);
        talk_quit(&t);
    }
}
