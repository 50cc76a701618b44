/* One line is one command: its first word picks a handler from a table, and the handler gets the rest of the line. Handlers never block
 * for long: what takes time runs as the session's task. A command that makes no sense is answered with one error line; it changes
 * nothing and leaves a running task alone. */
#include "protocol/uci.h"

#include "engine/clock.h"
#include "engine/version.h"
#include "protocol/cpu.h"
#include "protocol/display.h"
#include "protocol/gui.h"
#include "protocol/input.h"
#include "protocol/parse.h"

static void handshake(Session *s, Dialect dialect) {
    s->dialect = dialect;
    Text lines = {0};
    text_add(&lines, "id name Cierzo %s" CPU_NAMED "\nid author the Cierzo developers\n", CIERZO_VERSION);
    options_list(&lines);
    text_add(&lines, dialect == DIALECT_UGI ? "ugiok\n" : "uciok\n");
    output_block(s->output, &lines);
}

static void on_uci(Session *s, const char *arguments) {
    (void)arguments;
    handshake(s, DIALECT_UCI);
}

static void on_ugi(Session *s, const char *arguments) {
    (void)arguments;
    handshake(s, DIALECT_UGI);
}

static void on_isready(Session *s, const char *arguments) {
    (void)arguments;
    output_line(s->output, "readyok");
}

static void on_newgame(Session *s, const char *arguments) {
    (void)arguments;
    session_end_task(s);
    search_new_game(s->search);
}

static void on_setoption(Session *s, const char *arguments) {
    ParseError error;
    OptionRequest request;
    if (session_busy(s)) {
        output_error(s->output, "setoption is refused while a search is running");
        return;
    }
    session_settle(s);
    if (!parse_setoption(arguments, &request, &error) || !options_set(s, &request, &error))
        output_error(s->output, "%s", error.text);
}

static void on_position(Session *s, const char *arguments) {
    ParseError error;
    Board board;
    Bitboard claimed;
    if (!parse_position(arguments, s->options.variant, &board, &claimed, &error)) {
        output_error(s->output, "%s", error.text);
        return;
    }
    session_end_task(s);
    s->board = board;
    s->claimed = claimed;
}

static void report_skipped(Session *s, const GoRequest *request) {
    for (int i = 0; i < request->error_count; i++) output_error(s->output, "%s", request->errors[i].text);
    if (request->unlisted_errors > 0) output_error(s->output, "go: %d more errors of this kind", request->unlisted_errors);
}

static void on_go(Session *s, const char *arguments) {
    GoRequest request;
    SearchLimits base = options_limits(&s->options, s->received);
    bool accepted = parse_go(arguments, &s->board.position, &base, &request);
    if (accepted) session_end_task(s);
    report_skipped(s, &request);
    if (accepted && request.perft != LIMIT_NONE) session_perft(s, (int)request.perft);
    else if (accepted) session_search(s, &request.limits);
    go_request_free(&request);
}

static void on_bench(Session *s, const char *arguments) {
    ParseError error;
    BenchRequest request;
    if (!parse_bench(arguments, &request, &error)) {
        output_error(s->output, "%s", error.text);
        return;
    }
    session_end_task(s);
    session_bench(s, &request);
}

static void on_stop(Session *s, const char *arguments) {
    (void)arguments;
    session_end_task(s);
}

static void on_ponderhit(Session *s, const char *arguments) {
    (void)arguments;
    session_ponderhit(s);
}

static void on_quit(Session *s, const char *arguments) {
    (void)arguments;
    s->quit = true;
}

static void on_debug(Session *s, const char *arguments) {
    char quote[QUOTE_SIZE];
    Word w = word_rest(arguments);
    if (!word_is(w, "on") && !word_is(w, "off"))
        output_error(s->output, "debug takes on or off, not %s", word_quote(w, quote));
}

static void on_register(Session *s, const char *arguments) { (void)s, (void)arguments; }

static const char *result(const Position *p) {
    Colour winner = position_winner(p);
    if (winner == NO_COLOUR) return "none";
    bool first_is_black = p->swap != SWAP_DONE;
    return (winner == BLACK) == first_is_black ? "p1win" : "p2win";
}

static void on_query(Session *s, const char *arguments) {
    char quote[QUOTE_SIZE];
    const Position *p = &s->board.position;
    Word w = word_rest(arguments);
    if (word_is(w, "gameover")) output_line(s->output, "response %s", position_winner(p) != NO_COLOUR ? "true" : "false");
    else if (word_is(w, "p1turn")) output_line(s->output, "response %s", position_p1_turn(p) ? "true" : "false");
    else if (word_is(w, "result")) output_line(s->output, "response %s", result(p));
    else output_error(s->output, "query takes gameover, p1turn or result, not %s", word_quote(w, quote));
}

static void show(Session *s, void (*display)(Text *out, const Board *board)) {
    Text lines = {0};
    display(&lines, &s->board);
    output_block(s->output, &lines);
}

static void on_d(Session *s, const char *arguments) {
    (void)arguments;
    show(s, display_board);
}

static void on_eval(Session *s, const char *arguments) {
    (void)arguments;
    show(s, display_eval);
}

static void on_moves(Session *s, const char *arguments) {
    (void)arguments;
    show(s, display_moves);
}

static void on_next(Session *s, const char *arguments) {
    ParseError error;
    Partial next;
    if (!parse_next(arguments, &s->board.position, &next, &error)) {
        output_error(s->output, "%s", error.text);
        return;
    }
    Text line = {0};
    gui_next(&line, &next);
    output_block(s->output, &line);
}

static void on_groups(Session *s, const char *arguments) {
    (void)arguments;
    show(s, gui_groups);
}

static void on_claims(Session *s, const char *arguments) {
    (void)arguments;
    Text line = {0};
    gui_claims(&line, &s->board, s->claimed);
    output_block(s->output, &line);
}

static void on_help(Session *s, const char *arguments) {
    (void)arguments;
    Text lines = {0};
    display_help(&lines);
    output_block(s->output, &lines);
}

/* Words are compared whole and with their case: neither `st` nor `Stop` is `stop`. */
static const struct {
    const char *word;
    void (*obey)(Session *s, const char *arguments);
} COMMANDS[] = {
    {"uci", on_uci},
    {"ugi", on_ugi},
    {"isready", on_isready},
    {"ucinewgame", on_newgame},
    {"uginewgame", on_newgame},
    {"setoption", on_setoption},
    {"position", on_position},
    {"go", on_go},
    {"stop", on_stop},
    {"ponderhit", on_ponderhit},
    {"quit", on_quit},
    {"query", on_query},
    {"d", on_d},
    {"eval", on_eval},
    {"moves", on_moves},
    {"next", on_next},
    {"groups", on_groups},
    {"claims", on_claims},
    {"help", on_help},
    {"bench", on_bench},
    {"debug", on_debug},
    {"register", on_register},
};

void uci_obey(Session *s, const char *line) {
    s->received = clock_now_ms();
    output_log_input(s->output, line);
    Word word;
    if (!word_next(&line, &word)) return;
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        if (!word_is(word, COMMANDS[i].word)) continue;
        COMMANDS[i].obey(s, line);
        return;
    }
    char quote[QUOTE_SIZE];
    output_error(s->output, "unknown command %s, try help", word_quote(word, quote));
}

static bool await_input(Session *s, Input *in) {
    Event event = session_wait(s, in->fd);
    if (event == EVENT_INPUT) input_fill(in);
    return event != EVENT_READER_GONE;
}

/* One line, or the wait for one. False at the end of input and when the reader is gone. */
static bool step(Session *s, Input *in) {
    char *line;
    switch (input_next(in, &line)) {
    case INPUT_LINE: uci_obey(s, line); return true;
    case INPUT_OVERLONG: output_error(s->output, "the line is too long"); return true;
    case INPUT_MORE: return await_input(s, in);
    default: return false;
    }
}

void uci_loop(Session *s, int input_fd) {
    Input in = input_open(input_fd);
    while (!s->quit && step(s, &in)) {}
    input_close(&in);
    if (!s->quit && !output_gone(s->output)) session_finish_task(s);
    session_end_task(s);
}
