/* Fuzzes whole sessions: the input is a script of lines. Each line is obeyed on its own, what it must print and may change
 * being known beforehand. A script that begins with `!` goes through the line loop in one piece instead; of one with `~` nobody reads
 * the output, which otherwise is a file in memory. */
#define _GNU_SOURCE /* memfd_create */
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/engine.h"
#include "engine/movegen.h"
#include "engine/notation.h"
#include "engine/splitmix.h"
#include "engine/version.h"
#include "eval/eval.h"
#include "protocol/display.h"
#include "protocol/gui.h"
#include "protocol/input.h"
#include "protocol/parse.h"
#include "protocol/uci.h"
#include "tests/fuzz/bound.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/grammar.h"
#include "tests/fuzz/judge.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
/* The linker puts the first in the place of the second. */
Search *__wrap_search_create(size_t hash_mb);
Search *__real_search_create(size_t hash_mb);

/* A `stop` may be put behind each line. */
enum { STEPS = 2 * SCRIPT_LINES + 2 };

/* A line of the script: what is foreseen of it, and what is known once it was obeyed. */
typedef struct {
    Text block; /* printed at once and in one piece */
    int errors_least, errors_most;
    bool may_set_board, may_set_options, may_set_dialect, may_quit;
    bool may_end_task;
    bool changed; /* anything of the session's state */
    bool idle;    /* no task is left: every go was answered */
    bool jobs;
    int asked; /* so far */
} Step;

static Step steps[STEPS];
static int step_count;
static Asked asked[STEPS];
static int asked_count;
static bool jobs;
static bool short_job; /* the latest one ends soon by itself */

static int script_file, output_file, log_file;
static char log_path[64];

/* ---- files in memory ---- */

static void write_file(int fd, const char *bytes, size_t count) {
    CHECK(ftruncate(fd, 0) == 0 && pwrite(fd, bytes, count, 0) == (ssize_t)count && lseek(fd, 0, SEEK_SET) == 0, "no file");
}

static Text read_file(int fd) {
    Text t = {0};
    char part[4096];
    ssize_t count;
    text_add(&t, "%s", "");
    for (off_t at = 0; (count = pread(fd, part, sizeof part, at)) > 0; at += count) text_add_bytes(&t, part, (size_t)count);
    return t;
}

/* ---- what is due ---- */

static void expect_error(Step *step, const char *text) { text_add(&step->block, "info string error: %s\n", text); }

static void foresee_position(Step *step, const Session *s, const char *arguments) {
    Board board;
    Bitboard claimed;
    ParseError error;
    step->may_set_board = parse_position(arguments, s->options.variant, &board, &claimed, &error);
    step->may_end_task = step->may_set_board;
    if (!step->may_set_board) expect_error(step, error.text);
}

static void ask(const Session *s, GoRequest *r) {
    bool wdl = s->options.show_wdl, claims = s->options.show_claims;
    asked[asked_count++] = (Asked){.root = s->board,
                                   .style = {.dialect = s->dialect, .show_wdl = wdl, .show_claims = claims},
                                   .multipv = s->options.multipv,
                                   .moves = r->moves,
                                   .move_count = r->limits.root_move_count};
    r->moves = NULL;
}

static void foresee_go(Step *step, const Session *s, const char *arguments) {
    GoRequest r;
    SearchLimits base = options_limits(&s->options, 0);
    bool accepted = parse_go(arguments, &s->board.position, &base, &r);
    step->errors_least = step->errors_most = r.error_count + (r.unlisted_errors > 0);
    step->may_end_task = accepted;
    if (accepted && r.perft != LIMIT_NONE) {
        jobs = true;
        short_job = r.perft <= 1;
    }
    if (accepted && r.perft == LIMIT_NONE) ask(s, &r);
    go_request_free(&r);
}

static void foresee_bench(Step *step, const char *arguments) {
    BenchRequest r;
    ParseError error;
    if (parse_bench(arguments, &r, &error)) {
        jobs = step->may_end_task = true;
        short_job = r.depth == 1 && r.threads == 1;
    } else {
        expect_error(step, error.text);
    }
}

static void foresee_query(Step *step, const Position *p, const char *arguments) {
    Word w = word_rest(arguments);
    Colour winner = position_winner(p);
    bool first = (winner == BLACK) != (p->swap == SWAP_DONE);
    if (word_is(w, "gameover")) text_add(&step->block, "response %s\n", winner == NO_COLOUR ? "false" : "true");
    else if (word_is(w, "p1turn")) text_add(&step->block, "response %s\n", position_p1_turn(p) ? "true" : "false");
    else if (word_is(w, "result"))
        text_add(&step->block, "response %s\n", winner == NO_COLOUR ? "none" : first ? "p1win" : "p2win");
    else step->errors_least = step->errors_most = 1;
}

static void foresee_next(Step *step, const Position *p, const char *arguments) {
    Partial next;
    ParseError error;
    if (parse_next(arguments, p, &next, &error)) gui_next(&step->block, &next);
    else expect_error(step, error.text);
}

static void foresee_handshake(Step *step, const char *last) {
    step->may_set_dialect = true;
    text_add(&step->block, "id name Cierzo %s\nid author the Cierzo developers\n", CIERZO_VERSION);
    options_list(&step->block);
    text_add(&step->block, "%s\n", last);
}

static bool is_silent(Word w) {
    static const char *const SILENT[] = {"ucinewgame", "uginewgame", "stop", "ponderhit", "register"};
    for (size_t i = 0; i < sizeof SILENT / sizeof *SILENT; i++)
        if (word_is(w, SILENT[i])) return true;
    return w.length == 0;
}

static void foresee(Step *step, const Session *s, const char *line) {
    Word w;
    word_next(&line, &w);
    if (word_is(w, "uci")) {
        foresee_handshake(step, "uciok");
    } else if (word_is(w, "ugi")) {
        foresee_handshake(step, "ugiok");
    } else if (word_is(w, "isready")) {
        text_add(&step->block, "readyok\n");
    } else if (word_is(w, "d")) {
        display_board(&step->block, &s->board);
    } else if (word_is(w, "eval")) {
        display_eval(&step->block, &s->board);
    } else if (word_is(w, "moves")) {
        display_moves(&step->block, &s->board);
    } else if (word_is(w, "next")) {
        foresee_next(step, &s->board.position, line);
    } else if (word_is(w, "groups")) {
        gui_groups(&step->block, &s->board);
    } else if (word_is(w, "claims")) {
        gui_claims(&step->block, &s->board, s->claimed);
    } else if (word_is(w, "help")) {
        display_help(&step->block);
    } else if (word_is(w, "query")) {
        foresee_query(step, &s->board.position, line);
    } else if (word_is(w, "position")) {
        foresee_position(step, s, line);
    } else if (word_is(w, "go")) {
        foresee_go(step, s, line);
    } else if (word_is(w, "bench")) {
        foresee_bench(step, line);
    } else if (word_is(w, "setoption")) {
        step->may_set_board = step->may_set_options = true;
        step->errors_most = 1;
    } else if (word_is(w, "debug")) {
        step->errors_most = 1;
    } else if (word_is(w, "quit")) {
        step->may_quit = true;
    } else if (is_silent(w)) {
        step->may_end_task = w.length > 0 && !word_is(w, "register");
    } else {
        step->errors_least = step->errors_most = 1;
    }
}

/* ---- a script, line by line ---- */

/* Half of the tasks that end by themselves are waited for; the others run into whatever comes next. */
static void wait_at_times(Session *s, const char *line) {
    bool ends = s->task == TASK_JOB ? short_job : s->limited && !s->pondering;
    if (strlen(line) % 2 || !ends) return;
    while (session_busy(s)) session_wait(s, -1);
}

static void take_step(Session *s, const char *line) {
    CHECK(step_count < STEPS, "too many lines");
    Step *step = &steps[step_count];
    *step = (Step){0};
    foresee(step, s, line);
    Board board;
    Options options;
    memcpy(&board, &s->board, sizeof board);
    memcpy(&options, &s->options, sizeof options);
    Bitboard claimed = s->claimed;
    Dialect dialect = s->dialect;
    /* Where there is no turn left, the answer comes at once, whatever the limits. */
    bool waits =
        s->task == TASK_SEARCH && session_busy(s) && (!s->limited || s->pondering) && turns_count(&s->board.position) > 0;

    uci_obey(s, line);

    bool same_board = memcmp(&board, &s->board, sizeof board) == 0,
         same_options = memcmp(&options, &s->options, sizeof options) == 0;
    CHECK(step->may_set_board || same_board, "the board changed: %s", line);
    CHECK(step->may_set_board || s->claimed == claimed, "the claims changed: %s", line);
    CHECK(!(s->claimed & ~(s->board.position.claimed[BLACK] | s->board.position.claimed[WHITE])), "claims of no shooter: %s",
          line);
    CHECK(step->may_set_options || same_options, "an option changed: %s", line);
    CHECK(step->may_set_dialect || s->dialect == dialect, "the dialect changed: %s", line);
    CHECK(!waits || step->may_end_task || session_busy(s), "the search ended: %s", line);
    CHECK(s->quit == step->may_quit, "quit: %s", line);
    CHECK(same_board || board_check(&s->board), "a broken board: %s", line);
    step->changed = !same_board || !same_options || s->dialect != dialect;
    step->idle = s->task == TASK_NONE;
    step->asked = asked_count;
    step->jobs = jobs;
    output_line(s->output, "mark %d", step_count++);
    wait_at_times(s, line);
}

static void obey_lines(Session *s, Input *in) {
    char *line;
    for (;;) {
        InputResult result = s->quit ? INPUT_END : input_next(in, &line);
        if (result == INPUT_END) break;
        if (result == INPUT_MORE) input_fill(in);
        else take_step(s, line);
    }
}

/* Ends with the line loop, which must find everything in order. */
static void run_by_line(Session *s, const Text *script) {
    static const char LAST[] = "isready\nd\nquit", LAST_WITHOUT_QUIT[] = "isready\nd";
    write_file(script_file, script->data, script->length);
    Input in = input_open(script_file);
    obey_lines(s, &in);
    input_close(&in);
    if (script->length % 2) write_file(script_file, LAST, sizeof LAST - 1);
    else write_file(script_file, LAST_WITHOUT_QUIT, sizeof LAST_WITHOUT_QUIT - 1);
    uci_loop(s, script_file);
}

/* The end of the part of the output before a mark. */
static char *find_mark(char *text, int index) {
    char mark[32];
    snprintf(mark, sizeof mark, "mark %d\n", index);
    while (*text && strncmp(text, mark, strlen(mark)) != 0) text = strchr(text, '\n') + 1;
    CHECK(*text, "%s is lost", mark);
    return text;
}

static void judge_step(Judge *j, const Step *step, char *text) {
    if (step->block.length) judge_take(text, step->block.data);
    bool refused = step->block.length && strncmp(step->block.data, "info string error", 17) == 0;
    j->asked_count = step->asked;
    j->jobs = step->jobs;
    int errors = judge_lines(j, text);
    CHECK(errors >= step->errors_least && errors <= step->errors_most, "%d errors", errors);
    CHECK(!(errors || refused) || !step->changed, "refused, yet something changed");
    CHECK(j->answered >= step->asked - 1, "a go without an answer");
    CHECK(!step->idle || j->answered == step->asked, "idle without an answer");
}

static void judge_by_line(const Board *board, bool quit) {
    Text output = read_file(output_file);
    Judge j = {.asked = asked};
    char *text = output.data;
    for (int i = 0; i < step_count; i++) {
        char *mark = find_mark(text, i);
        *mark = '\0';
        judge_step(&j, &steps[i], text);
        text = strchr(mark + 1, '\n') + 1;
    }
    Text shown = {0};
    display_board(&shown, board);
    if (!quit) judge_take(text, "readyok\n");
    if (!quit) judge_take(text, shown.data);
    CHECK(judge_lines(&j, text) == 0 && j.answered == asked_count, "%d of %d answers", j.answered, asked_count);
    text_free(&shown);
    text_free(&output);
}

/* ---- a script in one piece ---- */

typedef struct {
    int answers, ready;
} Counts;

/* What the lines up to `quit` ask for. That a go is refused as a whole does not depend on the position. */
static Counts counts_due(const Text *script) {
    Counts due = {0};
    Position p = position_start(variant_at(0));
    write_file(script_file, script->data, script->length);
    Input in = input_open(script_file);
    char *line;
    for (InputResult r; (r = input_next(&in, &line)) != INPUT_END;) {
        if (r == INPUT_MORE) {
            input_fill(&in);
            continue;
        }
        const char *at = line;
        Word w;
        word_next(&at, &w);
        if (word_is(w, "quit")) break;
        due.ready += word_is(w, "isready");
        if (!word_is(w, "go")) continue;
        GoRequest request;
        SearchLimits base = search_limits_none();
        due.answers += parse_go(at, &p, &base, &request) && request.perft == LIMIT_NONE;
        go_request_free(&request);
    }
    input_close(&in);
    return due;
}

static Counts counts_printed(void) {
    Counts printed = {0};
    Text output = read_file(output_file);
    for (char *line = output.data, *newline; *line; line = newline + 1) {
        newline = strchr(line, '\n');
        CHECK(newline, "an unfinished line: %s", line);
        *newline = '\0';
        CHECK(!*line || is_plain_line(line), "'%s'", line);
        printed.answers += strncmp(line, "bestmove ", 9) == 0;
        printed.ready += strcmp(line, "readyok") == 0;
    }
    text_free(&output);
    return printed;
}

/* ---- the target ---- */

static void forget_script(void) {
    for (int i = 0; i < step_count; i++) text_free(&steps[i].block);
    for (int i = 0; i < asked_count; i++) free(asked[i].moves);
    step_count = asked_count = 0;
    jobs = false;
    CHECK(ftruncate(output_file, 0) == 0 && lseek(output_file, 0, SEEK_SET) == 0 && ftruncate(log_file, 0) == 0, "files");
}

/* What is printed is lost, but what lines may change stays as it is. */
static void run_unread(const Text *script) {
    int ends[2];
    Session s;
    CHECK(pipe(ends) == 0 && dup2(ends[1], STDOUT_FILENO) == STDOUT_FILENO, "no pipe");
    close(ends[0]);
    close(ends[1]);
    CHECK(session_open(&s), "no session");
    run_by_line(&s, script);
    CHECK(s.task == TASK_NONE && board_check(&s.board) && session_close(&s), "the end");
    CHECK(dup2(output_file, STDOUT_FILENO) == STDOUT_FILENO, "no standard output");
}

static void run(const Text *script, bool whole) {
    Session s;
    CHECK(session_open(&s), "no session");
    Counts due = {0};
    if (whole) {
        due = counts_due(script);
        write_file(script_file, script->data, script->length);
        uci_loop(&s, script_file);
    } else {
        run_by_line(&s, script);
    }
    CHECK(s.task == TASK_NONE && board_check(&s.board), "the end");
    Board board = s.board;
    bool quit = step_count > 0 && steps[step_count - 1].may_quit;
    CHECK(session_close(&s), "the output is stuck");
    if (whole) {
        Counts printed = counts_printed();
        CHECK(printed.answers == due.answers, "%d bestmoves for %d go", printed.answers, due.answers);
        CHECK(printed.ready == due.ready, "%d readyok for %d isready", printed.ready, due.ready);
    } else {
        judge_by_line(&board, quit);
    }
}

/* To clear a table of the default size takes longer than the rest of a script. */
Search *__wrap_search_create(size_t hash_mb) { return __real_search_create(hash_mb < 2 ? hash_mb : 2); }

static int memory_file(const char *name) {
    int fd = memfd_create(name, MFD_CLOEXEC);
    CHECK(fd >= 0, "no file in memory");
    return fd;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    signal(SIGPIPE, SIG_IGN);
    engine_init();
    eval_init();
    grammar_init();
    script_file = memory_file("script");
    log_file = memory_file("log");
    output_file = memory_file("output");
    CHECK(dup2(output_file, STDOUT_FILENO) == STDOUT_FILENO, "no standard output");
    snprintf(log_path, sizeof log_path, "/proc/self/fd/%d", log_file);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *bytes = (const char *)data;
    bool whole = size > 0 && bytes[0] == '!', unread = size > 0 && bytes[0] == '~';
    Text script = {0};
    text_add(&script, "%s", "");
    bound_script(&script, bytes + (whole || unread), size - (whole || unread), log_path);
    forget_script();
    if (unread) run_unread(&script);
    else run(&script, whole);
    forget_script();
    text_free(&script);
    return 0;
}

/* ---- new inputs ---- */

static void compose(Grammar *g, Text *out) {
    int way = splitmix64_below(&g->random, 24);
    text_add(out, "%s", way < 4 ? "!" : way == 4 ? "~" : "");
    for (int lines = 1 + splitmix64_below(&g->random, 16); lines > 0; lines--) {
        size_t start = out->length;
        grammar_line(g, out);
        if (splitmix64_below(&g->random, 8) == 0) grammar_break(g, out, start);
        text_add(out, splitmix64_below(&g->random, 12) ? "\n" : "\r\n");
    }
}

/* The start of a random line. */
static size_t line_start(Grammar *g, const Text *t) {
    size_t at = t->length ? (size_t)splitmix64_below(&g->random, (int)t->length) : 0;
    while (at > 0 && t->data[at - 1] != '\n') at--;
    return at;
}

/* A script with other lines between, or less of them. */
static void change_lines(Grammar *g, const Text *old, Text *out) {
    size_t at = line_start(g, old), from = splitmix64_below(&g->random, 2) ? at : line_start(g, old);
    text_add_bytes(out, old->data, at);
    for (int lines = splitmix64_below(&g->random, 4); lines > 0; lines--) {
        grammar_line(g, out);
        text_add(out, "\n");
    }
    text_add_bytes(out, old->data + from, old->length - from);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
    Grammar g = grammar_seeded(seed);
    int way = splitmix64_below(&g.random, 10);
    if (way == 0) return LLVMFuzzerMutate(data, size, max_size);
    Text old = {0}, t = {0};
    text_add(&t, "%s", "");
    text_add_bytes(&old, (const char *)data, size);
    if (way < 6 || size == 0) compose(&g, &t);
    else if (way < 9) change_lines(&g, &old, &t);
    else text_add_bytes(&t, old.data, old.length);
    if (way > 7) grammar_break(&g, &t, 0);
    size_t length = t.length < max_size ? t.length : max_size;
    memcpy(data, t.data, length);
    text_free(&t);
    text_free(&old);
    return length;
}
