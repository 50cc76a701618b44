/* cierzo-selfplay: games of the engine with itself, for fitting the evaluation, as lines (kit/selfplay_line.h).
 *
 * A game begins after a random legal setup and some turns drawn from the best of the search's order, up to a seventh of the squares;
 * every turn written down was searched to the node limit. Lines come as the games end; sorted by INDEX they are the same every
 * time: game i depends on the seed and i alone, whatever the number of threads.
 *
 * With --shard K/N the file is a list of work (kit/work.h), to which a run that was killed is added; --merge makes the sorted lines of all. */
#define _GNU_SOURCE /* open_memstream */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/clock.h"
#include "engine/engine.h"
#include "engine/setup.h"
#include "engine/splitmix.h"
#include "engine/version.h"
#include "eval/eval.h"
#include "kit/argument.h"
#include "kit/ask.h"
#include "kit/crew.h"
#include "kit/selfplay_line.h"
#include "kit/shard.h"
#include "kit/work.h"
#include "search/picker.h"

enum { OPENING_SHARE = 7, DRAW_AMONG = 24, SELFPLAY_HASH_MB = 4 };

static const char PROGRAM[] = "cierzo-selfplay";

typedef struct {
    uint64_t seed;
    int games;
    int64_t nodes;
    const Variant *variant; /* NULL: all of them, veletas and veletas-7 most often */
    Shard shard;
    int *indices;         /* of the games to play, `games` of them; NULL: all from 0 */
    pthread_mutex_t lock; /* for what follows */
    FILE *out;            /* NULL where there is `work` */
    WorkList work;
    int done;
    int64_t began;
    bool failed; /* memory was short for some game, or it could not be written */
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

/* A game that there is not has an empty result, so that it is not tried again. */
static bool note_game(SelfplayRun *run, const Playing *g, int index, bool played) {
    char *line = NULL;
    size_t size = 0;
    if (!played) return work_add(&run->work, index, "");
    FILE *memory = open_memstream(&line, &size);
    if (memory) selfplay_line_write(memory, &g->game);
    bool good = memory && fclose(memory) == 0;
    if (good) {
        line[strcspn(line, "\n")] = '\0';
        good = work_add(&run->work, index, strchr(line, ';') + 1);
    }
    free(line);
    return good;
}

static void play_selfplay_game(void *context, Search *s, int job) {
    SelfplayRun *run = context;
    int index = run->indices ? run->indices[job] : job;
    Playing *g = calloc(1, sizeof *g);
    bool played = false;
    if (g) {
        g->game.index = index;
        g->random = run->seed * 0x9E3779B97F4A7C15u ^ (uint64_t)index * 0xD1B54A32D192ED03u;
        search_clear(s);
        played = draw_opening(g, draw_variant(run, &g->random)) && play_out(g, s, run->nodes);
    }
    pthread_mutex_lock(&run->lock);
    if (run->out && played) selfplay_line_write(run->out, &g->game);
    if (!g || (!run->out && !note_game(run, g, index, played))) run->failed = true;
    report_progress(run);
    pthread_mutex_unlock(&run->lock);
    free(g);
}

static _Noreturn void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", PROGRAM, what);
    exit(EXIT_FAILURE);
}

/* What of the shard is not in the file yet. */
static void open_shard(SelfplayRun *run, const char *path) {
    char error[WORK_ERROR_SIZE], heading[256];
    snprintf(heading, sizeof heading, "%s: Cierzo %s, %" PRId64 " nodes, seed %" PRIu64 ", %s", PROGRAM, CIERZO_VERSION,
             run->nodes, run->seed, run->variant ? run->variant->name : "all rule sets");
    if (!work_open(&run->work, path, heading, run->games, error)) fail(error);
    if (!(run->indices = calloc((size_t)run->games, sizeof *run->indices))) fail("out of memory");
    int left = 0;
    for (int i = 0; i < run->games; i++)
        if (shard_has(run->shard, i) && !run->work.results[i]) run->indices[left++] = i;
    run->games = left;
}

static int merge(int count, char **paths) {
    char error[WORK_ERROR_SIZE];
    WorkList w;
    if (count < 1) fail("--merge: no files");
    if (!work_merge(&w, paths, count, "cierzo-selfplay: ", error)) fail(error);
    bool whole = work_tell(&w, PROGRAM);
    for (int64_t i = 0; i < w.count; i++)
        if (w.results[i] && *w.results[i]) printf("%" PRId64 ";%s\n", i, w.results[i]);
    work_close(&w);
    return fflush(stdout) || ferror(stdout) || !whole ? EXIT_FAILURE : EXIT_SUCCESS;
}

static _Noreturn void usage(void) {
    fprintf(stderr, "usage: cierzo-selfplay [--shard K/N] FILE GAMES NODES SEED THREADS [VARIANT]\n"
                    "       cierzo-selfplay --merge FILE... >ALL      the games of shards, sorted\n");
    exit(EXIT_FAILURE);
}

/* What remains are the words from optind on. */
static Shard read_options(int argc, char **argv, bool *merging) {
    static const struct option OPTIONS[] = {
        {"shard", required_argument, NULL, 's'}, {"merge", no_argument, NULL, 'm'}, {NULL, 0, NULL, 0}};
    char error[SHARD_ERROR_SIZE];
    Shard s = {0};
    for (int o; (o = getopt_long(argc, argv, "+", OPTIONS, NULL)) != -1;) {
        if (o == 's' && !shard_parse(optarg, &s, error)) fail(error);
        if (o == 'm') *merging = true;
        if (o == '?') usage();
    }
    return s;
}

int main(int argc, char **argv) {
    bool merging = false;
    Shard shard = read_options(argc, argv, &merging);
    int words = argc - optind;
    char **word = argv + optind;
    if (merging) return merge(words, word);
    if (words < 5 || words > 6) usage();
    engine_init();
    eval_init();
    SelfplayRun run = {.games = (int)argument_need(PROGRAM, "GAMES", word[1], 1, INT_MAX),
                       .nodes = argument_need(PROGRAM, "NODES", word[2], 1, INT64_MAX),
                       .seed = (uint64_t)argument_need(PROGRAM, "SEED", word[3], 0, INT64_MAX),
                       .variant = words > 5 ? variant_find(word[5]) : NULL,
                       .shard = shard,
                       .began = clock_now_ms()};
    int threads = (int)argument_need(PROGRAM, "THREADS", word[4], 1, MAX_CREW);
    if (words > 5 && !run.variant) fail("no such rule set");
    if (shard.parts) open_shard(&run, word[0]);
    else if (!(run.out = fopen(word[0], "w"))) fail("the file cannot be written");
    pthread_mutex_init(&run.lock, NULL);
    bool good = crew_run(threads, SELFPLAY_HASH_MB, run.games, play_selfplay_game, &run);
    if (!good || run.failed) fprintf(stderr, "cierzo-selfplay: out of memory or threads, or the file takes no more\n");
    if (run.out && fclose(run.out)) good = false;
    if (shard.parts) work_close(&run.work);
    free(run.indices);
    return good && !run.failed ? EXIT_SUCCESS : EXIT_FAILURE;
}
