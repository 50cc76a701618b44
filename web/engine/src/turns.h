#ifndef CIERZO_WEB_TURNS_H
#define CIERZO_WEB_TURNS_H

#include "search/worker.h"

bool turns_worker_visit(Worker *w, SearchMode mode);
bool turns_solver_run(Solver *s, SolverVisit *visit, void *context);
void turns_board_play(Board *b, Move m, Undo *undo);

#endif
