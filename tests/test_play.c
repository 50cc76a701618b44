/* Playing and taking back turns, claims included. */
#include "engine/play.h"

#include "engine/movegen.h"
#include "engine/notation.h"
#include "tests/support.h"

TestSuite(play, .init = support_init);

enum { LONGEST_GAME = 100 };

/* One ply of a game as both sides know it. */
typedef struct {
    Board board; /* before the move */
    Undo undo;
} Ply;

static bool open_agrees(const Naive *n, const Board *b) {
    int open = 0;
    for (int square = 0; square < NAIVE_SQUARES; square++) {
        bool expected = n->at[square / NAIVE_SIDE][square % NAIVE_SIDE] == '.';
        if (b->open[square_of(square) + CELL_MARGIN] != expected) return false;
    }
    for (int cell = 0; cell < CELLS; cell++) open += b->open[cell];
    return open == naive_count(n, ".");
}

static void play_both(Naive *n, Board *b, const char *move, Undo *undo) {
    Move m = move_of(n, move);
    REQUIRE(turn_is_legal(&b->position, m), "%s: %s is illegal", n->rules->name, move);
    naive_play(n, move);
    board_play(b, m, undo);
    REQUIRE(same_text(&b->position, n), "%s: another position after %s", n->rules->name, move);
    REQUIRE(board_check(b), "%s: the board is broken after %s", n->rules->name, move);
    REQUIRE(open_agrees(n, b), "%s: other open squares after %s", n->rules->name, move);
}

static void undo_to(Board *b, const Ply *ply) {
    board_undo(b, &ply->undo);
    REQUIRE(boards_equal(b, &ply->board), "%s: undo leaves another board", b->position.variant->name);
    REQUIRE(board_check(b), "%s: undo leaves a broken board", b->position.variant->name);
}

/* Plays on to the end of the game, each move taken back and played again; then takes everything back. Returns the plies. */
static int walk_forth_and_back(Naive n, Random *r) {
    static Ply plies[LONGEST_GAME];
    Board b = board_of(&n);
    NaiveMove move;
    int count = 0;
    while (random_move(&n, r, move)) {
        REQUIRE(count < LONGEST_GAME, "%s: a game without end", n.rules->name);
        Ply *ply = &plies[count++];
        Naive before = n;
        ply->board = b;
        play_both(&n, &b, move, &ply->undo);
        undo_to(&b, ply);
        play_both(&before, &b, move, &ply->undo);
    }
    for (int i = count - 1; i >= 0; i--) undo_to(&b, &plies[i]);
    return count;
}

Test(play, whole_games_forth_and_back) {
    Random r = random_seeded(51);
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int game = support_scaled(8); game; game--) {
            int plies = walk_forth_and_back(naive_start(naive_rules(i)), &r);
            REQUIRE(plies > 8, "%s: a game of %d plies", naive_rules(i)->name, plies);
        }
}

Test(play, built_positions_forth_and_back) {
    Random r = random_seeded(52);
    int plies = 0;
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int round = support_scaled(40); round; round--)
            plies += walk_forth_and_back(random_in_play(naive_rules(i), &r), &r);
    cr_assert_gt(plies, 2000, "%d", plies);
}

/* Setups on crowded boards may leave trapped shooters, which the next turn claims, or a game in which nobody can move. */
Test(play, built_setups_forth_and_back) {
    Random r = random_seeded(53);
    int plies = 0;
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int round = support_scaled(15); round; round--)
            plies += walk_forth_and_back(random_in_setup(naive_rules(i), &r), &r);
    cr_assert_gt(plies, support_scaled(2000), "%d", plies);
}

/* Every turn of a position, not only a random one. */
Test(play, all_turns_of_a_position) {
    Random r = random_seeded(54);
    int turns = 0;
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int round = support_scaled(3); round; round--) {
            Naive n = random_played(naive_rules(i), &r, 20 + random_below(&r, 25));
            Ply ply = {.board = board_of(&n)};
            Board b = ply.board;
            NaiveList list = naive_moves(&n);
            for (size_t k = 0; k < list.count; k++, turns++) {
                Naive after = n;
                play_both(&after, &b, list.moves[k], &ply.undo);
                undo_to(&b, &ply);
            }
            naive_list_free(&list);
        }
    cr_assert_gt(turns, 3000, "%d", turns);
}

Test(play, turns_that_claim_are_among_the_random_ones) {
    Random r = random_seeded(55);
    int claiming = 0, several = 0, giving = 0;
    for (int round = support_scaled(600); round; round--) {
        Naive n = random_in_play(naive_rules(round % NAIVE_RULE_SETS), &r);
        int black = naive_count(&n, "B"), white = naive_count(&n, "W");
        Board b = board_of(&n);
        char mover = n.side;
        NaiveMove move;
        Undo undo;
        if (!random_move(&n, &r, move)) continue;
        play_both(&n, &b, move, &undo);
        int to_black = naive_count(&n, "B") - black, to_white = naive_count(&n, "W") - white;
        claiming += to_black + to_white > 0;
        several += to_black + to_white > 1;
        giving += (mover == 'b' ? to_white : to_black) > 0;
    }
    cr_assert_gt(claiming, support_scaled(50), "%d", claiming);
    cr_assert_gt(several, support_scaled(5), "%d", several);
    cr_assert_gt(giving, support_scaled(20), "%d", giving);
}

/* ---- claims worked out by hand ---- */

/* Plays one move by the engine and by the naive rules and compares both with the text that is expected. */
static Board after_claim(const char *rules, const char *before, const char *move, const char *after) {
    Naive n = naive_of(rules, before);
    Board b = board_of(&n);
    char text[NAIVE_TEXT_SIZE];
    Undo undo;
    play_both(&n, &b, move, &undo);
    naive_write(&n, text);
    cr_assert_str_eq(text, after, "%s: naive: %s", rules, text);
    position_text(&b.position, text, sizeof text);
    cr_assert_str_eq(text, after, "%s: engine: %s", rules, text);
    return b;
}

Test(play, larger_group_claims_whoever_moved) {
    after_claim("veletas-7", "1s4s/7/7/b6/b6/b6/sw5 w - 9", "b2", "1s4s/7/7/b6/b6/bw5/Bw5 b - 10");
    after_claim("veletas-7", "1s4s/7/7/7/b6/b6/sww4 b - 9", "b2", "1s4s/7/7/7/b6/bb5/Bww4 w - 9");
}

Test(play, equal_groups_give_the_shooter_to_the_opponent_of_the_mover) {
    after_claim("veletas-7", "1s4s/7/7/b6/b6/b6/sww4 w - 9", "b2", "1s4s/7/7/b6/b6/bw5/Bww4 b - 10");
    after_claim("veletas-7", "1s4s/7/7/7/b6/b6/swww3 b - 9", "b2", "1s4s/7/7/7/b6/bb5/Wwww3 w - 9");
}

Test(play, no_group_beside_gives_the_shooter_to_the_opponent_of_the_mover) {
    after_claim("veletas-7", "7/7/7/7/w6/s6/ssb4 b - 5", "b2", "7/7/7/7/w6/sb5/Wsb4 w - 5");
    after_claim("veletas-7", "7/7/7/7/w6/s6/ssb4 w - 5", "b2", "7/7/7/7/w6/sw5/Bsb4 b - 6");
}

Test(play, groups_are_never_added_up) {
    after_claim("veletas-7", "2s3s/7/7/7/3w3/3ww2/2bsbb1 b - 9", "c2", "2s3s/7/7/7/3w3/2bww2/2bWbb1 w - 9");
    after_claim("veletas-7", "2s3s/7/7/7/7/3ww2/1bbsbb1 w - 9", "c2", "2s3s/7/7/7/7/2www2/1bbWbb1 b - 10");
}

Test(play, diagonal_groups_do_not_claim) {
    after_claim("veletas-7", "s5s/7/7/7/1bb4/1bb4/sw5 w - 9", "a2", "s5s/7/7/7/1bb4/wbb4/Ww5 b - 10");
}

Test(play, lines_pass_over_shooters_unless_the_rules_say_otherwise) {
    static const char BEFORE[] = "1s5/7/7/7/7/s6/sw5 b - 9", OPEN[] = "1s5/7/7/7/7/sb5/sw5 w - 9";
    after_claim("veletas-7", BEFORE, "b2", OPEN);
    after_claim("boardspace-7", BEFORE, "b2", OPEN);
    after_claim("interim-7", BEFORE, "b2", "1s5/7/7/7/7/sb5/Ww5 w - 9");
    after_claim("classic-7", BEFORE, "b2", "1s5/7/7/7/7/sb5/Ww5 w - 9");
}

Test(play, claimed_neighbours_block_where_the_rules_say_so) {
    static const char BEFORE[] = "1s5/7/7/7/7/B6/sw5 b - 9", TRAPPED[] = "1s5/7/7/7/7/Bb5/Ww5 w - 9";
    after_claim("veletas-7", BEFORE, "b2", "1s5/7/7/7/7/Bb5/sw5 w - 9");
    after_claim("boardspace-7", BEFORE, "b2", TRAPPED);
    after_claim("interim-7", BEFORE, "b2", TRAPPED);
    after_claim("classic-7", BEFORE, "b2", TRAPPED);
}

Test(play, a_removed_corner_is_no_way_out) {
    static const char BEFORE[] = "2s4/7/7/s6/wb5/s1b4/1w5 w - 9";
    after_claim("veletas-7", BEFORE, "b2", "2s4/7/7/s6/wb5/swb4/1w5 b - 10");
    after_claim("nocorners-7", BEFORE, "b2", "2s4/7/7/s6/wb5/Wwb4/1w5 b - 10");
}

Test(play, one_shot_gives_a_shooter_to_each_side) {
    after_claim("veletas-7", "1s5/7/7/7/b6/b1ww3/swsww2 b - 9", "b2", "1s5/7/7/7/b6/bbww3/BwWww2 w - 9");
}

Test(play, a_turn_can_lose_the_game) {
    Board b = after_claim("veletas-7", "1s5/7/7/7/7/w1b4/sswww2 b - 9", "b2", "1s5/7/7/7/7/wbb4/WWwww2 w - 9");
    cr_assert_eq(position_winner(&b.position), WHITE);
    cr_assert_eq(position_phase(&b.position), PHASE_OVER);
    cr_assert_eq(turns_count(&b.position), 0);
}

Test(play, a_shooter_that_takes_the_last_seen_square_traps) {
    after_claim("veletas-7", "1s4s/7/7/7/2b4/b6/sw5 w - 9", "b7-b2/b7", "1w4s/7/7/7/2b4/bs5/Bw5 b - 10");
}

Test(play, a_shooter_can_trap_itself) {
    after_claim("veletas-7", "5s1/5s1/7/7/7/b6/1w4s b - 9", "f6-a1/b2", "5s1/7/7/7/7/bb5/Bw4s w - 9");
}

/* ---- turn numbers and swap marks ---- */

static void check_sequence(const char *rules, const char *start, const char *const *moves, int count, const char *end) {
    Naive n = naive_of(rules, start);
    Board b = board_of(&n);
    char text[NAIVE_TEXT_SIZE];
    for (int i = 0; i < count; i++) {
        Undo undo;
        play_both(&n, &b, moves[i], &undo);
    }
    position_text(&b.position, text, sizeof text);
    cr_assert_str_eq(text, end, "%s: %s", rules, text);
}

Test(play, the_offer_to_swap_is_taken_or_passes) {
    static const char *const TAKEN[] = {"d4/e5", "swap", "b2,c3/g7", "a1", "a7"}, *const PASSED[] = {"d4/e5", "b2,c3/g7",
                                                                                                     "a1"};
    check_sequence("veletas-7", "7/7/7/7/7/7/7 b - 1", TAKEN, 2, "7/7/4b2/3s3/7/7/7 w x 1");
    check_sequence("veletas-7", "7/7/7/7/7/7/7 b - 1", TAKEN, 4, "6w/7/4b2/3s3/2s4/1s5/b6 w x 2");
    check_sequence("veletas-7", "7/7/7/7/7/7/7 b - 1", TAKEN, 5, "w5w/7/4b2/3s3/2s4/1s5/b6 b x 3");
    check_sequence("veletas-7", "7/7/7/7/7/7/7 b - 1", PASSED, 1, "7/7/4b2/3s3/7/7/7 w ? 1");
    check_sequence("veletas-7", "7/7/7/7/7/7/7 b - 1", PASSED, 3, "6w/7/4b2/3s3/2s4/1s5/b6 w - 2");
}

Test(play, without_the_swap_rule_none_is_offered) {
    static const char *const MOVES[] = {"d4", "a1,g7"};
    check_sequence("classic-7", "7/7/7/7/7/7/7 b - 1", MOVES, 1, "7/7/7/3s3/7/7/7 w - 1");
    check_sequence("classic-7", "7/7/7/7/7/7/7 b - 1", MOVES, 2, "6s/7/7/3s3/7/7/s6 b - 2");
}

Test(play, turn_numbers_end_at_the_last_that_can_be_written) {
    static const char *const MOVES[] = {"a1", "a7", "g1"};
    check_sequence("veletas-7", "7/7/7/3s3/2s4/1s5/7 w - 9998", MOVES, 1, "7/7/7/3s3/2s4/1s5/w6 b - 9999");
    check_sequence("veletas-7", "7/7/7/3s3/2s4/1s5/7 w - 9998", MOVES, 3, "b6/7/7/3s3/2s4/1s5/w5w b - 9999");
}
