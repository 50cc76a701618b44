#include "search/vote.h"

/* What a ballot at the lowest score counts for each ply of its depth, in parts of SCORE_ONE. */
enum { LEAST = SCORE_ONE / 16 };

static int choose_proved(const Ballot *ballots, int count) {
    int best = -1;
    for (int i = 0; i < count; i++) {
        Score score = ballots[i].score;
        if (!score_is_proved(score)) continue;
        if (best < 0 || (score_is_win(score) && score > ballots[best].score) ||
            (!score_is_win(ballots[best].score) && score > ballots[best].score))
            best = i;
    }
    return best;
}

static int64_t weight_of(const Ballot *b, int lowest) {
    return (int64_t)(score_to_probability(b->score) - lowest + LEAST) * b->depth;
}

int vote_choose(const Ballot *ballots, int count) {
    int proved = choose_proved(ballots, count), lowest = SCORE_ONE, best = 0;
    if (proved >= 0) return proved;
    for (int i = 0; i < count; i++) {
        int p = score_to_probability(ballots[i].score);
        if (p < lowest) lowest = p;
    }
    int64_t most = -1, loudest = -1;
    for (int i = 0; i < count; i++) {
        int64_t votes = 0, own = weight_of(&ballots[i], lowest);
        for (int k = 0; k < count; k++)
            if (ballots[k].move == ballots[i].move) votes += weight_of(&ballots[k], lowest);
        bool same = ballots[i].move == ballots[best].move;
        if (same ? own <= loudest : votes <= most) continue;
        most = votes;
        loudest = own;
        best = i;
    }
    return best;
}
