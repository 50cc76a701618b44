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

/* An empty table of `megabytes`, from 1 to MAX_HASH_MB. NULL when memory is short, or for more. */
Table *table_create(size_t megabytes);
void table_destroy(Table *t);

/* Clearing, between searches only: after table_clear_begin the table counts as empty once table_clear_piece has returned false or
 * table_clear_rest has been called. It goes piece by piece, so that threads can share the work and break it off. */
void table_clear_begin(Table *t);

/* Writes zeros to the next piece; false when there is none left. By any number of threads at a time. In a new table, which is empty as it
 * is, this makes the system find the memory now rather than during a search. */
bool table_clear_piece(Table *t);

/* Clears all pieces that are left, quickly: their memory goes back to the system, which gives it anew, as zeros, once it is used. */
void table_clear_rest(Table *t);

/* A new search begins: older entries are the first to go. */
void table_new_search(Table *t);

bool table_probe(const Table *t, uint64_t key, TableHit *hit);
void table_store(Table *t, uint64_t key, Move move, Score score, int depth, ScoreBound bound);

/* Entries of the current search, per mille, from a sample. */
int table_hashfull(const Table *t);

#endif
