/* cierzo-proofs: how late a position is proved. Takes the games of cierzo-selfplay, and of each the positions 1, 2, 3 … plies before its
 * end; searches each with one thread and a clear table; prints the share whose score is proved by plies to the end.
 *
 * A limit in nodes gives the same table every time, a limit in ms is what a player has. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/movegen.h"
#include "engine/notation.h"
#include "eval/eval.h"
#include "kit/argument.h"
#include "kit/ask.h"
#include "kit/selfplay_line.h"

enum { PROOF_HASH_MB = 64 };

static const char PROGRAM[] = "cierzo-proofs";

/* The positions so many plies before the end: how many there were, and sums over them. */
typedef struct {
    int positions, wins, losses;
    uint64_t turns, shooters, nodes;
} ProofRow;

typedef struct {
    Search *search;
    SearchLimits limits;
    int first, last, most; /* plies to the end, and positions of each */
    bool each;             /* a line for each position that is not proved */
    ProofRow rows[SELFPLAY_MOST_TURNS + 1];
} ProofTable;

static void try_to_prove(ProofTable *t, const Position *p, int plies) {
    ProofRow *row = &t->rows[plies];
    SearchLimits limits = search_limits_none();
    limits.movetime = t->limits.movetime;
    limits.nodes = t->limits.nodes;
    search_clear(t->search);
    SearchAnswer a = ask(t->search, p, &limits);
    row->positions++;
    row->wins += score_is_win(a.score);
    row->losses += score_is_loss(a.score);
    row->turns += turns_count(p);
    row->shooters += (uint64_t)bb_count(p->shooters);
    row->nodes += a.nodes;
    if (!t->each || score_is_proved(a.score)) return;
    char text[POSITION_TEXT_SIZE];
    position_text(p, text, sizeof text);
    printf("%s;%s;%d;%" PRIu64 "\n", p->variant->name, text, plies, turns_count(p));
}

/* The last positions of a game, the latest first. */
static void try_game(ProofTable *t, const SelfplayGame *g) {
    Position before[SELFPLAY_MOST_TURNS];
    selfplay_positions(g, before);
    for (int plies = t->first; plies <= t->last && plies <= g->turns; plies++)
        if (t->rows[plies].positions < t->most) try_to_prove(t, &before[g->turns - plies], plies);
}

/* False, and told on standard error, when the file cannot be read or one of its lines is no game. */
static bool try_file(ProofTable *t, const char *path) {
    FILE *in = fopen(path, "r");
    char *line = NULL, error[SELFPLAY_ERROR_SIZE] = "cannot be read";
    size_t room = 0;
    bool good = in != NULL;
    long number = 0;
    static SelfplayGame game;
    while (good && getline(&line, &room, in) >= 0) {
        number++;
        good = selfplay_line_read(line, &game, error);
        if (good) try_game(t, &game);
    }
    if (!good) fprintf(stderr, "cierzo-proofs: %s: line %ld: %s\n", path, number, error);
    free(line);
    if (in) fclose(in);
    return good;
}

static void print_table(const ProofTable *t) {
    printf("plies positions  proved  wins losses  turns shooters    nodes\n");
    for (int plies = t->first; plies <= t->last; plies++) {
        const ProofRow *r = &t->rows[plies];
        double count = r->positions ? r->positions : 1;
        printf("%5d %9d %5.0f %% %5d %6d %6.0f %8.1f %8.0f\n", plies, r->positions, 100 * (r->wins + r->losses) / count,
               r->wins, r->losses, (double)r->turns / count, (double)r->shooters / count, (double)r->nodes / count);
    }
}

/* `1000ms`, or a number of nodes. */
static SearchLimits read_limit(char *text) {
    SearchLimits limits = search_limits_none();
    size_t length = strlen(text);
    bool in_ms = length > 2 && !strcmp(text + length - 2, "ms");
    if (in_ms) text[length - 2] = '\0';
    *(in_ms ? &limits.movetime : &limits.nodes) = argument_need(PROGRAM, "LIMIT", text, 1, in_ms ? INT_MAX : INT64_MAX);
    return limits;
}

int main(int argc, char **argv) {
    if (argc < 6 || argc > 7) {
        fprintf(stderr, "usage: cierzo-proofs GAMES FIRST LAST POSITIONS LIMIT [each]\n"
                        "FIRST to LAST plies before the end, so many POSITIONS of each; LIMIT 1000ms or 100000 (nodes)\n");
        return EXIT_FAILURE;
    }
    engine_init();
    eval_init();
    static ProofTable t;
    t.first = (int)argument_need(PROGRAM, "FIRST", argv[2], 1, SELFPLAY_MOST_TURNS);
    t.last = (int)argument_need(PROGRAM, "LAST", argv[3], t.first, SELFPLAY_MOST_TURNS);
    t.most = (int)argument_need(PROGRAM, "POSITIONS", argv[4], 1, INT_MAX);
    t.limits = read_limit(argv[5]);
    t.each = argc > 6;
    t.search = search_create(PROOF_HASH_MB);
    if (!t.search) {
        fprintf(stderr, "cierzo-proofs: out of memory\n");
        return EXIT_FAILURE;
    }
    bool good = try_file(&t, argv[1]);
    if (good) print_table(&t);
    search_destroy(t.search);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
