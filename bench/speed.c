/* cierzo-speed: how fast the inner loops are, each called over and over for two seconds; and which share of a whole search the same
 * functions take, counted and timed while it runs. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/depth/measure.h"
#include "bench/depth/parts.h"
#include "bench/number.h"
#include "engine/engine.h"
#include "engine/notation.h"
#include "engine/perft.h"
#include "eval/eval.h"
#include "search/contract.h"
#include "search/picker.h"

static const double SECONDS = 2.0;

typedef struct {
    Board board;
    Slice slices[MAX_SLICES];
    uint64_t heap[MAX_SLICES];
    Move moves[MAX_TURNS];
} Bed;

/* One run of a loop; returns how often it did what is measured. */
typedef uint64_t (*Work)(Bed *bed);

static uint64_t perft_two(Bed *bed) { return perft(&bed->board, 2, NULL); }

static uint64_t evaluate(Bed *bed) {
    volatile Score sink;
    for (int i = 0; i < 1000; i++) sink = eval_score(&bed->board);
    (void)sink;
    return 1000;
}

static uint64_t play_and_undo(Bed *bed) {
    Undo undo;
    size_t count = turns_list(&bed->board.position, bed->moves);
    for (size_t i = 0; i < count; i++) {
        board_play(&bed->board, bed->moves[i], &undo);
        board_undo(&bed->board, &undo);
    }
    return count;
}

static uint64_t order_turns(Bed *bed) {
    for (int i = 0; i < 100; i++) {
        Picker p;
        picker_begin(&p, &bed->board, bed->slices, bed->heap, NULL, 0);
        for (int k = 0; k < 32; k++) picker_next(&p);
    }
    return 100;
}

static void time_loop(Bed *bed, const char *name, Work work) {
    uint64_t done = 0;
    double start = depth_now(), best = 1e9, end = start;
    while (end - start < SECONDS) {
        double before = end;
        uint64_t n = work(bed);
        end = depth_now();
        done += n;
        if ((end - before) / (double)n < best) best = (end - before) / (double)n;
    }
    printf("  %-28s %12.4f M/s  best run %12.4f M/s  %10.1f ns\n", name, (double)done / (end - start) / 1e6, 1e-6 / best,
           (end - start) / (double)done * 1e9);
    fflush(stdout);
}

static bool measure_loops(void) {
    static const char *const BEDS[][2] = {
        {"veletas", "10/b2s6/6s3/10/6s3/5s1s2/6s3/10/5w1s2/10 b - 2"},
        {"classic", "10/2s4s2/10/5s4/1w6b1/2s3s3/10/4s4b/6s1w1/10 b - 3"},
        {"veletas", "2b7/1b3w1www/b2bbw4/2w1bsb1ww/w4b3w/1wbwbbbbsb/s2bw1w1wb/wbbw1w2s1/2b2w1wb1/1s1wbsbsw1 b - 23"},
    };
    Bed *bed = malloc(sizeof *bed);
    if (!bed) return false;
    for (size_t i = 0; i < sizeof BEDS / sizeof BEDS[0]; i++) {
        Position p;
        position_parse(variant_find(BEDS[i][0]), BEDS[i][1], &p);
        board_set(&bed->board, &p);
        printf("%s %s (perft 2: %" PRIu64 ")\n", BEDS[i][0], BEDS[i][1], perft(&bed->board, 2, NULL));
        time_loop(bed, "perft 2, leaves", perft_two);
        time_loop(bed, "play and undo", play_and_undo);
        time_loop(bed, "evaluation", evaluate);
        time_loop(bed, "order, 32 moves taken", order_turns);
    }
    free(bed);
    return true;
}

static bool measure_parts(const char *path, int depth) {
    DepthSuite suite = {0};
    FILE *in = path ? fopen(path, "r") : NULL;
    bool good = in ? depth_suite_read(&suite, in) : !path && depth_suite_add_builtin(&suite);
    if (in) fclose(in);
    if (!good) fprintf(stderr, "cierzo-speed: %s: %s\n", path, *suite.error ? suite.error : "cannot be read");
    good = good && suite.count && parts_report(stdout, &suite, depth);
    depth_suite_free(&suite);
    return good;
}

int main(int argc, char **argv) {
    enum { DEPTH = 6 };
    const bool loops = argc < 2 || !strcmp(argv[1], "loops"), parts = argc < 2 || !strcmp(argv[1], "parts");
    int64_t depth = DEPTH;
    const bool numbered = argc < 3 || bench_number(argv[2], MAX_DEPTH, &depth);
    if ((!loops && !parts) || argc > 4 || (loops && argc > 2) || !numbered) {
        fprintf(
            stderr,
            "usage: cierzo-speed                             the two that follow\n"
            "       cierzo-speed loops                       inner loops, each by itself\n"
            "       cierzo-speed parts [DEPTH [SUITE]]       the parts of a search; depth 6 and the positions of bench\n");
        return EXIT_FAILURE;
    }
    engine_init();
    eval_init();
    if (loops && !measure_loops()) return EXIT_FAILURE;
    return !parts || measure_parts(argc > 3 ? argv[3] : NULL, (int)depth) ? EXIT_SUCCESS : EXIT_FAILURE;
}
