/* cierzo-selfplay: games of the engine with itself, for fitting the evaluation, as lines (kit/selfplay_line.h).
 *
 * A game begins after a random legal setup and some turns drawn from the best of the search's order, up to a seventh of the squares;
 * every turn written down was searched to the node limit. Lines come as the games end; sorted by INDEX they are the same every
 * time: game i depends on the seed and i alone, whatever the number of threads. */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/clock.h"
#include "engine/engine.h"
#include "engine/setup.h"
#include "engine/splitmix.h"
#include "eval/eval.h"
#include "kit/argument.h"
#include "kit/ask.h"
#include "kit/crew.h"
#include "kit/selfplay_line.h"
#include "search/picker.h"

enum { OPENING_SHARE = 7, DRAW_AMONG = 24, SELFPLAY_HASH_MB = 4 };

static const char PROGRAM[] = "cierzo-selfplay";

typedef struct {
    uint64_t seed;
    int games;
    int64_t nodes;
    const Variant *variant; /* NULL: all of them, veletas and veletas-7 most often */
    pthread_mutex_t lock;   /* for what follows */
    FILE *out;
    int done;
    int64_t began;
    bool failed; /* memory was short for some game */
} SelfplayRun;

/* One game under way, and what drawing its first turns needs. */
typedef struct {
    Board board;
    uint64_t random;
    SelfplayGame game;
    Slice slices[MAX_SLICES];
    uint64_t heap[MAX_SLICES];
} Playing;

static const Variant *draw_variant(const SelfplayRun *run, uint64_t *random) {
    if (run->variant) return run->variant;
    int k = splitmix64_below(random, 30);
    return variant_at(k < 15 ? k : k < 24 ? 0 : k < 27 ? 2 : 1);
}

/* A random one of the first DRAW_AMONG moves in the order of the search. */
static Move draw_move(Playing *g) {
    Picker p;
    picker_begin(&p, &g->board, g->slices, g->heap, NULL, 0);
    Move m = MOVE_NONE, chosen = MOVE_NONE;
    for (int skip = splitmix64_below(&g->random, DRAW_AMONG); skip >= 0 && (m = picker_next(&p)) != MOVE_NONE; skip--)
        chosen = m;
    return chosen;
}

/* Setup and first turns; false when the game is over before it begins. */
static bool draw_opening(Playing *g, const Variant *v) {
    Undo undo;
    Position p = position_start(v);
    board_set(&g->board, &p);
    for (int i = 0; i < 2; i++) board_play(&g->board, setup_random(&g->board.position, &g->random), &undo);
    for (int drawn = splitmix64_below(&g->random, bb_count(v->board) / OPENING_SHARE + 1); drawn > 0; drawn--) {
        Move m = draw_move(g);
        if (m == MOVE_NONE) return false; /* a setup that traps every shooter: no game */
        board_play(&g->board, m, &undo);
        if (position_phase(&g->board.position) != PHASE_PLAY) return false;
    }
    return position_phase(&g->board.position) == PHASE_PLAY;
}

/* Plays to the end; false where there is no game. */
static bool play_out(Playing *g, Search *s, int64_t nodes) {
    g->game.start = g->board.position;
    while (position_phase(&g->board.position) == PHASE_PLAY) {
        Undo undo;
        SearchAnswer a = ask_nodes(s, &g->board.position, nodes);
        if (a.best == MOVE_NONE) return false;
        g->game.moves[g->game.turns] = a.best;
        g->game.scores[g->game.turns++] = a.score;
        board_play(&g->board, a.best, &undo);
    }
    g->game.winner = position_winner(&g->board.position);
    return true;
}

static void report_progress(SelfplayRun *run) {
    if (++run->done % 500 && run->done != run->games) return;
    double seconds = (double)clock_since_ms(run->began) / 1000;
    fprintf(stderr, "%d of %d games, %.0f s, %.0f s to go\n", run->done, run->games, seconds,
            seconds / run->done * (run->games - run->done));
}

static void play_selfplay_game(void *context, Search *s, int index) {
    SelfplayRun *run = context;
    Playing *g = calloc(1, sizeof *g);
    bool played = false;
    if (g) {
        g->game.index = index;
        g->random = run->seed * 0x9E3779B97F4A7C15u ^ (uint64_t)index * 0xD1B54A32D192ED03u;
        search_clear(s);
        played = draw_opening(g, draw_variant(run, &g->random)) && play_out(g, s, run->nodes);
    }
    pthread_mutex_lock(&run->lock);
    if (played) selfplay_line_write(run->out, &g->game);
    if (!g) run->failed = true;
    report_progress(run);
    pthread_mutex_unlock(&run->lock);
    free(g);
}

int main(int argc, char **argv) {
    if (argc < 6 || argc > 7) {
        fprintf(stderr, "usage: cierzo-selfplay FILE GAMES NODES SEED THREADS [VARIANT]\n");
        return EXIT_FAILURE;
    }
    engine_init();
    eval_init();
    SelfplayRun run = {.games = (int)argument_need(PROGRAM, "GAMES", argv[2], 1, INT_MAX),
                       .nodes = argument_need(PROGRAM, "NODES", argv[3], 1, INT64_MAX),
                       .seed = (uint64_t)argument_need(PROGRAM, "SEED", argv[4], 0, INT64_MAX),
                       .variant = argc > 6 ? variant_find(argv[6]) : NULL,
                       .began = clock_now_ms()};
    int threads = (int)argument_need(PROGRAM, "THREADS", argv[5], 1, MAX_CREW);
    if ((argc > 6 && !run.variant) || !(run.out = fopen(argv[1], "w"))) {
        fprintf(stderr, "cierzo-selfplay: no such rule set, or the file cannot be written\n");
        return EXIT_FAILURE;
    }
    pthread_mutex_init(&run.lock, NULL);
    bool good = crew_run(threads, SELFPLAY_HASH_MB, run.games, play_selfplay_game, &run) && !run.failed;
    if (!good) fprintf(stderr, "cierzo-selfplay: out of memory or threads\n");
    return fclose(run.out) || !good ? EXIT_FAILURE : EXIT_SUCCESS;
}
