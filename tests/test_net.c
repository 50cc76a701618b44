/* The network of eval/net.c: what it reads against walks square by square, what it makes of that against the same sums in floating
 * point. */
#include "eval/net.h"

#include <math.h>

#include "eval/eval.h"
#include "tests/support.h"

static void init(void) {
    support_init();
    eval_init();
}

TestSuite(net, .init = init);

typedef struct {
    Naive naive;
    Board board;
    Ground ground;
    NetInputs in;
} Reading;

/* Those that the position read last must be valued by. */
static const NetWeights *weights;

static void read_position(Reading *r, const Naive *n, Colour own) {
    const char *rules = n->rules->name;
    weights = &net_weights[!strcmp(rules, "veletas")     ? NET_VELETAS
                           : !strcmp(rules, "veletas-7") ? NET_VELETAS_7
                                                         : NET_GENERAL];
    r->naive = *n;
    r->board = board_of(n);
    ground_compute(&r->ground, &r->board);
    net_read(&r->in, &r->ground, &r->board, own);
    r->naive.side = "bw"[own];
}

/* Random positions of every rule set, each read for both sides; `naive.side` is then the side it was read for. */
static void each_reading(uint64_t seed, int count, void (*check)(const Reading *)) {
    static Reading reading;
    Random random = random_seeded(seed);
    for (int i = support_scaled(count); i; i--) {
        Naive n = random_undecided(naive_rules(i % NAIVE_RULE_SETS), &random);
        for (Colour own = BLACK; own <= WHITE; own++) {
            read_position(&reading, &n, own);
            check(&reading);
        }
    }
}

/* ---- what is read ---- */

static int cell_of(int naive_square) { return square_of(naive_square) + CELL_MARGIN; }
static char enemy(const Naive *n) { return n->side == 'b' ? 'w' : 'b'; }
static bool on_board(const Naive *n, int file, int rank) {
    return file >= 0 && rank >= 0 && file < n->rules->size && rank < n->rules->size && n->at[file][rank] != '#';
}

static int at_most_15(int size) { return size < 15 ? size : 15; }

static int beside_pair(const Naive *n, int square) {
    int file = square / NAIVE_SIDE, rank = square % NAIVE_SIDE;
    return net_pair(at_most_15(naive_beside(n, file, rank, n->side)), at_most_15(naive_beside(n, file, rank, enemy(n))));
}

static int largest_within(const Naive *n, int square, char colour) {
    static const int STEP[5][2] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    int largest = 0;
    for (int i = 0; i < 5; i++) {
        int file = square / NAIVE_SIDE + STEP[i][0], rank = square % NAIVE_SIDE + STEP[i][1];
        if (i && (!on_board(n, file, rank) || n->at[file][rank] != '.')) continue;
        int size = naive_beside(n, file, rank, colour);
        if (size > largest) largest = size;
    }
    return largest;
}

static int within_pair(const Naive *n, int square) {
    return net_pair(at_most_15(largest_within(n, square, n->side)), at_most_15(largest_within(n, square, enemy(n))));
}

static bool line_may_enter(const Naive *n, int file, int rank) {
    if (!on_board(n, file, rank)) return false;
    switch (n->at[file][rank]) {
    case '.': return true;
    case 's': return !n->rules->unclaimed_block;
    case 'B':
    case 'W': return !n->rules->claimed_block;
    default: return false;
    }
}

static int ways(const Naive *n, int square) {
    int exits = 0, own_sides = 0, other_sides = 0;
    for (int east = -1; east <= 1; east++)
        for (int north = -1; north <= 1; north++) {
            int file = square / NAIVE_SIDE + east, rank = square % NAIVE_SIDE + north;
            if (!east && !north) continue;
            exits += line_may_enter(n, file, rank);
            if ((east && north) || !on_board(n, file, rank)) continue;
            own_sides += n->at[file][rank] == n->side;
            other_sides += n->at[file][rank] == enemy(n);
        }
    return net_ways(exits, own_sides, other_sides);
}

/* The values of single squares are test_ground's business. */
static int view(const Reading *r, const int *seen, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) sum += sight_value(r->ground.at[cell_of(seen[i])]);
    int mean = (r->naive.side == 'w' ? -sum : sum) / (count ? count : 1);
    return mean > NET_VIEW_MAX ? NET_VIEW_MAX : mean < -NET_VIEW_MAX ? -NET_VIEW_MAX : mean;
}

static int places, dead_ends, below_zero;

static void check_place(const Reading *r, int square) {
    const Naive *n = &r->naive;
    const NetInputs *in = &r->in;
    const char *rules = n->rules->name;
    int seen[NAIVE_SQUARES], count = naive_seen(n, square / NAIVE_SIDE, square % NAIVE_SIDE, seen), cell = cell_of(square);
    int beside = beside_pair(n, square), within = within_pair(n, square), value = view(r, seen, count);
    REQUIRE(in->beside[cell] == beside, "%s: beside %x, not %x", rules, in->beside[cell], beside);
    REQUIRE(in->within[cell] == within, "%s: within %x, not %x", rules, in->within[cell], within);
    REQUIRE(in->ways[cell] == ways(n, square), "%s: ways %d, not %d", rules, in->ways[cell], ways(n, square));
    REQUIRE(in->seen[cell] == count, "%s: seen %d, not %d", rules, in->seen[cell], count);
    REQUIRE(in->view[cell] == value, "%s: view %d, not %d", rules, in->view[cell], value);
    places++;
    dead_ends += !count;
    below_zero += value < 0;
}

static void check_places(const Reading *r) {
    Bitboard empty = 0;
    for (int square = 0; square < NAIVE_SQUARES; square++) {
        char piece = r->naive.at[square / NAIVE_SIDE][square % NAIVE_SIDE];
        if (piece == '.') empty |= bb_of(square_of(square));
        if (piece == '.' || piece == 's') check_place(r, square);
    }
    REQUIRE(r->in.empty == empty, "%s: empty squares", r->naive.rules->name);
}

Test(net, places_are_what_a_walk_finds) {
    each_reading(411, 300, check_places);
    cr_assert(places > 10000 && dead_ends > 100 && below_zero > 1000, "%d, %d, %d", places, dead_ends, below_zero);
}

static void check_shooters(const Reading *r) {
    const Naive *n = &r->naive;
    const NetInputs *in = &r->in;
    REQUIRE(in->count == naive_count(n, "s"), "%s: %d shooters", n->rules->name, in->count);
    for (int i = 0; i < in->count; i++) {
        int file = square_file(in->square[i]), rank = square_rank(in->square[i]), seen[NAIVE_SQUARES];
        REQUIRE(n->at[file][rank] == 's' && (!i || in->square[i] > in->square[i - 1]), "%s: shooter %d", n->rules->name, i);
        Bitboard sees = 0;
        for (int left = naive_seen(n, file, rank, seen); left; left--) sees |= bb_of(square_of(seen[left - 1]));
        REQUIRE(in->sees[i] == sees, "%s: what shooter %d sees", n->rules->name, i);
    }
}

static void check_board(const Reading *r) {
    const Naive *n = &r->naive;
    int majority = (n->rules->first + n->rules->second) / 2 + 1, empty = naive_count(n, "."),
        area = naive_count(n, ".bwsBW");
    int black = naive_count(n, "B"), white = naive_count(n, "W"), own = n->side == 'b' ? black : white;
    int expected[BOARD_COUNT] = {[BOARD_EMPTY] = 32 * empty / area,
                                 [BOARD_OWN_MISSING] = 8 * (majority - own),
                                 [BOARD_OTHER_MISSING] = 8 * (majority - (black + white - own)),
                                 [BOARD_SHOOTERS] = 8 * naive_count(n, "s")};
    for (int i = 0; i < BOARD_COUNT; i++)
        REQUIRE(r->in.board[i] == expected[i], "%s: board input %d is %d, not %d", n->rules->name, i, r->in.board[i],
                expected[i]);
    REQUIRE(r->in.emptiness == 256 * 8 * empty / area, "%s: emptiness %d", n->rules->name, r->in.emptiness);
}

static void check_shooters_and_board(const Reading *r) {
    check_shooters(r);
    check_board(r);
}

Test(net, shooters_and_board_are_those_of_the_position) { each_reading(412, 1000, check_shooters_and_board); }

/* ---- the inputs of a place ---- */

static void check_inputs(const NetInputs *in, const int expected[PLACE_COUNT]) {
    int16_t x[PLACE_COUNT];
    net_place(in, CELL_MARGIN, x);
    for (int i = 0; i < PLACE_COUNT; i++) cr_expect_eq(x[i], expected[i], "input %d is %d, not %d", i, x[i], expected[i]);
}

Test(net, inputs_of_a_place_are_those_of_the_list) {
    static NetInputs in;
    in.beside[CELL_MARGIN] = (uint8_t)net_pair(3, 1);
    in.within[CELL_MARGIN] = (uint8_t)net_pair(4, 15);
    in.ways[CELL_MARGIN] = (uint8_t)net_ways(2, 1, 3);
    in.seen[CELL_MARGIN] = 2;
    in.view[CELL_MARGIN] = -7;
    check_inputs(&in, (int[PLACE_COUNT]){44, 22, 32, 52, 89, -32, 0, 32, 0, 16, 16, 48, 35, 16, 0, 32, -7});
    in.beside[CELL_MARGIN] = in.within[CELL_MARGIN] = (uint8_t)net_pair(2, 2);
    in.ways[CELL_MARGIN] = (uint8_t)net_ways(1, 0, 2);
    in.seen[CELL_MARGIN] = 1;
    check_inputs(&in, (int[PLACE_COUNT]){35, 35, 0, 35, 35, 0, 32, 0, 0, 8, 0, 32, 22, 32, 32, 0, -7});
    in.ways[CELL_MARGIN] = (uint8_t)net_ways(3, 2, 0);
    in.seen[CELL_MARGIN] = 20;
    check_inputs(&in, (int[PLACE_COUNT]){35, 35, 0, 35, 35, 0, 0, 0, 32, 24, 32, 0, 89, 1, 0, 0, -7});
    in.ways[CELL_MARGIN] = (uint8_t)net_ways(0, 0, 4);
    in.seen[CELL_MARGIN] = 0;
    check_inputs(&in, (int[PLACE_COUNT]){35, 35, 0, 35, 35, 0, 32, 0, 0, 0, 0, 64, 0, 32, 32, 0, -7});
    in.ways[CELL_MARGIN] = (uint8_t)net_ways(8, 4, 0);
    in.seen[CELL_MARGIN] = 3;
    check_inputs(&in, (int[PLACE_COUNT]){35, 35, 0, 35, 35, 0, 0, 0, 0, 64, 64, 0, 44, 10, 0, 0, -7});
}

/* ---- the log-odds ---- */

/* The same sums in floating point, each with how far the integers of net.c may be from it for all the rounding on the way. */
typedef struct {
    double is, off;
} Number;
typedef struct {
    Number of[NET_CHANNELS];
} Numbers;

static double between_bounds(double x) { return fmin(fmax(x, 0), NET_ACTIVE_MAX / 128.0); }

static Number active(Number x) {
    double is = between_bounds(x.is);
    return (Number){is, fmax(between_bounds(x.is + x.off) - is, is - between_bounds(x.is - x.off))};
}

static void add_times(Numbers *sums, const int16_t row[NET_CHANNELS], Number factor) {
    for (int k = 0; k < NET_CHANNELS; k++) {
        sums->of[k].is += row[k] / 256.0 * factor.is;
        sums->of[k].off += fabs(row[k] / 256.0) * factor.off;
    }
}

/* Where net.c looks up five rows that are rounded to `grain`. */
static Numbers place_sums(const NetInputs *in, int cell, const int16_t rows[PLACE_COUNT + 1][NET_CHANNELS], double grain) {
    int16_t x[PLACE_COUNT];
    Numbers sums;
    for (int k = 0; k < NET_CHANNELS; k++) sums.of[k] = (Number){0, 5 * grain / 2};
    net_place(in, cell, x);
    for (int i = 0; i < PLACE_COUNT; i++) add_times(&sums, rows[i], (Number){x[i] / 32.0, 0});
    add_times(&sums, rows[PLACE_COUNT], (Number){1, 0});
    return sums;
}

/* The mean is rounded to 1/128, after a division by a reciprocal that is cut to 1/65536. */
static Numbers mean_channels(const NetInputs *in, Bitboard squares) {
    Numbers mean = {{{0, 0}}};
    int count = bb_count(squares);
    for (Bitboard rest = squares; rest;) {
        Numbers sums = place_sums(in, bb_pop(&rest) + CELL_MARGIN, weights->square, 1 / 128.0);
        for (int k = 0; k < NET_CHANNELS; k++) {
            Number channel = active(sums.of[k]);
            mean.of[k].is += channel.is / count;
            mean.of[k].off += channel.off / count;
        }
    }
    for (int k = 0; count && k < NET_CHANNELS; k++) mean.of[k].off += (0.5 + NET_ACTIVE_MAX * count / 65536.0) / 128;
    return mean;
}

/* Units and the end are rounded to 1/128 and 1/256. */
static Number plain_log_odds(const NetInputs *in, int shooter) {
    const NetWeights *w = weights;
    Numbers units = place_sums(in, in->square[shooter] + CELL_MARGIN, w->shooter, 1 / 256.0);
    Numbers seen = mean_channels(in, in->sees[shooter]), all = mean_channels(in, in->empty);
    for (int k = 0; k < NET_CHANNELS; k++) {
        add_times(&units, w->seen[k], seen.of[k]);
        add_times(&units, w->all[k], all.of[k]);
    }
    for (int i = 0; i < BOARD_COUNT; i++) add_times(&units, w->board[i], (Number){in->board[i] / 32.0, 0});
    Number sum = {w->bias / 256.0, 0.5 / 256.0};
    for (int k = 0; k < NET_UNITS; k++) {
        Number unit = active((Number){units.of[k].is, units.of[k].off + 0.5 / 128});
        sum.is += w->output[k] / 256.0 * unit.is;
        sum.off += fabs(w->output[k] / 256.0) * unit.off;
    }
    return sum;
}

static double error_sum, error_squares, furthest;
static int compared;

static void check_log_odds(const Reading *r) {
    int log_odds[MAX_SHOOTERS];
    net_log_odds(&r->in, log_odds);
    for (int i = 0; i < r->in.count; i++) {
        Number plain = plain_log_odds(&r->in, i);
        double error = log_odds[i] / 256.0 - plain.is;
        REQUIRE(fabs(error) <= plain.off, "%s: shooter %d: log-odds %.3f, not %.3f±%.3f", r->naive.rules->name, i,
                log_odds[i] / 256.0, plain.is, plain.off);
        error_sum += error;
        error_squares += error * error;
        furthest = fmax(furthest, fabs(error));
        compared++;
    }
}

/* Roundings mostly cancel, so beside the bound for the worst case there are limits to what is left, in nats: two or three times
 * what the first network had. */
Test(net, log_odds_are_those_of_a_plain_pass) {
    each_reading(414, 1200, check_log_odds);
    double mean = error_sum / compared, deviation = sqrt(error_squares / compared);
    cr_assert_gt(compared, support_scaled(5000), "%d", compared);
    cr_expect_lt(fabs(mean), 0.004, "mean error %f", mean);
    cr_expect_lt(deviation, 0.03, "standard error %f", deviation);
    cr_expect_lt(furthest, 0.2, "largest error %f", furthest);
}

static int without_groups, with_groups;

static void check_parts(const Reading *r) {
    static NetInputs other;
    const char *rules = r->naive.rules->name;
    int log_odds[MAX_SHOOTERS], changed[MAX_SHOOTERS];
    NetParts parts[MAX_SHOOTERS];
    net_log_odds(&r->in, log_odds);
    net_explain(&r->in, parts);
    for (int i = 0; i < r->in.count; i++) {
        Square s = r->in.square[i];
        const NetParts *p = &parts[i];
        bool lonely = !within_pair(&r->naive, square_file(s) * NAIVE_SIDE + square_rank(s));
        REQUIRE(p->groups + p->view + p->rest == log_odds[i], "%s: the parts of shooter %d", rules, i);
        REQUIRE(!lonely || !p->groups, "%s: %d by no groups", rules, p->groups);
        other = r->in;
        other.beside[s + CELL_MARGIN] = other.within[s + CELL_MARGIN] = 0;
        net_log_odds(&other, changed);
        REQUIRE(p->groups == log_odds[i] - changed[i], "%s: %d by groups, not %d", rules, p->groups,
                log_odds[i] - changed[i]);
        other = r->in;
        other.sees[i] = other.empty;
        net_log_odds(&other, changed);
        REQUIRE(p->view == log_odds[i] - changed[i], "%s: %d by view, not %d", rules, p->view, log_odds[i] - changed[i]);
        without_groups += lonely;
        with_groups += p->groups != 0;
    }
}

Test(net, parts_are_the_log_odds_taken_apart) {
    each_reading(415, 600, check_parts);
    cr_assert_gt(without_groups, 50, "%d", without_groups);
    cr_assert_gt(with_groups, 1000, "%d", with_groups);
}

/* ---- the score ---- */

/* All ways in which the shooters may go, one by one. */
static double plain_odds(const int *own, int count, int missing) {
    double win = 0, loss = 0;
    for (int ways_to_go = 0; ways_to_go < 1 << count; ways_to_go++) {
        double p = 1;
        int claims = 0;
        for (int i = 0; i < count; i++) {
            bool mine = ways_to_go >> i & 1;
            p *= mine ? own[i] : CLAIM_ONE - own[i];
            claims += mine;
        }
        *(claims >= missing ? &win : &loss) += p;
    }
    return fmin(fmax(400 * log10(win / loss), -SCORE_CP_MAX), SCORE_CP_MAX);
}

static double plain_sharpness(double eighths) {
    int below = eighths < NET_SHARPNESS - 1 ? (int)eighths : NET_SHARPNESS - 2;
    const int16_t *at = weights->sharpness + below;
    return (at[0] + (at[1] - at[0]) * (eighths - below)) / 256;
}

static int scored;

static void check_score(const Reading *r) {
    const Position *p = &r->board.position;
    int own[MAX_SHOOTERS], log_odds[MAX_SHOOTERS];
    if (r->naive.side != "bw"[p->side]) return;
    Score score = net_score(&r->in, p, own);
    net_log_odds(&r->in, log_odds);
    for (int i = 0; i < r->in.count; i++) {
        REQUIRE(own[i] >= 0 && own[i] <= CLAIM_ONE, "%s: probability %d", r->naive.rules->name, own[i]);
        REQUIRE(own[i] == claim_probability(log_odds[i]), "%s: probability %d", r->naive.rules->name, own[i]);
    }
    REQUIRE(score == eval_score(&r->board), "%s: %d, not %d", r->naive.rules->name, score, eval_score(&r->board));
    /* score_of_odds is good to 1.5, the factor to 1/256. */
    double odds = plain_odds(own, r->in.count, variant_majority(p->variant) - p->claims[p->side]);
    double factor = plain_sharpness(r->in.emptiness / 256.0), plain = odds * factor;
    plain = fmin(fmax(plain, -SCORE_CP_MAX), SCORE_CP_MAX);
    REQUIRE(fabs(score - plain) <= 1 + 1.5 * factor + fabs(odds) / 256, "%s: %d, not %.1f", r->naive.rules->name, score,
            plain);
    scored++;
}

Test(net, score_is_that_of_the_majority_and_the_evaluation) {
    each_reading(416, 1000, check_score);
    cr_assert_geq(scored, support_scaled(1000), "%d", scored);
}
