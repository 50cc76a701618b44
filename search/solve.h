/* Who wins, and nothing else: a depth-first proof-number search with a table of its own. It knows no evaluation, tries every turn that
 * could matter, and so proves wins and losses alike. */
#ifndef CIERZO_SEARCH_SOLVE_H
#define CIERZO_SEARCH_SOLVE_H

#include <stddef.h>

#include "engine/play.h"
#include "eval/score.h"

typedef struct Solver Solver;

/* NULL when memory is short. */
Solver *solver_create(void);
void solver_destroy(Solver *s);

/* Forgets everything learnt. */
void solver_clear(Solver *s);

/* Called for every position that is looked at; true ends the run. */
typedef bool SolverVisit(void *context);

/* The position to solve, in play and with a legal turn. What was learnt from others is kept. */
void solver_set(Solver *s, const Position *p);

/* Goes on until the position is solved, `visit` says so, or memory is used up; true when it is solved. */
bool solver_run(Solver *s, SolverVisit *visit, void *context);

bool solver_solved(const Solver *s);

/* Of a solved position: the proved score of the side to move, which holds against any defence. Writes a line to the end of the game that the
 * winner can force and its `length`, which is no more than the score's plies: where claims are certain and not made yet, the score
 * counts all turns that the board has room for. `line` has room for 128 moves. */
Score solver_result(const Solver *s, Move *line, int *length);

#endif
