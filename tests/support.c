#include "tests/support.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/movegen.h"
#include "engine/notation.h"

void support_init(void) { engine_init(); }

int support_scaled(int count) {
    const char *text = getenv("CIERZO_TEST_SCALE");
    double scale = text ? atof(text) : 1;
    double scaled = ceil(count * (scale > 0 ? scale : 1));
    return scaled < INT_MAX ? (int)scaled : INT_MAX;
}

char *support_temporary(char out[static SUPPORT_PATH], const char *name) {
    const char *folder = getenv("TMPDIR");
    snprintf(out, SUPPORT_PATH, "%s/cierzo-%s-XXXXXX", folder && *folder ? folder : P_tmpdir, name);
    return out;
}

/* ---- data files ---- */

DataFile data_open(const char *name) {
    DataFile d = {0};
    char path[1024];
    const char *folder = getenv("CIERZO_TEST_DATA");
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "tests/data", name);
    d.file = fopen(path, "r");
    REQUIRE(d.file, "cannot open %s", path);
    return d;
}

static void split_fields(DataFile *d) {
    char *rest = d->line;
    d->fields = 0;
    while (rest && d->fields < DATA_FIELDS) d->field[d->fields++] = strsep(&rest, ";");
}

bool data_next(DataFile *d) {
    while (fgets(d->line, sizeof d->line, d->file)) {
        d->line[strcspn(d->line, "\r\n")] = '\0';
        if (!*d->line || *d->line == '#') continue;
        split_fields(d);
        return true;
    }
    fclose(d->file);
    return false;
}

/* ---- between the engine and the naive rules ---- */

Naive naive_of(const char *rules, const char *text) {
    Naive n;
    REQUIRE(naive_rules_named(rules), "no rule set %s", rules);
    REQUIRE(naive_read(&n, naive_rules_named(rules), text), "%s: not a position: %s", rules, text);
    return n;
}

Position position_of(const Naive *n) {
    char text[NAIVE_TEXT_SIZE];
    Position p;
    naive_write(n, text);
    NotationError e = position_parse(variant_find(n->rules->name), text, &p);
    REQUIRE(e == NOTATION_OK, "%s: refused (%s): %s", n->rules->name, notation_error_text(e), text);
    return p;
}

Board board_of(const Naive *n) {
    Board b;
    Position p = position_of(n);
    board_set(&b, &p);
    return b;
}

Square square_of(int naive_square) { return square_at(naive_square / NAIVE_SIDE, naive_square % NAIVE_SIDE); }

/* Reads a square and passes over the character behind it. */
static Square read_square(const char **text) {
    char *end;
    int file = **text - 'a', rank = (int)strtol(*text + 1, &end, 10) - 1;
    *text = *end ? end + 1 : end;
    return square_at(file, rank);
}

static Move setup_of(const char *text) {
    Square shooters[MAX_PLACED], stone = NO_SQUARE;
    int count = 0;
    const char *slash = strchr(text, '/');
    while (*text) {
        if (slash && text > slash) stone = read_square(&text);
        else shooters[count++] = read_square(&text);
    }
    return move_setup(shooters, count, stone);
}

Move move_of(const Naive *n, const char *text) {
    if (!strcmp(text, "swap")) return MOVE_SWAP;
    if (naive_in_setup(n)) return setup_of(text);
    if (!strchr(text, '-')) return move_turn(NO_SQUARE, NO_SQUARE, read_square(&text));
    Square from = read_square(&text), to = read_square(&text);
    return move_turn(from, to, read_square(&text));
}

bool same_text(const Position *p, const Naive *n) {
    char ours[POSITION_TEXT_SIZE], naive[NAIVE_TEXT_SIZE];
    position_text(p, ours, sizeof ours);
    naive_write(n, naive);
    return !strcmp(ours, naive);
}

bool positions_equal(const Position *a, const Position *b) {
    for (int c = BLACK; c <= WHITE; c++)
        if (a->stones[c] != b->stones[c] || a->claimed[c] != b->claimed[c] || a->claims[c] != b->claims[c]) return false;
    return a->shooters == b->shooters && a->variant == b->variant && a->key == b->key && a->number == b->number &&
           a->side == b->side && a->swap == b->swap;
}

static bool groups_equal(const Groups *a, const Groups *b, Bitboard stones) {
    if (memcmp(a->size, b->size, sizeof a->size)) return false;
    while (stones) {
        Square s = bb_pop(&stones);
        if (a->members[a->root[s]] != b->members[b->root[s]]) return false;
    }
    return true;
}

bool boards_equal(const Board *a, const Board *b) {
    return positions_equal(&a->position, &b->position) && !memcmp(a->open, b->open, sizeof a->open) &&
           groups_equal(&a->groups, &b->groups, a->position.stones[BLACK] | a->position.stones[WHITE]);
}

static char other_colour(char piece) {
    switch (piece) {
    case 'b': return 'w';
    case 'w': return 'b';
    case 'B': return 'W';
    case 'W': return 'B';
    default: return piece;
    }
}

Naive colours_exchanged(const Naive *n) {
    Naive out = *n;
    for (int file = 0; file < NAIVE_SIDE; file++)
        for (int rank = 0; rank < NAIVE_SIDE; rank++) out.at[file][rank] = other_colour(n->at[file][rank]);
    out.side = other_colour(n->side);
    return out;
}

/* ---- random moves and positions ---- */

static char *random_square_text(const Naive *n, Random *r, char *out) {
    int file = random_below(r, n->rules->size), rank = random_below(r, n->rules->size);
    return out + sprintf(out, "%c%d", 'a' + file, rank + 1);
}

static bool random_setup(const Naive *n, Random *r, NaiveMove out) {
    int shooters = naive_count(n, "s") ? n->rules->second : n->rules->first;
    for (int tries = 0; tries < 20000; tries++) {
        char *end = out;
        for (int i = 0; i < shooters; i++) {
            if (i) *end++ = ',';
            end = random_square_text(n, r, end);
        }
        if (n->rules->setup_stones) {
            *end++ = '/';
            random_square_text(n, r, end);
        }
        if (naive_setup_legal(n, out)) return true;
    }
    return false;
}

bool random_move(const Naive *n, Random *r, NaiveMove out) {
    if (naive_in_setup(n)) {
        if (n->swap != '?' || random_chance(r, 50)) return random_setup(n, r, out);
        strcpy(out, "swap");
        return true;
    }
    NaiveList list = naive_moves(n);
    bool found = list.count > 0;
    if (found) strcpy(out, list.moves[random_below(r, (int)list.count)]);
    naive_list_free(&list);
    return found;
}

/* Where a built position puts its pieces: the percentage of stones, within a corner of `extent` squares a side and outside. */
typedef struct {
    int extent, inside, outside, black;
} Terrain;

static Terrain random_terrain(const NaiveRules *rules, Random *r) {
    Terrain t = {rules->size, random_below(r, 101), 0, 50};
    if (random_chance(r, 20)) t.inside = 80 + random_below(r, 21);
    if (random_chance(r, 30)) {
        t.extent = 3 + random_below(r, rules->size - 3);
        t.outside = random_below(r, 101);
    }
    if (random_chance(r, 20)) t.black = random_below(r, 101);
    return t;
}

static void scatter_stones(Naive *n, Random *r, const Terrain *t) {
    for (int file = 0; file < n->rules->size; file++)
        for (int rank = 0; rank < n->rules->size; rank++) {
            bool inside = file < t->extent && rank < t->extent;
            if (n->at[file][rank] != '#' && random_chance(r, inside ? t->inside : t->outside))
                n->at[file][rank] = random_chance(r, t->black) ? 'b' : 'w';
        }
}

static void scatter_shooters(Naive *n, Random *r, int count, int extent, int claimed) {
    while (count) {
        char *at = &n->at[random_below(r, extent)][random_below(r, extent)];
        if (strchr("#sBW", *at)) continue;
        *at = random_chance(r, claimed) ? "BW"[random_below(r, 2)] : 's';
        count--;
    }
}

static void claim_at_random(Naive *n, Random *r) {
    for (int file = 0; file < n->rules->size; file++)
        for (int rank = 0; rank < n->rules->size; rank++)
            if (n->at[file][rank] == 's' && naive_trapped(n, file, rank)) n->at[file][rank] = "BW"[random_below(r, 2)];
}

static Naive random_board(const NaiveRules *rules, Random *r, int shooters, int claimed) {
    Naive n = naive_start(rules);
    Terrain t = random_terrain(rules, r);
    int extent = random_chance(r, 30) ? (t.extent > 4 ? t.extent : 4) : rules->size;
    scatter_stones(&n, r, &t);
    scatter_shooters(&n, r, shooters, extent, claimed);
    n.number = 1 + random_below(r, random_chance(r, 10) ? 9999 : 99);
    return n;
}

Naive random_built(const NaiveRules *rules, Random *r) {
    static const int CLAIMED[] = {0, 0, 20, 60};
    Naive n = random_board(rules, r, rules->first + rules->second, CLAIMED[random_below(r, 4)]);
    claim_at_random(&n, r);
    n.side = "bw"[random_below(r, 2)];
    n.swap = rules->swap && random_chance(r, 50) ? 'x' : '-';
    return n;
}

Naive random_in_play(const NaiveRules *rules, Random *r) {
    for (;;) {
        Naive n = random_built(rules, r);
        if (naive_winner(&n) == '-') return n;
    }
}

bool has_trapped(const Naive *n) {
    for (int file = 0; file < n->rules->size; file++)
        for (int rank = 0; rank < n->rules->size; rank++)
            if (n->at[file][rank] == 's' && naive_trapped(n, file, rank)) return true;
    return false;
}

Naive random_in_setup(const NaiveRules *rules, Random *r) {
    bool second = random_chance(r, 50);
    for (;;) {
        Naive n = random_board(rules, r, second ? rules->first : 0, 0);
        if (has_trapped(&n)) continue;
        n.side = second ? 'w' : 'b';
        if (second && rules->swap) n.swap = "?x-"[random_below(r, 3)];
        return n;
    }
}

Naive random_played(const NaiveRules *rules, Random *r, int plies) {
    Naive n = naive_start(rules);
    NaiveMove move;
    for (int i = 0; i < plies && random_move(&n, r, move); i++) naive_play(&n, move);
    return n;
}

Naive random_undecided(const NaiveRules *rules, Random *r) {
    if (random_chance(r, 60)) return random_in_play(rules, r);
    for (;;) {
        Naive n = random_played(rules, r, 3 + random_below(r, 50));
        if (!naive_in_setup(&n) && naive_winner(&n) == '-') return n;
    }
}

Naive random_any(const NaiveRules *rules, Random *r) {
    switch (random_below(r, 5)) {
    case 0: return random_in_setup(rules, r);
    case 1: return random_played(rules, r, random_below(r, 3));
    case 2: return random_played(rules, r, random_below(r, 50));
    default: return random_built(rules, r);
    }
}

Naive random_late(const NaiveRules *rules, uint64_t turns, Random *r) {
    for (;;) {
        Naive n = random_in_play(rules, r);
        while (naive_winner(&n) == '-') {
            Position p = position_of(&n);
            NaiveMove move;
            if (turns_count(&p) <= turns) return n;
            random_move(&n, r, move);
            naive_play(&n, move);
        }
    }
}
