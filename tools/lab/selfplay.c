/* cierzo-selfplay: games of the engine with itself, for fitting the evaluation. One line a game:
 *
 *     INDEX;VARIANT;POSITION;MOVE=SCORE MOVE=SCORE …;RESULT          SCORE as search found it, for the mover; RESULT b or w
 *
 * POSITION is after a random legal setup and some turns drawn from the best of the search's order, up to a seventh of the squares;
 * every turn written down was searched to the node limit. Lines come as the games end; sorted by INDEX they are the same every
 * time: game i depends on the seed and i alone, whatever the number of threads. */
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/notation.h"
#include "engine/setup.h"
#include "engine/splitmix.h"
#include "eval/eval.h"
#include "kit/ask.h"
#include "search/picker.h"
#include "search/search.h"

enum { OPENING_SHARE = 7, DRAW_AMONG = 24 };

typedef struct {
    uint64_t seed, games;
    int64_t nodes;
    int threads;
    const char *variant; /* NULL: all of them, veletas and veletas-7 most often */
    FILE *out;
    atomic_ullong next, done;
    pthread_mutex_t lock;
    int64_t began;
} Job;

typedef struct {
    Search *search;
    Board board;
    Slice slices[MAX_SLICES];
    uint64_t heap[MAX_SLICES];
    uint64_t random;
} Player;

static const Variant *draw_variant(const Job *job, uint64_t *random) {
    if (job->variant) return variant_find(job->variant);
    int k = splitmix64_below(random, 30);
    return variant_at(k < 15 ? k : k < 24 ? 0 : k < 27 ? 2 : 1);
}

/* One of the first moves of the order. */
static Move draw_move(Player *pl) {
    Picker p;
    picker_begin(&p, &pl->board, pl->slices, pl->heap, NULL, 0);
    Move m = MOVE_NONE, chosen = MOVE_NONE;
    for (int skip = splitmix64_below(&pl->random, DRAW_AMONG); skip >= 0 && (m = picker_next(&p)) != MOVE_NONE; skip--)
        chosen = m;
    return chosen;
}

static void play_game(Player *pl, Job *job, uint64_t index) {
    char line[4096], position[POSITION_TEXT_SIZE];
    size_t length = 0;
    Undo undo;
    pl->random = job->seed * 0x9E3779B97F4A7C15u ^ index * 0xD1B54A32D192ED03u;
    Position p = position_start(draw_variant(job, &pl->random));
    board_set(&pl->board, &p);
    for (int i = 0; i < 2; i++) board_play(&pl->board, setup_random(&pl->board.position, &pl->random), &undo);
    search_clear(pl->search);
    for (int drawn = splitmix64_below(&pl->random, bb_count(p.variant->board) / OPENING_SHARE + 1); drawn > 0; drawn--) {
        Move m = draw_move(pl);
        if (m == MOVE_NONE) return; /* a setup that traps every shooter: no game */
        board_play(&pl->board, m, &undo);
        if (position_phase(&pl->board.position) != PHASE_PLAY) return;
    }
    position_text(&pl->board.position, position, sizeof position);
    while (position_phase(&pl->board.position) == PHASE_PLAY) {
        Answer a = ask_nodes(pl->search, &pl->board.position, job->nodes);
        if (a.best == MOVE_NONE) return;
        line[length++] = ' ';
        length += move_text(a.best, line + length, sizeof line - length);
        length += (size_t)sprintf(line + length, "=%d", a.score);
        board_play(&pl->board, a.best, &undo);
    }
    if (!length) return;
    line[length] = '\0';
    pthread_mutex_lock(&job->lock);
    fprintf(job->out, "%" PRIu64 ";%s;%s;%s;%c\n", index, p.variant->name, position, line + 1,
            "bw"[position_winner(&pl->board.position)]);
    pthread_mutex_unlock(&job->lock);
}

static void report_progress(Job *job) {
    uint64_t done = atomic_fetch_add(&job->done, 1) + 1;
    if (done % 500 && done != job->games) return;
    double seconds = (double)(search_now_ms() - job->began) / 1000;
    fprintf(stderr, "%" PRIu64 " of %" PRIu64 " games, %.0f s, %.0f s to go\n", done, job->games, seconds,
            seconds / (double)done * (double)(job->games - done));
}

static void *work(void *argument) {
    Job *job = argument;
    Player *pl = calloc(1, sizeof *pl);
    if (pl) pl->search = search_create(4);
    if (pl && pl->search)
        for (uint64_t i; (i = atomic_fetch_add(&job->next, 1)) < job->games;) {
            play_game(pl, job, i);
            report_progress(job);
        }
    if (pl) search_destroy(pl->search);
    free(pl);
    return NULL;
}

int main(int argc, char **argv) {
    if (argc < 6) {
        fprintf(stderr, "usage: cierzo-selfplay FILE GAMES NODES SEED THREADS [VARIANT]\n");
        return EXIT_FAILURE;
    }
    engine_init();
    eval_init();
    Job job = {.games = strtoull(argv[2], NULL, 10),
               .nodes = strtoll(argv[3], NULL, 10),
               .seed = strtoull(argv[4], NULL, 10),
               .threads = atoi(argv[5]),
               .variant = argc > 6 ? argv[6] : NULL,
               .began = search_now_ms()};
    if (job.threads < 1 || job.threads > 64 || (job.variant && !variant_find(job.variant)) ||
        !(job.out = fopen(argv[1], "w"))) {
        fprintf(stderr, "cierzo-selfplay: a bad argument, or the file cannot be written\n");
        return EXIT_FAILURE;
    }
    pthread_mutex_init(&job.lock, NULL);
    pthread_t threads[64];
    int started = 0;
    while (started < job.threads && !pthread_create(&threads[started], NULL, work, &job)) started++;
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    return fclose(job.out) ? EXIT_FAILURE : EXIT_SUCCESS;
}
