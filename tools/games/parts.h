/* Collections analysed in parts: each game written says which one of how many it is, and of what analysis. */
#ifndef CIERZO_TOOLS_GAMES_PARTS_H
#define CIERZO_TOOLS_GAMES_PARTS_H

#include "kit/record.h"
#include "kit/shard.h"

enum { PARTS_MARK_SIZE = 17 };

typedef struct {
    Shard shard;
    char mark[PARTS_MARK_SIZE]; /* of the games and of what is asked of the engine */
    int64_t total;              /* games of all files */
    bool *done;                 /* by game, those in the file already; owned */
} Parts;

/* What all the files hold, and a digest of that and of what the engine is asked with. */
typedef struct {
    int64_t games, positions;
    uint64_t hash;
} PartsSum;

/* False, and told on standard error, when a file cannot be read. */
bool parts_sum(PartsSum *sum, const char *asked, int count, char **paths);

/* Counts the games of the files and reads what `out` holds of them; a game that was not written to its end is cut off. NULL, and told on
 * standard error, when `out` is of another analysis or something cannot be read; else the file, ready to be appended to. `asked` is what the
 * engine is asked with. */
FILE *parts_open(Parts *p, const char *out, const char *asked, int count, char **paths);
/* Whether game `index`, from 0 over all files, is still to be analysed here. */
bool parts_wants(const Parts *p, int64_t index);
/* Sets the tags that say what game this is. */
void parts_mark(const Parts *p, Record *r, int64_t index);
void parts_close(Parts *p);

#endif
