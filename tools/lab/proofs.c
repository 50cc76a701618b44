/* cierzo-proofs: how late a position is proved. Takes the games of cierzo-selfplay, and of each the positions 1, 2, 3 … plies before its
 * end; searches each with one thread and a clear table; prints the share whose score is proved by plies to the end.
 *
 * A limit in nodes gives the same table every time, a limit in ms is what a player has. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/movegen.h"
#include "engine/notation.h"
#include "eval/eval.h"
#include "kit/ask.h"
#include "search/search.h"

enum { MOST_PLIES = 100, MOST_TURNS = 100, HASH_MB = 64 };

typedef struct {
    int positions, wins, losses;
    uint64_t turns, shooters, nodes;
} Row;

typedef struct {
    Search *search;
    SearchLimits limits;
    int first, last, most; /* plies to the end, and positions of each */
    bool each;             /* a line for each position that is not proved */
    Row rows[MOST_PLIES];
} Measure;

static void measure(Measure *m, const Position *p, int plies) {
    Row *row = &m->rows[plies];
    SearchLimits limits = search_limits_none();
    limits.movetime = m->limits.movetime;
    limits.nodes = m->limits.nodes;
    search_clear(m->search);
    Answer a = ask(m->search, p, &limits);
    row->positions++;
    row->wins += score_is_win(a.score);
    row->losses += score_is_loss(a.score);
    row->turns += turns_count(p);
    row->shooters += (uint64_t)bb_count(p->shooters);
    row->nodes += a.nodes;
    if (!m->each || score_is_proved(a.score)) return;
    char text[POSITION_TEXT_SIZE];
    position_text(p, text, sizeof text);
    printf("%s;%s;%d;%" PRIu64 "\n", p->variant->name, text, plies, turns_count(p));
}

/* INDEX;VARIANT;POSITION;MOVE=SCORE …;RESULT */
static void play(Measure *m, char *line) {
    char *fields = line, *field[4];
    for (int i = 0; i < 4; i++) field[i] = strsep(&fields, ";");
    const Variant *v = field[3] ? variant_find(field[1]) : NULL;
    Position p, at[MOST_TURNS];
    if (!v || position_parse(v, field[2], &p) != NOTATION_OK) return;
    Board b;
    int turns = 0;
    board_set(&b, &p);
    for (char *word; (word = strsep(&field[3], " ")) && turns < MOST_TURNS; turns++) {
        Move move;
        Undo undo;
        word[strcspn(word, "=")] = '\0';
        if (move_parse(&b.position, word, &move) != NOTATION_OK) return;
        at[turns] = b.position;
        board_play(&b, move, &undo);
    }
    for (int plies = m->first; plies <= m->last && plies <= turns; plies++)
        if (m->rows[plies].positions < m->most) measure(m, &at[turns - plies], plies);
}

static void report(const Measure *m) {
    printf("plies positions  proved  wins losses  turns shooters    nodes\n");
    for (int plies = m->first; plies <= m->last; plies++) {
        const Row *r = &m->rows[plies];
        double count = r->positions ? r->positions : 1;
        printf("%5d %9d %5.0f %% %5d %6d %6.0f %8.1f %8.0f\n", plies, r->positions, 100 * (r->wins + r->losses) / count,
               r->wins, r->losses, (double)r->turns / count, (double)r->shooters / count, (double)r->nodes / count);
    }
}

int main(int argc, char **argv) {
    if (argc < 6) {
        fprintf(stderr, "usage: cierzo-proofs GAMES FIRST LAST POSITIONS LIMIT [each]\n"
                        "FIRST to LAST plies before the end, so many POSITIONS of each; LIMIT 1000ms or 100000 (nodes)\n");
        return EXIT_FAILURE;
    }
    engine_init();
    eval_init();
    static Measure m;
    m.first = atoi(argv[2]);
    m.last = atoi(argv[3]);
    m.most = atoi(argv[4]);
    m.each = argc > 6;
    m.limits = search_limits_none();
    *(strstr(argv[5], "ms") ? &m.limits.movetime : &m.limits.nodes) = strtoll(argv[5], NULL, 10);
    FILE *in = fopen(argv[1], "r");
    if (!in || m.first < 1 || m.last >= MOST_PLIES || !(m.search = search_create(HASH_MB))) {
        fprintf(stderr, "cierzo-proofs: a bad argument, or the file cannot be read\n");
        return EXIT_FAILURE;
    }
    char line[8192];
    while (fgets(line, sizeof line, in)) play(&m, line);
    fclose(in);
    report(&m);
    search_destroy(m.search);
    return EXIT_SUCCESS;
}
