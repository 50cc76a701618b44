/* Puzzles: positions with a claim about their turns of which a search has shown that it holds, and the one turn that it is about. One line each:
 *
 *     KIND;VARIANT;POSITION;MOVE;RATING
 *
 * A file begins with the line PUZZLE_HEADING, which says the version of the form. */
#ifndef CIERZO_LAB_PUZZLE_H
#define CIERZO_LAB_PUZZLE_H

#include <stddef.h>

#include "engine/move.h"
#include "engine/position.h"
#include "search/search.h"
#include "search/solve.h"

#define PUZZLE_HEADING "cierzo-puzzles 1"

enum { PUZZLE_LINE_SIZE = 256, PUZZLE_ERROR_SIZE = 160, PUZZLE_FIELDS = 5, PUZZLE_EASIEST = 300, PUZZLE_HARDEST = 2800 };

typedef enum {
    PUZZLE_WIN,    /* one turn wins, whatever the other side does; all others lose */
    PUZZLE_SAVE,   /* the same, and after every other turn the opponent wins in his next one */
    PUZZLE_TWO,    /* one turn claims two shooters or more for the mover */
    PUZZLE_ESCAPE, /* after one turn the opponent cannot claim any shooter in his next one; after every other he can, or has */
    PUZZLE_KINDS
} PuzzleKind;

typedef struct {
    PuzzleKind kind;
    Position position;
    Move key;
    int rating; /* Elo of docs/levels.md, or beyond its ends */
} Puzzle;

/* What a proof may take: positions that the solver looks at, for each of the position's turns. */
typedef struct {
    Solver *solver;
    long most; /* no limit where it is 0 */
} PuzzleProver;

/* By its word in a line; PUZZLE_KINDS for any other word. */
PuzzleKind puzzle_kind(const char *word);
const char *puzzle_kind_word(PuzzleKind kind);

/* The claim of that kind, with its turn and the easiest rating, where it holds of a position in play. False where it does not, or where no proof was found within the limit. */
bool puzzle_find(PuzzleProver *prover, PuzzleKind kind, const Position *p, Puzzle *out);

/* Whether the claim of that kind holds of the position for that very turn. */
bool puzzle_holds(PuzzleProver *prover, const Puzzle *puzzle);

/* How hard it is: the Elo from which on levels play its turn. Every level is asked; the answer is where fewest of them are on the wrong side. */
int puzzle_rate(Search *s, const Puzzle *puzzle);

/* Reads a line, with its end or without, and checks that the position is in play and the turn legal. False with the reason in `error`. Writes
 * into `line` on the way. */
bool puzzle_line_read(char *line, Puzzle *out, char error[static PUZZLE_ERROR_SIZE]);
void puzzle_line_write(const Puzzle *puzzle, char out[static PUZZLE_LINE_SIZE]);

#endif
