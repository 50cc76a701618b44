/* The transposition table: what was found out about a position, shared by all threads without locks.
 *
 * An entry is two 64-bit words, the data and the key xor the data, each written and read as a relaxed atomic: a torn pair does not
 * match its key and counts as absent (Hyatt and Mann, "A lock-less transposition table implementation", 1999). */
#ifndef CIERZO_SEARCH_TABLE_H
#define CIERZO_SEARCH_TABLE_H

#include <stddef.h>

#include "engine/move.h"
#include "eval/score.h"
#include "search/contract.h"

typedef struct Table Table;

typedef struct {
    Move move;   /* an ordinary turn or MOVE_NONE; perhaps of another position: check it */
    Score score; /* proved scores count from the entry's position */
    int depth;
    ScoreBound bound;
} TableHit;

/* `megabytes` from 1 to MAX_HASH_MB. NULL when memory is short, or for more. */
Table *table_create(size_t megabytes);
void table_destroy(Table *t);

/* Empties part number `part`, from 0, of `parts` equal ones. Each may be done by another thread; between searches only. */
void table_clear(Table *t, int part, int parts);

/* A new search begins: older entries are the first to go. */
void table_new_search(Table *t);

bool table_probe(const Table *t, uint64_t key, TableHit *hit);
void table_store(Table *t, uint64_t key, Move move, Score score, int depth, ScoreBound bound);

/* Entries of the current search, per mille, from a sample. */
int table_hashfull(const Table *t);

#endif
