#include "tools/match/player.h"

#include <errno.h>
#include <stdio.h>
#include <strings.h>

void player_end(Player *p) {
    client_stop(p->client);
    p->client = NULL;
}

bool player_exists(const EngineSpec *e) {
    Client *c = client_start(e->command, e->directory, NULL);
    int reason = errno;
    client_stop(c);
    errno = reason;
    return c != NULL;
}

static PlayerState state_of(ClientStatus s) {
    return s == CLIENT_OK ? PLAYER_READY : s == CLIENT_INTERRUPTED ? PLAYER_INTERRUPTED : PLAYER_DOES_NOT_START;
}

static void send_options(Player *p, int64_t deadline, const MatchOptions *o) {
    const EngineSpec *e = p->spec;
    if (client_has_option(p->client, "UCI_Variant")) client_set_option(p->client, deadline, "UCI_Variant", o->variant->name);
    for (int i = 0; i < e->option_count; i++) {
        char text[256];
        if (client_has_option(p->client, e->options[i].name)) {
            client_set_option(p->client, deadline, e->options[i].name, e->options[i].value);
        } else {
            snprintf(text, sizeof text, "%s has no option %s", e->name, e->options[i].name);
            p->audience->warn(p->audience->context, text);
        }
    }
}

static void trace(void *player, bool to_child, const char *line) {
    const Player *p = player;
    p->audience->trace(p->audience->context, p->spec->name, to_child, line);
}

/* A new process up to its first `readyok`. */
static PlayerState start(Player *p, const MatchOptions *o, int interrupt) {
    int64_t deadline = client_now_ms() + o->startup_ms;
    p->client = client_start(p->spec->command, p->spec->directory, p->spec->stderr_path);
    if (!p->client) return PLAYER_DOES_NOT_START;
    client_interrupt(p->client, interrupt);
    if (p->audience->trace) client_trace(p->client, trace, p);
    ClientStatus status = client_handshake(p->client, p->spec->dialect, deadline);
    if (status == CLIENT_OK) {
        send_options(p, deadline, o);
        status = client_ready(p->client, deadline);
    }
    if (status != CLIENT_OK) player_end(p);
    return state_of(status);
}

static PlayerState new_game(Player *p, const MatchOptions *o) {
    int64_t deadline = client_now_ms() + o->ping_ms;
    client_send(p->client, deadline, p->spec->dialect == CLIENT_UGI ? "uginewgame" : "ucinewgame");
    ClientStatus status = client_ready(p->client, deadline);
    p->strays = client_strays(p->client);
    if (status != CLIENT_OK) player_end(p);
    return state_of(status);
}

PlayerState player_prepare(Player *p, const MatchOptions *o, int interrupt) {
    if (p->client && p->spec->restart) player_end(p);
    /* One that has died or choked since the last game is no worse off than one that never ran. */
    if (p->client) {
        PlayerState state = new_game(p, o);
        if (state != PLAYER_DOES_NOT_START) return state;
    }
    PlayerState state = PLAYER_DOES_NOT_START;
    for (int i = 0; i < 2 && state == PLAYER_DOES_NOT_START; i++)
        if ((state = start(p, o, interrupt)) == PLAYER_READY) state = new_game(p, o);
    return state;
}
