/* UCI and UGI over a child process (kit/child.h). Nothing that an engine says is trusted: words are cut to fit, numbers are clamped, lines
 * that nobody understands are passed over. */
#define _GNU_SOURCE /* strcasecmp */
#include "kit/client.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/clamp.h"
#include "engine/clock.h"
#include "kit/child.h"

enum { QUIT_MS = 1000 };

struct Client {
    Child *child;
    ClientDialect dialect;
    int strays;
    char *name;
    char **options;
    size_t option_count;
    char last_line[CLIENT_LAST_SIZE]; /* since the last `go`, cut to fit */
};

/* ---- the process ---- */

Client *client_start(const char *command, const char *directory, const char *stderr_path) {
    Client *c = calloc(1, sizeof *c);
    if (c) c->child = child_start(command, directory, stderr_path);
    if (c && c->child) return c;
    int reason = errno;
    free(c);
    errno = reason;
    return NULL;
}

void client_interrupt(Client *c, int file) { child_interrupt(c->child, file); }

void client_trace(Client *c, void (*told)(void *context, bool to_child, const char *line), void *context) {
    child_trace(c->child, told, context);
}

void client_stop(Client *c) {
    if (!c) return;
    int64_t deadline = clock_now_ms() + QUIT_MS;
    client_send(c, deadline, "quit");
    child_end(c->child, deadline);
    for (size_t i = 0; i < c->option_count; i++) free(c->options[i]);
    free(c->options);
    free(c->name);
    free(c);
}

bool client_send(Client *c, int64_t deadline, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    bool sent = child_send(c->child, deadline, format, arguments);
    va_end(arguments);
    return sent;
}

static ClientStatus unsent(const Client *c) { return child_is_gone(c->child) ? CLIENT_GONE : CLIENT_TIMEOUT; }

ClientStatus client_line(Client *c, int64_t deadline, const char **line) {
    switch (child_line(c->child, deadline, line)) {
    case CHILD_OK: return CLIENT_OK;
    case CHILD_TIMEOUT: return CLIENT_TIMEOUT;
    case CHILD_GONE: return CLIENT_GONE;
    case CHILD_FLOOD: return CLIENT_FLOOD;
    case CHILD_INTERRUPTED: return CLIENT_INTERRUPTED;
    }
    return CLIENT_GONE;
}

/* ---- words ---- */

static const char *skip_space(const char *s) {
    while (isspace((unsigned char)*s)) s++;
    return s;
}

/* Copies the next word into `word`, cut to `size`, empty at the end of the text; returns what is behind it. */
static const char *next_word(const char *s, char *word, size_t size) {
    size_t length = 0;
    for (s = skip_space(s); *s && !isspace((unsigned char)*s); s++)
        if (length + 1 < size) word[length++] = *s;
    word[length] = '\0';
    return s;
}

static bool first_word_is(const char *line, const char *word) {
    char first[32];
    next_word(line, first, sizeof first);
    return strcmp(first, word) == 0;
}

/* ---- the handshake ---- */

static void keep_name(Client *c, const char *rest) {
    char word[8];
    rest = next_word(rest, word, sizeof word);
    if (strcmp(word, "name") != 0) return;
    char *name = strdup(skip_space(rest));
    if (!name) return;
    free(c->name);
    c->name = name;
}

/* Keeps the name of an `option` line, which ends at the word `type`. */
static void keep_option(Client *c, const char *rest) {
    char word[8];
    rest = skip_space(next_word(rest, word, sizeof word));
    const char *type = strstr(rest, " type ");
    char **more = strcmp(word, "name") == 0 ? realloc(c->options, (c->option_count + 1) * sizeof *more) : NULL;
    if (!more) return;
    c->options = more;
    char *name = type ? strndup(rest, (size_t)(type - rest)) : strdup(rest);
    if (name) c->options[c->option_count++] = name;
}

ClientStatus client_handshake(Client *c, ClientDialect dialect, int64_t deadline) {
    c->dialect = dialect;
    const char *line, *done = dialect == CLIENT_UGI ? "ugiok" : "uciok";
    if (!client_send(c, deadline, "%s", dialect == CLIENT_UGI ? "ugi" : "uci")) return unsent(c);
    ClientStatus status;
    while ((status = client_line(c, deadline, &line)) == CLIENT_OK) {
        char word[16];
        const char *rest = next_word(line, word, sizeof word);
        if (strcmp(word, done) == 0) return CLIENT_OK;
        if (strcmp(word, "id") == 0) keep_name(c, rest);
        if (strcmp(word, "option") == 0) keep_option(c, rest);
    }
    return status;
}

const char *client_name(const Client *c) { return c->name ? c->name : ""; }

bool client_has_option(const Client *c, const char *name) {
    for (size_t i = 0; i < c->option_count; i++)
        if (strcasecmp(c->options[i], name) == 0) return true;
    return false;
}

bool client_set_option(Client *c, int64_t deadline, const char *name, const char *value) {
    if (!*value) return client_send(c, deadline, "setoption name %s", name);
    return client_send(c, deadline, "setoption name %s value %s", name, value);
}

ClientStatus client_ready(Client *c, int64_t deadline) {
    if (!client_send(c, deadline, "isready")) return unsent(c);
    const char *line;
    ClientStatus status;
    while ((status = client_line(c, deadline, &line)) == CLIENT_OK) {
        if (first_word_is(line, "readyok")) return CLIENT_OK;
        c->strays += first_word_is(line, "bestmove");
    }
    return status;
}

int client_strays(const Client *c) { return c->strays; }

/* ---- a turn ---- */

static const char *next_number(const char *s, int64_t *number) {
    char word[32], *end;
    const char *rest = next_word(s, word, sizeof word);
    long long value = strtoll(word, &end, 10);
    if (end == word || *end) return s; /* not a number, so the next word is read as a key */
    *number = value;
    return rest;
}

static int to_int(int64_t n) { return (int)clamp(n, -1000000000, 1000000000); }

/* Turns from the plies that UGI counts, rounded away from zero. */
static int turns_of(int plies) { return plies > 0 ? (plies + 1) / 2 : -((1 - plies) / 2); }

static const char *read_info_score(const char *s, ClientInfo *info, ClientDialect dialect) {
    char kind[8];
    int64_t number = 0;
    const char *rest = next_word(s, kind, sizeof kind), *behind;
    if (strcmp(kind, "cp") != 0 && strcmp(kind, "mate") != 0) return s;
    if ((behind = next_number(rest, &number)) == rest) return rest;
    info->has_score = true;
    info->mate = kind[0] == 'm';
    info->score = to_int(number);
    if (info->mate && dialect == CLIENT_UGI) info->score = turns_of(info->score);
    return behind;
}

static void read_pv(const char *s, char *out, size_t size) {
    size_t length = strlen(s = skip_space(s));
    if (length >= size) /* cut between two moves, not inside one */
        for (length = size - 1; length > 0 && !isspace((unsigned char)s[length]);) length--;
    while (length > 0 && isspace((unsigned char)s[length - 1])) length--;
    memcpy(out, s, length);
    out[length] = '\0';
}

/* Reads an info line behind its first word; `line` becomes its number in a multipv. */
static void read_info(const char *s, ClientDialect dialect, ClientInfo *info, int64_t *line) {
    char word[16];
    int64_t depth = 0, seldepth = 0, nodes = 0, nps = 0, time = 0;
    *info = (ClientInfo){0};
    *line = 1;
    for (s = next_word(s, word, sizeof word); *word && strcmp(word, "string") != 0; s = next_word(s, word, sizeof word)) {
        if (strcmp(word, "pv") == 0) {
            read_pv(s, info->pv, sizeof info->pv);
            break;
        }
        if (strcmp(word, "score") == 0) s = read_info_score(s, info, dialect);
        if (strcmp(word, "depth") == 0) s = next_number(s, &depth);
        if (strcmp(word, "seldepth") == 0) s = next_number(s, &seldepth);
        if (strcmp(word, "nodes") == 0) s = next_number(s, &nodes);
        if (strcmp(word, "nps") == 0) s = next_number(s, &nps);
        if (strcmp(word, "time") == 0) s = next_number(s, &time);
        if (strcmp(word, "multipv") == 0) s = next_number(s, line);
    }
    info->depth = to_int(depth);
    info->seldepth = to_int(seldepth);
    info->nodes = nodes > 0 ? (uint64_t)nodes : 0;
    info->nps = nps > 0 ? (uint64_t)nps : 0;
    info->time = time;
}

static void keep_last_line(Client *c, const char *line) { snprintf(c->last_line, sizeof c->last_line, "%s", line); }

ClientStatus client_go(Client *c, const char *arguments, int64_t deadline, ClientReply *reply,
                       void (*heard)(void *context, const ClientInfo *info, const char *line), void *context) {
    *reply = (ClientReply){.began_us = clock_now_us()};
    keep_last_line(c, "");
    if (!client_send(c, deadline, "go %s", arguments)) return unsent(c);
    return client_await(c, deadline, reply, heard, context);
}

ClientStatus client_await(Client *c, int64_t deadline, ClientReply *reply,
                          void (*heard)(void *context, const ClientInfo *info, const char *line), void *context) {
    const char *line;
    ClientStatus status;
    while ((status = client_line(c, deadline, &line)) == CLIENT_OK) {
        char word[16];
        const char *rest = next_word(line, word, sizeof word);
        if (strcmp(word, "bestmove") == 0) {
            next_word(rest, reply->move, sizeof reply->move);
            break;
        }
        keep_last_line(c, line);
        if (strcmp(word, "info") != 0) continue;
        ClientInfo info;
        int64_t number;
        read_info(rest, c->dialect, &info, &number);
        if (info.has_score && number == 1) reply->info = info;
        if (heard && info.depth > 0) heard(context, &info, line);
    }
    reply->elapsed = ((status == CLIENT_OK ? child_heard_us(c->child) : clock_now_us()) - reply->began_us) / 1000;
    return status;
}

ClientOutput client_last_output(const Client *c, char out[static CLIENT_LAST_SIZE]) {
    size_t count;
    const char *unfinished = child_unfinished(c->child, &count);
    if (!count) snprintf(out, CLIENT_LAST_SIZE, "%s", c->last_line);
    else snprintf(out, CLIENT_LAST_SIZE, "%.*s", count < CLIENT_LAST_SIZE ? (int)count : CLIENT_LAST_SIZE, unfinished);
    return count ? CLIENT_UNFINISHED_LINE : *out ? CLIENT_LINE : CLIENT_NOTHING;
}

Note client_note(const ClientInfo *info) {
    Note n = NOTE_NONE;
    if (info->has_score) n.kind = info->mate ? NOTE_MATE : NOTE_CP;
    if (info->has_score) n.score = info->score;
    n.depth = info->depth;
    n.time = info->time;
    n.nodes = info->nodes;
    return n;
}
