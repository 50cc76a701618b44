#include "tools/match/entrant.h"

#include <errno.h>

#include "engine/clock.h"

void entrant_end(Entrant *p) {
    client_stop(p->client);
    p->client = NULL;
}

bool entrant_exists(const EngineSpec *e) {
    Client *c = client_start(e->command, e->directory, NULL);
    int reason = errno;
    client_stop(c);
    errno = reason;
    return c != NULL;
}

static EntrantState state_of(ClientStatus s) {
    return s == CLIENT_OK ? ENTRANT_READY : s == CLIENT_INTERRUPTED ? ENTRANT_INTERRUPTED : ENTRANT_DOES_NOT_START;
}

static void send_options(Entrant *p, int64_t deadline, const MatchOptions *o) {
    const EngineSpec *e = p->spec;
    if (client_has_option(p->client, "UCI_Variant")) client_set_option(p->client, deadline, "UCI_Variant", o->variant->name);
    for (int i = 0; i < e->option_count; i++) {
        if (client_has_option(p->client, e->options[i].name)) {
            client_set_option(p->client, deadline, e->options[i].name, e->options[i].value);
        } else {
            journal_warn(p->journal, "%s has no option %s", e->name, e->options[i].name);
        }
    }
}

static void trace_line(void *entrant, bool to_child, const char *line) {
    const Entrant *p = entrant;
    journal_trace(p->journal, p->spec->name, to_child, line);
}

/* Starts a process and speaks to it up to its first `readyok`. */
static EntrantState start_process(Entrant *p, const MatchOptions *o, int interrupt) {
    int64_t deadline = clock_now_ms() + o->startup_ms;
    p->client = client_start(p->spec->command, p->spec->directory, p->spec->stderr_path);
    if (!p->client) return ENTRANT_DOES_NOT_START;
    client_interrupt(p->client, interrupt);
    if (o->log_engines) client_trace(p->client, trace_line, p);
    ClientStatus status = client_handshake(p->client, p->spec->dialect, deadline);
    if (status == CLIENT_OK) {
        send_options(p, deadline, o);
        status = client_ready(p->client, deadline);
    }
    if (status != CLIENT_OK) entrant_end(p);
    return state_of(status);
}

static EntrantState announce_game(Entrant *p, const MatchOptions *o) {
    int64_t deadline = clock_now_ms() + o->ping_ms;
    client_send(p->client, deadline, p->spec->dialect == CLIENT_UGI ? "uginewgame" : "ucinewgame");
    ClientStatus status = client_ready(p->client, deadline);
    p->strays = client_strays(p->client);
    if (status != CLIENT_OK) entrant_end(p);
    return state_of(status);
}

EntrantState entrant_prepare(Entrant *p, const MatchOptions *o, int interrupt) {
    if (p->client && p->spec->restart) entrant_end(p);
    /* One that has died or does not answer since its last game is started anew, like one that is not running. */
    if (p->client) {
        EntrantState state = announce_game(p, o);
        if (state != ENTRANT_DOES_NOT_START) return state;
    }
    EntrantState state = ENTRANT_DOES_NOT_START;
    for (int i = 0; i < 2 && state == ENTRANT_DOES_NOT_START; i++)
        if ((state = start_process(p, o, interrupt)) == ENTRANT_READY) state = announce_game(p, o);
    return state;
}
