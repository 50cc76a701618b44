#include "tests/naive.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* name, size, first, second, setup stones, swap, ban perimeter, ban adjacent, unclaimed block, claimed block, corners */
static const NaiveRules RULES[NAIVE_RULE_SETS] = {
    {"veletas", 10, 3, 4, true, true, true, false, false, false, false},
    {"veletas-9", 9, 2, 3, true, true, true, false, false, false, false},
    {"veletas-7", 7, 1, 2, true, true, true, false, false, false, false},
    {"nocorners", 10, 3, 4, true, true, true, false, false, false, true},
    {"nocorners-9", 9, 2, 3, true, true, true, false, false, false, true},
    {"nocorners-7", 7, 1, 2, true, true, true, false, false, false, true},
    {"boardspace", 10, 3, 4, true, true, true, false, false, true, false},
    {"boardspace-9", 9, 2, 3, true, true, true, false, false, true, false},
    {"boardspace-7", 7, 1, 2, true, true, true, false, false, true, false},
    {"interim", 10, 3, 4, true, true, false, true, true, true, false},
    {"interim-9", 9, 2, 3, true, true, false, true, true, true, false},
    {"interim-7", 7, 1, 2, true, true, false, true, true, true, false},
    {"classic", 10, 3, 4, false, false, false, true, true, true, false},
    {"classic-9", 9, 2, 3, false, false, false, true, true, true, false},
    {"classic-7", 7, 1, 2, false, false, false, true, true, true, false},
};

const NaiveRules *naive_rules(int index) { return &RULES[index]; }

const NaiveRules *naive_rules_named(const char *name) {
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        if (!strcmp(RULES[i].name, name)) return &RULES[i];
    return NULL;
}

/* ---- squares ---- */

static bool on_board(const Naive *n, int file, int rank) {
    return file >= 0 && file < n->rules->size && rank >= 0 && rank < n->rules->size && n->at[file][rank] != '#';
}

static char other(char colour) { return colour == 'b' ? 'w' : 'b'; }

static char claimed_by(char colour) { return colour == 'b' ? 'B' : 'W'; }

static bool is_removed_corner(const NaiveRules *rules, int file, int rank) {
    int last = rules->size - 1;
    return rules->corners_removed && (file == 0 || file == last) && (rank == 0 || rank == last);
}

Naive naive_start(const NaiveRules *rules) {
    Naive n = {.rules = rules, .side = 'b', .swap = '-', .number = 1};
    for (int file = 0; file < NAIVE_SIDE; file++)
        for (int rank = 0; rank < NAIVE_SIDE; rank++) {
            bool outside = file >= rules->size || rank >= rules->size || is_removed_corner(rules, file, rank);
            n.at[file][rank] = outside ? '#' : '.';
        }
    return n;
}

int naive_count(const Naive *n, const char *kinds) {
    int count = 0;
    for (int file = 0; file < NAIVE_SIDE; file++)
        for (int rank = 0; rank < NAIVE_SIDE; rank++) count += strchr(kinds, n->at[file][rank]) != NULL;
    return count;
}

static int all_shooters(const NaiveRules *rules) { return rules->first + rules->second; }

bool naive_in_setup(const Naive *n) { return naive_count(n, "sBW") < all_shooters(n->rules); }

char naive_winner(const Naive *n) {
    if (2 * naive_count(n, "B") > all_shooters(n->rules)) return 'b';
    if (2 * naive_count(n, "W") > all_shooters(n->rules)) return 'w';
    return '-';
}

/* ---- position text ---- */

/* Reads one rank from `text`, up to '/' or the end; NULL when it is wrong. */
static const char *read_rank(Naive *n, const char *text, int rank) {
    int file = 0;
    while (*text && *text != '/') {
        if (isdigit((unsigned char)*text)) {
            int run = 0;
            if (*text == '0') return NULL;
            while (isdigit((unsigned char)*text)) {
                run = 10 * run + (*text++ - '0');
                if (run > n->rules->size) return NULL;
            }
            file += run;
        } else {
            if (!strchr("bwsBW", *text) || file >= n->rules->size || n->at[file][rank] == '#') return NULL;
            n->at[file++][rank] = *text++;
        }
    }
    return file == n->rules->size ? text : NULL;
}

static bool read_board(Naive *n, const char *text) {
    for (int rank = n->rules->size - 1; rank >= 0; rank--) {
        text = read_rank(n, text, rank);
        if (!text) return false;
        if (*text != (rank ? '/' : '\0')) return false;
        text++;
    }
    return true;
}

static bool read_number(Naive *n, const char *text) {
    n->number = 0;
    if (*text == '0' || strlen(text) > 4) return false;
    for (; *text; text++) {
        if (!isdigit((unsigned char)*text)) return false;
        n->number = 10 * n->number + (*text - '0');
    }
    return n->number >= 1;
}

static bool swap_mark_fits(const Naive *n, int shooters) {
    if (n->swap == '-') return true;
    if (!n->rules->swap || shooters == 0) return false;
    return n->swap == 'x' || shooters == n->rules->first;
}

static bool is_consistent(const Naive *n) {
    int shooters = naive_count(n, "sBW");
    if (shooters != 0 && shooters != n->rules->first && shooters != all_shooters(n->rules)) return false;
    if (shooters == 0 && n->side != 'b') return false;
    if (shooters == n->rules->first && n->side != 'w') return false;
    if (naive_in_setup(n) && naive_count(n, "BW")) return false;
    for (int file = 0; file < n->rules->size; file++)
        for (int rank = 0; rank < n->rules->size; rank++)
            if (n->at[file][rank] == 's' && naive_trapped(n, file, rank)) return false;
    return swap_mark_fits(n, shooters);
}

bool naive_read(Naive *out, const NaiveRules *rules, const char *text) {
    char copy[1024], *field[4], *rest = copy;
    if (strlen(text) >= sizeof copy) return false;
    memcpy(copy, text, strlen(text) + 1);
    for (int i = 0; i < 4; i++)
        if (!(field[i] = strtok_r(rest, " \t\r\n\v\f", &rest))) return false;
    if (strtok_r(rest, " \t\r\n\v\f", &rest)) return false;

    *out = naive_start(rules);
    if (!read_board(out, field[0])) return false;
    if (strcmp(field[1], "b") && strcmp(field[1], "w")) return false;
    if (strcmp(field[2], "?") && strcmp(field[2], "x") && strcmp(field[2], "-")) return false;
    out->side = *field[1];
    out->swap = *field[2];
    return read_number(out, field[3]) && is_consistent(out);
}

static char *write_rank(const Naive *n, int rank, char *out) {
    int run = 0;
    for (int file = 0; file <= n->rules->size; file++) {
        bool end = file == n->rules->size;
        if (!end && strchr(".#", n->at[file][rank])) {
            run++;
            continue;
        }
        if (run) out += sprintf(out, "%d", run);
        run = 0;
        if (!end) *out++ = n->at[file][rank];
    }
    return out;
}

void naive_write(const Naive *n, char out[NAIVE_TEXT_SIZE]) {
    for (int rank = n->rules->size - 1; rank >= 0; rank--) {
        out = write_rank(n, rank, out);
        if (rank) *out++ = '/';
    }
    sprintf(out, " %c %c %d", n->side, n->swap, n->number);
}

/* ---- lines ---- */

static bool blocks(const Naive *n, int file, int rank) {
    switch (n->at[file][rank]) {
    case 's': return n->rules->unclaimed_block;
    case 'B':
    case 'W': return n->rules->claimed_block;
    default: return n->at[file][rank] != '.';
    }
}

int naive_seen(const Naive *n, int file, int rank, int out[NAIVE_SQUARES]) {
    int count = 0;
    for (int east = -1; east <= 1; east++)
        for (int north = -1; north <= 1; north++) {
            if (!east && !north) continue;
            int f = file + east, r = rank + north;
            for (; on_board(n, f, r) && !blocks(n, f, r); f += east, r += north)
                if (n->at[f][r] == '.') out[count++] = f * NAIVE_SIDE + r;
        }
    return count;
}

bool naive_trapped(const Naive *n, int file, int rank) {
    int seen[NAIVE_SQUARES];
    return naive_seen(n, file, rank, seen) == 0;
}

/* ---- groups and claims ---- */

static const int BESIDE[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

/* Counts the stones of `colour` connected to the square, wiping each from the scratch board. */
static int wipe_group(Naive *scratch, int file, int rank, char colour) {
    if (!on_board(scratch, file, rank) || scratch->at[file][rank] != colour) return 0;
    scratch->at[file][rank] = '.';
    int size = 1;
    for (int i = 0; i < 4; i++) size += wipe_group(scratch, file + BESIDE[i][0], rank + BESIDE[i][1], colour);
    return size;
}

int naive_group(const Naive *n, int file, int rank) {
    char colour = n->at[file][rank];
    Naive scratch = *n;
    return colour == 'b' || colour == 'w' ? wipe_group(&scratch, file, rank, colour) : 0;
}

int naive_beside(const Naive *n, int file, int rank, char colour) {
    int largest = 0;
    for (int i = 0; i < 4; i++) {
        int f = file + BESIDE[i][0], r = rank + BESIDE[i][1];
        if (!on_board(n, f, r) || n->at[f][r] != colour) continue;
        int size = naive_group(n, f, r);
        if (size > largest) largest = size;
    }
    return largest;
}

char naive_claimant(const Naive *n, int file, int rank, char mover) {
    int black = naive_beside(n, file, rank, 'b');
    int white = naive_beside(n, file, rank, 'w');
    if (black == white) return other(mover);
    return black > white ? 'b' : 'w';
}

static void claim_trapped(Naive *n, char mover) {
    const Naive judged = *n;
    for (int file = 0; file < n->rules->size; file++)
        for (int rank = 0; rank < n->rules->size; rank++)
            if (judged.at[file][rank] == 's' && naive_trapped(&judged, file, rank))
                n->at[file][rank] = claimed_by(naive_claimant(&judged, file, rank, mover));
}

/* ---- lists of moves ---- */

static void list_add(NaiveList *list, const char *move) {
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 256;
        list->moves = realloc(list->moves, list->room * sizeof *list->moves);
        if (!list->moves) abort();
    }
    strcpy(list->moves[list->count++], move);
}

static int compare_moves(const void *a, const void *b) { return strcmp(a, b); }

bool naive_list_has(const NaiveList *list, const char *move) {
    return list->count && bsearch(move, list->moves, list->count, sizeof *list->moves, compare_moves) != NULL;
}

void naive_list_free(NaiveList *list) {
    free(list->moves);
    *list = (NaiveList){0};
}

static char *write_square(char *out, int square) {
    *out++ = (char)('a' + square / NAIVE_SIDE);
    int rank = square % NAIVE_SIDE + 1;
    if (rank == 10) *out++ = '1';
    *out++ = (char)('0' + rank % 10);
    *out = '\0';
    return out;
}

static void list_relocations(const Naive *n, int from, NaiveList *list) {
    int targets[NAIVE_SQUARES], shots[NAIVE_SQUARES];
    int file = from / NAIVE_SIDE, rank = from % NAIVE_SIDE;
    int target_count = naive_seen(n, file, rank, targets);
    Naive lifted = *n;
    lifted.at[file][rank] = '.';
    for (int i = 0; i < target_count; i++) {
        int shot_count = naive_seen(&lifted, targets[i] / NAIVE_SIDE, targets[i] % NAIVE_SIDE, shots);
        for (int j = 0; j < shot_count; j++) {
            NaiveMove move;
            char *end = write_square(move, from);
            *end++ = '-';
            end = write_square(end, targets[i]);
            *end++ = '/';
            write_square(end, shots[j]);
            list_add(list, move);
        }
    }
}

static void list_turns(const Naive *n, NaiveList *list) {
    bool standing[NAIVE_SQUARES] = {false};
    for (int square = 0; square < NAIVE_SQUARES; square++) {
        if (n->at[square / NAIVE_SIDE][square % NAIVE_SIDE] != 's') continue;
        int seen[NAIVE_SQUARES];
        int count = naive_seen(n, square / NAIVE_SIDE, square % NAIVE_SIDE, seen);
        for (int i = 0; i < count; i++) standing[seen[i]] = true;
        list_relocations(n, square, list);
    }
    for (int square = 0; square < NAIVE_SQUARES; square++) {
        NaiveMove move;
        write_square(move, square);
        if (standing[square]) list_add(list, move);
    }
}

/* ---- setup ---- */

typedef struct {
    int shooters[8], count;
    int stone; /* -1: none */
} Placement;

static int shooters_to_place(const Naive *n) { return naive_count(n, "sBW") == 0 ? n->rules->first : n->rules->second; }

static bool is_perimeter(const Naive *n, int square) {
    int file = square / NAIVE_SIDE, rank = square % NAIVE_SIDE, last = n->rules->size - 1;
    return file == 0 || rank == 0 || file == last || rank == last;
}

static bool is_beside_shooter(const Naive *n, int square) {
    int file = square / NAIVE_SIDE, rank = square % NAIVE_SIDE;
    for (int f = file - 1; f <= file + 1; f++)
        for (int r = rank - 1; r <= rank + 1; r++)
            if (on_board(n, f, r) && n->at[f][r] == 's') return true;
    return false;
}

bool naive_may_stand(const Naive *n, int square) {
    if (n->at[square / NAIVE_SIDE][square % NAIVE_SIDE] != '.') return false;
    if (n->rules->ban_perimeter && is_perimeter(n, square)) return false;
    return !n->rules->ban_adjacent || !is_beside_shooter(n, square);
}

static bool place_shooter(Naive *n, int square) {
    if (!naive_may_stand(n, square)) return false;
    n->at[square / NAIVE_SIDE][square % NAIVE_SIDE] = 's';
    return true;
}

static bool place_all(Naive *n, const Placement *p) {
    if (p->count != shooters_to_place(n) || (p->stone >= 0) != n->rules->setup_stones) return false;
    for (int i = 0; i < p->count; i++)
        if (!place_shooter(n, p->shooters[i])) return false;
    if (p->stone < 0) return true;
    char *at = &n->at[p->stone / NAIVE_SIDE][p->stone % NAIVE_SIDE];
    if (*at != '.') return false;
    *at = n->side;
    return true;
}

/* Reads a square of the board and moves on past it. */
static bool read_square(const Naive *n, const char **text, int *square) {
    int file = *(*text)++ - 'a', rank;
    if (file < 0 || file >= n->rules->size || !isdigit((unsigned char)**text) || **text == '0') return false;
    rank = *(*text)++ - '0';
    if (rank == 1 && **text == '0') rank = 10, ++*text;
    *square = file * NAIVE_SIDE + rank - 1;
    return on_board(n, file, rank - 1);
}

static bool read_placement(const Naive *n, const char *text, Placement *out) {
    *out = (Placement){.stone = -1};
    do {
        if (out->count == 8 || !*text || !read_square(n, &text, &out->shooters[out->count++])) return false;
    } while (*text == ',' && text++);
    if (*text == '/') {
        text++;
        if (!*text || !read_square(n, &text, &out->stone)) return false;
    }
    return !*text;
}

bool naive_setup_legal(const Naive *n, const char *move) {
    Placement p;
    Naive scratch = *n;
    if (!naive_in_setup(n)) return false;
    if (!strcmp(move, "swap")) return n->swap == '?';
    return read_placement(n, move, &p) && place_all(&scratch, &p);
}

/* Lists the ways to go on with `left` shooters on squares from `first` on and then the stone; `end` is where the text so far ends. */
static void list_setups(const Naive *n, int left, int first, NaiveMove move, char *end, NaiveList *list) {
    if (left == 0 && !n->rules->setup_stones) {
        list_add(list, move);
        return;
    }
    for (int square = left ? first : 0; square < NAIVE_SQUARES; square++) {
        Naive next = *n;
        if (left) {
            if (!place_shooter(&next, square)) continue;
            char *after = write_square(end, square);
            if (left > 1 || n->rules->setup_stones) *after++ = left > 1 ? ',' : '/';
            *after = '\0';
            list_setups(&next, left - 1, square + 1, move, after, list);
        } else if (n->at[square / NAIVE_SIDE][square % NAIVE_SIDE] == '.') {
            write_square(end, square);
            list_add(list, move);
        }
    }
}

NaiveList naive_moves(const Naive *n) {
    NaiveList list = {0};
    NaiveMove move = "";
    if (naive_in_setup(n)) {
        if (n->swap == '?') list_add(&list, "swap");
        list_setups(n, shooters_to_place(n), 0, move, move, &list);
    } else if (naive_winner(n) == '-') {
        list_turns(n, &list);
    }
    if (list.count) qsort(list.moves, list.count, sizeof *list.moves, compare_moves);
    return list;
}

/* ---- play ---- */

/* A position's text has no number beyond 9999. */
static void raise_number(Naive *n) {
    if (n->number < 9999) n->number++;
}

static void play_setup(Naive *n, const char *move) {
    Placement p;
    if (!strcmp(move, "swap")) {
        n->swap = 'x';
        return;
    }
    if (!read_placement(n, move, &p) || !place_all(n, &p)) abort();
    if (n->side == 'b') {
        n->swap = n->rules->swap ? '?' : '-';
    } else {
        if (n->swap == '?') n->swap = '-';
        raise_number(n);
    }
    n->side = other(n->side);
}

static void play_turn(Naive *n, const char *move) {
    int from, to, shot;
    if (strchr(move, '-')) {
        if (!read_square(n, &move, &from) || *move++ != '-' || !read_square(n, &move, &to) || *move++ != '/') abort();
        n->at[from / NAIVE_SIDE][from % NAIVE_SIDE] = '.';
        n->at[to / NAIVE_SIDE][to % NAIVE_SIDE] = 's';
    }
    if (!read_square(n, &move, &shot)) abort();
    n->at[shot / NAIVE_SIDE][shot % NAIVE_SIDE] = n->side;
    claim_trapped(n, n->side);
    if (n->side == 'w') raise_number(n);
    n->side = other(n->side);
}

void naive_play(Naive *n, const char *move) {
    if (naive_in_setup(n)) play_setup(n, move);
    else play_turn(n, move);
}

uint64_t naive_perft(const Naive *n, int depth) {
    if (depth == 0) return 1;
    NaiveList list = naive_moves(n);
    uint64_t leaves = 0;
    for (size_t i = 0; i < list.count; i++) {
        Naive next = *n;
        naive_play(&next, list.moves[i]);
        leaves += depth == 1 ? 1 : naive_perft(&next, depth - 1);
    }
    naive_list_free(&list);
    return leaves;
}
