#include <stdlib.h>
#include <string.h>

#include "engine/movegen.h"
#include "engine/notation.h"
#include "engine/partial.h"
#include "engine/perft.h"
#include "engine/setup.h"
#include "engine/splitmix.h"
#include "lib/handle.h"

uint64_t cierzo_board_count(const CierzoBoard *board) { return turns_count(&board->board.position); }

size_t cierzo_board_turns(const CierzoBoard *board, CierzoTurn *out) { return turns_list(&board->board.position, out); }

int cierzo_board_is_legal(const CierzoBoard *board, CierzoTurn turn) { return turn_is_legal(&board->board.position, turn); }

CierzoError cierzo_board_parse(const CierzoBoard *board, const char *word, CierzoTurn *out) {
    return (CierzoError)move_parse(&board->board.position, word, out);
}

uint64_t cierzo_board_perft(const CierzoBoard *board, int depth) {
    Board b = board->board;
    return perft(&b, depth, NULL);
}

/* ---- by steps ---- */

static void mark(uint8_t marks[CIERZO_SQUARES], Bitboard squares, int step) {
    while (squares) marks[handle_square(bb_pop(&squares))] |= (uint8_t)step;
}

CierzoError cierzo_board_steps(const CierzoBoard *board, const char *begun, uint8_t marks[CIERZO_SQUARES], int *swap,
                               int *complete) {
    Partial next;
    NotationError error = partial_parse(&board->board.position, begun, &next);
    if (error) return (CierzoError)error;
    memset(marks, 0, CIERZO_SQUARES);
    mark(marks, next.shooters, CIERZO_STEP_SHOOTER);
    mark(marks, next.targets, CIERZO_STEP_TARGET);
    mark(marks, next.shots, CIERZO_STEP_SHOT);
    mark(marks, next.stones, CIERZO_STEP_STONE);
    if (swap) *swap = next.swap;
    if (complete) *complete = next.complete;
    return CIERZO_OK;
}

/* ---- at random ---- */

/* The turn that stands at this index, below their count, in the order of turns_list. */
static Move turn_at(const Position *p, int index) {
    TurnIterator it = turns_begin(p);
    for (TurnSlice slice; turns_next(&it, &slice);) {
        int count = bb_count(slice.shots);
        if (index < count) {
            for (; index > 0; index--) slice.shots &= slice.shots - 1;
            return move_turn(slice.from, slice.to, bb_first(slice.shots));
        }
        index -= count;
    }
    return MOVE_NONE;
}

/* In a setup so crowded that chance finds no turn, the first one. */
static Move random_setup(const Position *p, uint64_t *seed) {
    if (p->swap == SWAP_OFFERED && splitmix64_below(seed, 2)) return MOVE_SWAP;
    Move turn = setup_random(p, seed);
    SetupIterator it = setup_begin(p);
    if (turn == MOVE_NONE && !setup_next(&it, &turn)) return MOVE_NONE;
    return turn;
}

CierzoTurn cierzo_board_random(const CierzoBoard *board, uint64_t *seed) {
    const Position *p = &board->board.position;
    if (position_in_setup(p)) return random_setup(p, seed);
    int count = (int)turns_count(p);
    return count ? turn_at(p, splitmix64_below(seed, count)) : MOVE_NONE;
}

/* ---- setup turns ---- */

struct CierzoSetups {
    Position position;
    SetupIterator next;
};

CierzoError cierzo_setups_new(const CierzoBoard *board, CierzoSetups **out) {
    CierzoSetups *setups = malloc(sizeof *setups);
    if (!setups) return CIERZO_MEMORY;
    setups->position = board->board.position;
    setups->next = setup_begin(&setups->position);
    *out = setups;
    return CIERZO_OK;
}

size_t cierzo_setups_next(CierzoSetups *setups, CierzoTurn *out, size_t room) {
    size_t count = 0;
    while (count < room && setup_next(&setups->next, &out[count])) count++;
    return count;
}

void cierzo_setups_free(CierzoSetups *setups) { free(setups); }
