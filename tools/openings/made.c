#include "tools/openings/made.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/version.h"

/* By OpeningVerdict. */
static const char LETTERS[] = "pusg";

enum { HEADING_SIZE = 512 };

static void describe(const OpeningsMaking *m, char out[static HEADING_SIZE]) {
    const OpeningFilter *f = &m->filter;
    snprintf(out, HEADING_SIZE,
             "cierzo-openings: Cierzo %s, setups of %s, seed %" PRIu64 ", for %d openings, search %" PRId64
             " nodes, %d by %d cp, %d games at %" PRId64 " nodes, %d to %d",
             CIERZO_VERSION, m->variant->name, m->seed, m->count, f->search_nodes, f->centre, f->bound, f->games,
             f->game_nodes, f->least, f->most);
}

/* As many as may be drawn before openings_take gives up. */
static int64_t setups_for(int count) {
    int64_t most = ((int64_t)count + 1) * OPENING_MOST_DRAWN + OPENING_BATCH;
    return most < WORK_MOST ? most : WORK_MOST;
}

/* Judges some setups and notes the verdicts in their order; how many passed, -1 with the reason. */
static int judge_some(const OpeningsMaking *m, WorkList *w, const int *numbers, int count, char *error) {
    OpeningVerdict verdicts[OPENING_BATCH];
    int passed = 0;
    bool good = openings_judge(m->variant, &m->filter, m->seed, numbers, count, m->threads, verdicts);
    if (!good) snprintf(error, WORK_ERROR_SIZE, "out of memory or threads");
    for (int i = 0; good && i < count; i++) {
        good = work_add(w, numbers[i], (char[]){LETTERS[verdicts[i]], '\0'});
        if (!good) snprintf(error, WORK_ERROR_SIZE, "the file takes no more");
        passed += verdicts[i] == OPENING_PASSED;
    }
    return good ? passed : -1;
}

/* How many to judge at once: as many as may be needed, going by those so far, and one for each thread. */
static int batch_size(const OpeningsMaking *m, int wanted, int64_t judged, int passed) {
    int64_t most = wanted * (judged / (passed + 1) + 1);
    if (most < m->threads) most = m->threads;
    return most < OPENING_BATCH ? (int)most : OPENING_BATCH;
}

static bool judge_part(const OpeningsMaking *m, Shard shard, WorkList *w, char *error) {
    double share = (double)m->count / (double)shard.parts;
    int spare = m->spare >= 0 ? m->spare : (int)(3 * sqrt(share)) + 4, wanted = (int)ceil(share) + spare, passed = 0, fresh;
    int64_t number = shard.part - 1;
    while (passed < wanted && number < w->count) {
        int numbers[OPENING_BATCH], count = 0, most = batch_size(m, wanted - passed, number / shard.parts, passed);
        for (; count < most && number < w->count && passed < wanted; number += shard.parts) {
            if (!w->results[number]) numbers[count++] = (int)number;
            else if (w->results[number][0] == LETTERS[OPENING_PASSED]) passed++;
        }
        if ((fresh = judge_some(m, w, numbers, count, error)) < 0) return false;
        passed += fresh;
        if (number / shard.parts / OPENING_MOST_DRAWN > passed)
            return snprintf(error, WORK_ERROR_SIZE, "hardly any setup passes"), false;
    }
    return true;
}

bool made_part(const OpeningsMaking *m, Shard shard, const char *path, char error[static WORK_ERROR_SIZE]) {
    char heading[HEADING_SIZE];
    WorkList w;
    describe(m, heading);
    if (!work_open(&w, path, heading, setups_for(m->count), error)) return false;
    bool good = judge_part(m, shard, &w, error);
    work_close(&w);
    return good;
}

static bool verdict_there(void *context, int number, int taken, OpeningVerdict *out) {
    const WorkList *w = context;
    (void)taken;
    const char *result = number < w->count ? w->results[number] : NULL, *letter = NULL;
    if (result && *result && !result[1]) letter = strchr(LETTERS, *result);
    if (letter) *out = (OpeningVerdict)(letter - LETTERS);
    return letter;
}

bool made_merge(const OpeningsMaking *m, char **paths, int files, Position *out, OpeningTally *tally, int64_t *doubled,
                char error[static WORK_ERROR_SIZE]) {
    char heading[HEADING_SIZE];
    WorkList w;
    describe(m, heading);
    if (!work_merge(&w, paths, files, heading, error)) return false;
    int taken = openings_take(m->variant, m->seed, m->count, out, tally, verdict_there, &w);
    *doubled = w.doubled;
    work_close(&w);
    if (taken == m->count) return true;
    snprintf(error, WORK_ERROR_SIZE,
             "missing: %d of %d openings, setup %d, from 0, is not judged: a part is not done, or all need more --spare",
             m->count - taken, m->count, tally->drawn);
    return false;
}
