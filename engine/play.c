#include "engine/play.h"

#include <assert.h>
#include <string.h>

#include "engine/lines.h"
#include "engine/zobrist.h"

static void compute_open(uint8_t open[CELLS], const Position *p) {
    memset(open, 0, CELLS);
    for (Bitboard rest = position_empty(p); rest;) open[bb_pop(&rest) + CELL_MARGIN] = 1;
}

void board_set(Board *b, const Position *p) {
    b->position = *p;
    groups_compute(&b->groups, p);
    compute_open(b->open, p);
}

static void add_shooter(Board *b, Square s) {
    b->position.shooters |= bb_of(s);
    b->position.key ^= zobrist.shooter[s];
    b->open[s + CELL_MARGIN] = 0;
}

static void remove_shooter(Board *b, Square s) {
    b->position.shooters &= ~bb_of(s);
    b->position.key ^= zobrist.shooter[s];
    b->open[s + CELL_MARGIN] = 1;
}

static void add_stone(Board *b, Square s, GroupsUndo *undo) {
    Position *p = &b->position;
    groups_add(&b->groups, s, p->side, p->stones[p->side], undo);
    p->stones[p->side] |= bb_of(s);
    p->key ^= zobrist.stone[p->side][s];
    b->open[s + CELL_MARGIN] = 0;
}

static void set_swap(Position *p, SwapMark mark) {
    p->key ^= zobrist.swap[p->swap] ^ zobrist.swap[mark];
    p->swap = (uint8_t)mark;
}

/* First all trapped shooters are found, then they are claimed: whether one is trapped must not depend on whether
 * another was claimed before it. */
static void claim_trapped(Board *b) {
    Position *p = &b->position;
    Bitboard empty = position_empty(p);
    Bitboard enclosed = p->shooters & ~bb_around(empty);
    if (!enclosed) return;
    Bitboard blockers = position_blockers(p), trapped = 0;
    while (enclosed) {
        Square s = bb_pop(&enclosed);
        if (!(lines_seen(s, blockers) & empty)) trapped |= bb_of(s);
    }
    while (trapped) {
        Square s = bb_pop(&trapped);
        Colour c = groups_claimant(&b->groups, s, p->side);
        p->shooters &= ~bb_of(s);
        p->claimed[c] |= bb_of(s);
        p->claims[c]++;
        p->key ^= zobrist.shooter[s] ^ zobrist.claimed[c][s];
    }
}

static void end_turn(Position *p) {
    /* 9999 is the last that a position's text can have. */
    if (p->side == WHITE && p->number < 9999) p->number++;
    p->side ^= 1;
    p->key ^= zobrist.white_to_move;
}

static void play_setup(Board *b, Move m, GroupsUndo *undo) {
    Position *p = &b->position;
    for (int i = 0; i < MAX_PLACED && move_placed(m, i) != NO_SQUARE; i++) add_shooter(b, move_placed(m, i));
    if (move_stone(m) != NO_SQUARE) add_stone(b, move_stone(m), undo);
    if (p->side == BLACK && p->variant->swap) set_swap(p, SWAP_OFFERED);
    else if (p->swap == SWAP_OFFERED) set_swap(p, SWAP_NONE);
    end_turn(p);
}

void board_play(Board *b, Move m, Undo *undo) {
    Position *p = &b->position;
    undo->before = *p;
    undo->move = m;
    switch (move_kind(m)) {
    case MOVE_KIND_SWAP: set_swap(p, SWAP_DONE); break;
    case MOVE_KIND_SETUP: play_setup(b, m, &undo->groups); break;
    default:
        if (move_relocates(m)) {
            remove_shooter(b, move_from(m));
            add_shooter(b, move_to(m));
        }
        add_stone(b, move_shot(m), &undo->groups);
        claim_trapped(b);
        end_turn(p);
    }
    assert(board_check(b));
}

static void reopen(Board *b, Move m) {
    b->open[move_shot(m) + CELL_MARGIN] = 1;
    if (!move_relocates(m)) return;
    b->open[move_to(m) + CELL_MARGIN] = 1;
    b->open[move_from(m) + CELL_MARGIN] = 0;
}

void board_undo(Board *b, const Undo *undo) {
    b->position = undo->before;
    if (move_kind(undo->move) == MOVE_KIND_TURN) reopen(b, undo->move);
    else compute_open(b->open, &b->position);
    if (move_kind(undo->move) != MOVE_KIND_SWAP && move_shot(undo->move) != NO_SQUARE)
        groups_remove(&b->groups, &undo->groups);
    assert(board_check(b));
}

static bool groups_agree(const Groups *a, const Groups *b, Bitboard stones) {
    if (memcmp(a->size, b->size, sizeof a->size)) return false;
    while (stones) {
        Square s = bb_pop(&stones);
        if (a->members[a->root[s]] != b->members[b->root[s]] || !bb_has(a->members[a->root[s]], s)) return false;
    }
    return true;
}

bool board_check(const Board *b) {
    Board fresh;
    board_set(&fresh, &b->position);
    return position_check(&b->position) && !memcmp(b->open, fresh.open, CELLS) &&
           groups_agree(&b->groups, &fresh.groups, b->position.stones[0] | b->position.stones[1]);
}
