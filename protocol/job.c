#include "protocol/job.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "bench/bench.h"
#include "engine/movegen.h"
#include "engine/notation.h"
#include "engine/perft.h"
#include "search/timeslice.h"

struct Job {
    pthread_t thread;
    JobHost host;
    atomic_bool stop;
    Board board;
    int depth; /* of the perft */
    BenchRequest bench;
    Text held; /* the bench's latest line: it may be the last one */
};

static bool stopped(const Job *job) { return atomic_load(&job->stop); }

static uint64_t perft_turn(Job *job, Move m) {
    Undo undo;
    board_play(&job->board, m, &undo);
    uint64_t leaves = perft(&job->board, job->depth - 1, &job->stop);
    board_undo(&job->board, &undo);
    return leaves;
}

/* The count of each first turn on a line of its own. Setup turns, by the million, are only counted. */
static uint64_t perft_divided(Job *job) {
    if (job->depth == 0 || position_phase(&job->board.position) != PHASE_PLAY)
        return perft(&job->board, job->depth, &job->stop);
    Move *moves = malloc(MAX_TURNS * sizeof *moves);
    if (!moves) abort();
    size_t count = turns_list(&job->board.position, moves);
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t leaves = perft_turn(job, moves[i]);
        if (stopped(job)) break;
        total += leaves;
        char text[MOVE_TEXT_SIZE];
        move_text(moves[i], text, sizeof text);
        output_line(job->host.output, "%s: %" PRIu64, text, leaves);
    }
    free(moves);
    return total;
}

static void *perft_main(void *argument) {
    Job *job = argument;
    timeslice_usual();
    uint64_t total = perft_divided(job);
    Text last = {0};
    if (stopped(job)) text_add(&last, "info string perft stopped\n");
    else text_add(&last, "Nodes searched: %" PRIu64 "\n", total);
    job->host.answer(job->host.context, &last);
    return NULL;
}

/* Lines of the bench go out one behind: whoever reads the last one must find the job done. */
static void hold_line(void *context, const char *line) {
    Job *job = context;
    output_block(job->host.output, &job->held);
    text_add(&job->held, "%s\n", line);
}

static void *bench_main(void *argument) {
    Job *job = argument;
    timeslice_usual();
    bench_run(job->bench.depth, job->bench.threads, (size_t)job->bench.hash_mb, hold_line, job, &job->stop);
    if (stopped(job)) text_add(&job->held, "info string bench stopped\n");
    job->host.answer(job->host.context, &job->held);
    return NULL;
}

static Job *start(const JobHost *host, Job what, void *(*run)(void *)) {
    Job *job = malloc(sizeof *job);
    if (!job) return NULL;
    *job = what;
    job->host = *host;
    atomic_init(&job->stop, false);
    if (pthread_create(&job->thread, NULL, run, job) == 0) return job;
    free(job);
    return NULL;
}

Job *job_start_perft(const JobHost *host, const Board *board, int depth) {
    return start(host, (Job){.board = *board, .depth = depth}, perft_main);
}

Job *job_start_bench(const JobHost *host, const BenchRequest *request) {
    return start(host, (Job){.bench = *request}, bench_main);
}

void job_stop(Job *job) { atomic_store(&job->stop, true); }

void job_destroy(Job *job) {
    pthread_join(job->thread, NULL);
    text_free(&job->held);
    free(job);
}
