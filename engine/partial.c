#include "engine/partial.h"

#include "engine/move_word.h"
#include "engine/movegen.h"
#include "engine/setup.h"

/* The start of an ordinary turn: every shooter that can move (from there it can shoot at least at where it came from),
 * and every square that a shooter sees. */
static Partial begin_turn(const Position *p) {
    Partial next = {0};
    for (Bitboard rest = p->shooters; rest;) {
        Square s = bb_pop(&rest);
        Bitboard seen = turn_targets(p, s);
        if (seen) next.shooters |= bb_of(s);
        next.shots |= seen;
    }
    return next;
}

/* A word without its shot: FROM or FROM-TO. From where it stands a shooter can shoot at the squares where it can go. */
static NotationError go_on_turn(const Position *p, const MoveWord *w, Partial *out) {
    Square from = w->squares[0];
    if (!bb_has(p->shooters, from)) return NOTATION_NO_SHOOTER;
    Bitboard targets = turn_targets(p, from);
    if (!targets) return NOTATION_SHOOTER_STUCK;
    if (w->count == 1) {
        *out = (Partial){.targets = targets, .shots = targets};
        return NOTATION_OK;
    }
    Square to = w->squares[1];
    if (!bb_has(targets, to)) return NOTATION_MOVE_BLOCKED;
    *out = (Partial){.shots = turn_shots(p, from, to)};
    return NOTATION_OK;
}

/* A word with some of the squares of a setup, or all. */
static NotationError go_on_setup(const Position *p, const MoveWord *w, Partial *out) {
    if (!move_word_begins_setup(w)) return move_word_begins_turn(w) ? NOTATION_SETUP_EXPECTED : NOTATION_SYNTAX;
    bool stones = p->variant->setup_stones, open = move_word_is_open(w);
    int due = setup_to_place(p), shooters = move_word_shooters(w);
    bool stone_due = open && w->before[w->count] == '/', stone_given = shooters < w->count;
    if (shooters > due || (open && !stone_due && shooters == due)) return NOTATION_SETUP_COUNT;
    if ((stone_due || stone_given) && (!stones || shooters < due)) return NOTATION_SETUP_COUNT;
    Bitboard placed;
    NotationError e = move_word_place(p, w, &placed);
    if (e) return e;
    Partial next = {.complete = shooters == due && stone_given == stones};
    if (shooters < due) next.shooters = setup_next_squares(p, placed);
    else if (!next.complete) next.stones = position_empty(p) & ~placed;
    if (!next.complete && !next.shooters && !next.stones) return NOTATION_NO_ROOM;
    *out = next;
    return NOTATION_OK;
}

static NotationError begin(const Position *p, Partial *out) {
    switch (position_phase(p)) {
    case PHASE_OVER: *out = (Partial){0}; break;
    case PHASE_PLAY: *out = begin_turn(p); break;
    default: *out = (Partial){.shooters = setup_next_squares(p, 0), .swap = p->swap == SWAP_OFFERED};
    }
    return NOTATION_OK;
}

static NotationError whole_move(const Position *p, const char *text, Partial *out) {
    Move m;
    NotationError e = move_parse(p, text, &m);
    if (!e) *out = (Partial){.complete = true};
    return e;
}

NotationError partial_parse(const Position *p, const char *text, Partial *out) {
    if (!*text) return begin(p, out);
    MoveWord w;
    /* What does not consist of squares is the swap or an error. */
    if (move_word_read(p->variant, text, &w)) return whole_move(p, text, out);
    if (position_in_setup(p)) return go_on_setup(p, &w, out);
    if (position_phase(p) == PHASE_OVER) return NOTATION_GAME_OVER;
    if (!move_word_begins_turn(&w)) return move_word_begins_setup(&w) ? NOTATION_SETUP_OVER : NOTATION_SYNTAX;
    bool without_shot = w.count == 2 || (w.count == 1 && (move_word_is_open(&w) || bb_has(p->shooters, w.squares[0])));
    return without_shot ? go_on_turn(p, &w, out) : whole_move(p, text, out);
}
