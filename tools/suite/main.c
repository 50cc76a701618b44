/* cierzo-suite: engines on positions with known answers. Exit status 0 when all was solved, 1 when not, 2 for a bad command line. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/version.h"
#include "kit/shard.h"
#include "kit/work.h"
#include "tools/suite/part.h"
#include "tools/suite/report.h"

static const char HELP[] =
    "usage: cierzo-suite FILE... --engine COMMAND [OPTIONS]\n"
    "\n"
    "  --engine COMMAND     an engine; several are asked in turn and stand side by side\n"
    "  --option NAME=VALUE  for the engine named before it, or for all where none was\n"
    "  --movetime MS        limits for each position (1000 ms where none is given);\n"
    "  --nodes N            several may be given\n"
    "  --depth D\n"
    "  --csv FILE           every answer as a table\n"
    "  --json FILE          every answer as an array of objects\n"
    "  --shard K/N --work FILE     a part of the positions, noted in FILE, in which it goes on\n"
    "  --merge --work FILE...      asks nothing: reports what the files of all parts say\n"
    "\n"
    "FILE has one position a line: best moves, leaf counts, turns, illegal moves or positions to take\n"
    "or refuse, as docs/games.md describes. FILE - is standard input.\n";

enum { SOLVED, NOT_SOLVED, USAGE, MOST_WORKS = 1000 };

typedef struct {
    ExaminerSpec spec;
    Questions suite;
    Answer *answers;
    char go[128];
    const char *csv, *json;
    Shard shard;
    bool merging;
    char *works[MOST_WORKS]; /* files of --work */
    int work_count;
    WorkList work;
} Run;

static bool read_options(Run *r, int argc, char **argv) {
    static const struct option options[] = {EXAMINER_OPTIONS,
                                            {"csv", required_argument, NULL, 'c'},
                                            {"json", required_argument, NULL, 'j'},
                                            {"shard", required_argument, NULL, 's'},
                                            {"work", required_argument, NULL, 'w'},
                                            {"merge", no_argument, NULL, 'm'},
                                            {"help", no_argument, NULL, 'h'},
                                            {"version", no_argument, NULL, 'v'},
                                            {0}};
    char error[EXAMINER_ERROR_SIZE];
    for (int code; (code = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (code == 'c') {
            r->csv = optarg;
        } else if (code == 'j') {
            r->json = optarg;
        } else if (code == 'h' || code == 'v') {
            if (code == 'h') fputs(HELP, stdout);
            else printf("cierzo-suite %s\n", CIERZO_VERSION);
            exit(SOLVED);
        } else if (code == 's') {
            if (shard_parse(optarg, &r->shard, error)) continue;
            fprintf(stderr, "cierzo-suite: %s\n", error);
            return false;
        } else if (code == 'w' && r->work_count < MOST_WORKS) {
            r->works[r->work_count++] = optarg;
        } else if (code == 'm') {
            r->merging = true;
        } else if (code == '?' || code == 'w') {
            return false;
        } else if (!examiner_take(&r->spec, code, optarg, error)) {
            fprintf(stderr, "cierzo-suite: %s\n", error);
            return false;
        }
    }
    examiner_limits(&r->spec, r->go, sizeof r->go);
    bool parts = r->merging ? r->work_count > 0 && !r->shard.parts : r->work_count == (r->shard.parts != 0);
    return r->spec.engine_count > 0 && optind < argc && parts;
}

static void ask_all(Run *r, const SuiteReport *report) {
    Examiner engines[EXAMINER_MAX];
    int count = r->spec.engine_count;
    for (int k = 0; k < count; k++) engines[k] = examiner_open(&r->spec, k);
    for (size_t i = 0; i < r->suite.count; i++) {
        Answer *answers = &r->answers[i * (size_t)count];
        const char *known = r->work_count ? r->work.results[i] : NULL;
        if (r->work_count && (r->merging || known || !shard_has(r->shard, (int64_t)i))) {
            if (r->merging) suite_report_question(report, i, i == 0);
            continue;
        }
        for (int k = 0; k < count; k++) answers[k] = answer_question(&engines[k], &r->suite.items[i], r->go);
        suite_report_question(report, i, i == 0);
        char *text = r->work_count ? part_text(answers, count) : NULL;
        if (r->work_count && (!text || !work_add(&r->work, (int64_t)i, text))) {
            fprintf(stderr, "cierzo-suite: %s takes no more\n", r->works[0]);
            exit(NOT_SOLVED);
        }
        free(text);
    }
    for (int k = 0; k < count; k++) examiner_close(&engines[k]);
}

/* Writes a file where its path was given. */
static bool write_file(const SuiteReport *report, const char *path, void (*write)(const SuiteReport *r, FILE *out)) {
    if (!path) return true;
    FILE *out = fopen(path, "w");
    bool good = out != NULL;
    if (good) {
        write(report, out);
        good = !ferror(out);
        if (fclose(out)) good = false;
    }
    if (!good) fprintf(stderr, "cierzo-suite: cannot write %s: %s\n", path, strerror(errno));
    return good;
}

/* Opens the file of the shard, or reads those of all shards, whose answers must be whole. */
static bool open_work(Run *r) {
    char heading[512], error[WORK_ERROR_SIZE];
    int engines = r->spec.engine_count;
    if (!r->work_count) return true;
    part_heading(&r->suite, &r->spec, r->go, heading, sizeof heading);
    int64_t count = (int64_t)r->suite.count;
    if (!(r->merging ? work_merge(&r->work, r->works, r->work_count, heading, error)
                     : work_open(&r->work, r->works[0], heading, count, error)))
        return fprintf(stderr, "cierzo-suite: %s\n", error), false;
    if (!r->merging) return true;
    if (!work_tell(&r->work, "cierzo-suite")) return false;
    for (int64_t i = 0; i < count; i++)
        if (!part_read(r->work.results[i], &r->answers[i * engines], engines))
            return fprintf(stderr, "cierzo-suite: an answer that cannot be read\n"), false;
    return true;
}

/* The summary and the tables; whether all was solved and written. */
static bool finish_report(const Run *r, const SuiteReport *report) {
    bool solved = suite_report_summary(report) && !r->suite.broken;
    if (r->suite.broken) printf("\n%d lines or files could not be read\n", r->suite.broken);
    if (!write_file(report, r->csv, suite_report_csv)) solved = false;
    if (!write_file(report, r->json, suite_report_json)) solved = false;
    return solved;
}

int main(int argc, char **argv) {
    Run r = {.work.file = -1};
    engine_init();
    if (!read_options(&r, argc, argv)) {
        fputs(HELP, stderr);
        return USAGE;
    }
    for (int i = optind; i < argc; i++) questions_read(&r.suite, argv[i]);
    r.answers = calloc(r.suite.count * (size_t)r.spec.engine_count + 1, sizeof *r.answers);
    if (!r.answers) return NOT_SOLVED;
    SuiteReport report = {&r.suite, &r.spec, r.answers, r.go};
    int status = USAGE;
    if (open_work(&r)) {
        ask_all(&r, &report);
        status = r.shard.parts || finish_report(&r, &report) ? SOLVED : NOT_SOLVED; /* of shards the merge has the summary */
    }
    work_close(&r.work);
    questions_free(&r.suite);
    free(r.answers);
    return fflush(stdout) && status == SOLVED ? NOT_SOLVED : status;
}
