/* cierzo-suite: engines on positions with known answers. Exit status 0 when all was solved, 1 when not, 2 for a bad command line. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/version.h"
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
    "\n"
    "FILE has one position a line: best moves, leaf counts, turns, illegal moves or positions to take\n"
    "or refuse, as docs/games.md describes. FILE - is standard input.\n";

enum { SOLVED, NOT_SOLVED, USAGE };

typedef struct {
    ExaminerSpec spec;
    Questions suite;
    Answer *answers;
    char go[128];
    const char *csv, *json;
} Run;

static bool read_options(Run *r, int argc, char **argv) {
    static const struct option options[] = {EXAMINER_OPTIONS,
                                            {"csv", required_argument, NULL, 'c'},
                                            {"json", required_argument, NULL, 'j'},
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
        } else if (code == '?') {
            return false;
        } else if (!examiner_take(&r->spec, code, optarg, error)) {
            fprintf(stderr, "cierzo-suite: %s\n", error);
            return false;
        }
    }
    examiner_limits(&r->spec, r->go, sizeof r->go);
    return r->spec.engine_count > 0 && optind < argc;
}

static void ask_all(Run *r, const SuiteReport *report) {
    Examiner engines[EXAMINER_MAX];
    int count = r->spec.engine_count;
    for (int k = 0; k < count; k++) engines[k] = examiner_open(&r->spec, k);
    for (size_t i = 0; i < r->suite.count; i++) {
        for (int k = 0; k < count; k++)
            r->answers[i * (size_t)count + (size_t)k] = answer_question(&engines[k], &r->suite.items[i], r->go);
        suite_report_question(report, i, i == 0);
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

int main(int argc, char **argv) {
    Run r = {0};
    engine_init();
    if (!read_options(&r, argc, argv)) {
        fputs(HELP, stderr);
        return USAGE;
    }
    for (int i = optind; i < argc; i++) questions_read(&r.suite, argv[i]);
    r.answers = calloc(r.suite.count * (size_t)r.spec.engine_count + 1, sizeof *r.answers);
    if (!r.answers) return NOT_SOLVED;
    SuiteReport report = {&r.suite, &r.spec, r.answers, r.go};
    ask_all(&r, &report);
    bool solved = suite_report_summary(&report) && !r.suite.broken;
    if (r.suite.broken) printf("\n%d lines or files could not be read\n", r.suite.broken);
    if (!write_file(&report, r.csv, suite_report_csv)) solved = false;
    if (!write_file(&report, r.json, suite_report_json)) solved = false;
    questions_free(&r.suite);
    free(r.answers);
    return fflush(stdout) || !solved ? NOT_SOLVED : SOLVED;
}
