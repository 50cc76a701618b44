/* What a solver remembers: the numbers of positions, and the lines of those that are solved.
 *
 * A line is a move and the number of the line after it, and none ever changes, so proofs share their ends. A line ends with the game, or
 * with a position that is decided, and then its length counts all turns that the board has room for. */
#ifndef CIERZO_SEARCH_PROOF_MEMORY_H
#define CIERZO_SEARCH_PROOF_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/move.h"
#include "engine/square.h"

enum {
    LINES_MAX = 1 << 20,
    DECIDED_LINES = SQUARES /* line n below it: no more moves, but the game may last n turns yet; 0: it is over */
};

typedef struct {
    uint64_t key;
    uint32_t phi, delta;
    uint32_t line; /* of a solved position */
    uint32_t work; /* positions looked at below */
} ProofEntry;

typedef struct {
    uint32_t move, rest; /* the packed move and, above it, the number of plies; the line after the move */
} ProofLine;

typedef struct {
    ProofEntry *table;
    ProofLine *lines;
    uint32_t line_count;
    bool used; /* since it was cleared */
    bool full; /* a line found no room: nothing more is solved until proof_memory_clear */
} ProofMemory;

/* False when memory is short; it must be destroyed all the same. */
bool proof_memory_init(ProofMemory *m);
void proof_memory_destroy(ProofMemory *m);
void proof_memory_clear(ProofMemory *m);

/* What is remembered of a position, or NULL. */
const ProofEntry *proof_memory_probe(const ProofMemory *m, uint64_t key);

/* Remembers an entry's numbers and line; its work is added to what was there. The least work of its bucket makes room. */
void proof_memory_store(ProofMemory *m, ProofEntry e);

/* The number of a new line: a packed move in front of another line. 0, and `full` is set, when there is no room. */
uint32_t proof_memory_add_line(ProofMemory *m, uint32_t move, uint32_t rest);

/* Turns to the end of the game. */
static inline uint32_t proof_memory_plies(const ProofMemory *m, uint32_t line) {
    return m->lines[line].move >> MOVE_TURN_BITS;
}

#endif
