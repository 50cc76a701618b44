/* cierzo-games positions: the positions of games, one a line, for openings, suites and fits. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "kit/argument.h"
#include "tools/games/games.h"

typedef struct {
    int64_t first, last, every; /* plies from the start of the game */
    bool unique, result, score, no_setup;
    const char *path;
    FILE *out;
    uint64_t *seen; /* hashes of what was written: open addressing, 0 is free */
    size_t room, count;
} Choice;

static bool put_hash(uint64_t *table, size_t room, uint64_t hash) {
    size_t i = hash & (room - 1);
    for (; table[i]; i = (i + 1) & (room - 1))
        if (table[i] == hash) return false;
    table[i] = hash;
    return true;
}

static bool grow_table(Choice *c) {
    size_t room = c->room ? 2 * c->room : 1 << 12;
    uint64_t *seen = calloc(room, sizeof *seen);
    if (!seen) return false;
    for (size_t i = 0; i < c->room; i++)
        if (c->seen[i]) put_hash(seen, room, c->seen[i]);
    free(c->seen);
    c->seen = seen;
    c->room = room;
    return true;
}

/* Whether no equal position was written before; turn numbers do not count. When memory is short the answer is always yes. */
static bool is_first_time(Choice *c, const Position *p) {
    uint64_t hash = p->key;
    for (int i = 0; i < VARIANT_COUNT; i++)
        if (variant_at(i) == p->variant) hash ^= 0x9E3779B97F4A7C15u * (uint64_t)(i + 1);
    if (2 * c->count >= c->room && !grow_table(c)) return true;
    if (!put_hash(c->seen, c->room, hash ? hash : 1)) return false;
    c->count++;
    return true;
}

static bool is_wanted(Choice *c, const Position *p, int ply) {
    Phase phase = position_phase(p);
    if (ply < c->first || ply > c->last || (ply - c->first) % c->every) return false;
    if (phase == PHASE_OVER || (c->no_setup && phase != PHASE_PLAY)) return false;
    return !c->unique || is_first_time(c, p);
}

static void write_position(const Choice *c, const Record *r, const Position *p, int ply) {
    char text[POSITION_TEXT_SIZE], score[32] = "";
    position_text(p, text, sizeof text);
    fprintf(c->out, "%s;%s", p->variant->name, text);
    if (c->result) fprintf(c->out, ";%c", "bw*"[r->winner]);
    if (c->score && ply < r->turn_count) note_score_text(&r->turns[ply].note, score, sizeof score);
    if (c->score) fprintf(c->out, ";%s", score);
    fputc('\n', c->out);
}

static bool write_chosen(void *context, const FileGame *g) {
    Choice *c = context;
    for (int ply = 0; ply <= g->record->turn_count; ply++) {
        Position p = record_position(g->record, ply);
        if (is_wanted(c, &p, ply)) write_position(c, g->record, &p, ply);
    }
    return !ferror(c->out);
}

/* `A-B`, `A-` or `A`. */
static bool read_plies(Choice *c, const char *text) {
    char copy[64], *second = copy;
    if (snprintf(copy, sizeof copy, "%s", text) >= (int)sizeof copy) return false;
    if (!argument_number(strsep(&second, "-"), 0, INT64_MAX, &c->first)) return false;
    c->last = second ? INT64_MAX : c->first;
    return !second || !*second || argument_number(second, c->first, INT64_MAX, &c->last);
}

static bool read_options(Choice *c, int argc, char **argv) {
    static const struct option options[] = {{"plies", required_argument, NULL, 'p'}, {"every", required_argument, NULL, 'e'},
                                            {"unique", no_argument, NULL, 'u'},      {"result", no_argument, NULL, 'r'},
                                            {"score", no_argument, NULL, 's'},       {"no-setup", no_argument, NULL, 'n'},
                                            {"out", required_argument, NULL, 'o'},   {0}};
    bool good = true;
    for (int code; good && (code = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        switch (code) {
        case 'p': good = read_plies(c, optarg); break;
        case 'e': good = argument_number(optarg, 1, 1 << 20, &c->every); break;
        case 'u': c->unique = true; break;
        case 'r': c->result = true; break;
        case 's': c->score = true; break;
        case 'n': c->no_setup = true; break;
        case 'o': c->path = optarg; break;
        default: good = false;
        }
    }
    return good && optind < argc;
}

int games_positions(int argc, char **argv) {
    Choice c = {.last = INT64_MAX, .every = 1};
    int broken = 0;
    if (!read_options(&c, argc, argv)) return games_usage(argv[0]);
    if (!(c.out = games_output(c.path))) return GAMES_WRONG;
    for (int i = optind; i < argc; i++) broken += games_each(argv[i], write_chosen, &c);
    free(c.seen);
    return games_close(c.out, c.path) && !broken ? GAMES_FINE : GAMES_WRONG;
}
