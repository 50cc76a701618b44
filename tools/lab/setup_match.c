/* cierzo-setup-match: how much setup turns are worth. Games in which each player's setup turns come from one of two sources, and all
 * other turns from one and the same search. A source is `random` (legal placements, a swap in every other game) or the command of an
 * engine that speaks UCI, this one or an older one. Each pair of games shares its random numbers and exchanges the seats.
 *
 * Engines repeat themselves, and a match of one first setup over and over says little. So in each pair the first setup is chosen among
 * other random ones, and the node limits lie anywhere between the given ones and a quarter more. The same arguments give the same
 * games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/engine.h"
#include "engine/notation.h"
#include "engine/setup.h"
#include "engine/splitmix.h"
#include "eval/eval.h"
#include "kit/ask.h"
#include "kit/share.h"
#include "search/search.h"

enum { LINE = 65536, FIRST_SETUPS = 48 };

/* One that places. Random placements need no process: `in` is NULL. */
typedef struct {
    FILE *in, *out; /* what we write to it and read from it */
} Source;

typedef struct {
    const Variant *variant;
    int64_t nodes, setup_nodes; /* of the pair under way */
    uint64_t random;
    Move first_setups[FIRST_SETUPS]; /* to choose among */
    Source sources[2];
    Search *search;
} Match;

/* ---- sources ---- */

static void fail(const char *what) {
    fprintf(stderr, "cierzo-setup-match: %s\n", what);
    exit(EXIT_FAILURE);
}

static Source source_open(const char *command, const Variant *v) {
    int to[2], from[2];
    if (!strcmp(command, "random")) return (Source){NULL, NULL};
    if (pipe(to) || pipe(from)) fail("no pipe");
    pid_t child = fork();
    if (child < 0) fail("no process");
    if (child == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        for (int i = 0; i < 2; i++) {
            close(to[i]);
            close(from[i]);
        }
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    Source s = {fdopen(to[1], "w"), fdopen(from[0], "r")};
    if (!s.in || !s.out) fail("no stream");
    fprintf(s.in, "uci\nsetoption name UCI_Variant value %s\n", v->name);
    return s;
}

/* The engine reads the end of its input as `quit`. */
static void source_close(Source *s) {
    if (!s->in) return;
    fclose(s->in);
    fclose(s->out);
}

static Move ask_engine(Match *match, Source *s, const Position *p) {
    char line[LINE], text[MOVE_TEXT_SIZE], position[POSITION_TEXT_SIZE];
    Move m;
    position_text(p, position, sizeof position);
    fprintf(s->in, "ucinewgame\nposition fen %s\ngo nodes %lld", position, (long long)match->setup_nodes);
    for (int i = 0; i < FIRST_SETUPS && position_phase(p) == PHASE_FIRST_SETUP; i++) {
        move_text(match->first_setups[i], text, sizeof text);
        fprintf(s->in, "%s %s", i ? "" : " searchmoves", text);
    }
    fprintf(s->in, "\n");
    fflush(s->in);
    do
        if (!fgets(line, sizeof line, s->out)) fail("an engine ended");
    while (sscanf(line, "bestmove %23s", text) != 1);
    if (move_parse(p, text, &m)) fail("an engine's move is not legal");
    return m;
}

static Move place(Match *m, int source, const Position *p) {
    if (m->sources[source].in) return ask_engine(m, &m->sources[source], p);
    if (p->swap == SWAP_OFFERED && splitmix64_below(&m->random, 2)) return MOVE_SWAP;
    return setup_random(p, &m->random);
}

/* ---- games ---- */

/* What the pair's seed decides. */
static void begin_game(Match *m, uint64_t seed, int64_t nodes, int64_t setup_nodes) {
    Position start = position_start(m->variant);
    m->random = seed;
    m->nodes = nodes + splitmix64_below(&m->random, (int)(nodes / 4) + 1);
    m->setup_nodes = setup_nodes + splitmix64_below(&m->random, (int)(setup_nodes / 4) + 1);
    for (int i = 0; i < FIRST_SETUPS; i++) m->first_setups[i] = setup_random(&start, &m->random);
}

/* Whether the first player wins; `first` is that player's source. */
static bool first_player_wins(Match *m, int first, bool print) {
    Board b;
    Undo undo;
    char text[POSITION_TEXT_SIZE];
    Position start = position_start(m->variant);
    board_set(&b, &start);
    while (position_in_setup(&b.position)) {
        int source = position_p1_turn(&b.position) ? first : 1 - first;
        Move move = place(m, source, &b.position);
        if (move == MOVE_NONE) fail("no legal placement was found");
        board_play(&b, move, &undo);
    }
    position_text(&b.position, text, sizeof text);
    if (print) printf("%s;", text);
    search_clear(m->search);
    while (position_phase(&b.position) == PHASE_PLAY) {
        Move move = ask_nodes(m->search, &b.position, m->nodes).best;
        if (move == MOVE_NONE) fail("a setup that traps every shooter");
        board_play(&b, move, &undo);
    }
    return (position_winner(&b.position) == BLACK) != (b.position.swap == SWAP_DONE);
}

int main(int argc, char **argv) {
    if (argc < 8) {
        fprintf(stderr, "usage: cierzo-setup-match VARIANT GAMES NODES SETUP_NODES SEED SOURCE SOURCE [-v]\n"
                        "a SOURCE is `random` or the command of an engine\n");
        return EXIT_FAILURE;
    }
    engine_init();
    eval_init();
    Match m = {.variant = variant_find(argv[1]), .search = search_create(4)};
    int games = atoi(argv[2]), won[2] = {0, 0};
    int64_t nodes = atoll(argv[3]), setup_nodes = atoll(argv[4]);
    uint64_t seed = strtoull(argv[5], NULL, 10);
    bool print = argc > 8 && !strcmp(argv[8], "-v");
    if (!m.variant || !m.search || games < 2 || nodes < 1 || setup_nodes < 1) fail("a bad argument");
    for (int i = 0; i < 2; i++) m.sources[i] = source_open(argv[6 + i], m.variant);
    for (int pair = 0; pair < games / 2; pair++)
        for (int seat = 0; seat < 2; seat++) {
            begin_game(&m, seed * 0x9E3779B97F4A7C15u ^ (uint64_t)pair * 0xD1B54A32D192ED03u, nodes, setup_nodes);
            bool p1 = first_player_wins(&m, seat, print);
            won[seat] += p1 == (seat == 0);
            if (print) printf("%d %d\n", seat, p1 == (seat == 0));
            fflush(stdout);
        }
    share_print(stdout, "as the first player", won[0], games / 2);
    share_print(stdout, "as the second player", won[1], games / 2);
    share_print(stdout, "both", won[0] + won[1], games / 2 * 2);
    for (int i = 0; i < 2; i++) source_close(&m.sources[i]);
    search_destroy(m.search);
    return EXIT_SUCCESS;
}
