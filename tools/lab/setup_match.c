/* cierzo-setup-match: how much setup turns are worth. Games in which each player's setup turns come from one of two sources, and all
 * other turns from one and the same search. A source is `random` (legal placements, a swap in every other game) or the command of an
 * engine that speaks UCI, this one or an older one. Each pair of games shares its random numbers and exchanges the seats.
 *
 * Engines repeat themselves, and a match of one first setup over and over says little. So in each pair the first setup is chosen among
 * other random ones, and the node limits lie anywhere between the given ones and a quarter more. The same arguments give the same
 * games. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/notation.h"
#include "engine/setup.h"
#include "engine/splitmix.h"
#include "eval/eval.h"
#include "kit/argument.h"
#include "kit/ask.h"
#include "kit/examiner.h"
#include "kit/share.h"

enum { FIRST_SETUPS = 48, MATCH_HASH_MB = 4, SETUP_PATIENCE_MS = 600000 };

static const char PROGRAM[] = "cierzo-setup-match";

typedef struct {
    const Variant *variant;
    int64_t nodes, setup_nodes; /* of the pair under way */
    uint64_t random;
    Move first_setups[FIRST_SETUPS]; /* to choose among */
    ExaminerSpec spec;
    Examiner sources[2]; /* without an engine: random placements */
    Search *search;
    const char *error; /* of the game that failed */
} SetupMatch;

/* ---- sources ---- */

static Examiner source_open(SetupMatch *m, const char *command) {
    if (!strcmp(command, "random")) return (Examiner){0};
    m->spec.engines[m->spec.engine_count++].command = command;
    return examiner_open(&m->spec, m->spec.engine_count - 1);
}

/* `go` for a setup turn; the first one is chosen among those of the pair. */
static void limit_setup(const SetupMatch *m, const Position *p, char *out, size_t size) {
    char move[MOVE_TEXT_SIZE];
    size_t length = (size_t)snprintf(out, size, "nodes %" PRId64, m->setup_nodes);
    for (int i = 0; i < FIRST_SETUPS && position_phase(p) == PHASE_FIRST_SETUP; i++) {
        move_text(m->first_setups[i], move, sizeof move);
        length += (size_t)snprintf(out + length, size - length, "%s %s", i ? "" : " searchmoves", move);
    }
}

/* MOVE_NONE, and m->error, where there is no answer. */
static Move place(SetupMatch *m, Examiner *source, const Position *p) {
    char go[64 + FIRST_SETUPS * (MOVE_TEXT_SIZE + 1)];
    ClientReply reply;
    Move move;
    m->error = "no legal placement was found";
    if (!source->engine) {
        if (p->swap == SWAP_OFFERED && splitmix64_below(&m->random, 2)) return MOVE_SWAP;
        return setup_random(p, &m->random);
    }
    limit_setup(m, p, go, sizeof go);
    if (examiner_ask(source, p, go, &reply, &move, NULL, NULL)) return move;
    m->error = source->error;
    return MOVE_NONE;
}

/* ---- games ---- */

/* What the pair's seed decides. */
static void begin_pair(SetupMatch *m, uint64_t seed, int64_t nodes, int64_t setup_nodes) {
    Position start = position_start(m->variant);
    m->random = seed;
    m->nodes = nodes + splitmix64_below(&m->random, (int)(nodes / 4) + 1);
    m->setup_nodes = setup_nodes + splitmix64_below(&m->random, (int)(setup_nodes / 4) + 1);
    for (int i = 0; i < FIRST_SETUPS; i++) m->first_setups[i] = setup_random(&start, &m->random);
}

/* Both setup turns; `first` is the first player's source. */
static bool place_both(SetupMatch *m, Board *b, int first) {
    Undo undo;
    while (position_in_setup(&b->position)) {
        int source = position_p1_turn(&b->position) ? first : 1 - first;
        Move move = place(m, &m->sources[source], &b->position);
        if (move == MOVE_NONE) return false;
        board_play(b, move, &undo);
    }
    return true;
}

/* Plays a game; false, and m->error, when there is none. *won: whether the first player wins. */
static bool play_match_game(SetupMatch *m, int first, bool print, bool *won) {
    Board b;
    Undo undo;
    char text[POSITION_TEXT_SIZE];
    Position start = position_start(m->variant);
    board_set(&b, &start);
    if (!place_both(m, &b, first)) return false;
    position_text(&b.position, text, sizeof text);
    if (print) printf("%s;", text);
    search_clear(m->search);
    while (position_phase(&b.position) == PHASE_PLAY) {
        Move move = ask_nodes(m->search, &b.position, m->nodes).best;
        m->error = "a setup that traps every shooter";
        if (move == MOVE_NONE) return false;
        board_play(&b, move, &undo);
    }
    *won = (position_winner(&b.position) == BLACK) != (b.position.swap == SWAP_DONE);
    return true;
}

/* What the command line says beside the sources. */
typedef struct {
    int games;
    int64_t nodes, setup_nodes;
    uint64_t seed;
    bool print;
} MatchRequest;

static bool play_match(SetupMatch *m, const MatchRequest *q) {
    int won[2] = {0, 0};
    for (int pair = 0; pair < q->games / 2; pair++)
        for (int seat = 0; seat < 2; seat++) {
            bool first_won;
            begin_pair(m, q->seed * 0x9E3779B97F4A7C15u ^ (uint64_t)pair * 0xD1B54A32D192ED03u, q->nodes, q->setup_nodes);
            if (!play_match_game(m, seat, q->print, &first_won)) return false;
            won[seat] += first_won == (seat == 0);
            if (q->print) printf("%d %d\n", seat, first_won == (seat == 0));
            fflush(stdout);
        }
    share_print(stdout, "as the first player", won[0], q->games / 2);
    share_print(stdout, "as the second player", won[1], q->games / 2);
    share_print(stdout, "both", won[0] + won[1], q->games / 2 * 2);
    return true;
}

int main(int argc, char **argv) {
    if (argc < 8) {
        fprintf(stderr, "usage: cierzo-setup-match VARIANT GAMES NODES SETUP_NODES SEED SOURCE SOURCE [-v]\n"
                        "a SOURCE is `random` or the command of an engine\n");
        return EXIT_FAILURE;
    }
    engine_init();
    eval_init();
    MatchRequest q = {.games = (int)argument_need(PROGRAM, "GAMES", argv[2], 2, INT_MAX),
                      .nodes = argument_need(PROGRAM, "NODES", argv[3], 1, INT_MAX),
                      .setup_nodes = argument_need(PROGRAM, "SETUP_NODES", argv[4], 1, INT_MAX),
                      .seed = (uint64_t)argument_need(PROGRAM, "SEED", argv[5], 0, INT64_MAX),
                      .print = argc > 8 && !strcmp(argv[8], "-v")};
    SetupMatch m = {
        .variant = variant_find(argv[1]), .search = search_create(MATCH_HASH_MB), .spec = {.patience = SETUP_PATIENCE_MS}};
    for (int i = 0; i < 2; i++) m.sources[i] = source_open(&m, argv[6 + i]);
    m.error = m.variant ? "out of memory" : "no such rule set";
    bool good = m.variant && m.search && play_match(&m, &q);
    if (!good) fprintf(stderr, "%s: %s\n", PROGRAM, m.error);
    for (int i = 0; i < 2; i++) examiner_close(&m.sources[i]);
    search_destroy(m.search);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
