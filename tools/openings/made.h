/* Openings made in parts: each judges setups of its own numbers and keeps the verdicts in a file of work (kit/work.h); from the files of all
 * the openings are taken that the run in one piece takes.
 *
 * How many setups are needed shows only when all verdicts are there. So a part goes on until its share of the openings has passed, and some to
 * spare: as much as parts of the same work differ by chance. */
#ifndef CIERZO_TOOLS_OPENINGS_MADE_H
#define CIERZO_TOOLS_OPENINGS_MADE_H

#include "kit/shard.h"
#include "kit/work.h"
#include "tools/openings/generate.h"

typedef struct {
    const Variant *variant;
    OpeningFilter filter;
    uint64_t seed;
    int count, threads;
    int spare; /* that a part looks for beyond its share; -1: three standard deviations of the share, and four */
} OpeningsMaking;

/* Judges what of the shard is not in the file yet. False, with the reason in `error`. */
bool made_part(const OpeningsMaking *m, Shard shard, const char *path, char error[static WORK_ERROR_SIZE]);

/* Takes the openings from the files of all parts, m->count of them into `out`; false, with the reason in `error`, also when too few
 * setups were judged. `doubled` gets how many verdicts there were more than once. */
bool made_merge(const OpeningsMaking *m, char **paths, int files, Position *out, OpeningTally *tally, int64_t *doubled,
                char error[static WORK_ERROR_SIZE]);

#endif
