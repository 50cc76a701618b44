#include "tools/suite/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const Answer *answer_of(const SuiteReport *r, size_t question, int engine) {
    return &r->answers[question * (size_t)r->spec->engine_count + (size_t)engine];
}

/* ---- while it runs ---- */

static void print_answer(const Answer *a, QuestionKind kind) {
    char score[32];
    const char *mark = a->failed ? "FAILED" : !a->solved ? "no" : a->proved ? "proved" : "yes";
    if (kind != QUESTION_BEST || a->failed) {
        printf("  %-6s %-42s", mark, a->text);
        return;
    }
    note_score_text(&a->note, score, sizeof score);
    printf("  %-6s %-16s %7s %3d ", mark, a->text, score, a->note.depth);
    if (a->since >= 0) printf("%8.3f s   ", (double)a->since / 1000);
    else printf("%8s     ", "-");
}

void suite_report_question(const SuiteReport *r, size_t question, bool first) {
    const Question *t = &r->suite->items[question];
    if (first) {
        printf("%5s %-12s", "line", "rule set");
        for (int i = 0; i < r->spec->engine_count; i++)
            printf("  %-6s %-16s %7s %3s %10s  ", "solved", "answer", "score", "d", "time");
        printf("\n");
    }
    printf("%5ld %-12s", t->line, t->variant->name);
    for (int i = 0; i < r->spec->engine_count; i++) print_answer(answer_of(r, question, i), t->kind);
    printf("\n");
    fflush(stdout);
}

/* ---- in the end ---- */

static int by_size(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void print_times(int64_t *times, size_t count) {
    double sum = 0;
    if (!count) return;
    for (size_t i = 0; i < count; i++) sum += (double)times[i];
    qsort(times, count, sizeof *times, by_size);
    double median = (double)(times[(count - 1) / 2] + times[count / 2]) / 2;
    printf("; time to solution: mean %.3f s, median %.3f s, longest %.3f s", sum / (double)count / 1000, median / 1000,
           (double)times[count - 1] / 1000);
}

/* Whether all of that kind were solved. */
static bool summarise(const SuiteReport *r, int engine, QuestionKind kind) {
    size_t all = 0, solved = 0, proved = 0, failed = 0;
    int64_t *times = calloc(r->suite->count + 1, sizeof *times);
    if (!times) return false;
    for (size_t i = 0; i < r->suite->count; i++) {
        const Answer *a = answer_of(r, i, engine);
        if (r->suite->items[i].kind != kind) continue;
        if (a->solved) times[solved++] = a->since;
        proved += a->proved;
        failed += a->failed;
        all++;
    }
    if (all) {
        printf("  %-13s %zu of %zu solved", question_kind_text(kind), solved, all);
        if (kind == QUESTION_BEST) printf(", %zu proved", proved);
        if (failed) printf(", %zu without an answer", failed);
        if (kind == QUESTION_BEST) print_times(times, solved);
        printf("\n");
    }
    free(times);
    return solved == all;
}

bool suite_report_summary(const SuiteReport *r) {
    bool all = true;
    for (int i = 0; i < r->spec->engine_count; i++) {
        printf("\n%s (go %s)\n", r->spec->engines[i].command, r->go);
        for (QuestionKind kind = 0; kind < QUESTION_KINDS; kind++) all &= summarise(r, i, kind);
    }
    return all;
}

/* ---- for programs ---- */

static const char *score_text(const Answer *a, char *out, size_t size) {
    note_score_text(&a->note, out, size);
    return out;
}

/* A text in quotes; quotes in it are doubled for CSV, and escaped for JSON with the backslash and control characters. */
static void put_quoted(FILE *out, const char *text, bool json) {
    fputc('"', out);
    for (const char *s = text; *s; s++) {
        if (*s == '"') fputs(json ? "\\\"" : "\"\"", out);
        else if (json && *s == '\\') fputs("\\\\", out);
        else if ((unsigned char)*s < ' ') fprintf(out, json ? "\\u%04x" : " ", *s);
        else fputc(*s, out);
    }
    fputc('"', out);
}

static void csv_row(const SuiteReport *r, FILE *out, size_t question, int engine) {
    const Question *t = &r->suite->items[question];
    const Answer *a = answer_of(r, question, engine);
    char score[32];
    put_quoted(out, t->path, false);
    fprintf(out, ",%ld,%s,%s,", t->line, question_kind_text(t->kind), t->variant->name);
    put_quoted(out, t->position_text, false);
    fputc(',', out);
    put_quoted(out, r->spec->engines[engine].command, false);
    fprintf(out, ",%d,%d,%d,", a->solved, a->proved, a->failed);
    put_quoted(out, a->text, false);
    fprintf(out, ",%s,%d,%" PRIu64 ",", score_text(a, score, sizeof score), a->note.depth, a->note.nodes);
    if (a->since >= 0) fprintf(out, "%" PRId64, a->since);
    fputc('\n', out);
}

void suite_report_csv(const SuiteReport *r, FILE *out) {
    fputs("file,line,kind,variant,position,engine,solved,proved,failed,answer,score,depth,nodes,solution_ms\n", out);
    for (size_t i = 0; i < r->suite->count; i++)
        for (int k = 0; k < r->spec->engine_count; k++) csv_row(r, out, i, k);
}

static void json_row(const SuiteReport *r, FILE *out, size_t question, int engine) {
    const Question *t = &r->suite->items[question];
    const Answer *a = answer_of(r, question, engine);
    char score[32];
    fputs("{\"file\":", out);
    put_quoted(out, t->path, true);
    fprintf(out, ",\"line\":%ld,\"kind\":\"%s\",\"variant\":\"%s\",\"position\":", t->line, question_kind_text(t->kind),
            t->variant->name);
    put_quoted(out, t->position_text, true);
    fputs(",\"engine\":", out);
    put_quoted(out, r->spec->engines[engine].command, true);
    fprintf(out, ",\"solved\":%s,\"proved\":%s,\"failed\":%s,\"answer\":", a->solved ? "true" : "false",
            a->proved ? "true" : "false", a->failed ? "true" : "false");
    put_quoted(out, a->text, true);
    fprintf(out, ",\"score\":\"%s\",\"depth\":%d,\"nodes\":%" PRIu64 ",\"solution_ms\":", score_text(a, score, sizeof score),
            a->note.depth, a->note.nodes);
    if (a->since >= 0) fprintf(out, "%" PRId64 "}", a->since);
    else fputs("null}", out);
}

void suite_report_json(const SuiteReport *r, FILE *out) {
    const char *before = "[\n";
    for (size_t i = 0; i < r->suite->count; i++)
        for (int k = 0; k < r->spec->engine_count; k++, before = ",\n") {
            fputs(before, out);
            json_row(r, out, i, k);
        }
    fputs(*before == '[' ? "[]\n" : "\n]\n", out);
}
