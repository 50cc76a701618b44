/* The searcher: owns the transposition table and the threads. Calls come from one thread, the owner's; while a search runs only
 * search_stop, search_ponderhit, search_wait, search_wait_ms, search_running, search_start and search_destroy are allowed. */
#ifndef CIERZO_SEARCH_SEARCH_H
#define CIERZO_SEARCH_SEARCH_H

#include "search/contract.h"
#include "search/table_file.h"

typedef struct Search Search;

/* One thread, a table of `hash_mb` megabytes. NULL when memory is short. */
Search *search_create(size_t hash_mb);
/* Stops, waits and frees. */
void search_destroy(Search *s);

/* False when memory is short: the old table, or the old threads, stay. A new table is empty. Neither call takes long, however large the
 * table is: its memory is made ready in the background, as search_clear does it. */
bool search_set_hash(Search *s, size_t megabytes);
bool search_set_threads(Search *s, int count);

/* Forgets everything learnt. Returns at once: the search's threads clear in the background. A search that starts before they are done does
 * not wait for them but has the rest of the table's memory given anew by the system, a page at its first use. That costs the search some
 * time, so who measures speed calls search_wait in between. */
void search_clear(Search *s);
/* The same for a new game: what was read from a file and no search has touched stays. */
void search_new_game(Search *s);

/* The table and the answers found last, to a file and from one (table_file.h); this waits for the disk. False with the reason in `error`, and
 * nothing is changed: neither the file that was there, nor the table. What is saved is of the last search's rule set, and `v` says of which the
 * file to be read must be. The reading takes the memory of a second table. */
bool search_save(Search *s, const char *path, char error[static TABLE_FILE_ERROR]);
bool search_load(Search *s, const Variant *v, const char *path, char error[static TABLE_FILE_ERROR]);

/* Starts a search of `p` and returns at once; waits first for a search still running. Keys do not tell rule sets apart, so when
 * the rule set is not that of the last search everything learnt is forgotten. The listener is copied. */
void search_start(Search *s, const Position *p, const SearchLimits *limits, const SearchListener *listener);

/* Ends the search soon; its `done` follows from the search thread. Without a search nothing happens. */
void search_stop(Search *s);
/* A ponder search goes on as an ordinary one; its limits count from now. Without one nothing happens. */
void search_ponderhit(Search *s);
/* Blocks until `done` of the last search has returned, or until the clearing in the background is done. */
void search_wait(Search *s);
/* The same, for at most so many ms. */
void search_wait_ms(Search *s, int ms);
/* Whether a search was started whose `done` has not returned yet. */
bool search_running(const Search *s);

#endif
