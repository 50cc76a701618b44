#include "engine/play.h"

#include <assert.h>

#include "engine/lines.h"
#include "engine/zobrist.h"

void board_set(Board *b, const Position *p) {
    b->position = *p;
    groups_compute(&b->groups, p);
}

static void add_shooter(Position *p, Square s) {
    p->shooters |= bb_of(s);
    p->key ^= zobrist.shooter[s];
}

static void remove_shooter(Position *p, Square s) {
    p->shooters &= ~bb_of(s);
    p->key ^= zobrist.shooter[s];
}

static void add_stone(Board *b, Square s, GroupsUndo *undo) {
    Position *p = &b->position;
    groups_add(&b->groups, s, p->side, p->stones[p->side], undo);
    p->stones[p->side] |= bb_of(s);
    p->key ^= zobrist.stone[p->side][s];
}

static void set_swap(Position *p, SwapMark mark) {
    p->key ^= zobrist.swap[p->swap] ^ zobrist.swap[mark];
    p->swap = (uint8_t)mark;
}

/* All claims of a turn are judged on one position: claiming removes a blocker at most for shooters that are not trapped. */
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
        Colour c = groups_claimant(&b->groups, p, s, p->side);
        remove_shooter(p, s);
        p->claimed[c] |= bb_of(s);
        p->claims[c]++;
        p->key ^= zobrist.claimed[c][s];
    }
}

static void end_turn(Position *p) {
    /* A position's text has no number beyond 9999. */
    if (p->side == WHITE && p->number < 9999) p->number++;
    p->side ^= 1;
    p->key ^= zobrist.white_to_move;
}

static void play_setup(Board *b, Move m, GroupsUndo *undo) {
    Position *p = &b->position;
    for (int i = 0; i < MAX_PLACED && move_placed(m, i) != NO_SQUARE; i++) add_shooter(p, move_placed(m, i));
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
            remove_shooter(p, move_from(m));
            add_shooter(p, move_to(m));
        }
        add_stone(b, move_shot(m), &undo->groups);
        claim_trapped(b);
        end_turn(p);
    }
    assert(board_check(b));
}

void board_undo(Board *b, const Undo *undo) {
    b->position = undo->before;
    if (move_kind(undo->move) != MOVE_KIND_SWAP && move_shot(undo->move) != NO_SQUARE)
        groups_remove(&b->groups, &undo->groups);
    assert(board_check(b));
}

static bool groups_agree(const Groups *a, const Groups *b, Bitboard stones) {
    while (stones) {
        Square s = bb_pop(&stones), r = a->root[s], q = b->root[s];
        if (a->members[r] != b->members[q] || a->size[r] != b->size[q] || !bb_has(a->members[r], s)) return false;
    }
    for (int c = BLACK; c <= WHITE; c++)
        for (int t = 0; t < GROUP_TIERS; t++)
            if (a->tier[c][t] != b->tier[c][t]) return false;
    return true;
}

bool board_check(const Board *b) {
    Groups fresh;
    groups_compute(&fresh, &b->position);
    return position_check(&b->position) &&
           groups_agree(&b->groups, &fresh, b->position.stones[0] | b->position.stones[1]);
}
