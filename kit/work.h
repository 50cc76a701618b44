/* A list of work done in parts: a file with one line an item done, INDEX;RESULT, below a line `# HEADING, COUNT items`. Lines are appended
 * whole as items end, so a run that was killed goes on where it was, and files of shards together are the file of the whole. */
#ifndef CIERZO_KIT_WORK_H
#define CIERZO_KIT_WORK_H

#include <stdbool.h>
#include <stdint.h>

enum { WORK_ERROR_SIZE = 512, WORK_HEADING_SIZE = 1024, WORK_MOST = 100000000 };

typedef struct {
    int file; /* descriptor; -1: none is written */
    char heading[WORK_HEADING_SIZE];
    int64_t count;  /* of items, from 0; at most WORK_MOST */
    char **results; /* by item; NULL: not done. Owned */
    int64_t done, doubled;
} WorkList;

/* Opens or makes the file of the work that `heading` describes, a line without its end, and reads what is done; a line that was not written to
 * its end is cut off. Fails, with the reason in `error`, when the file is of other work, in use, or cannot be read or written. */
bool work_open(WorkList *w, const char *path, const char *heading, int64_t count, char error[static WORK_ERROR_SIZE]);

/* Notes the result of an item, without an end of line; false with errno. One thread at a time. */
bool work_add(WorkList *w, int64_t index, const char *result);

/* Puts files of the same work together, the first of two results of an item counting. The heading is that of the first file, which must begin
 * with `beginning`. What is missing has no result. */
bool work_merge(WorkList *w, char **paths, int paths_count, const char *beginning, char error[static WORK_ERROR_SIZE]);

/* Says on standard error in the name of `program` what is doubled and missing; true when nothing is missing. */
bool work_tell(const WorkList *w, const char *program);
/* The first of that alone, for lists in which nothing need be missing. */
void work_tell_doubled(int64_t doubled, const char *program);

void work_close(WorkList *w);

#endif
