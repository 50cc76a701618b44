/* Where the engine computes for long and calls a function of another file often, these stand between, and end the turn of the thread
 * when the time has come (fibers.h). scripts/web-engine.sh says whose calls come here. */
#include "turns.h"

#include "fibers.h"

bool turns_worker_visit(Worker *w, SearchMode mode) {
    fibers_pause();
    return worker_visit(w, mode);
}

typedef struct {
    SolverVisit *visit;
    void *context;
} Visitor;

static bool visit_in_turns(void *context) {
    const Visitor *v = context;
    fibers_pause();
    return v->visit(v->context);
}

bool turns_solver_run(Solver *s, SolverVisit *visit, void *context) {
    return solver_run(s, visit_in_turns, &(Visitor){visit, context});
}

void turns_board_play(Board *b, Move m, Undo *undo) {
    fibers_pause();
    board_play(b, m, undo);
}
