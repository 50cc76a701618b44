#define _GNU_SOURCE /* open_memstream */
#include "tools/lab/tune/trial.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/clock.h"
#include "kit/child.h"
#include "kit/client.h"

enum { START_MS = 10000, END_MS = 10000, LINE_SIZE = 256 };

bool trial_has_clock(const char *limit) { return strncmp(limit, "tc=", 3) == 0; }

bool trial_may_quote(const char *text) { return !strpbrk(text, "'\n"); }

__attribute__((format(printf, 2, 3))) static bool fail(char *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, TRIAL_ERROR_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

/* The folder of a program, and its name in there: a command with a folder of its own needs no quotes for blanks in it. */
typedef struct {
    char folder[4096], command[256];
} Program;

static bool find_program(Program *p, const char *path, char *error) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    bool fits = strlen(path) < sizeof p->folder && strlen(name) + 3 < sizeof p->command;
    if (!fits || !trial_may_quote(path) || strpbrk(name, " \t|&;<>()$`\\\"*?[]#~=%!{}"))
        return fail(error, "%.200s: not a name that can stand in a command", path);
    snprintf(p->folder, sizeof p->folder, "%.*s", slash ? (int)(slash + 1 - path) : 2, slash ? path : "./");
    snprintf(p->command, sizeof p->command, "./%s", name);
    return true;
}

/* ---- the engine ---- */

/* Takes the number that an `option` line is about off the list of those missing; false, with the reason, where the line says otherwise. */
static bool note_option(const SpsaPlan *p, const char *line, bool *found, char *error) {
    char name[64];
    int value, least, most;
    if (sscanf(line, "option name %63s type spin default %d min %d max %d", name, &value, &least, &most) != 4) return true;
    for (int i = 0; i < p->count; i++) {
        const Tunable *t = &p->numbers[i];
        if (strcmp(name, t->name) != 0) continue;
        found[i] = true;
        if (value != t->value || least != t->least || most != t->most)
            return fail(error, "the engine has %s as %d from %d to %d, not as %d from %d to %d: it is of another version",
                        name, value, least, most, t->value, t->least, t->most);
    }
    return true;
}

static bool read_options(Client *c, const SpsaPlan *p, char *error) {
    bool found[SPSA_MOST] = {false};
    int64_t deadline = clock_now_ms() + START_MS;
    const char *line;
    if (!client_send(c, deadline, "uci")) return fail(error, "the engine does not listen");
    do {
        if (client_line(c, deadline, &line) != CLIENT_OK) return fail(error, "the engine does not answer `uci`");
        if (!note_option(p, line, found, error)) return false;
    } while (strcmp(line, "uciok") != 0);
    for (int i = 0; i < p->count; i++)
        if (!found[i])
            return fail(error, "the engine has no option %s: it is not built for tuning (-Dtuning=true)",
                        p->numbers[i].name);
    return true;
}

bool trial_check_engine(const TrialGames *g, const SpsaPlan *p, char error[static TRIAL_ERROR_SIZE]) {
    Program engine;
    if (!find_program(&engine, g->engine, error)) return false;
    Client *c = client_start(engine.command, engine.folder, NULL);
    if (!c) return fail(error, "%.200s cannot be started", g->engine);
    bool good = read_options(c, p, error);
    client_stop(c);
    return good;
}

/* ---- the match ---- */

static void add_engine(FILE *out, const Program *engine, const char *name, const SpsaPlan *p, const int *values) {
    fprintf(out, " -engine name=%s 'dir=%s' 'cmd=%s'", name, engine->folder, engine->command);
    for (int i = 0; i < p->count; i++) fprintf(out, " option.%s=%d", p->numbers[i].name, values[i]);
}

/* To be freed; NULL with the reason. The first program is looked for from here, so its folder stays with it. */
static char *match_command(const TrialGames *g, const SpsaPlan *p, const SpsaTrial *t, char *error) {
    char *text = NULL;
    size_t size;
    Program engine;
    if (!find_program(&engine, g->engine, error)) return NULL;
    FILE *out = open_memstream(&text, &size);
    if (!out) return fail(error, "memory is short"), NULL;
    fprintf(out, "exec '%s'", g->match);
    add_engine(out, &engine, "plus", p, t->plus);
    add_engine(out, &engine, "minus", p, t->minus);
    fprintf(out, " -each '%s' option.Hash=16 -variant %s -openings", g->limit, g->variant);
    if (g->openings) fprintf(out, " 'file=%s' order=random", g->openings);
    else fprintf(out, " random");
    fprintf(out, " -srand %" PRIu32 " -rounds %d -concurrency %d -outcomeinterval 0 -ratinginterval 0", t->seed,
            p->games / 2, g->concurrency);
    fclose(out);
    return text;
}

/* The last thing that the match has complained of, for people. */
static const char *last_complaint(const TrialGames *g, char out[static LINE_SIZE]) {
    static const char BEGINNING[] = "cierzo-match: ";
    FILE *f = fopen(g->complaints, "r");
    char line[LINE_SIZE];
    snprintf(out, LINE_SIZE, "it said nothing");
    while (f && fgets(line, sizeof line, f))
        if (!strncmp(line, BEGINNING, strlen(BEGINNING))) snprintf(out, LINE_SIZE, "%.*s", (int)strcspn(line, "\n"), line);
    if (f) fclose(f);
    return out;
}

static bool is_in_order(const TrialGames *g, const char *line) {
    return strncmp(line, "Finished game ", 14) != 0 || strstr(line, " wins by claims, ") ||
           (trial_has_clock(g->limit) && strstr(line, " loses on time"));
}

static bool read_result(const TrialGames *g, Child *c, int games, int *won, int *lost, char *error) {
    const char *line;
    char complaint[LINE_SIZE];
    int played;
    while (child_line(c, INT64_MAX, &line) == CHILD_OK) {
        if (!is_in_order(g, line)) return fail(error, "a game that does not count: %.200s", line);
        if (sscanf(line, "Games: %d, Wins: %d, Losses: %d", &played, won, lost) != 3) continue;
        return played == games && *won + *lost == games ? true : fail(error, "%d games of %d were played", played, games);
    }
    return fail(error, "the match has ended without a result: %s", last_complaint(g, complaint));
}

bool trial_play(const TrialGames *g, const SpsaPlan *p, const SpsaTrial *t, int *won, int *lost,
                char error[static TRIAL_ERROR_SIZE]) {
    char *command = match_command(g, p, t, error);
    if (!command) return false;
    Child *c = child_start(command, NULL, g->complaints);
    free(command);
    if (!c) return fail(error, "the match cannot be started");
    bool good = read_result(g, c, p->games, won, lost, error);
    child_end(c, clock_now_ms() + (good ? END_MS : 0));
    return good;
}
