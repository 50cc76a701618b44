/* Depth-first proof-number search (Allis 1994; Nagai's df-pn, 2002) over positions with their proof number phi and disproof number
 * delta, both from the view of the side to move: how many positions at least must still be solved to prove that it wins, that it loses.
 *
 * Most turns of a late position are beside the point: the other side's threat wins after them all the same (threat.h). A node under a
 * threat has only the turns that could prevent it; how many these are is what its disproof number begins with, so forcing lines come
 * first.
 *
 * A position is solved as soon as the claims that are certain (certain.h) make a majority, which is turns before the game ends. */
#include "search/solve.h"

#include <stdlib.h>

#include "engine/movegen.h"
#include "search/proof_memory.h"
#include "search/threat.h"

enum {
    CHILDREN = 1 << 18, /* of all nodes of a path together */
    INFINITE = 1 << 30
};

typedef struct {
    uint32_t move;
    uint32_t phi, delta;
    uint32_t line;  /* of a solved one; 0: it follows from the position */
    uint32_t plies; /* of a solved one: to the end of the game at most */
} SolverChild;

struct Solver {
    ProofMemory memory;
    SolverChild *children;
    Board board;
    SolverChild root;
    int top; /* children in use */
    bool stopped;
    bool full; /* the children of a path found no room */
    SolverVisit *visit;
    void *context;
    uint64_t nodes;
};

Solver *solver_create(void) {
    Solver *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->children = calloc(CHILDREN, sizeof *s->children);
    if (proof_memory_init(&s->memory) && s->children) return s;
    solver_destroy(s);
    return NULL;
}

void solver_destroy(Solver *s) {
    if (!s) return;
    proof_memory_destroy(&s->memory);
    free(s->children);
    free(s);
}

void solver_clear(Solver *s) { proof_memory_clear(&s->memory); }

static uint32_t plies_of(const Solver *s, uint32_t line) { return proof_memory_plies(&s->memory, line); }

static uint32_t make_line(Solver *s, uint32_t move, uint32_t rest) { return proof_memory_add_line(&s->memory, move, rest); }

/* ---- what is seen at a glance ---- */

static uint32_t count_zone(const Position *p, const Zone *z) {
    uint32_t count = 0;
    TurnIterator it = turns_begin(p);
    for (TurnSlice slice; turns_next(&it, &slice);) count += (uint32_t)bb_count(zone_shots(z, &slice));
    return count;
}

static bool is_threatened(const Board *b, const Certain *certain, Threat *t, Zone *z) {
    Colour other = colour_other((Colour)b->position.side);
    return threat_find(b, certain, other, t) && threat_zone(b, certain, other, t, z);
}

/* What the board still has room for. */
static uint32_t turns_left(const Position *p) { return (uint32_t)bb_count(position_empty(p)); }

/* Turns to the end of the game after a threat is carried out, that turn included. */
static uint32_t threat_plies(const Position *p, Colour c) {
    return p->claims[c] + 1 >= variant_majority(p->variant) ? 1 : turns_left(p);
}

static void win(SolverChild *c, uint32_t plies) {
    c->phi = 0;
    c->delta = INFINITE;
    c->plies = plies;
}

static void lose(SolverChild *c, uint32_t plies) {
    c->phi = INFINITE;
    c->delta = 0;
    c->plies = plies;
}

/* The numbers of the board's position. */
static void assess(Solver *s, SolverChild *c) {
    const Position *p = &s->board.position;
    const Colour side = (Colour)p->side;
    Colour winner = position_winner(p);
    const ProofEntry *e;
    Certain certain;
    Threat t;
    Zone z;
    c->line = c->plies = 0;
    if (winner == NO_COLOUR) {
        if ((e = proof_memory_probe(&s->memory, p->key)) != NULL) {
            c->phi = e->phi;
            c->delta = e->delta;
            c->line = e->line;
            c->plies = plies_of(s, e->line);
            return;
        }
        certain_find(&s->board, &certain);
        winner = certain_winner(&certain, p->variant);
        if (winner != NO_COLOUR) c->line = turns_left(p);
    }
    if (winner != NO_COLOUR) {
        if (winner == side) win(c, c->line);
        else lose(c, c->line);
    } else if (threat_find(&s->board, &certain, side, &t)) {
        win(c, threat_plies(p, side));
    } else {
        bool threatened = is_threatened(&s->board, &certain, &t, &z);
        c->phi = 1;
        c->delta = threatened ? count_zone(p, &z) : (uint32_t)turns_count(p);
        if (threatened && !c->delta) lose(c, 1 + threat_plies(p, colour_other(side)));
    }
}

/* ---- lines of what is seen at a glance ---- */

/* Of the board's position, where the side to move carries out a threat; 0: it has none. */
static uint32_t line_of_win(Solver *s) {
    const Position *p = &s->board.position;
    Certain certain;
    Threat t;
    certain_find(&s->board, &certain);
    if (certain_winner(&certain, p->variant) != NO_COLOUR)
        return certain_winner(&certain, p->variant) == p->side ? turns_left(p) : 0;
    if (!threat_find(&s->board, &certain, (Colour)p->side, &t)) return 0;
    return make_line(s, move_pack(t.move), threat_plies(p, (Colour)p->side) - 1);
}

/* Of the board's position, where every turn loses to a threat: the turn after which the loser holds out longest, and what follows. */
static uint32_t line_of_loss(Solver *s) {
    const Position here = s->board.position;
    const uint32_t expected = threat_plies(&here, colour_other((Colour)here.side));
    uint32_t longest = 0;
    Move chosen = MOVE_NONE;
    TurnIterator it = turns_begin(&here);
    for (TurnSlice slice; plies_of(s, longest) < expected && turns_next(&it, &slice);)
        while (slice.shots) {
            Undo undo;
            Move m = move_turn(slice.from, slice.to, bb_pop(&slice.shots));
            board_play(&s->board, m, &undo);
            uint32_t rest = position_winner(&s->board.position) == NO_COLOUR ? line_of_win(s) : 0;
            board_undo(&s->board, &undo);
            if (chosen != MOVE_NONE && plies_of(s, rest) <= plies_of(s, longest)) continue;
            chosen = m;
            longest = rest;
            if (plies_of(s, longest) >= expected) break;
        }
    return make_line(s, move_pack(chosen), longest);
}

/* The line of a solved child after its move, which is not played yet. */
static uint32_t line_of(Solver *s, const SolverChild *c) {
    if (c->line || !c->plies) return c->line;
    Undo undo;
    board_play(&s->board, move_unpack(c->move), &undo);
    uint32_t line = c->phi ? line_of_loss(s) : line_of_win(s);
    board_undo(&s->board, &undo);
    return line;
}

/* ---- the search ---- */

/* Counts a position; true when the run must end. */
static bool spend(Solver *s) {
    s->nodes++;
    s->stopped = s->full || s->memory.full || s->visit(s->context);
    return s->stopped;
}

/* Writes the children that could matter above the top; false when ended. Stops at a child that wins. */
static bool expand(Solver *s, int *count) {
    const Position here = s->board.position;
    Certain certain;
    Threat t;
    Zone z;
    certain_find(&s->board, &certain);
    bool threatened = is_threatened(&s->board, &certain, &t, &z);
    SolverChild *out = &s->children[s->top];
    *count = 0;
    TurnIterator it = turns_begin(&here);
    for (TurnSlice slice; turns_next(&it, &slice);) {
        Bitboard shots = threatened ? zone_shots(&z, &slice) : slice.shots;
        while (shots) {
            Undo undo;
            Move m = move_turn(slice.from, slice.to, bb_pop(&shots));
            s->full = s->full || s->top + *count == CHILDREN;
            if (spend(s)) return false;
            board_play(&s->board, m, &undo);
            out->move = move_pack(m);
            assess(s, out);
            board_undo(&s->board, &undo);
            ++*count;
            if (!out->delta) return true;
            out++;
        }
    }
    return true;
}

/* A node's numbers from those of its children; returns the child to search next. The sum of the children's phi would count positions twice that
 * several of them lead to, so delta is the largest phi and one for each other open child (Ueda et al., "Weak proof-number search", 2008). */
static SolverChild *gather(SolverChild *children, int count, SolverChild *n, uint32_t *second, uint32_t *others) {
    SolverChild *best = NULL;
    uint32_t most = 0, open = 0;
    n->phi = INFINITE;
    *second = INFINITE;
    for (SolverChild *c = children; c < children + count; c++) {
        if (c->phi) {
            open++;
            if (c->phi > most) most = c->phi;
        }
        if (c->delta < n->phi) {
            *second = n->phi;
            n->phi = c->delta;
            best = c;
        } else if (c->delta < *second) *second = c->delta;
    }
    *others = open ? open - 1 : 0;
    n->delta = most + *others;
    if (n->delta > INFINITE || most == INFINITE) n->delta = INFINITE;
    return best;
}

/* Turns to the end of the game if the side to move, which has lost, does nothing about a threat; 0: there is none. */
static uint32_t neglected_plies(const Board *b) {
    Certain certain;
    Threat t;
    Zone z;
    certain_find(b, &certain);
    if (certain_winner(&certain, b->position.variant) != NO_COLOUR || !is_threatened(b, &certain, &t, &z)) return 0;
    return threat_plies(&b->position, colour_other((Colour)b->position.side));
}

/* Notes the line of a solved node. The loser takes the longest way, which may be a turn that ignores the threat and so is no child. */
static void conclude(Solver *s, SolverChild *n, const SolverChild *children, int count, const SolverChild *best) {
    const SolverChild *chosen = best;
    if (n->phi) {
        for (const SolverChild *c = chosen = children; c < children + count; c++)
            if (c->plies > chosen->plies) chosen = c;
        if (!count || neglected_plies(&s->board) > chosen->plies) chosen = NULL;
    }
    n->line = chosen ? make_line(s, chosen->move, line_of(s, chosen)) : line_of_loss(s);
    n->plies = plies_of(s, n->line);
}

/* Searches the board's position until one of its numbers, kept in `n`, reaches its limit. */
static void search(Solver *s, SolverChild *n, uint32_t phi_limit, uint32_t delta_limit) {
    uint64_t before = s->nodes;
    SolverChild *children = &s->children[s->top];
    int count;
    if (!expand(s, &count)) return;
    s->top += count;
    for (;;) {
        uint32_t second, others;
        SolverChild *c = gather(children, count, n, &second, &others);
        if (!n->phi || !n->delta) {
            conclude(s, n, children, count, c);
            break;
        }
        if (n->phi >= phi_limit || n->delta >= delta_limit || s->stopped) break;
        /* The child is searched until it is clearly worse than the second best: with the bare difference the search would jump between the
         * two after every position. */
        uint32_t most = second < INFINITE ? second + second / 4 + 1 : INFINITE;
        Undo undo;
        board_play(&s->board, move_unpack(c->move), &undo);
        search(s, c, delta_limit - others, phi_limit < most ? phi_limit : most);
        board_undo(&s->board, &undo);
    }
    s->top -= count;
    if (s->full || s->memory.full) return;
    uint64_t work = s->nodes - before;
    proof_memory_store(&s->memory, (ProofEntry){.key = s->board.position.key,
                                                .phi = n->phi,
                                                .delta = n->delta,
                                                .line = n->line,
                                                .work = work > UINT32_MAX ? UINT32_MAX : (uint32_t)work});
}

void solver_set(Solver *s, const Position *p) {
    board_set(&s->board, p);
    s->full = false;
    /* Lines are never given up one by one: when half of the room is used, everything goes. */
    if (s->memory.line_count > LINES_MAX / 2) solver_clear(s);
    s->root = (SolverChild){.phi = 1, .delta = 1};
}

bool solver_run(Solver *s, SolverVisit *visit, void *context) {
    s->visit = visit;
    s->context = context;
    s->stopped = s->full || s->memory.full;
    if (!s->root.line && !s->stopped) search(s, &s->root, INFINITE, INFINITE);
    return solver_solved(s);
}

bool solver_solved(const Solver *s) { return s->root.line != 0; }

Score solver_result(const Solver *s, Move *line, int *length) {
    Board b = s->board;
    uint32_t at = s->root.line;
    int plies = (int)plies_of(s, at);
    *length = 0;
    for (; at >= DECIDED_LINES; at = s->memory.lines[at].rest) {
        Undo undo;
        line[*length] = move_unpack(s->memory.lines[at].move & (uint32_t)MOVE_TURN_MASK);
        board_play(&b, line[(*length)++], &undo);
    }
    if (at) *length += certain_finish(&b, line + *length);
    return s->root.phi ? score_loss_in(plies) : score_win_in(plies);
}
