/* Commands that meet: whatever follows a go, however closely, every go is answered once and legally for the position that it was
 * given in, and everything else is answered as if the commands had come one by one. CIERZO_TEST_SCALE repeats that as often as one likes. */
#include "tests/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/check.h"
#include "tests/support.h"

TestSuite(races, .init = support_init, .timeout = 100000);

enum { SCRIPT_ROOM = 8192, SCRIPT_GOES = 32 };

/* What is known of a task while a script is written. */
typedef enum { IDLE, MAYBE, RUNS } State;

/* Lines to send, and what they must be answered with. */
typedef struct {
    char text[SCRIPT_ROOM];
    size_t length;
    const char *position; /* now, as FEN */
    State state;
    bool pondering, counting;       /* what runs is a search under `ponder`, a perft */
    const char *roots[SCRIPT_GOES]; /* of each go that has a bestmove */
    int goes;
    int stopped; /* perfts cut short */
    int ready, least_errors, most_errors;
} Script;

static Script script_from(const char *position) { return (Script){.position = position}; }

static void say(Script *s, const char *line) {
    REQUIRE(s->length + strlen(line) + 2 < SCRIPT_ROOM, "a long script");
    s->length += (size_t)sprintf(s->text + s->length, "%s\n", line);
}

static void task_ends(Script *s) {
    s->stopped += s->counting && s->state != IDLE;
    s->state = IDLE;
    s->pondering = s->counting = false;
}

static void say_stop(Script *s) {
    say(s, "stop");
    task_ends(s);
}

static void say_newgame(Script *s) {
    say(s, "ucinewgame");
    task_ends(s);
}

static void say_ready(Script *s) {
    say(s, "isready");
    s->ready++;
}

static void say_ponderhit(Script *s) {
    say(s, "ponderhit");
    if (s->pondering) s->state = MAYBE;
    s->pondering = false;
}

enum { PLACES = 4, GOES = 6, SETTINGS = 5, WORDS = 8 };

static void say_position(Script *s, int which) {
    static const char *const TEXTS[PLACES] = {MID, BIG, START, "10/10/10/6s3/10/4s5/3b6/2s7/10/10 w ? 1"};
    char line[256];
    snprintf(line, sizeof line, "position fen %s", TEXTS[which]);
    say(s, which == 2 ? "position startpos" : which == 3 ? "position startpos moves " PLACE1 : line);
    task_ends(s);
    s->position = TEXTS[which];
}

static void say_bad_position(Script *s) {
    say(s, "position startpos moves zz99");
    s->least_errors++;
    s->most_errors++;
}

static void say_go(Script *s, int which) {
    static const struct {
        const char *line;
        State state;
        bool pondering, counting;
    } KINDS[GOES] = {{"go infinite", RUNS, false, false},      {"go ponder wtime 150 btime 150", RUNS, true, false},
                     {"go nodes 30", MAYBE, false, false},     {"go movetime 1", MAYBE, false, false},
                     {"go ponder depth 1", RUNS, true, false}, {"go perft 9", RUNS, false, true}};
    task_ends(s);
    say(s, KINDS[which].line);
    s->state = KINDS[which].state;
    s->pondering = KINDS[which].pondering;
    s->counting = KINDS[which].counting;
    if (!s->counting) s->roots[s->goes++] = s->position;
}

/* Refused by as many error lines as the task is certain to run. */
static void say_setting(Script *s, int which, int threads) {
    static const char *const SET[SETTINGS] = {"name Hash value 1", "name Hash value 2", "name MultiPV value 2",
                                              "name MultiPV value 1", "name Clear Hash"};
    char line[80];
    if (which < SETTINGS) snprintf(line, sizeof line, "setoption %s", SET[which]);
    else snprintf(line, sizeof line, "setoption name Threads value %d", threads);
    say(s, line);
    s->least_errors += s->state == RUNS;
    s->most_errors += s->state != IDLE;
}

/* The word of that number, its kind by chance. */
static void say_word(Script *s, int word, int threads, Random *r) {
    switch (word) {
    case 0: say_stop(s); break;
    case 1: say_go(s, random_below(r, GOES)); break;
    case 2: say_position(s, random_below(r, PLACES)); break;
    case 3: say_ponderhit(s); break;
    case 4: say_setting(s, random_below(r, SETTINGS + 1), threads); break;
    case 5: say_newgame(s); break;
    case 6: say_bad_position(s); break;
    default: say_ready(s); break;
    }
}

/* In one write, in pieces cut anywhere, or line by line with a breath between them. */
static void deliver(Talk *t, const Script *s, Random *r) {
    int manner = random_below(r, 3);
    for (size_t at = 0; at < s->length;) {
        size_t count = s->length - at;
        if (manner == 1) count = 1 + (size_t)random_below(r, (int)count);
        if (manner == 2) count = strcspn(s->text + at, "\n") + 1;
        if (count > s->length - at) count = s->length - at;
        talk_write(t, s->text + at, count);
        at += count;
        if (manner == 2 && random_chance(r, 50)) wait_ms(random_below(r, 4));
    }
}

/* For messages: on one line. */
static const char *shown(const Script *s) {
    static char text[SCRIPT_ROOM];
    strcpy(text, s->text);
    for (char *c = text; *c; c++)
        if (*c == '\n') *c = '|';
    return text;
}

static void check_best(const Script *s, const char *root, const char *line) {
    char move[MOVE_TEXT_SIZE] = "", ponder[MOVE_TEXT_SIZE] = "";
    Board b = board_at(root);
    Move m;
    Undo undo;
    sscanf(line, "bestmove %23s ponder %23s", move, ponder);
    REQUIRE(move_parse(&b.position, move, &m) == NOTATION_OK, "%s in %s: %s", line, root, shown(s));
    board_play(&b, m, &undo);
    REQUIRE(!*ponder || move_parse(&b.position, ponder, &m) == NOTATION_OK, "%s in %s: %s", line, root, shown(s));
}

/* Reads the answers, up to the last readyok or to the end of the output. Nothing may lack and nothing may be too much. */
static void check_answers(Talk *t, const Script *s, bool to_end) {
    int goes = 0, ready = 0, errors = 0, stopped = 0;
    const char *line;
    while ((to_end || ready < s->ready) && (line = talk_line(t, TALK_GUARD_MS))) {
        if (!strcmp(line, "readyok")) {
            ready++;
        } else if (!strncmp(line, "bestmove ", 9)) {
            REQUIRE(goes < s->goes, "a bestmove too many: %s", shown(s));
            check_best(s, s->roots[goes++], line);
        } else if (!strncmp(line, "info string error: ", 19)) {
            errors++;
        } else if (!strcmp(line, "info string perft stopped")) {
            stopped++;
        } else {
            REQUIRE(!strncmp(line, "info depth ", 11) || talk_matches(line, "^" ANY_MOVE ": [0-9]+$"), "%s: %s", line,
                    shown(s));
        }
    }
    REQUIRE(goes == s->goes, "%d bestmoves of %d: %s", goes, s->goes, shown(s));
    REQUIRE(ready == s->ready, "%d of %d readyok: %s", ready, s->ready, shown(s));
    REQUIRE(stopped == s->stopped, "%d of %d perfts stopped: %s", stopped, s->stopped, shown(s));
    REQUIRE(errors >= s->least_errors && errors <= s->most_errors, "%d errors, not %d to %d: %s", errors, s->least_errors,
            s->most_errors, shown(s));
}

static const int THREADS[] = {1, 2, 4};
enum { THREAD_COUNTS = 3 };

static Talk open_with(int threads) {
    Talk t = talk_open("uci");
    talk_silent(&t, "setoption name Hash value 1");
    talk_silent(&t, "setoption name Threads value %d", threads);
    talk_silent(&t, "position fen " MID);
    return t;
}

/* Writes sequence number `index` of all those of up to three words behind one of the goes. */
enum { SEQUENCES = (1 + WORDS + WORDS * WORDS + WORDS * WORDS * WORDS) * GOES };

static Script sequence(int index, const char *position, int threads, Random *r) {
    Script s = script_from(position);
    say_go(&s, index % GOES);
    index /= GOES;
    int length = 0;
    for (int of_length = 1; index >= of_length; of_length *= WORDS) {
        index -= of_length;
        length++;
    }
    for (; length > 0; length--) {
        say_word(&s, index % WORDS, threads, r);
        index /= WORDS;
    }
    return s;
}

/* Every sequence once before any comes again; the stride and the number of sequences have no common factor. */
static int shuffled(int i) { return (int)((int64_t)i * 100003 % SEQUENCES); }

static void play_sequences(int threads, uint64_t seed) {
    Random r = random_seeded(seed);
    Talk t = open_with(threads);
    const char *position = MID;
    for (int i = 0, count = support_scaled(100); i < count; i++) {
        Script s = sequence(shuffled(i), position, threads, &r);
        say_stop(&s);
        say_ready(&s);
        deliver(&t, &s, &r);
        check_answers(&t, &s, false);
        position = s.position;
    }
    talk_quit(&t);
}

Test(races, what_follows_a_go_with_one_thread) { play_sequences(1, 1); }
Test(races, what_follows_a_go_with_two_threads) { play_sequences(2, 2); }
Test(races, what_follows_a_go_with_four_threads) { play_sequences(4, 3); }

/* ---- the same with an end: by quit, by the end of input, by the loss of the reader ---- */

typedef enum { BY_QUIT, BY_QUIT_WITHOUT_NEWLINE, BY_END_OF_INPUT, BY_LOSS } Ending;

static void play_endings(Ending ending, uint64_t seed) {
    Random r = random_seeded(seed);
    for (int i = 0, count = support_scaled(16); i < count; i++) {
        int threads = THREADS[i % THREAD_COUNTS];
        Talk t = open_with(threads);
        Script s = sequence(shuffled(i + random_below(&r, SEQUENCES)), MID, threads, &r);
        /* At the end of input a perft would go on to its own end. */
        if (ending == BY_END_OF_INPUT && s.counting) say_stop(&s);
        if (ending == BY_QUIT || ending == BY_QUIT_WITHOUT_NEWLINE) {
            say(&s, "quit");
            task_ends(&s);
            if (ending == BY_QUIT) say(&s, "isready"); /* is not read any more */
            else s.length--;
        }
        deliver(&t, &s, &r);
        if (random_chance(&r, 30)) wait_ms(random_below(&r, 5));
        if (ending == BY_LOSS) talk_close_output(&t);
        else if (ending != BY_QUIT) talk_close_input(&t);
        if (ending != BY_LOSS) check_answers(&t, &s, true);
        int status = talk_end(&t);
        REQUIRE(status == 0, "exit status %d: %s", status, shown(&s));
    }
}

Test(races, quit_behind_anything) { play_endings(BY_QUIT, 4); }
Test(races, quit_without_a_newline_behind_anything) { play_endings(BY_QUIT_WITHOUT_NEWLINE, 5); }
Test(races, the_end_of_input_behind_anything) { play_endings(BY_END_OF_INPUT, 6); }
Test(races, the_loss_of_the_reader_behind_anything) { play_endings(BY_LOSS, 7); }

/* ---- races that other engines have lost ---- */

/* Sends the same lines again and again, with each number of threads. */
static void repeat(const char *lines, int count, const char *const *roots) {
    for (int k = 0; k < THREAD_COUNTS; k++) {
        Talk t = open_with(THREADS[k]);
        for (int i = 0, times = support_scaled(30); i < times; i++) {
            talk_write(&t, lines, strlen(lines));
            for (int j = 0; j < count; j++) expect_legal_best(&t, roots[j], NULL);
        }
        cr_assert_eq(talk_ready(&t, "^bestmove"), 0);
        talk_quit(&t);
    }
}

Test(races, stop_with_its_go) { repeat("go infinite\nstop\n", 1, (const char *const[]){MID}); }

Test(races, two_goes_and_two_stops) { repeat("go infinite\ngo infinite\nstop\nstop\n", 2, (const char *const[]){MID, MID}); }

Test(races, ponderhit_with_its_go) {
    repeat("go ponder wtime 60 btime 60 winc 0 binc 0\nponderhit\n", 1, (const char *const[]){MID});
}

Test(races, stop_and_ponderhit_together) {
    repeat("go ponder wtime 9000 btime 9000\nponderhit\nstop\ngo ponder wtime 9000 btime 9000\nstop\nponderhit\n", 2,
           (const char *const[]){MID, MID});
}

Test(races, another_position_behind_a_stop) {
    repeat("position fen " MID "\ngo infinite\nstop\nposition startpos\ngo nodes 200\n", 2,
           (const char *const[]){MID, START});
}

Test(races, another_game_behind_a_search) {
    repeat("position fen " MID "\ngo ponder wtime 9000 btime 9000\nucinewgame\nposition startpos\ngo nodes 50\n", 2,
           (const char *const[]){MID, START});
}

Test(races, positions_in_turns) {
    repeat("position fen " MID "\ngo nodes 100\nposition fen " BIG "\ngo nodes 100\n", 2, (const char *const[]){MID, BIG});
}

/* Whoever has read a bestmove may set an option at once. */
Test(races, an_option_right_behind_the_bestmove) {
    static const char *const SET[] = {"Hash value 2", "MultiPV value 2", "Threads value 3",
                                      "Hash value 1", "MultiPV value 1", "UCI_ShowWDL value true"};
    for (int k = 0; k < THREAD_COUNTS; k++) {
        Talk t = open_with(THREADS[k]);
        for (int i = 0, times = support_scaled(60); i < times; i++) {
            talk_send(&t, i % 2 ? "go nodes 40" : "go movetime 1");
            expect_legal_best(&t, MID, NULL);
            talk_silent(&t, "setoption name %s", SET[i % 6]);
            if (i % 6 == 5) talk_silent(&t, "setoption name Threads value %d", THREADS[k]);
        }
        talk_quit(&t);
    }
}

/* A process that is asked nothing but to end, at every moment of its start. */
Test(races, an_end_during_the_start) {
    Random r = random_seeded(8);
    for (int i = 0, times = support_scaled(12); i < times; i++) {
        Talk t = talk_start(NULL);
        if (i % 3) talk_send(&t, "uci");
        wait_ms(random_below(&r, 3));
        if (i % 2) talk_send(&t, "quit");
        else talk_close_input(&t);
        cr_assert_eq(talk_end(&t), 0);
    }
}
