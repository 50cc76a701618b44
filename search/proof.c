#include "search/proof.h"

#include <assert.h>

#include "search/alphabeta.h"
#include "search/certain.h"
#include "search/root.h"

/* Whether the game goes on, but for nothing. */
static bool is_certain(const Board *b) {
    Certain certain;
    if (position_winner(&b->position) != NO_COLOUR) return false;
    certain_find(b, &certain);
    return certain_winner(&certain, b->position.variant) != NO_COLOUR;
}

/* Plies from the root to the end of the game at most, at a position so many from it: the distance of all that is only certain. */
static int plies_at_most(const Board *b, int ply) { return ply + bb_count(position_empty(&b->position)); }

/* Proves the score of the worker's position, a win or a loss within so many plies, by every move and the least depth that does. */
static void prove_line(Worker *w, SearchMode mode, bool winning, int plies, int ply) {
    const Score end = winning ? score_win_in(plies) : score_loss_in(plies);
    bool proved = false;
    mode = (mode & MODE_GRACE) | MODE_EXACT | (plies < plies_at_most(&w->board, ply) ? MODE_COUNT : MODE_PLAY);
    for (int depth = 1; depth <= plies - ply && !w->aborted && !proved; depth++) {
        Score score =
            alphabeta(w, mode, winning ? end - 1 : -SCORE_INFINITE, winning ? SCORE_INFINITE : end + 1, depth, ply);
        proved = winning ? score >= end : score <= end;
    }
}

bool proof_complete(Worker *w, SearchMode mode, Line *line) {
    int plies = score_plies(line->score), length = line->length;
    if (!score_is_proved(line->score) || length >= plies || plies >= MAX_PLY) return true;
    Board root = w->board;
    Undo undo;
    for (int i = 0; i < length; i++) board_play(&w->board, line->moves[i], &undo);
    if (!is_certain(&w->board) || plies < plies_at_most(&w->board, length)) {
        prove_line(w, mode, score_is_win(line->score) == (length % 2 == 0) /* of the side to move there */, plies, length);
        const Line *rest = &w->pv[length];
        for (int i = 0; i < rest->length && !w->aborted; i++) {
            line->moves[length++] = rest->moves[i];
            board_play(&w->board, rest->moves[i], &undo);
        }
    }
    const bool certain = is_certain(&w->board), whole = certain || position_winner(&w->board.position) != NO_COLOUR;
    if (certain) length += certain_finish(&w->board, line->moves + length);
    w->board = root;
    line->length = length;
    assert(length <= MAX_PV);
    /* Stopped on the way to a shorter end, the line shown has another; to promise no less than it takes is as true. */
    if (length > plies) line->score = score_is_win(line->score) ? score_win_in(length) : score_loss_in(length);
    return whole;
}

bool proof_find_win(Worker *w, int plies) {
    w->found.length = 0;
    root_search(w, MODE_EXACT | MODE_COUNT, plies, 0, score_win_in(plies) - 1, score_win_in(plies));
    if (!w->found.length) return !w->aborted;
    w->lines[0] = w->found;
    w->lines[0].bound = BOUND_EXACT;
    proof_complete(w, MODE_PLAY, &w->lines[0]);
    return true;
}
