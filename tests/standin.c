/* An engine for testing the programs that play with engines: it makes random legal moves, and the fault that its arguments ask for.
 *
 *     standin [FAULT [TURN [VALUE]]]      at its TURN-th `go` of a game, 1 if not given
 *
 * Faults: crash, hang, garbage (instead of a move), illegal, nothing (an empty bestmove), lines (without end), line (without end), close (its
 * output), late (by VALUE ms), twice (bestmove), deaf (no more readyok, from then on), mute (never a readyok), silent (no uciok), exit
 * (at once), score (says cp VALUE), clock (VALUE ms or less, and not much less, are left to it, or it crashes), stubborn (plays, and does not
 * obey quit), capital (`Bestmove`), unfinished (bestmove without its newline). */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/engine.h"
#include "engine/movegen.h"
#include "engine/notation.h"
#include "engine/play.h"
#include "engine/setup.h"
#include "engine/splitmix.h"

typedef struct {
    const char *fault;
    int turn, value;
    int goes; /* in this game */
    bool deaf;
    Board board;
    uint64_t random;
} StandIn;

static bool begins(const char *line, const char *word) { return strncmp(line, word, strlen(word)) == 0; }

static void set_variant(StandIn *s, const char *name) {
    const Variant *v = variant_find(name);
    if (!v) exit(9);
    Position p = position_start(v);
    board_set(&s->board, &p);
}

static void set_position(StandIn *s, char *text) {
    Undo undo;
    Move m;
    Position p = position_start(s->board.position.variant);
    char *moves = strstr(text, " moves ");
    if (moves) *moves = '\0';
    if (begins(text, "fen ") && position_parse(p.variant, text + 4, &p) != NOTATION_OK) exit(9);
    board_set(&s->board, &p);
    for (char *word = moves ? strtok(moves + 7, " ") : NULL; word; word = strtok(NULL, " ")) {
        if (move_parse(&s->board.position, word, &m) != NOTATION_OK) exit(9);
        board_play(&s->board, m, &undo);
    }
}

static Move random_move(StandIn *s) {
    static Move turns[MAX_TURNS];
    const Position *p = &s->board.position;
    if (position_phase(p) == PHASE_SECOND_SETUP && p->swap == SWAP_OFFERED && splitmix64(&s->random) & 1) return MOVE_SWAP;
    if (position_in_setup(p)) return setup_random(p, &s->random);
    return turns[splitmix64_below(&s->random, (int)turns_list(p, turns))];
}

/* What the clock of the side to move shows. */
static long own_clock(const StandIn *s, const char *go) {
    const Position *p = &s->board.position;
    const char *by_colour = p->side == BLACK ? "btime " : "wtime ", *by_player = position_p1_turn(p) ? "p1time " : "p2time ";
    const char *at = strstr(go, by_colour);
    if (at) return atol(at + strlen(by_colour));
    at = strstr(go, by_player);
    return at ? atol(at + strlen(by_player)) : -1;
}

/* Writes in large pieces, since the reader is tested and not the writer. */
static void talk_without_end(const char *text) {
    static char block[1 << 15];
    size_t length = 0;
    while (length + strlen(text) < sizeof block) length += (size_t)sprintf(block + length, "%s", text);
    while (write(STDOUT_FILENO, block, length) >= 0) {}
}

/* Commits the fault; true when it took the place of an answer. */
static bool misbehave(StandIn *s, const char *go) {
    const char *f = s->fault;
    if (strcmp(f, "clock") == 0) {
        long left = own_clock(s, go);
        if (left > s->value || left < s->value - 20000) exit(9);
    }
    if (strcmp(f, "score") == 0) printf("info depth 1 score cp %d nodes 1 time 0\n", s->value);
    if (s->goes != s->turn) return false;
    if (strcmp(f, "crash") == 0) raise(SIGKILL);
    if (strcmp(f, "hang") == 0) pause();
    if (strcmp(f, "garbage") == 0) return puts("\x01\xff%s%n best move: hello?"), true;
    if (strcmp(f, "illegal") == 0) return puts("bestmove a1-a1/a1"), true;
    if (strcmp(f, "nothing") == 0) return puts("bestmove"), true;
    if (strcmp(f, "lines") == 0) { /* long lines, so that the limit in bytes comes soon */
        char info[4096];
        memset(info, 'a', sizeof info);
        strcpy(info + sizeof info - 2, "\n");
        talk_without_end(memcpy(info, "info depth 1 score cp 1 pv ", 27));
    }
    if (strcmp(f, "line") == 0) talk_without_end("x");
    if (strcmp(f, "close") == 0) return close(STDOUT_FILENO), pause(), true;
    if (strcmp(f, "late") == 0) usleep((useconds_t)s->value * 1000);
    if (strcmp(f, "deaf") == 0) s->deaf = true;
    return false;
}

static void go(StandIn *s, const char *line) {
    char text[MOVE_TEXT_SIZE];
    s->goes++;
    if (misbehave(s, line)) return;
    move_text(random_move(s), text, sizeof text);
    if (s->goes == s->turn && strcmp(s->fault, "capital") == 0) {
        printf("Bestmove %s\n", text);
    } else if (s->goes == s->turn && strcmp(s->fault, "unfinished") == 0) {
        printf("bestmove %s", text);
        fflush(stdout);
    } else {
        printf("bestmove %s\n", text);
    }
    if (strcmp(s->fault, "twice") == 0 && s->goes == s->turn) printf("bestmove %s\n", text);
}

static void obey(StandIn *s, char *line) {
    if (strcmp(line, "uci") == 0 || strcmp(line, "ugi") == 0) {
        if (strcmp(s->fault, "silent") == 0) return;
        printf(
            "id name Stand-in\noption name UCI_Variant type combo default veletas\noption name Hash type spin default 1\n%sok\n",
            line);
    } else if (strcmp(line, "isready") == 0) {
        if (!s->deaf && strcmp(s->fault, "mute") != 0) puts("readyok");
    } else if (begins(line, "setoption name UCI_Variant value ")) {
        set_variant(s, line + strlen("setoption name UCI_Variant value "));
    } else if (strcmp(line, "ucinewgame") == 0 || strcmp(line, "uginewgame") == 0) {
        s->goes = 0;
    } else if (begins(line, "position ")) {
        set_position(s, line + strlen("position "));
    } else if (begins(line, "go")) {
        go(s, line);
    } else if (strcmp(line, "quit") == 0 && strcmp(s->fault, "stubborn") != 0) {
        exit(0);
    }
}

int main(int argc, char **argv) {
    static char line[1 << 16];
    StandIn s = {
        .fault = argc > 1 ? argv[1] : "", .turn = argc > 2 ? atoi(argv[2]) : 1, .value = argc > 3 ? atoi(argv[3]) : 0};
    if (strcmp(s.fault, "exit") == 0) return 1;
    engine_init();
    set_variant(&s, "veletas");
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        obey(&s, line);
    }
    while (strcmp(s.fault, "stubborn") == 0) pause();
    return 0;
}
