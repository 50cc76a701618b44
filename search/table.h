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

/* For files (table_file.h), between searches only: the table as chunks of a megabyte, each as words of the machine. */
enum { TABLE_CHUNK = 1 << 20, TABLE_CHUNK_WORDS = TABLE_CHUNK / 8 };
size_t table_chunks(const Table *t);
/* From 0 to 63: table_new_search raises it. */
int table_generation(const Table *t);
/* A chunk, in which what no position can have stored is left out, and the number of its entries. */
int table_export(const Table *t, size_t chunk, uint64_t out[static TABLE_CHUNK_WORDS]);
/* Adds a chunk to a new table; false when it holds what no position can have stored there. */
bool table_import(Table *t, size_t chunk, const uint64_t in[static TABLE_CHUNK_WORDS]);
/* Ends the import of all chunks; what came in is not cleared by a clearing that was under way. Before this it would be. */
void table_import_done(Table *t, int generation);

#endif
