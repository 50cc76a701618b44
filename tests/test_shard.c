/* kit/shard.c and kit/work.c: parts of a list make the whole, and what was done is found again. */
#include "kit/shard.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "kit/work.h"
#include "tests/support.h"

Test(shard, parts_are_read) {
    Shard s;
    char error[SHARD_ERROR_SIZE];
    cr_expect(shard_parse("1/1", &s, error) && s.part == 1 && s.parts == 1);
    cr_expect(shard_parse("3/8", &s, error) && s.part == 3 && s.parts == 8);
    cr_expect(shard_parse("1000000/1000000", &s, error) && s.part == 1000000);
}

Test(shard, everything_else_is_refused_and_changes_nothing) {
    static const char *const BAD[] = {"",
                                      "3",
                                      "/",
                                      "3/",
                                      "/8",
                                      "0/8",
                                      "9/8",
                                      "-1/8",
                                      "3/0",
                                      "3/-8",
                                      "3/8x",
                                      "x/8",
                                      "3 /8",
                                      "3/ 8",
                                      "3/8/9",
                                      "1/1000001",
                                      "00000000000000000000000003/8"};
    Shard s = {.part = 5, .parts = 7};
    char error[SHARD_ERROR_SIZE];
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        *error = '\0';
        cr_expect(!shard_parse(BAD[i], &s, error) && s.part == 5 && s.parts == 7 && *error, "%s", BAD[i]);
    }
}

Test(shard, every_item_belongs_to_exactly_one) {
    for (int64_t parts = 1; parts <= 9; parts++) {
        int64_t sum = 0;
        for (int64_t part = 1; part <= parts; part++) {
            int64_t mine = 0;
            for (int64_t i = 0; i < 20; i++) mine += shard_has((Shard){part, parts}, i);
            cr_expect_eq(mine, shard_count((Shard){part, parts}, 20));
            sum += mine;
        }
        cr_expect_eq(sum, 20);
        for (int64_t i = 0; i < 20; i++) {
            int owners = 0;
            for (int64_t part = 1; part <= parts; part++) owners += shard_has((Shard){part, parts}, i);
            cr_expect_eq(owners, 1);
        }
    }
    cr_expect(shard_has((Shard){0}, 4) && shard_count((Shard){0}, 20) == 20);
}

/* ---- files of work ---- */

static char path[SUPPORT_PATH], other[SUPPORT_PATH];

static void init(void) {
    close(mkstemp(support_temporary(path, "work")));
    close(mkstemp(support_temporary(other, "work")));
}

static void fini(void) {
    unlink(path);
    unlink(other);
}

TestSuite(work, .init = init, .fini = fini);

static void write_file(const char *name, const char *text) {
    FILE *f = fopen(name, "w");
    cr_assert(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

static void expect_file(const char *name, const char *text) {
    char got[512] = "";
    FILE *f = fopen(name, "r");
    cr_assert(f);
    got[fread(got, 1, sizeof got - 1, f)] = '\0';
    fclose(f);
    cr_expect_str_eq(got, text);
}

Test(work, goes_on_where_it_was_and_cuts_off_what_is_torn) {
    WorkList w;
    char error[WORK_ERROR_SIZE];
    cr_assert(work_open(&w, path, "work", 3, error), "%s", error);
    cr_assert(work_add(&w, 1, "b;c"));
    work_close(&w);
    FILE *f = fopen(path, "a");
    fputs("2;torn", f);
    fclose(f);
    cr_assert(work_open(&w, path, "work", 3, error), "%s", error);
    cr_expect(w.done == 1 && !w.results[0] && !w.results[2]);
    cr_expect_str_eq(w.results[1], "b;c");
    cr_assert(work_add(&w, 2, ""));
    work_close(&w);
    expect_file(path, "# work, 3 items\n1;b;c\n2;\n");
}

Test(work, other_work_is_refused_and_left_alone) {
    static const char *const OTHERS[] = {"# work, 4 items\n", "# work, 3 items\n3;x\n", "# work, 3 items\nx\n", "x\n",
                                         "no line",           "# work, 3 items\n-1;x\n"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        WorkList w;
        char error[WORK_ERROR_SIZE] = "";
        write_file(path, OTHERS[i]);
        cr_expect(!work_open(&w, path, "work", 3, error) && *error, "%s", OTHERS[i]);
        expect_file(path, OTHERS[i]);
    }
}

Test(work, a_file_in_use_is_refused) {
    WorkList a, b;
    char error[WORK_ERROR_SIZE];
    cr_assert(work_open(&a, path, "work", 3, error));
    cr_expect(!work_open(&b, path, "work", 3, error));
    work_close(&a);
}

Test(work, parts_are_put_together) {
    WorkList w;
    char error[WORK_ERROR_SIZE], *paths[] = {path, other};
    write_file(path, "# work, 4 items\n2;c\n0;a\n");
    write_file(other, "# work, 4 items\n2;z\n3;d\n1;to");
    cr_assert(work_merge(&w, paths, 2, "work", error), "%s", error);
    cr_expect_str_eq(w.heading, "work, 4 items");
    cr_expect(w.done == 3 && w.doubled == 1 && !w.results[1]);
    cr_expect_str_eq(w.results[2], "c", "the first of two counts");
    cr_expect_not(work_tell(&w, "test"));
    work_close(&w);
    cr_expect_not(work_merge(&w, paths, 2, "play", error));
    write_file(other, "# other work, 4 items\n3;d\n");
    cr_expect_not(work_merge(&w, paths, 2, "work", error));
}
