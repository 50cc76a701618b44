/* Lines by obstruction difference (Michael Hoffmann's name for it on the Chess Programming Wiki): on one line through a
 * square, the blockers below and above it bound an interval, and one 128-bit subtraction makes that interval. Four lines a
 * square, 32 bytes of masks each: 14 KB of tables, which stay in the first-level cache where PEXT tables of 2 MB do not. */
#include "engine/lines.h"

typedef struct {
    Bitboard lower, upper; /* squares of the line below and above the centre in bit order */
} LineSides;

static LineSides lines[SQUARES][LINES];
static LineSpan edges[SQUARES][LINES]; /* where the line leaves the grid */
static Bitboard single[SQUARES];       /* one bit: quicker to load than to shift into place */

static const int STEP_FILE[LINES] = {1, -1, 0, 1}; /* the steps of LINE_STEP by file and rank */
static const int STEP_RANK[LINES] = {0, 1, 1, 1};

static Bitboard ray(int file, int rank, int step_file, int step_rank) {
    Bitboard squares = 0;
    for (;;) {
        file += step_file;
        rank += step_rank;
        if (file < 0 || rank < 0 || file >= MAX_SIZE || rank >= MAX_SIZE) return squares;
        squares |= bb_of(square_at(file, rank));
    }
}

void lines_init(void) {
    for (int s = 0; s < SQUARES; s++) single[s] = bb_of((Square)s);
    for (int rank = 0; rank < MAX_SIZE; rank++)
        for (int file = 0; file < MAX_SIZE; file++)
            for (int k = 0; k < LINES; k++) {
                Square s = square_at(file, rank);
                LineSides line = {
                    .lower = ray(file, rank, -STEP_FILE[k], -STEP_RANK[k]),
                    .upper = ray(file, rank, STEP_FILE[k], STEP_RANK[k]),
                };
                lines[s][k] = line;
                edges[s][k] = (LineSpan){
                    .below = (int16_t)(s - (bb_count(line.lower) + 1) * LINE_STEP[k]),
                    .above = (int16_t)(s + (bb_count(line.upper) + 1) * LINE_STEP[k]),
                };
            }
}

static inline Bitboard highest(Bitboard b) { return single[bb_last(b)]; }

/* The squares of the line between the nearest blockers on both sides, those blockers included. */
static inline Bitboard interval(const LineSides *line, Bitboard blockers) {
    Bitboard upper = line->upper & blockers;
    return (upper ^ (upper - highest(line->lower & blockers))) & (line->lower | line->upper);
}

Bitboard lines_seen(Square s, Bitboard blockers) {
    const LineSides *l = lines[s];
    return (interval(&l[0], blockers) | interval(&l[1], blockers) | interval(&l[2], blockers) | interval(&l[3], blockers)) &
           ~blockers;
}

void lines_lengths(Square s, Bitboard blockers, int lengths[8]) {
    for (int k = 0; k < LINES; k++) {
        Bitboard open = interval(&lines[s][k], blockers) & ~blockers;
        lengths[2 * k] = bb_count(open & lines[s][k].lower);
        lengths[2 * k + 1] = bb_count(open & lines[s][k].upper);
    }
}

void lines_spans(Square s, Bitboard blockers, LineSpan spans[LINES]) {
    for (int k = 0; k < LINES; k++) {
        Bitboard lower = lines[s][k].lower & blockers, upper = lines[s][k].upper & blockers;
        spans[k].below = lower ? bb_last(lower) : edges[s][k].below;
        spans[k].above = upper ? bb_first(upper) : edges[s][k].above;
    }
}
