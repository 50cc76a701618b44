/* cierzo-puzzles: puzzles for the page that teaches (puzzle.h), from the games of cierzo-selfplay.
 *
 * `make` looks at the last positions of each game, the latest first, and takes at most one puzzle of every kind from a game; FILE is a list of work
 * (kit/work.h), so a run that was killed goes on. `collect` puts such files together, without doubles and with an equal share for every kind, board
 * and degree. `prove` proves all claims of a collection anew. */
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/movegen.h"
#include "engine/version.h"
#include "eval/eval.h"
#include "kit/argument.h"
#include "kit/ask.h"
#include "kit/selfplay_line.h"
#include "kit/shard.h"
#include "kit/work.h"
#include "tools/lab/puzzles/collection.h"
#include "tools/lab/puzzles/puzzle.h"

enum {
    LAST_PLIES = 40,     /* so many positions of a game are looked at */
    LAST_WIN_PLIES = 11, /* for wins, which take many proofs */
    LEAST_TURNS = 8,     /* fewer turns are no choice */
    PROOF_MOST = 100000, /* positions that a proof may take for each turn */
    SOUND_NODES = 4000,
    SOUND_SCORE = -150, /* a turn that claims or escapes and is worth less is a bad example */
    HASH_MB = 16,
    GAME_SIZE = (PUZZLE_KINDS + 1) * (PUZZLE_LINE_SIZE + 1)
};

static const char PROGRAM[] = "cierzo-puzzles";

typedef struct {
    Search *search;
    PuzzleProver prover;
    WorkList work;
} Maker;

static _Noreturn void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", PROGRAM, what);
    exit(EXIT_FAILURE);
}

static void create(Maker *m) {
    m->search = search_create(HASH_MB);
    m->prover = (PuzzleProver){.solver = solver_create(), .most = PROOF_MOST};
    if (!m->search || !m->prover.solver) fail("out of memory");
}

static void destroy(Maker *m) {
    search_destroy(m->search);
    solver_destroy(m->prover.solver);
}

static bool is_sound(Maker *m, const Puzzle *p) {
    SearchLimits limits = search_limits_none();
    if (p->kind == PUZZLE_WIN || p->kind == PUZZLE_SAVE) return true;
    limits.nodes = SOUND_NODES;
    limits.root_moves = &p->key;
    limits.root_move_count = 1;
    search_clear(m->search);
    return ask(m->search, &p->position, &limits).score >= SOUND_SCORE;
}

/* Adds the puzzles of a position to `out`, of each kind that is still to come. */
static void try_position(Maker *m, const Position *p, bool missing[PUZZLE_KINDS], char out[static GAME_SIZE]) {
    static const PuzzleKind KINDS[] = {PUZZLE_TWO, PUZZLE_SAVE, PUZZLE_ESCAPE, PUZZLE_WIN};
    if (turns_count(p) < LEAST_TURNS) return;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        Puzzle puzzle;
        char line[PUZZLE_LINE_SIZE];
        if (!missing[KINDS[i]] || !puzzle_find(&m->prover, KINDS[i], p, &puzzle) || !is_sound(m, &puzzle)) continue;
        missing[KINDS[i]] = false;
        puzzle.rating = puzzle_rate(m->search, &puzzle);
        puzzle_line_write(&puzzle, line);
        if (*out) strcat(out, "|");
        strcat(out, line);
        return; /* one position, one puzzle */
    }
}

static void make_of_game(Maker *m, const SelfplayGame *g, char out[static GAME_SIZE]) {
    Position before[SELFPLAY_MOST_TURNS];
    bool missing[PUZZLE_KINDS] = {true, true, true, true};
    *out = '\0';
    selfplay_positions(g, before);
    for (int plies = 1; plies <= LAST_PLIES && plies <= g->turns; plies++) {
        if (plies > LAST_WIN_PLIES) missing[PUZZLE_WIN] = false;
        try_position(m, &before[g->turns - plies], missing, out);
    }
}

static int64_t count_lines(FILE *in) {
    int64_t lines = 0;
    for (int c; (c = getc(in)) != EOF;) lines += c == '\n';
    rewind(in);
    return lines;
}

static int make(int argc, char **argv, Shard shard) {
    static SelfplayGame game;
    static Maker m;
    char error[WORK_ERROR_SIZE], heading[128], found[GAME_SIZE], *line = NULL;
    size_t room = 0;
    if (argc != 2) fail("make: needs GAMES and FILE");
    FILE *in = fopen(argv[0], "r");
    if (!in) fail("the games cannot be read");
    snprintf(heading, sizeof heading, "%s: Cierzo %s, %d plies", PROGRAM, CIERZO_VERSION, LAST_PLIES);
    if (!work_open(&m.work, argv[1], heading, count_lines(in), error)) fail(error);
    create(&m);
    bool good = true;
    for (int64_t i = 0; good && getline(&line, &room, in) >= 0; i++) {
        char wrong[SELFPLAY_ERROR_SIZE];
        if (!shard_has(shard, i) || m.work.results[i]) continue;
        if (!selfplay_line_read(line, &game, wrong)) fail(wrong);
        make_of_game(&m, &game, found);
        good = work_add(&m.work, i, found);
    }
    if (!good) fail("FILE takes no more");
    free(line);
    fclose(in);
    work_close(&m.work);
    destroy(&m);
    return EXIT_SUCCESS;
}

static int prove(int argc, char **argv) {
    Maker m;
    char line[1024], error[PUZZLE_ERROR_SIZE] = "not a collection of this version";
    int proved[PUZZLE_KINDS] = {0}, wrong = 0, number = 1;
    FILE *in = argc == 1 ? fopen(argv[0], "r") : NULL;
    if (!in) fail("prove: needs a FILE that can be read");
    if (!fgets(line, sizeof line, in) || strcmp(line, PUZZLE_HEADING "\n")) fail(error);
    create(&m);
    m.prover.most = 0;
    while (fgets(line, sizeof line, in)) {
        Puzzle p;
        number++;
        if (!puzzle_line_read(line, &p, error)) wrong++, fprintf(stderr, "%s: line %d: %s\n", PROGRAM, number, error);
        else if (!puzzle_holds(&m.prover, &p)) wrong++, fprintf(stderr, "%s: line %d: does not hold\n", PROGRAM, number);
        else proved[p.kind]++;
    }
    fclose(in);
    destroy(&m);
    for (int kind = 0; kind < PUZZLE_KINDS; kind++) printf("%s %d\n", puzzle_kind_word((PuzzleKind)kind), proved[kind]);
    printf("wrong %d\n", wrong);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

static void help(FILE *out) {
    fprintf(out,
            "usage: %s [--shard K/N] make GAMES FILE   looks for puzzles in the games of cierzo-selfplay\n"
            "       %s [--most N] collect FILE...      puts what was made together, at most N of a kind, board and degree\n"
            "       %s prove COLLECTION                proves every claim anew\n",
            PROGRAM, PROGRAM, PROGRAM);
}

int main(int argc, char **argv) {
    static const struct option OPTIONS[] = {{"shard", required_argument, NULL, 's'},
                                            {"most", required_argument, NULL, 'm'},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    char error[SHARD_ERROR_SIZE];
    Shard shard = {0};
    int most = INT_MAX;
    for (int o; (o = getopt_long(argc, argv, "+", OPTIONS, NULL)) != -1;) {
        if (o == 's' && !shard_parse(optarg, &shard, error)) fail(error);
        if (o == 'm') most = (int)argument_need(PROGRAM, "--most", optarg, 1, INT_MAX);
        if (o == 'h') return help(stdout), EXIT_SUCCESS;
        if (o == '?') return help(stderr), EXIT_FAILURE;
    }
    engine_init();
    eval_init();
    const char *command = optind < argc ? argv[optind++] : "";
    if (!strcmp(command, "make")) return make(argc - optind, argv + optind, shard);
    if (!strcmp(command, "collect")) return collect(argc - optind, argv + optind, most);
    if (!strcmp(command, "prove")) return prove(argc - optind, argv + optind);
    help(stderr);
    return EXIT_FAILURE;
}
