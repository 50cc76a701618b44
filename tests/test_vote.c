/* Which of several threads' answers is given. */
#include "search/vote.h"

#include "eval/eval.h"
#include "tests/support.h"

static void init(void) {
    support_init();
    eval_init();
}

TestSuite(vote, .init = init);

static const Move A = MOVE_SWAP + 1, B = MOVE_SWAP + 2, C = MOVE_SWAP + 3;

#define CHOOSE(...) vote_choose((Ballot[]){__VA_ARGS__}, sizeof((Ballot[]){__VA_ARGS__}) / sizeof(Ballot))

Test(vote, one_ballot_is_chosen) {
    cr_assert_eq(CHOOSE({A, 0, 5}), 0);
    cr_assert_eq(CHOOSE({A, -SCORE_CP_MAX, 0}), 0);
    cr_assert_eq(CHOOSE({A, score_loss_in(2), 1}), 0);
}

Test(vote, equals_go_to_the_first) {
    cr_assert_eq(CHOOSE({A, 20, 6}, {B, 20, 6}), 0);
    cr_assert_eq(CHOOSE({A, 20, 6}, {A, 20, 6}, {A, 20, 6}), 0);
    cr_assert_eq(CHOOSE({A, 20, 0}, {B, 20, 0}), 0);
}

Test(vote, the_deepest_is_chosen_whatever_the_scores) {
    cr_assert_eq(CHOOSE({A, 20, 6}, {B, 20, 7}), 1);
    cr_assert_eq(CHOOSE({A, 60, 6}, {B, -20, 7}, {A, 60, 6}), 1);
    cr_assert_eq(CHOOSE({A, 20, 7}, {B, 60, 0}), 0, "a thread that finished nothing has no say");
}

Test(vote, of_the_deepest_the_best_score_is_chosen) {
    cr_assert_eq(CHOOSE({A, 20, 6}, {B, 60, 6}), 1);
    cr_assert_eq(CHOOSE({A, -300, 6}, {A, -200, 6}, {B, 500, 5}), 1);
}

Test(vote, proofs_go_before_votes) {
    cr_assert_eq(CHOOSE({A, 900, 9}, {A, 900, 9}, {B, score_win_in(7), 3}), 2);
    cr_assert_eq(CHOOSE({A, score_win_in(7), 9}, {B, score_win_in(5), 2}), 1, "the shortest win");
    cr_assert_eq(CHOOSE({A, score_win_in(5), 2}, {B, score_win_in(5), 9}), 0);
    cr_assert_eq(CHOOSE({A, 200, 9}, {B, score_loss_in(6), 7}), 1, "no estimate denies a proof");
    cr_assert_eq(CHOOSE({A, score_loss_in(2), 9}, {B, score_loss_in(6), 7}, {C, score_loss_in(4), 7}), 1,
                 "the longest loss");
    cr_assert_eq(CHOOSE({A, score_loss_in(2), 9}, {B, score_win_in(9), 7}), 1);
    cr_assert_eq(CHOOSE({A, score_win_in(9), 9}, {B, score_loss_in(2), 7}), 0);
}

/* Adding a copy of the choice changes no move. */
Test(vote, the_choice_is_one_of_the_ballots_and_stands_when_repeated) {
    Random r = random_seeded(401);
    for (int i = support_scaled(20000); i; i--) {
        Ballot ballots[MAX_THREADS + 1];
        int count = 1 + random_below(&r, i % 50 ? 6 : MAX_THREADS);
        for (int k = 0; k < count; k++) {
            Score score = random_below(&r, 2 * SCORE_CP_MAX + 1) - SCORE_CP_MAX;
            if (random_below(&r, 40) == 0) score = random_below(&r, 2) ? score_win_in(1 + k) : score_loss_in(1 + k);
            ballots[k] = (Ballot){A + (Move)random_below(&r, 4), score, random_below(&r, MAX_DEPTH)};
        }
        int chosen = vote_choose(ballots, count);
        REQUIRE(chosen >= 0 && chosen < count, "%d of %d", chosen, count);
        ballots[count] = ballots[chosen];
        int again = vote_choose(ballots, count + 1);
        REQUIRE(ballots[again].move == ballots[chosen].move, "another move when the chosen ballot comes twice");
    }
}
