/* The table and the answers beside it in a file: what comes back, what is refused, and what is left of a file when writing it breaks off. */
#define _GNU_SOURCE /* stpcpy */
#include "search/table_file.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/digest.h"
#include "engine/notation.h"
#include "eval/eval.h"
#include "search/search.h"
#include "tests/check.h"
#include "tests/support.h"

static char folder[SUPPORT_PATH], path[SUPPORT_PATH + 16], beside[SUPPORT_PATH + 16];

static void init(void) {
    support_init();
    eval_init();
    REQUIRE(mkdtemp(support_temporary(folder, "table")), "no folder");
    snprintf(path, sizeof path, "%s/hash", folder);
    snprintf(beside, sizeof beside, "%s/hash.new", folder);
}

static void fini(void) {
    unlink(path);
    unlink(beside);
    rmdir(folder);
}

TestSuite(table_file, .init = init, .fini = fini, .timeout = 300);

/* ---- files in memory ---- */

typedef struct {
    char *bytes;
    size_t count;
} Bytes;

static Bytes read_bytes(const char *name) {
    struct stat status;
    FILE *f = fopen(name, "rb");
    REQUIRE(f && fstat(fileno(f), &status) == 0, "no file %s", name);
    Bytes b = {malloc((size_t)status.st_size + 1), (size_t)status.st_size};
    REQUIRE(b.bytes && fread(b.bytes, 1, b.count, f) == b.count, "cannot read %s", name);
    fclose(f);
    return b;
}

static void write_bytes(const char *name, const char *bytes, size_t count) {
    FILE *f = fopen(name, "wb");
    REQUIRE(f && fwrite(bytes, 1, count, f) == count && fclose(f) == 0, "cannot write %s", name);
}

/* Gives the bytes the digest that they should have at their end. */
static void sign(Bytes b) {
    uint64_t digest = digest_add(0, b.bytes, b.count - sizeof digest);
    memcpy(b.bytes + b.count - sizeof digest, &digest, sizeof digest);
}

/* Where the parts of a file are. */
enum {
    ORDER_AT = 16,
    FORMAT_AT = 24,
    VERSION_AT = 32,
    RULES_AT = 96,
    EVALUATION_AT = 120,
    KEYS_AT = 128,
    CHUNKS_AT = 136,
    KEPT_AT = 152,
    HEADER = 160
};

/* ---- tables ---- */

enum { KEYS = 5000 };
static uint64_t keys[KEYS];

static Move some_move(uint64_t key) { return move_turn(NO_SQUARE, NO_SQUARE, (Square)(key % 7)); }

static Table *new_table(size_t megabytes) {
    Table *t = table_create(megabytes);
    REQUIRE(t, "no table");
    return t;
}

static Table *full_table(size_t megabytes, uint64_t seed) {
    Random r = random_seeded(seed);
    Table *t = new_table(megabytes);
    for (int i = 0; i < 70; i++) table_new_search(t);
    for (int i = 0; i < KEYS; i++) {
        keys[i] = random_next(&r);
        table_store(t, keys[i], some_move(keys[i]), (Score)(keys[i] % 3000) - 1500, 1 + (int)(keys[i] % 90), BOUND_LOWER);
    }
    return t;
}

static int held_of(const Table *t) {
    int held = 0;
    for (int i = 0; i < KEYS; i++) {
        TableHit hit;
        held += table_probe(t, keys[i], &hit) && hit.move == some_move(keys[i]) &&
                hit.score == (Score)(keys[i] % 3000) - 1500 && hit.depth == 1 + (int)(keys[i] % 90) &&
                hit.bound == BOUND_LOWER;
    }
    return held;
}

static const Variant *veletas(void) { return variant_at(0); }

static Kept *new_kept(void) {
    Kept *k = calloc(1, sizeof *k);
    REQUIRE(k, "no memory");
    return k;
}

/* A line of legal moves from a position. */
static Line some_line(const char *text, int skip, int length) {
    Board b = board_at(text);
    Line line = {.score = 31, .depth = 7, .bound = BOUND_EXACT};
    static Move moves[MAX_TURNS];
    Undo undo;
    for (int i = 0; i < length; i++) {
        size_t count = turns_list(&b.position, moves);
        REQUIRE(count > (size_t)skip, "no moves");
        line.moves[line.length++] = moves[i ? 0 : skip];
        board_play(&b, line.moves[i], &undo);
    }
    return line;
}

static void save_full(size_t megabytes, Kept *k) {
    char error[TABLE_FILE_ERROR];
    Table *t = full_table(megabytes, 401);
    Line line = some_line(MID, 0, 5);
    kept_note(k, board_at(MID).position.key, 7, &line, 1);
    REQUIRE(table_file_save(t, k, veletas(), path, error), "%s", error);
    table_destroy(t);
}

/* Tries to read the file, and wants the reason to match. */
static void expect_refused(size_t megabytes, const char *reason) {
    char error[TABLE_FILE_ERROR] = "";
    Table *t = new_table(megabytes);
    Kept *k = new_kept();
    bool read = table_file_load(t, k, veletas(), path, error);
    cr_assert(!read && strstr(error, reason), "'%s' and not '%s'", error, reason);
    for (const char *c = error; *c; c++) cr_assert(*c >= ' ' && *c <= '~', "%s", error);
    table_destroy(t);
    free(k);
}

/* ---- there and back ---- */

Test(table_file, what_was_saved_is_read_back) {
    for (size_t megabytes = 1; megabytes <= 5; megabytes += 2) {
        char error[TABLE_FILE_ERROR];
        static uint64_t before[KEPT_WORDS], after[KEPT_WORDS];
        Kept *k = new_kept(), *l = new_kept();
        save_full(megabytes, k);
        Table *t = new_table(megabytes);
        REQUIRE(table_file_load(t, l, veletas(), path, error), "%s", error);
        cr_assert_gt(held_of(t), KEYS * 99 / 100);
        cr_assert_eq(table_generation(t), 70 % 64, "what is old stays old");
        size_t count = kept_write(k, before);
        cr_assert(count > 5 && kept_write(l, after) == count && !memcmp(before, after, count * sizeof *before));
        /* A clearing that was under way would take what came in for what is still to be cleared. */
        cr_assert_not(table_clear_piece(t));
        table_clear_rest(t);
        cr_assert_gt(held_of(t), KEYS * 99 / 100);
        cr_assert(access(beside, F_OK) != 0);
        table_destroy(t);
        free(k);
        free(l);
    }
}

Test(table_file, what_no_position_can_have_stored_is_left_out) {
    char error[TABLE_FILE_ERROR];
    TableHit hit;
    Kept *k = new_kept();
    Table *t = new_table(1), *u = new_table(1);
    table_store(t, 5, some_move(5), SCORE_INFINITE + 1, 3, BOUND_EXACT);
    table_store(t, 5ull << 40, some_move(5), 0, MAX_DEPTH + 1, BOUND_EXACT);
    cr_assert(!table_file_save(t, k, veletas(), path, error) && strstr(error, "the table is empty"), "%s", error);
    cr_assert(access(path, F_OK) != 0 && access(beside, F_OK) != 0);
    table_store(t, 6, some_move(6), 0, 3, BOUND_EXACT);
    REQUIRE(table_file_save(t, k, veletas(), path, error) && table_file_load(u, k, veletas(), path, error), "%s", error);
    cr_assert(table_probe(u, 6, &hit) && !table_probe(u, 5, &hit) && !table_probe(u, 5ull << 40, &hit));
    table_destroy(t);
    table_destroy(u);
    free(k);
}

/* ---- damage ---- */

Test(table_file, a_changed_bit_anywhere_is_noticed) {
    Random r = random_seeded(402);
    Kept *k = new_kept();
    save_full(1, k);
    Bytes b = read_bytes(path);
    int tries = HEADER + support_scaled(60);
    for (int i = 0; i < tries; i++) {
        size_t at = i < HEADER ? (size_t)i : (size_t)random_below(&r, (int)b.count);
        if (i % 10 == 9) at = b.count - 1 - at % 8; /* the digest itself */
        char bit = (char)(1 << random_below(&r, 8));
        b.bytes[at] = (char)(b.bytes[at] ^ bit);
        write_bytes(path, b.bytes, b.count);
        expect_refused(1, "it");
        b.bytes[at] = (char)(b.bytes[at] ^ bit);
    }
    write_bytes(path, b.bytes, b.count);
    char error[TABLE_FILE_ERROR];
    Table *t = new_table(1);
    cr_assert(table_file_load(t, k, veletas(), path, error), "and whole again it is read: %s", error);
    table_destroy(t);
    free(b.bytes);
    free(k);
}

Test(table_file, a_file_cut_or_grown_is_refused) {
    Kept *k = new_kept();
    save_full(1, k);
    Bytes b = read_bytes(path);
    const size_t lengths[] = {1, 15, 16, HEADER - 1, HEADER, HEADER + 8, 4096, b.count / 2, b.count - 8, b.count - 1};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        write_bytes(path, b.bytes, lengths[i]);
        expect_refused(1, lengths[i] < HEADER ? "it is no table" : "its length is wrong");
    }
    b.bytes[b.count] = 0;
    write_bytes(path, b.bytes, b.count + 1);
    expect_refused(1, "its length is wrong");
    write_bytes(path, "", 0);
    expect_refused(1, "it is no table");
    unlink(path);
    expect_refused(1, "No such file");
    REQUIRE(mkdir(path, 0777) == 0, "no folder");
    expect_refused(1, "it is not a regular file");
    rmdir(path);
    REQUIRE(mkfifo(path, 0666) == 0, "no pipe");
    expect_refused(1, "it is not a regular file");
    free(b.bytes);
    free(k);
}

/* Files that are whole, but of something else. */
Test(table_file, foreign_and_older_files_are_refused) {
    static const struct {
        size_t at;
        const char *bytes;
        size_t count;
        const char *reason;
    } OTHERS[] = {{0, "c", 1, "it is no table"},
                  {ORDER_AT, "\1\2\3\4\5\6\7\10", 8, "another order of bytes"},
                  {FORMAT_AT, "\0", 1, "it has form 0, this engine reads form 1"},
                  {FORMAT_AT, "\2", 1, "it has form 2, this engine reads form 1"},
                  {VERSION_AT, "0.0.9\n\0", 7, "it is of Cierzo 0.0.9?, this is "},
                  {VERSION_AT + 63, "x", 1, "it is of Cierzo "},
                  {RULES_AT, "veletas-7", 9, "it is of veletas-7, this is veletas"},
                  {EVALUATION_AT, "x", 1, "it is of another evaluation"},
                  {KEYS_AT, "xx", 2, "it is of another evaluation"},
                  {CHUNKS_AT, "\2", 1, "it has 2 MB, Hash has 1"},
                  {KEPT_AT, "\377\377\377\377\377\377\377\377", 8, "it is damaged"}};
    Kept *k = new_kept();
    save_full(1, k);
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        Bytes b = read_bytes(path), was = read_bytes(path);
        memcpy(b.bytes + OTHERS[i].at, OTHERS[i].bytes, OTHERS[i].count);
        sign(b);
        write_bytes(path, b.bytes, b.count);
        expect_refused(1, OTHERS[i].reason);
        write_bytes(path, was.bytes, was.count);
        free(b.bytes);
        free(was.bytes);
    }
    expect_refused(2, "it has 1 MB, Hash has 2");
    free(k);
}

/* With the right digest: what made it was no table. */
Test(table_file, entries_that_no_table_holds_are_refused) {
    Random r = random_seeded(403);
    Kept *k = new_kept();
    save_full(1, k);
    Bytes b = read_bytes(path);
    uint64_t *words = malloc(b.count);
    for (int i = 0; i < 100; i++) {
        size_t kept_words, at;
        memcpy(words, b.bytes, b.count);
        memcpy(&kept_words, b.bytes + KEPT_AT, sizeof kept_words);
        const size_t first = HEADER / 8 + kept_words;
        do at = first + 2 * (size_t)random_below(&r, TABLE_CHUNK_WORDS / 2);
        while (!words[at + 1]);
        switch (i % 4) {
        case 0: words[at] ^= 1ull << 63; break;        /* of another bucket */
        case 1: words[at + 1] |= 3ull << 45; break;    /* no bound */
        case 2: words[at + 1] |= 0xffull << 37; break; /* deeper than any search */
        case 3: words[at + 1] = 0; break;              /* half an entry */
        }
        Bytes forged = {(char *)words, b.count};
        sign(forged);
        write_bytes(path, forged.bytes, forged.count);
        expect_refused(1, "it is damaged");
    }
    free(words);
    free(b.bytes);
    free(k);
}

/* ---- writing ---- */

static void expect_not_saved(const char *reason) {
    char error[TABLE_FILE_ERROR] = "";
    Kept *k = new_kept();
    Table *t = full_table(2, 405);
    cr_assert_not(table_file_save(t, k, veletas(), path, error));
    cr_assert(strstr(error, reason), "'%s' and not '%s'", error, reason);
    table_destroy(t);
    free(k);
}

static void expect_bytes(Bytes expected) {
    Bytes now = read_bytes(path);
    cr_assert(now.count == expected.count && !memcmp(now.bytes, expected.bytes, now.count));
    free(now.bytes);
}

Test(table_file, what_cannot_be_written_whole_leaves_the_old_file) {
    Kept *k = new_kept();
    save_full(1, k);
    Bytes old = read_bytes(path);
    /* As a full disk: a limit on the size of files. */
    struct rlimit before, small = {1 << 20, RLIM_INFINITY};
    signal(SIGXFSZ, SIG_IGN);
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0 && setrlimit(RLIMIT_FSIZE, &small) == 0, "no limit");
    expect_not_saved("File too large");
    setrlimit(RLIMIT_FSIZE, &before);
    expect_bytes(old);
    cr_assert(access(beside, F_OK) != 0);
    /* Another engine at the same file. */
    FILE *other = fopen(beside, "w");
    REQUIRE(other && flock(fileno(other), LOCK_EX) == 0, "no lock");
    expect_not_saved("another program is writing it");
    fclose(other);
    expect_bytes(old);
    /* And one that was killed. */
    write_bytes(beside, old.bytes, old.count / 3);
    save_full(3, k);
    struct stat status;
    cr_assert(stat(path, &status) == 0 && status.st_size > 3 << 20 && access(beside, F_OK) != 0);
    free(old.bytes);
    free(k);
}

Test(table_file, nothing_but_a_table_is_overwritten) {
    static const char TEXT[] = "a diary of many years, by no means a table\n";
    write_bytes(path, TEXT, sizeof TEXT);
    expect_not_saved("there is a file that is no table");
    Bytes now = read_bytes(path);
    cr_assert_str_eq(now.bytes, TEXT);
    free(now.bytes);
    write_bytes(path, "", 0);
    Kept *k = new_kept();
    save_full(1, k);
    free(k);
    unlink(path);
    REQUIRE(mkdir(path, 0777) == 0, "no folder");
    expect_not_saved("it is not a regular file");
    rmdir(path);
    REQUIRE(symlink(path, beside) == 0, "no link");
    expect_not_saved("symbolic link");
    unlink(beside);
    path[strlen(folder)] = '\0';
    strcat(path, "/none/hash");
    expect_not_saved("No such file");
}

static void save_for_ever(void) {
    char error[TABLE_FILE_ERROR];
    Kept *k = new_kept();
    Table *t = full_table(1, 404);
    for (;;) table_file_save(t, k, veletas(), path, error);
}

Test(table_file, a_kill_at_any_moment_leaves_a_whole_file) {
    Random r = random_seeded(406);
    char error[TABLE_FILE_ERROR];
    Kept *k = new_kept();
    save_full(1, k);
    for (int i = 0; i < support_scaled(10); i++) {
        pid_t pid = fork();
        if (!pid) save_for_ever();
        usleep((useconds_t)(10000 + random_below(&r, 10000)));
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        Table *t = new_table(1);
        cr_assert(table_file_load(t, k, veletas(), path, error), "%s", error);
        table_destroy(t);
    }
    free(k);
}

/* ---- answers ---- */

static SearchLimits lines_wanted(int multipv) {
    SearchLimits limits = search_limits_none();
    limits.multipv = multipv;
    return limits;
}

/* What is kept, as if read from a file. */
static Kept *as_read(const Kept *k) {
    static uint64_t words[KEPT_WORDS];
    Kept *l = new_kept();
    cr_assert(kept_read(l, words, kept_write(k, words)));
    return l;
}

Test(table_file, answers_are_for_their_position_and_enough_lines) {
    const Board mid = board_at(MID), big = board_at(BIG);
    const SearchLimits one = lines_wanted(1), two = lines_wanted(2), three = lines_wanted(3);
    SearchLimits some = one, level = one, mate = one;
    some.root_moves = &(Move){0}, level.elo = 1000, mate.mate = 3;
    Line lines[] = {some_line(MID, 0, 4), some_line(MID, 1, 3)}, other = some_line(BIG, 3, 6);
    Kept *k = new_kept();
    kept_note(k, mid.position.key, 7, lines, 2);
    kept_note(k, big.position.key, 9, &other, 1);
    cr_assert_null(kept_find(k, &mid.position, &one), "found in this process");
    Kept *l = as_read(k);
    const KeptAnswer *a = kept_find(l, &mid.position, &two), *b = kept_find(l, &big.position, &one);
    cr_assert(a && a->depth == 7 && a->count == 2 && !memcmp(a->lines[1].moves, lines[1].moves, 3 * sizeof(Move)));
    cr_assert(b && b->depth == 9 && b->count == 1 && kept_find(l, &mid.position, &one) == a);
    cr_assert(!kept_find(l, &mid.position, &three) && !kept_find(l, &big.position, &two));
    cr_assert(!kept_find(l, &mid.position, &some) && !kept_find(l, &mid.position, &level) &&
              !kept_find(l, &mid.position, &mate));
    kept_note(l, mid.position.key, 6, lines + 1, 1);
    kept_note(l, mid.position.key, 7, lines + 1, 1);
    cr_assert(a->depth == 7 && a->count == 2, "shallower, or with less");
    kept_note(l, mid.position.key, 8, lines + 1, 1);
    cr_assert(kept_find(l, &mid.position, &one)->depth == 8, "and what goes on from a file counts as read");
    for (uint64_t i = 0; i < KEPT_ANSWERS - 1; i++) kept_note(l, i, 1, lines, 1);
    cr_assert_not(kept_find(l, &mid.position, &one), "the oldest goes first");
    cr_assert(kept_find(l, &big.position, &one));
    kept_clear(l);
    cr_assert_not(kept_find(l, &big.position, &one));
    free(k);
    free(l);
}

Test(table_file, answers_with_illegal_moves_are_none) {
    const Board mid = board_at(MID);
    const SearchLimits one = lines_wanted(1);
    for (int i = 0; i < 4; i++) {
        Line lines[] = {some_line(MID, 0, 4), some_line(MID, i == 3 ? 0 : 1, 4)};
        if (i < 3) lines[i % 2].moves[i] = i ? MOVE_SWAP : ~(Move)0;
        Kept *k = new_kept();
        kept_note(k, mid.position.key, 7, lines, 2);
        Kept *l = as_read(k);
        cr_assert_null(kept_find(l, &mid.position, &one), "%d", i);
        free(k);
        free(l);
    }
}

Test(table_file, words_that_are_no_answers_are_refused) {
    static uint64_t words[KEPT_WORDS + 1];
    Random r = random_seeded(407);
    Kept *k = new_kept(), *l = new_kept();
    Line lines[] = {some_line(MID, 0, 4), some_line(MID, 1, 3)};
    kept_note(k, 17, 7, lines, 2);
    kept_note(k, 18, 7, lines, 2);
    const size_t count = kept_write(k, words);
    cr_assert(kept_read(l, words, count));
    for (size_t less = 1; less < count; less++) cr_assert(kept_read(l, words, less) == (less == count / 2), "%zu", less);
    static const struct {
        size_t at;
        uint64_t word;
    } BAD[] = {
        {1, 0}, {1, MAX_DEPTH + 1}, {2, 0}, {2, KEPT_LINES + 1}, {3, 0}, {3, MAX_PV + 1}, {4, 0}, {4, 1u << 20}, {5, 0},
        {6, 3}};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        uint64_t was = words[BAD[i].at];
        words[BAD[i].at] = BAD[i].word;
        cr_assert(!kept_read(l, words, count) && kept_write(l, words + count) == 0, "%zu", i);
        words[BAD[i].at] = was;
    }
    words[count / 2] = 17;
    cr_assert_not(kept_read(l, words, count), "the same position twice");
    for (int i = 0; i < support_scaled(2000); i++) {
        size_t length = (size_t)random_below(&r, 400);
        for (size_t j = 0; j < length; j++) words[j] = random_next(&r) >> random_below(&r, 64);
        kept_read(l, words, length);
    }
    free(k);
    free(l);
}

/* ---- searches ---- */

typedef struct {
    Board root;
    Score score;
    int depth, infos;
    uint64_t nodes;
    Move best, pv[MAX_PV];
    int pv_length;
    bool legal;
} Heard;

static void on_info(void *context, const SearchInfo *info) {
    Heard *h = context;
    h->infos++;
    Board b = h->root;
    Undo undo;
    for (int i = 0; i < info->pv_length && h->legal; i++) {
        h->legal = turn_is_legal(&b.position, info->pv[i]);
        if (h->legal) board_play(&b, info->pv[i], &undo);
    }
    if (info->multipv != 1) return;
    h->score = info->score, h->depth = info->depth, h->nodes = info->nodes, h->pv_length = info->pv_length;
    memcpy(h->pv, info->pv, (size_t)info->pv_length * sizeof *h->pv);
}

static void on_done(void *context, Move best, Move ponder) {
    Heard *h = context;
    (void)ponder;
    h->best = best;
}

static Heard search_to(Search *s, const char *text, int depth, int multipv) {
    Heard h = {.root = board_at(text), .legal = true};
    SearchLimits limits = lines_wanted(multipv);
    limits.depth = depth;
    search_start(s, &h.root.position, &limits, &(SearchListener){on_info, on_done, &h});
    search_wait(s);
    cr_assert(h.legal && turn_is_legal(&h.root.position, h.best) && h.infos > 0);
    return h;
}

static Search *new_search(size_t megabytes) {
    Search *s = search_create(megabytes);
    REQUIRE(s, "no search");
    return s;
}

static void save(Search *s) {
    char error[TABLE_FILE_ERROR];
    REQUIRE(search_save(s, path, error), "%s", error);
}

static void load(Search *s) {
    char error[TABLE_FILE_ERROR];
    REQUIRE(search_load(s, veletas(), path, error), "%s", error);
}

static bool is_same_line(const Heard *a, const Heard *b) {
    return a->score == b->score && a->depth == b->depth && a->pv_length == b->pv_length &&
           !memcmp(a->pv, b->pv, (size_t)a->pv_length * sizeof *a->pv);
}

Test(table_file, a_deep_line_is_there_at_once_and_gone_on_with) {
    for (int threads = 1; threads <= 3; threads += 2) {
        Search *s = new_search(2), *t = new_search(2);
        REQUIRE(search_set_threads(s, threads) && search_set_threads(t, threads), "no threads");
        Heard deep = search_to(s, MID, 6, 1);
        save(s);
        load(t);
        Heard again = search_to(t, MID, 6, 1);
        /* Other threads may have gone further by then. */
        cr_assert(again.depth >= 6 && (threads > 1 || (is_same_line(&deep, &again) && again.nodes == 0)));
        cr_assert(threads > 1 || again.infos <= 3, "%d infos", again.infos);
        again = search_to(t, MID, 4, 1);
        cr_assert(again.depth >= 6, "nor does a lesser depth give less");
        Heard further = search_to(t, MID, 7, 1);
        cr_assert(further.depth >= 7 && (threads > 1 || further.nodes > 0));
        search_clear(t);
        cr_assert_gt(search_to(t, MID, 6, 1).nodes, 1000);
        search_destroy(s);
        search_destroy(t);
    }
}

/* Without an answer that will do, the table alone. */
Test(table_file, the_table_saves_nodes) {
    Search *s = new_search(16);
    const uint64_t cold = search_to(s, MID, 5, 1).nodes;
    search_to(s, MID, 7, 1);
    const uint64_t warm = search_to(s, MID, 5, 1).nodes;
    cr_assert_lt(warm, cold);
    search_clear(s);
    search_to(s, MID, 6, 1);
    save(s);
    search_clear(s);
    load(s);
    search_to(s, MID, 1, 2); /* more lines than were kept */
    char error[TABLE_FILE_ERROR];
    cr_assert(search_to(s, MID, 6, 2).nodes > 0);
    search_clear(s);
    cr_assert(!search_save(s, path, error) && strstr(error, "nothing was searched yet"), "%s", error);
    load(s);
    cr_assert_eq(search_to(s, BIG, 3, 1).depth, 3);
    search_destroy(s);
}

Test(table_file, several_lines_are_kept) {
    Search *s = new_search(2), *t = new_search(2);
    Heard three = search_to(s, MID, 4, 3);
    save(s);
    load(t);
    Heard again = search_to(t, MID, 4, 3);
    cr_assert(is_same_line(&three, &again) && again.nodes == 0 && again.infos <= 6);
    again = search_to(t, MID, 4, 2);
    cr_assert(again.nodes == 0 && again.infos <= 4);
    cr_assert_gt(search_to(t, MID, 4, 4).nodes, 0);
    cr_assert_gt(search_to(t, MID, 5, 3).nodes, 0);
    search_destroy(s);
    search_destroy(t);
}

/* The next search takes as many nodes as without the attempt. */
Test(table_file, a_refused_file_leaves_the_table_as_it_was) {
    char error[TABLE_FILE_ERROR];
    Search *s = new_search(1);
    search_to(s, MID, 5, 1);
    const uint64_t second = search_to(s, MID, 5, 1).nodes;
    save(s);
    Bytes b = read_bytes(path);
    for (int i = 0; i < 5; i++) {
        search_clear(s);
        search_to(s, MID, 5, 1);
        write_bytes(path, b.bytes, i == 4 ? b.count / 2 : b.count);
        if (i < 3) {
            b.bytes[b.count - 1000 - (size_t)i * 400000] ^= 4;
            write_bytes(path, b.bytes, b.count);
            b.bytes[b.count - 1000 - (size_t)i * 400000] ^= 4;
        }
        cr_assert_not(search_load(s, i == 3 ? variant_at(1) : veletas(), path, error));
        cr_assert_eq(search_to(s, MID, 5, 1).nodes, second, "%d", i);
    }
    free(b.bytes);
    search_destroy(s);
}

Test(table_file, a_new_game_leaves_what_was_read_and_not_used) {
    Search *s = new_search(1);
    Heard deep = search_to(s, MID, 5, 1);
    save(s);
    search_new_game(s);
    cr_assert_gt(search_to(s, MID, 5, 1).nodes, 0);
    for (int way = 0; way < 4; way++) {
        load(s);
        if (way == 1) search_clear(s);
        if (way == 2) cr_assert(search_set_hash(s, 1));
        if (way == 3) search_to(s, BIG, 1, 1);
        search_new_game(s);
        Heard again = search_to(s, MID, 5, 1);
        cr_assert_eq(again.nodes == 0, way == 0, "%d", way);
        if (!way) cr_assert(is_same_line(&deep, &again));
    }
    search_destroy(s);
}

/* Whatever a forger puts in: every entry with another's move, score, depth and bound, and answers that promise anything. */
Test(table_file, forged_entries_do_no_harm) {
    Random r = random_seeded(408);
    for (int i = 0; i < support_scaled(6); i++) {
        Search *s = new_search(1);
        search_to(s, i % 2 ? MID : BIG, 4, 1);
        save(s);
        Bytes b = read_bytes(path);
        uint64_t kept_words, *words = malloc(b.count);
        memcpy(words, b.bytes, b.count);
        memcpy(&kept_words, b.bytes + KEPT_AT, sizeof kept_words);
        uint64_t *entry = words + HEADER / 8 + kept_words;
        static const int SCORES[] = {SCORE_MATE, -SCORE_MATE, SCORE_MATE - 3, 3 - SCORE_MATE, SCORE_PROVED, SCORE_CP_MAX, 0};
        for (int j = 0; j < TABLE_CHUNK_WORDS; j += 2) {
            if (!entry[j + 1]) continue;
            uint64_t score = (uint16_t)SCORES[random_below(&r, 7)];
            uint64_t data = (random_next(&r) & MOVE_TURN_MASK) | score << 21 | (uint64_t)random_below(&r, 121) << 37 |
                            (uint64_t)random_below(&r, 3) << 45 | (uint64_t)random_below(&r, 64) << 47;
            uint64_t key = entry[j] ^ entry[j + 1];
            entry[j] = key ^ data;
            entry[j + 1] = data;
        }
        if (i % 3) words[HEADER / 8 + 4] = (uint64_t)(SCORE_INFINITE + SCORES[random_below(&r, 7)]);
        sign((Bytes){(char *)words, b.count});
        write_bytes(path, (const char *)words, b.count);
        load(s);
        for (int depth = 1; depth <= 4; depth++) search_to(s, i % 2 ? MID : BIG, depth, 1 + i % 3);
        free(words);
        free(b.bytes);
        search_destroy(s);
    }
}
