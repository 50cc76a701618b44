/* Openings: which are equal, which are legal, what the generator takes, and every line of the files in openings/. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/notation.h"
#include "engine/splitmix.h"
#include "eval/eval.h"
#include "kit/ask.h"
#include "kit/share.h"
#include "search/setup_prior.h"
#include "tests/support.h"
#include "tools/openings/made.h"

static void init(void) {
    support_init();
    eval_init();
}

TestSuite(openings, .init = init, .timeout = 300);

/* ---- symmetry, the plain way ---- */

static Naive quarter_turn(const Naive *n) {
    Naive out = *n;
    int size = n->rules->size;
    for (int file = 0; file < size; file++)
        for (int rank = 0; rank < size; rank++) out.at[rank][size - 1 - file] = n->at[file][rank];
    return out;
}

static Naive mirror(const Naive *n) {
    Naive out = *n;
    int size = n->rules->size;
    for (int file = 0; file < size; file++)
        for (int rank = 0; rank < size; rank++) out.at[size - 1 - file][rank] = n->at[file][rank];
    return out;
}

/* The texts of all eight, the unchanged one first. */
static void eight_texts(const Naive *n, char out[SYMMETRIES][NAIVE_TEXT_SIZE]) {
    Naive turned = *n;
    for (int i = 0; i < SYMMETRIES; i++) {
        naive_write(&turned, out[i]);
        turned = quarter_turn(&turned);
        if (i == 3) turned = mirror(&turned);
    }
}

/* The same text for all eight. */
static void least_text(const Naive *n, char out[NAIVE_TEXT_SIZE]) {
    char texts[SYMMETRIES][NAIVE_TEXT_SIZE];
    eight_texts(n, texts);
    int least = 0;
    for (int i = 1; i < SYMMETRIES; i++)
        if (strcmp(texts[i], texts[least]) < 0) least = i;
    strcpy(out, texts[least]);
}

static Position draw(const Variant *v, uint64_t *random) {
    Position p;
    while (!opening_random(v, random, &p)) continue;
    return p;
}

static Naive as_naive(const Position *p) {
    char text[POSITION_TEXT_SIZE];
    position_text(p, text, sizeof text);
    return naive_of(p->variant->name, text);
}

Test(openings, the_eight_symmetries_are_those_of_the_square) {
    uint64_t random = 1;
    for (int i = 0; i < support_scaled(10 * VARIANT_COUNT); i++) {
        char texts[SYMMETRIES][NAIVE_TEXT_SIZE], text[POSITION_TEXT_SIZE];
        bool seen[SYMMETRIES] = {false};
        Position p = draw(variant_at(i % VARIANT_COUNT), &random);
        Naive n = as_naive(&p);
        eight_texts(&n, texts);
        for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
            Position turned = opening_turned(&p, symmetry);
            position_text(&turned, text, sizeof text);
            REQUIRE(position_check(&turned), "%s: not a position any more", text);
            int k = 0;
            while (k < SYMMETRIES && (seen[k] || strcmp(texts[k], text))) k++;
            REQUIRE(k < SYMMETRIES, "%s: symmetry %d is none, or comes twice", text, symmetry);
            seen[k] = true;
        }
        REQUIRE(seen[0], "the unchanged one is not among them");
    }
}

Test(openings, all_symmetric_openings_have_one_canonical_form) {
    uint64_t random = 2;
    for (int i = 0; i < support_scaled(10 * VARIANT_COUNT); i++) {
        char texts[SYMMETRIES][NAIVE_TEXT_SIZE], text[POSITION_TEXT_SIZE];
        Position p = draw(variant_at(i % VARIANT_COUNT), &random), canonical = opening_canonical(&p), turned;
        Naive n = as_naive(&p);
        position_text(&canonical, text, sizeof text);
        bool among = false;
        eight_texts(&n, texts);
        for (int k = 0; k < SYMMETRIES; k++) {
            REQUIRE(!position_parse(p.variant, texts[k], &turned), "%s", texts[k]);
            turned = opening_canonical(&turned);
            REQUIRE(positions_equal(&turned, &canonical), "%s: another form than that of %s", texts[k], texts[0]);
            among |= !strcmp(texts[k], text);
        }
        REQUIRE(among, "%s is not symmetric to %s", text, texts[0]);
    }
}

/* Three shooters on 49 squares: among so many some are equal. */
Test(openings, canonical_forms_are_equal_just_where_plain_ones_are) {
    enum { DRAWN = 150 };
    static char plain[DRAWN][NAIVE_TEXT_SIZE];
    static Position canonical[DRAWN];
    uint64_t random = 3;
    int equal = 0;
    for (int i = 0; i < DRAWN; i++) {
        Position p = draw(variant_find("classic-7"), &random);
        Naive n = as_naive(&p);
        least_text(&n, plain[i]);
        canonical[i] = opening_canonical(&p);
        for (int k = 0; k < i; k++) {
            bool same = !strcmp(plain[i], plain[k]);
            REQUIRE(positions_equal(&canonical[i], &canonical[k]) == same, "%s and %s", plain[i], plain[k]);
            equal += same;
        }
    }
    cr_assert_gt(equal, 0);
}

/* The exchange gives White the first turn or is another opening. */
Test(openings, exchanged_stones_are_another_opening) {
    Position a, b;
    cr_assert_eq(position_parse(variant_find("veletas-7"), "7/7/1s5/4s2/2s4/1b5/6w b - 2", &a), NOTATION_OK);
    cr_assert_eq(position_parse(variant_find("veletas-7"), "7/7/1s5/4s2/2s4/1w5/6b b - 2", &b), NOTATION_OK);
    a = opening_canonical(&a);
    b = opening_canonical(&b);
    cr_assert_not(positions_equal(&a, &b));
}

/* ---- what is an opening ---- */

static bool stands_alone(const Naive *n, int file, int rank) {
    for (int f = file - 1; f <= file + 1; f++)
        for (int r = rank - 1; r <= rank + 1; r++) {
            bool inside = f >= 0 && r >= 0 && f < n->rules->size && r < n->rules->size;
            if (inside && (f != file || r != rank) && n->at[f][r] == 's') return false;
        }
    return true;
}

static void check_shooter(const Naive *n, int file, int rank, const char *text) {
    int last = n->rules->size - 1;
    bool perimeter = file == 0 || rank == 0 || file == last || rank == last;
    REQUIRE(!n->rules->ban_perimeter || !perimeter, "%s: a shooter on the perimeter", text);
    REQUIRE(!n->rules->ban_adjacent || stands_alone(n, file, rank), "%s: a shooter beside another", text);
    REQUIRE(!naive_trapped(n, file, rank), "%s: a trapped shooter", text);
}

static void check_opening(const Naive *n, const char *text) {
    int stones = n->rules->setup_stones ? 1 : 0;
    REQUIRE(n->side == 'b' && n->swap == '-' && n->number == 2, "%s: not Black's first turn", text);
    REQUIRE(naive_count(n, "b") == stones && naive_count(n, "w") == stones, "%s: other stones", text);
    REQUIRE(naive_count(n, "s") == n->rules->first + n->rules->second && !naive_count(n, "BW"), "%s: other shooters", text);
    for (int file = 0; file < n->rules->size; file++)
        for (int rank = 0; rank < n->rules->size; rank++)
            if (n->at[file][rank] == 's') check_shooter(n, file, rank, text);
}

Test(openings, random_ones_are_legal_in_every_rule_set) {
    uint64_t random = 4;
    for (int i = 0; i < support_scaled(40 * VARIANT_COUNT); i++) {
        Position p = draw(variant_at(i % VARIANT_COUNT), &random);
        Naive n = as_naive(&p);
        check_opening(&n, p.variant->name);
        REQUIRE(opening_is_legal(&p) && position_check(&p), "%s: refused", p.variant->name);
    }
}

Test(openings, other_positions_are_none) {
    static const struct {
        const char *variant, *text;
        bool legal;
    } CASES[] = {
        {"veletas-7", "7/7/1s5/4s2/2s4/1b5/6w b - 2", true},
        {"veletas-7", "7/7/1s5/4s2/2s4/1b5/6w w - 2", false}, /* White to move */
        {"veletas-7", "7/7/1s5/4s2/2s4/1b5/6w b x 2", false}, /* after a swap */
        {"veletas-7", "7/7/s6/4s2/2s4/1b5/6w b - 2", false},  /* on the perimeter */
        {"veletas-7", "7/7/1s5/4s2/2B4/1b5/6w b - 2", false}, /* claimed */
        {"veletas-7", "7/7/1s5/4s2/2s4/1b5/5ww b - 2", false},
        {"veletas-7", "7/7/1s5/4s2/2s4/1b5/7 b - 2", false},
        {"veletas-7", "7/7/7/7/2s4/1b5/7 w ? 1", false}, /* White is still to place */
        {"veletas-7", "7/7/7/7/7/7/7 b - 1", false},
        {"veletas-7", "7/7/7/2ss3/2s4/1b5/6w b - 2", true},  /* neighbours are allowed here … */
        {"interim-7", "7/7/7/2ss3/2s4/1b5/6w b - 2", false}, /* … and not there */
        {"interim-7", "7/7/s6/4s2/2s4/1b5/6w b - 2", true},
        {"classic-7", "7/7/s6/4s2/2s4/7/7 b - 2", true},
        {"classic-7", "7/7/s6/4s2/2s4/1b5/6w b - 2", false}, /* no stones there */
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Position p;
        cr_assert_eq(position_parse(variant_find(CASES[i].variant), CASES[i].text, &p), NOTATION_OK, "%s", CASES[i].text);
        cr_assert_eq(opening_is_legal(&p), CASES[i].legal, "%s;%s", CASES[i].variant, CASES[i].text);
    }
}

/* ---- the generator ---- */

static void generate(const char *variant, const OpeningFilter *f, uint64_t seed, int count, int threads, Position *out,
                     OpeningTally *tally) {
    cr_assert(openings_generate(variant_find(variant), f, seed, count, threads, out, tally, NULL), "%s", variant);
}

Test(openings, equal_ones_are_left_out) {
    enum { COUNT = 400 };
    static Position p[COUNT];
    static char plain[COUNT][NAIVE_TEXT_SIZE];
    OpeningTally t;
    generate("classic-7", &(OpeningFilter){0}, 5, COUNT, 1, p, &t);
    cr_assert_gt(t.equal, 0);
    cr_assert_eq(t.drawn, COUNT + t.equal + t.unplayable);
    for (int i = 0; i < COUNT; i++) {
        Naive n = as_naive(&p[i]);
        least_text(&n, plain[i]);
        for (int k = 0; k < i; k++) REQUIRE(strcmp(plain[i], plain[k]), "%s comes twice", plain[i]);
    }
}

static const OpeningFilter BOTH = {
    .search_nodes = 100, .centre = 60, .bound = 60, .games = 4, .game_nodes = 20, .least = 1, .most = 3};

Test(openings, depend_on_neither_threads_nor_count) {
    enum { COUNT = 12, FEWER = 5 };
    static const char *const VARIANTS[] = {"veletas-7", "interim-9"};
    for (int v = 0; v < 2; v++) {
        Position one[COUNT], two[COUNT], fewer[FEWER], other[COUNT];
        OpeningTally a, b, c;
        generate(VARIANTS[v], &BOTH, 6, COUNT, 1, one, &a);
        generate(VARIANTS[v], &BOTH, 6, COUNT, 2, two, &b);
        generate(VARIANTS[v], &BOTH, 6, FEWER, 3, fewer, &c);
        cr_assert_arr_eq(&a, &b, sizeof a);
        for (int i = 0; i < COUNT; i++) REQUIRE(positions_equal(&one[i], &two[i]), "%s, opening %d", VARIANTS[v], i);
        for (int i = 0; i < FEWER; i++) REQUIRE(positions_equal(&one[i], &fewer[i]), "%s, opening %d", VARIANTS[v], i);
        generate(VARIANTS[v], &BOTH, 7, COUNT, 1, other, &b);
        cr_assert_not(positions_equal(&one[0], &other[0]), "%s: the seed does not matter", VARIANTS[v]);
    }
}

Test(openings, what_the_filters_leave_passes_them) {
    enum { COUNT = 20 };
    Position p[COUNT];
    OpeningTally t;
    Search *s = search_create(1);
    cr_assert(s);
    generate("veletas-7", &BOTH, 8, COUNT, 1, p, &t);
    cr_assert_gt(t.lopsided_by_search, 0);
    cr_assert_gt(t.lopsided_by_games, 0);
    cr_assert_eq(t.drawn, COUNT + t.lopsided_by_search + t.lopsided_by_games + t.equal + t.unplayable);
    for (int i = 0; i < COUNT; i++) {
        Score off = opening_worth(s, &p[i], BOTH.search_nodes) - BOTH.centre;
        REQUIRE(abs(off) <= BOTH.bound, "opening %d is worth %d more", i, off);
    }
    search_destroy(s);
}

/* What setup_worth is given is the score as the search found it. */
Test(openings, the_worth_is_that_of_the_score_found) {
    uint64_t random = 11;
    Search *s = search_create(1);
    for (int i = 0; i < 10; i++) {
        Position p = draw(variant_find("veletas-7"), &random);
        search_clear(s);
        Score found = ask_nodes(s, &p, 500).score;
        cr_expect_eq(opening_worth(s, &p, 500), setup_worth(&p, found), "%d", found);
    }
    search_destroy(s);
}

Test(openings, a_filter_that_nothing_passes_comes_to_an_end) {
    OpeningFilter f = {.search_nodes = 1, .centre = SCORE_CP_MAX, .bound = 0};
    OpeningTally t;
    Position p;
    cr_assert_not(openings_generate(variant_find("veletas-7"), &f, 9, 1, 1, &p, &t, NULL));
    cr_assert_eq(t.drawn, t.lopsided_by_search + t.unplayable);
}

/* Both colours win, games of one opening differ, and whoever plays them gets the same. */
Test(openings, games_depend_on_their_seeds_alone) {
    enum { COUNT = 12, GAMES = 6 };
    Position p[COUNT];
    OpeningTally t;
    uint64_t one[COUNT], two[COUNT], other[COUNT], all = 0, none = ~(uint64_t)0;
    bool differ = false;
    generate("veletas-7", &(OpeningFilter){0}, 10, COUNT, 1, p, &t);
    cr_assert(openings_play(p, COUNT, GAMES, 30, 1, 1, one));
    cr_assert(openings_play(p, COUNT, GAMES, 30, 1, 2, two));
    cr_assert(openings_play(p, COUNT, GAMES, 30, 2, 1, other));
    cr_assert_arr_eq(one, two, sizeof one);
    cr_assert_arr_neq(one, other, sizeof one);
    for (int i = 0; i < COUNT; i++) {
        all |= one[i];
        none &= one[i];
        differ |= one[i] && one[i] != ((uint64_t)1 << GAMES) - 1;
    }
    cr_assert_eq(all >> GAMES, 0);
    cr_assert_neq(all, none);
    cr_assert(differ);
}

/* ---- in parts ---- */

enum { PARTS = 3 };

/* Files for the parts of a work; a part stopped after some lines, in the middle of another, has them only. */
static char part_files[PARTS][SUPPORT_PATH];

static void begin_parts(void) {
    init();
    for (int i = 0; i < PARTS; i++) close(mkstemp(support_temporary(part_files[i], "openings")));
}

static void end_parts(void) {
    for (int i = 0; i < PARTS; i++) unlink(part_files[i]);
}

static void make_part(const OpeningsMaking *m, int part, int parts) {
    char error[WORK_ERROR_SIZE];
    cr_assert(made_part(m, (Shard){part, parts}, part_files[part - 1], error), "%s", error);
}

static void stop_part(const char *path, int lines) {
    FILE *f = fopen(path, "r");
    int c;
    cr_assert(f);
    while (lines && (c = fgetc(f)) != EOF) lines -= c == '\n';
    long end = ftell(f) + 2;
    fclose(f);
    cr_assert_eq(lines, 0);
    cr_assert_eq(truncate(path, end), 0);
}

static bool merge_made(const OpeningsMaking *m, int parts, Position *out, OpeningTally *tally, char *error) {
    char *paths[PARTS];
    int64_t doubled;
    for (int i = 0; i < parts; i++) paths[i] = part_files[parts - 1 - i];
    return made_merge(m, paths, parts, out, tally, &doubled, error);
}

Test(openings, parts_together_make_those_of_one_run, .init = begin_parts, .fini = end_parts) {
    enum { COUNT = 12 };
    Position whole[COUNT], merged[COUNT];
    OpeningTally a, b;
    char error[WORK_ERROR_SIZE];
    OpeningsMaking m = {variant_find("veletas-7"), BOTH, 6, COUNT, 1, -1};
    generate("veletas-7", &BOTH, 6, COUNT, 1, whole, &a);
    make_part(&m, 2, PARTS);
    make_part(&m, 3, PARTS);
    cr_assert_not(merge_made(&m, PARTS, merged, &b, error));
    m.threads = 2;
    make_part(&m, 1, PARTS);
    stop_part(part_files[0], 9);
    cr_assert_not(merge_made(&m, PARTS, merged, &b, error));
    cr_assert(strstr(error, "setup 24, from 0, is not judged"), "%s", error);
    make_part(&m, 1, PARTS);
    cr_assert(merge_made(&m, PARTS, merged, &b, error), "%s", error);
    cr_assert_arr_eq(&a, &b, sizeof a);
    for (int i = 0; i < COUNT; i++) cr_assert(positions_equal(&whole[i], &merged[i]), "%d", i);
    m.seed++;
    cr_assert_not(merge_made(&m, PARTS, merged, &b, error));
    cr_assert(strstr(error, "of other work"), "%s", error);
}

static int passed_in(const char *path) {
    char line[1024];
    int passed = 0;
    FILE *f = fopen(path, "r");
    cr_assert(f);
    while (fgets(line, sizeof line, f)) passed += strstr(line, ";p\n") != NULL;
    fclose(f);
    return passed;
}

/* A part goes on until enough pass, and with more to spare from there. */
Test(openings, a_part_looks_for_its_share_and_some_to_spare, .init = begin_parts, .fini = end_parts) {
    enum { COUNT = 31, SHARE = 11 };
    OpeningsMaking m = {variant_find("veletas-7"), {.search_nodes = 1, .centre = 60, .bound = 60}, 3, COUNT, 1, 0};
    make_part(&m, 2, PARTS);
    int passed = passed_in(part_files[1]);
    cr_assert(passed >= SHARE && passed < SHARE + 9, "%d", passed);
    m.spare = 25;
    make_part(&m, 2, PARTS);
    passed = passed_in(part_files[1]);
    cr_assert(passed >= SHARE + 25 && passed < SHARE + 25 + 9, "%d", passed);
    m.spare = -1;
    make_part(&m, 3, PARTS);
    passed = passed_in(part_files[2]);
    cr_assert(passed >= SHARE + 13 && passed < SHARE + 13 + 9, "%d", passed);
}

/* ---- shares ---- */

/* Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3. */
Test(openings, intervals_are_the_published_ones) {
    static const struct {
        int part, whole;
        double low, high;
    } CASES[] = {{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0.0000, 0.1611}, {1, 29, 0.0061, 0.1718}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Share s = share_of(CASES[i].part, CASES[i].whole);
        cr_assert_float_eq(s.share, (double)CASES[i].part / CASES[i].whole, 1e-9);
        cr_assert_float_eq(s.low, CASES[i].low, 0.00006);
        cr_assert_float_eq(s.high, CASES[i].high, 0.00006);
    }
}

/* ---- the files in openings/ ---- */

static FILE *open_shipped(const char *variant) {
    char path[1024];
    const char *source = getenv("CIERZO_SOURCE");
    snprintf(path, sizeof path, "%s/openings/%s.txt", source ? source : ".", variant);
    FILE *f = fopen(path, "r");
    REQUIRE(f, "%s is missing", path);
    return f;
}

/* Lines of openings; every one is checked, and none is equal to one before. */
static int check_file(const NaiveRules *rules) {
    enum { MOST = 1000 };
    static char plain[MOST][NAIVE_TEXT_SIZE];
    char line[512];
    int count = 0;
    FILE *f = open_shipped(rules->name);
    while (fgets(line, sizeof line, f)) {
        if (line[0] == '#') continue;
        char *text = strchr(line, ';');
        Naive n;
        REQUIRE(text, "%s: %s", rules->name, line);
        *text++ = '\0';
        text[strcspn(text, "\n")] = '\0';
        REQUIRE(!strcmp(line, rules->name) && naive_read(&n, rules, text), "%s: %s", rules->name, text);
        check_opening(&n, text);
        Position p = position_of(&n);
        REQUIRE(opening_is_legal(&p), "%s: %s", rules->name, text);
        REQUIRE(count < MOST, "%s: too long for this test", rules->name);
        least_text(&n, plain[count]);
        for (int i = 0; i < count; i++) REQUIRE(strcmp(plain[i], plain[count]), "%s: %s comes twice", rules->name, text);
        count++;
    }
    fclose(f);
    return count;
}

Test(openings, shipped_ones_are_legal_different_and_as_many_as_promised) {
    for (int i = 0; i < NAIVE_RULE_SETS; i++) {
        const NaiveRules *rules = naive_rules(i);
        int count = check_file(rules), promised = i == 0 ? 300 : 100;
        cr_assert_geq(count, promised, "%s: %d openings", rules->name, count);
    }
}

/* The command on top of each file, against what the program would do today. */
Test(openings, shipped_ones_were_made_with_the_filter_of_their_rule_set) {
    for (int i = 0; i < VARIANT_COUNT; i++) {
        char line[512], variant[32] = "";
        long long nodes;
        int centre, bound, games, count = 0;
        OpeningFilter f = opening_filter_of(variant_at(i));
        FILE *file = open_shipped(variant_at(i)->name);
        while (!count && fgets(line, sizeof line, file))
            if (sscanf(line,
                       "# cierzo-openings --search-nodes %lld --centre %d --bound %d --games %d --nodes %*d --least %*d "
                       "--most %*d %31s %d",
                       &nodes, &centre, &bound, &games, variant, &count) != 6)
                count = 0;
        fclose(file);
        cr_assert_str_eq(variant, variant_at(i)->name);
        cr_assert(nodes == f.search_nodes && centre == f.centre && bound == f.bound && games == f.games, "%s", variant);
    }
}
