#define _GNU_SOURCE /* open_memstream */
#include "tools/suite/part.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/fnv.h"

static uint64_t mix(uint64_t hash, const char *text) { return text ? fnv_add(hash, text, strlen(text) + 1) : hash; }

static uint64_t mix_engine(uint64_t hash, const ExaminerEngine *e) {
    for (int i = 0; i < e->option_count; i++) hash = mix(hash, e->options[i]);
    return mix(hash, "");
}

void part_heading(const Questions *q, const ExaminerSpec *spec, const char *go, char *out, size_t size) {
    uint64_t hash = mix_engine(FNV_START, &spec->common);
    for (int i = 0; i < spec->engine_count; i++) hash = mix_engine(hash, &spec->engines[i]);
    for (size_t i = 0; i < q->count; i++) {
        const Question *t = &q->items[i];
        hash = mix(mix(mix(mix(hash, t->variant->name), t->position_text), t->move), t->after);
        hash = fnv_add(hash, (const char *)&t->line, sizeof t->line);
    }
    snprintf(out, size, "cierzo-suite: %d engines, %s, questions and options %016" PRIx64, spec->engine_count, go, hash);
}

char *part_text(const Answer *answers, int engines) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (int i = 0; i < engines; i++) {
        const Answer *a = &answers[i];
        fprintf(out, "%d %d %d %d %d %d %" PRId64 " %" PRIu64 " %" PRId64 " ", a->solved, a->failed, a->proved,
                (int)a->note.kind, a->note.score, a->note.depth, a->note.time, a->note.nodes, a->since);
        for (const char *c = a->text; *c; c++) fputc(*c == '\n' || *c == '\t' ? ' ' : *c, out);
        fputc('\t', out);
    }
    bool good = fclose(out) == 0;
    if (good) return text;
    free(text);
    return NULL;
}

bool part_read(const char *text, Answer *answers, int engines) {
    for (int i = 0; i < engines; i++) {
        Answer *a = &answers[i];
        int solved, failed, proved, kind, length = 0;
        if (sscanf(text, "%d %d %d %d %d %d %" SCNd64 " %" SCNu64 " %" SCNd64 "%n", &solved, &failed, &proved, &kind,
                   &a->note.score, &a->note.depth, &a->note.time, &a->note.nodes, &a->since, &length) != 9)
            return false;
        text += length;
        size_t rest = strcspn(text, "\t");
        if (*text != ' ' || !text[rest]) return false;
        snprintf(a->text, sizeof a->text, "%.*s", (int)rest - 1, text + 1);
        a->solved = solved, a->failed = failed, a->proved = proved;
        a->note.kind = (NoteScore)kind;
        text += rest + 1;
    }
    return !*text;
}
