#include "search/vote.h"

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

int vote_choose(const Ballot *ballots, int count) {
    int best = choose_proved(ballots, count);
    if (best >= 0) return best;
    best = 0;
    for (int i = 1; i < count; i++) {
        const Ballot *b = &ballots[i], *than = &ballots[best];
        if (b->depth > than->depth || (b->depth == than->depth && b->score > than->score)) best = i;
    }
    return best;
}
