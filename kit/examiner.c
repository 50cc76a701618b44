#include "kit/examiner.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/clock.h"
#include "engine/notation.h"
#include "kit/argument.h"

/* How long an engine may take to start, to answer `isready`, to answer beyond its movetime, and to answer where it has none. All are far
 * more than an engine in order needs. */
enum { START_MS = 30000, READY_MS = 30000, GRACE_MS = 30000, PATIENCE_MS = 24 * 3600 * 1000, DEFAULT_MOVETIME = 1000 };

/* ---- the command line ---- */

static bool take_engine(ExaminerSpec *s, const char *command, char *error) {
    if (s->engine_count == EXAMINER_MAX) {
        snprintf(error, EXAMINER_ERROR_SIZE, "more than %d engines", EXAMINER_MAX);
        return false;
    }
    s->engines[s->engine_count++] = (ExaminerEngine){.command = command};
    return true;
}

static bool take_option(ExaminerEngine *e, const char *text, char *error) {
    if (!strchr(text, '=') || *text == '=')
        snprintf(error, EXAMINER_ERROR_SIZE, "--option takes Name=Value, not %.80s", text);
    else if (e->option_count == EXAMINER_MAX_OPTIONS)
        snprintf(error, EXAMINER_ERROR_SIZE, "more than %d options", EXAMINER_MAX_OPTIONS);
    else {
        e->options[e->option_count++] = text;
        return true;
    }
    return false;
}

bool examiner_take(ExaminerSpec *s, int code, const char *value, char error[static EXAMINER_ERROR_SIZE]) {
    int64_t depth = 0;
    bool good = false;
    switch (code) {
    case EXAMINER_ENGINE: return take_engine(s, value, error);
    case EXAMINER_OPTION: return take_option(s->engine_count ? &s->engines[s->engine_count - 1] : &s->common, value, error);
    case EXAMINER_MOVETIME: good = argument_number(value, 1, 24 * 3600 * 1000, &s->movetime); break;
    case EXAMINER_NODES: good = argument_number(value, 1, INT64_MAX, &s->nodes); break;
    case EXAMINER_DEPTH:
        good = argument_number(value, 1, 1000, &depth);
        s->depth = (int)depth;
        break;
    default: break;
    }
    if (!good) snprintf(error, EXAMINER_ERROR_SIZE, "not a limit that makes sense: %.80s", value);
    return good;
}

void examiner_limits(const ExaminerSpec *s, char *out, size_t size) {
    char movetime[32] = "", nodes[32] = "", depth[32] = "";
    int64_t ms = s->movetime || s->nodes || s->depth ? s->movetime : DEFAULT_MOVETIME;
    if (ms) snprintf(movetime, sizeof movetime, " movetime %" PRId64, ms);
    if (s->nodes) snprintf(nodes, sizeof nodes, " nodes %" PRId64, s->nodes);
    if (s->depth) snprintf(depth, sizeof depth, " depth %d", s->depth);
    snprintf(out, size, "%s%s%s", movetime, nodes, depth);
    memmove(out, out + 1, strlen(out)); /* the blank in front */
}

/* ---- the engine ---- */

Examiner examiner_open(const ExaminerSpec *spec, int index) {
    return (Examiner){.spec = spec, .engine = &spec->engines[index]};
}

void examiner_close(Examiner *e) {
    client_stop(e->client);
    e->client = NULL;
    e->variant = NULL;
}

/* Ends the engine and keeps the reason. Always false. */
__attribute__((format(printf, 2, 3))) static bool fail(Examiner *e, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(e->error, sizeof e->error, format, arguments);
    va_end(arguments);
    examiner_close(e);
    return false;
}

static const char *status_text(ClientStatus status) {
    switch (status) {
    case CLIENT_TIMEOUT: return "does not answer";
    case CLIENT_FLOOD: return "floods its output";
    default: return "has ended";
    }
}

static bool set_options(Examiner *e, const ExaminerEngine *from) {
    for (int i = 0; i < from->option_count; i++) {
        const char *option = from->options[i], *value = strchr(option, '=');
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)(value - option), option);
        if (!client_has_option(e->client, name)) return fail(e, "the engine has no option %.80s", name);
        if (!client_set_option(e->client, clock_now_ms() + READY_MS, name, value + 1))
            return fail(e, "the engine %s", status_text(CLIENT_GONE));
    }
    return true;
}

static bool start_engine(Examiner *e) {
    e->client = client_start(e->engine->command, NULL, NULL);
    if (!e->client) return fail(e, "cannot start %.120s: %s", e->engine->command, strerror(errno));
    ClientStatus status = client_handshake(e->client, CLIENT_UCI, clock_now_ms() + START_MS);
    if (status) return fail(e, "%.120s: the engine %s (uci)", e->engine->command, status_text(status));
    return set_options(e, &e->spec->common) && set_options(e, e->engine);
}

static bool choose_variant(Examiner *e, const Variant *v) {
    if (e->variant == v) return true;
    bool has = client_has_option(e->client, "UCI_Variant");
    if (!has && v != variant_at(0)) return fail(e, "the engine does not play %s: no option UCI_Variant", v->name);
    if (has && !client_set_option(e->client, clock_now_ms() + READY_MS, "UCI_Variant", v->name))
        return fail(e, "the engine %s", status_text(CLIENT_GONE));
    e->variant = v;
    return true;
}

/* Starts the engine if need be and sends the position. */
static bool set_up(Examiner *e, const Position *p) {
    char text[POSITION_TEXT_SIZE];
    if ((!e->client && !start_engine(e)) || !choose_variant(e, p->variant)) return false;
    position_text(p, text, sizeof text);
    int64_t deadline = clock_now_ms() + READY_MS;
    if (!client_send(e->client, deadline, "ucinewgame") || !client_send(e->client, deadline, "position fen %s", text))
        return fail(e, "the engine %s", status_text(CLIENT_GONE));
    ClientStatus status = client_ready(e->client, deadline);
    return !status || fail(e, "the engine %s (isready)", status_text(status));
}

bool examiner_ask(Examiner *e, const Position *p, const char *go, ClientReply *reply, Move *best,
                  void (*heard)(void *context, const ClientInfo *info, const char *line), void *context) {
    if (!set_up(e, p)) return false;
    const char *movetime = strstr(go, "movetime ");
    int64_t patience = e->spec->patience ? e->spec->patience : PATIENCE_MS;
    int64_t ms = movetime ? strtoll(movetime + strlen("movetime "), NULL, 10) + GRACE_MS : patience;
    ClientStatus status = client_go(e->client, go, clock_now_ms() + ms, reply, heard, context);
    if (status) return fail(e, "the engine %s (go %s)", status_text(status), go);
    NotationError illegal = move_parse(p, reply->move, best);
    return !illegal || fail(e, "the engine plays %.40s: %s", reply->move, notation_error_text(illegal));
}

bool examiner_perft(Examiner *e, const Position *p, int depth, uint64_t *nodes) {
    const char *line;
    ClientStatus status;
    int64_t deadline = clock_now_ms() + PATIENCE_MS;
    if (!set_up(e, p)) return false;
    if (!client_send(e->client, deadline, "go perft %d", depth)) return fail(e, "the engine %s", status_text(CLIENT_GONE));
    while (!(status = client_line(e->client, deadline, &line))) {
        if (sscanf(line, "Nodes searched: %" SCNu64, nodes) == 1) return true;
        if (!strncmp(line, "info string error", 17)) return fail(e, "go perft: %.120s", line);
    }
    return fail(e, "the engine %s (go perft %d)", status_text(status), depth);
}

/* Sends `isready` and reads everything up to `readyok`. */
static bool hear_placing(Examiner *e, bool *refused, char *fen, size_t size) {
    int64_t deadline = clock_now_ms() + READY_MS;
    const char *line;
    ClientStatus status;
    if (!client_send(e->client, deadline, "isready")) return fail(e, "the engine %s", status_text(CLIENT_GONE));
    while (!(status = client_line(e->client, deadline, &line)) && strcmp(line, "readyok")) {
        *refused |= !strncmp(line, "info string error", 17);
        if (!strncmp(line, "Fen: ", 5)) snprintf(fen, size, "%s", line + 5);
    }
    return !status || fail(e, "the engine %s (position)", status_text(status));
}

bool examiner_place(Examiner *e, const Variant *v, const char *position, const char *move, bool *refused, char *fen,
                    size_t size) {
    int64_t deadline = clock_now_ms() + READY_MS;
    const char *fen_word = strcmp(position, "startpos") ? "fen " : "";
    *refused = false;
    *fen = '\0';
    if ((!e->client && !start_engine(e)) || !choose_variant(e, v)) return false;
    if (!client_send(e->client, deadline, "position %s%s%s%s", fen_word, position, move ? " moves " : "", move ? move : ""))
        return fail(e, "the engine %s", status_text(CLIENT_GONE));
    return hear_placing(e, refused, fen, size) && client_send(e->client, deadline, "d") &&
           hear_placing(e, refused, fen, size);
}
