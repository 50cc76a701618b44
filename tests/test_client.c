/* kit/child.c and kit/client.c: what a child may do, and what the client makes of it. The children are shell scripts. */
#include "kit/client.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/clock.h"
#include "tests/session.h"
#include "tests/support.h"

TestSuite(client, .init = support_init);

static int64_t soon(void) { return clock_now_ms() + TALK_GUARD_MS; }

static Client *started(const char *script) {
    Client *c = client_start(script, NULL, NULL);
    cr_assert(c);
    return c;
}

Test(client, lines_come_whole_and_in_order) {
    Client *c = started("printf 'one\\ntw'; sleep 0.05; printf 'o\\r\\n\\nlast'");
    const char *line;
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(client_line(c, soon(), &line), CLIENT_OK);
        cr_assert_str_eq(line, ((const char *[]){"one", "two", ""})[i]);
    }
    cr_assert_eq(client_line(c, soon(), &line), CLIENT_GONE);
    client_stop(c);
}

Test(client, a_command_that_does_not_exist_is_refused) {
    cr_assert_null(client_start("./no-such-engine", NULL, NULL));
    cr_assert_null(client_start("sh", "/no/such/folder", NULL));
    cr_assert_null(client_start("  ", NULL, NULL));
    cr_assert_null(client_start("", NULL, NULL));
}

Test(client, words_and_folder_arrive) {
    const char *line;
    Client *c = client_start("  echo  two   words ", NULL, NULL);
    cr_assert(c);
    cr_assert_eq(client_line(c, soon(), &line), CLIENT_OK);
    cr_assert_str_eq(line, "two words");
    client_stop(c);
    cr_assert(c = client_start("pwd", "/", NULL));
    cr_assert_eq(client_line(c, soon(), &line), CLIENT_OK);
    cr_assert_str_eq(line, "/");
    client_stop(c);
}

Test(client, silence_is_a_timeout_and_is_not_the_end) {
    Client *c = started("read x; echo here");
    const char *line;
    cr_assert_eq(client_line(c, clock_now_ms() + 30, &line), CLIENT_TIMEOUT);
    cr_assert(client_send(c, soon(), "x"));
    cr_assert_eq(client_line(c, soon(), &line), CLIENT_OK);
    client_stop(c);
}

Test(client, a_wait_can_be_interrupted) {
    Client *c = started("read x; echo here");
    int ends[2];
    const char *line;
    cr_assert_eq(pipe(ends), 0);
    client_interrupt(c, ends[0]);
    cr_assert_eq(client_line(c, clock_now_ms() + 30, &line), CLIENT_TIMEOUT);
    cr_assert_eq(write(ends[1], "", 1), 1);
    cr_assert_eq(client_line(c, soon(), &line), CLIENT_INTERRUPTED);
    client_interrupt(c, -1);
    cr_assert(client_send(c, soon(), "x"));
    cr_assert_eq(client_line(c, soon(), &line), CLIENT_OK);
    client_stop(c);
}

Test(client, a_line_without_end_is_a_flood) {
    Client *c = started("yes | tr -d '\\n'");
    const char *line;
    cr_assert_eq(client_line(c, soon(), &line), CLIENT_FLOOD);
    client_stop(c);
}

Test(client, lines_without_end_are_a_flood) {
    Client *c = started("read x; yes info");
    ClientReply reply;
    cr_assert_eq(client_go(c, "depth 1", soon(), &reply, NULL, NULL), CLIENT_FLOOD);
    client_stop(c);
}

/* A child that reads nothing while it talks: writing to it more than a pipe holds must not hang. */
Test(client, writing_to_a_deaf_child_ends) {
    Client *c = started("sleep 1000");
    char *long_line = calloc(1, 1 << 20);
    memset(long_line, 'x', (1 << 20) - 1);
    cr_assert_not(client_send(c, clock_now_ms() + 50, "%s", long_line));
    free(long_line);
    client_stop(c);
}

Test(client, writing_to_a_child_that_talks_first_goes_on) {
    Client *c = started("yes ok | head -c 300000; read x; echo got");
    char *long_line = calloc(1, 1 << 18);
    memset(long_line, 'x', (1 << 18) - 1);
    cr_assert(client_send(c, soon(), "%s", long_line));
    const char *line;
    do cr_assert_eq(client_line(c, soon(), &line), CLIENT_OK);
    while (strcmp(line, "got") != 0);
    free(long_line);
    client_stop(c);
}

Test(client, writing_to_the_dead_is_no_signal) {
    Client *c = started("exit 3;");
    const char *line;
    cr_assert_eq(client_line(c, soon(), &line), CLIENT_GONE);
    while (client_send(c, soon(), "isready")) {}
    cr_assert_eq(client_ready(c, soon()), CLIENT_GONE);
    client_stop(c);
}

Test(client, handshake_takes_name_and_options) {
    Client *c = started(
        "read x; echo noise; echo id author N. N.; echo id name An  Engine 1.0; echo option name Hash type spin default 1;"
        "echo option name Clear Hash type button; echo \"${x}ok\"; read x; echo bestmove a1; echo readyok");
    cr_assert_eq(client_handshake(c, CLIENT_UGI, soon()), CLIENT_OK);
    cr_assert_str_eq(client_name(c), "An Engine 1.0");
    cr_assert(client_has_option(c, "hash"));
    cr_assert(client_has_option(c, "CLEAR hash"));
    cr_assert_not(client_has_option(c, "Clear"));
    cr_assert_eq(client_strays(c), 0);
    cr_assert_eq(client_ready(c, soon()), CLIENT_OK);
    cr_assert_eq(client_strays(c), 1);
    client_stop(c);
}

Test(client, handshake_that_never_comes) {
    Client *c = started("cat");
    cr_assert_eq(client_handshake(c, CLIENT_UCI, clock_now_ms() + 50), CLIENT_TIMEOUT);
    client_stop(c);
}

static void count_infos(void *context, const ClientInfo *info, const char *line) {
    cr_assert_eq(strncmp(line, "info ", 5), 0);
    *(int *)context += info->depth;
}

Test(client, the_last_score_of_the_first_line_counts) {
    Client *c = started(
        "read x; echo info depth 3 score cp 10 nodes 5 pv a b; echo info string depth 9 score cp 99;"
        "echo info depth 4 seldepth 6 multipv 1 score cp -7 upperbound nodes 1234567890123 nps 11 time 12 pv a1 b2 c3;"
        "echo info depth 4 multipv 2 score cp 50; echo info nodes 3; echo info depth x score cp; echo bestmove d4 ponder e5");
    ClientReply r;
    int depths = 0;
    cr_assert_eq(client_go(c, "depth 4", soon(), &r, count_infos, &depths), CLIENT_OK);
    cr_assert_eq(depths, 3 + 4 + 4);
    cr_assert_str_eq(r.move, "d4");
    cr_assert(r.info.has_score && !r.info.mate);
    cr_assert_eq(r.info.score, -7);
    cr_assert_eq(r.info.depth, 4);
    cr_assert_eq(r.info.seldepth, 6);
    cr_assert_eq(r.info.nodes, 1234567890123);
    cr_assert_eq(r.info.time, 12);
    cr_assert_str_eq(r.info.pv, "a1 b2 c3");
    client_stop(c);
}

/* A wait that went on after its first deadline is one wait: the info from before counts. */
Test(client, a_wait_for_an_answer_can_go_on) {
    Client *c = started("read x; echo info depth 5 score cp 3; read x; echo bestmove d4");
    ClientReply r;
    cr_assert_eq(client_go(c, "depth 5", clock_now_ms() + 200, &r, NULL, NULL), CLIENT_TIMEOUT);
    cr_assert(client_send(c, soon(), "x"));
    cr_assert_eq(client_await(c, soon(), &r, NULL, NULL), CLIENT_OK);
    cr_assert_str_eq(r.move, "d4");
    cr_assert(r.info.has_score && r.info.depth == 5);
    client_stop(c);
}

Test(client, what_came_instead_of_an_answer_is_known) {
    static const struct {
        const char *script, *text;
        ClientOutput kind;
    } CASES[] = {{"read x;", "", CLIENT_NOTHING},
                 {"read x; echo Bestmove d4;", "Bestmove d4", CLIENT_LINE},
                 {"read x; echo Bestmove d4; printf 'bestmove e5'", "bestmove e5", CLIENT_UNFINISHED_LINE}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[CLIENT_LAST_SIZE];
        Client *c = started(CASES[i].script);
        ClientReply r;
        cr_assert_eq(client_go(c, "depth 1", soon(), &r, NULL, NULL), CLIENT_GONE);
        cr_assert_eq(client_last_output(c, text), CASES[i].kind, "%s", CASES[i].script);
        cr_assert_str_eq(text, CASES[i].text);
        client_stop(c);
    }
    Client *c = started("read x; yes a | head -n 500 | tr -d '\n'");
    ClientReply r;
    char text[CLIENT_LAST_SIZE];
    cr_assert_eq(client_go(c, "depth 1", soon(), &r, NULL, NULL), CLIENT_GONE);
    cr_assert_eq(client_last_output(c, text), CLIENT_UNFINISHED_LINE);
    cr_assert_eq(strlen(text), CLIENT_LAST_SIZE - 1);
    client_stop(c);
}

/* UGI counts plies. */
Test(client, mates_are_in_own_turns) {
    static const struct {
        ClientDialect dialect;
        int said, meant;
    } CASES[] = {{CLIENT_UCI, 3, 3},   {CLIENT_UCI, -2, -2}, {CLIENT_UGI, 5, 3},  {CLIENT_UGI, 6, 3},
                 {CLIENT_UGI, -4, -2}, {CLIENT_UGI, 1, 1},   {CLIENT_UGI, -1, -1}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char script[256];
        snprintf(script, sizeof script, "read x; echo \"${x}ok\"; read x; echo info depth 1 score mate %d; echo bestmove",
                 CASES[i].said);
        Client *c = started(script);
        ClientReply r;
        cr_assert_eq(client_handshake(c, CASES[i].dialect, soon()), CLIENT_OK);
        cr_assert_eq(client_go(c, "", soon(), &r, NULL, NULL), CLIENT_OK);
        cr_assert(r.info.mate);
        cr_assert_eq(r.info.score, CASES[i].meant, "%d in dialect %d", CASES[i].said, CASES[i].dialect);
        cr_assert_str_eq(r.move, "");
        client_stop(c);
    }
}

Test(client, long_words_are_cut) {
    Client *c = started(
        "read x; m=$(yes a1-b2/c3 | head -n 500 | tr '\\n' ' '); echo info depth 1 score cp 1 pv $m; w=$(yes x | head -n 99 | "
        "tr -d '\\n'); echo bestmove $w");
    ClientReply r;
    cr_assert_eq(client_go(c, "", soon(), &r, NULL, NULL), CLIENT_OK);
    cr_assert_eq(strlen(r.move), CLIENT_MOVE_SIZE - 1);
    cr_assert_leq(strlen(r.info.pv), CLIENT_PV_SIZE - 1);
    cr_assert_eq((strlen(r.info.pv) + 1) % strlen("a1-b2/c3 "), 0, "cut inside a move: %s", r.info.pv);
    client_stop(c);
}

/* The whole group ends, also what ignores `quit`. */
Test(client, stop_ends_the_stubborn_and_their_children) {
    Client *c = started("trap '' TERM INT HUP; sleep 1000 & echo $!; while :; do sleep 1; done");
    const char *line;
    cr_assert_eq(client_line(c, soon(), &line), CLIENT_OK);
    pid_t left = atoi(line);
    cr_assert_eq(kill(left, 0), 0);
    client_stop(c);
    int64_t end = soon();
    while (kill(left, 0) == 0 && clock_now_ms() < end) usleep(10000); /* until init has reaped it */
    cr_assert_lt(clock_now_ms(), end, "it still runs");
    client_stop(NULL);
}

Test(client, standard_error_goes_to_its_file) {
    char path[SUPPORT_PATH], text[64] = "";
    close(mkstemp(support_temporary(path, "client")));
    for (int i = 0; i < 2; i++) {
        Client *c = client_start("echo oops >&2; exec cat", NULL, path);
        cr_assert(c);
        client_stop(c);
    }
    FILE *f = fopen(path, "r");
    cr_assert(f);
    cr_assert_eq(fread(text, 1, sizeof text - 1, f), 10);
    cr_assert_str_eq(text, "oops\noops\n");
    fclose(f);
    unlink(path);
}

Test(client, the_engine_itself) {
    Client *c = client_start(talk_program(), NULL, NULL);
    ClientReply r;
    cr_assert(c);
    cr_assert_eq(client_handshake(c, CLIENT_UCI, soon()), CLIENT_OK);
    cr_assert(client_has_option(c, "UCI_Variant"));
    cr_assert(client_send(c, soon(), "setoption name UCI_Variant value veletas-7"));
    cr_assert_eq(client_ready(c, soon()), CLIENT_OK);
    cr_assert(client_send(c, soon(), "position startpos"));
    cr_assert_eq(client_go(c, "depth 2", soon(), &r, NULL, NULL), CLIENT_OK);
    cr_assert_neq(*r.move, '\0');
    cr_assert_eq(client_strays(c), 0);
    client_stop(c);
}
