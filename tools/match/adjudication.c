#include "tools/match/adjudication.h"

enum { MATE_SCORE = 100000 }; /* beyond every score that an adjudication may ask for */

static int centipawns_of(const ClientInfo *info) {
    if (!info->has_score) return 0;
    if (!info->mate) return info->score;
    return info->score > 0 ? MATE_SCORE : -MATE_SCORE;
}

void score_sheet_add(ScoreSheet *s, int player, const ClientInfo *info) {
    int *count = &s->count[player];
    if (*count == SCORES_MAX) return;
    s->scores[player][(*count)++] = centipawns_of(info);
    if (!info->has_score) s->unscored[player] = *count;
}

/* Whether the player's last `moves` scores, times `sign`, are all at least `score`. */
static bool all_beyond(const ScoreSheet *s, int player, int moves, int score, int sign) {
    int count = s->count[player];
    if (count - s->unscored[player] < moves) return false;
    for (int i = count - moves; i < count; i++)
        if (sign * s->scores[player][i] < score) return false;
    return true;
}

static bool is_lost(const Adjudication *a, const ScoreSheet *s, int player) {
    return a->moves && all_beyond(s, player, a->moves, a->score, -1) &&
           (!a->both || all_beyond(s, !player, a->moves, a->score, 1));
}

int adjudication_loser(const Adjudication *a, const ScoreSheet *s) {
    for (int player = 0; player < 2; player++)
        if (is_lost(a, s, player)) return player;
    return -1;
}
