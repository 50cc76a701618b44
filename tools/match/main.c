/* cierzo-match: engines against each other. docs/match.md is its manual. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/engine.h"
#include "engine/version.h"
#include "tools/match/match_options.h"
#include "tools/match/merge.h"
#include "tools/match/tournament.h"

/* Sent by play_tournament to the thread that waits for signals, so that it ends. */
enum { SIGNAL_DONE = SIGUSR1 };

/* The signals that stop a tournament, and SIGNAL_DONE. Those that were ignored when the program began stay so: nohup ignores SIGHUP, a shell
 * ignores SIGINT for what it runs in the background. */
static sigset_t stop_signals(void) {
    static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGNAL_DONE);
    for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++)
        if (sigaction(SIGNALS[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) sigaddset(&set, SIGNALS[i]);
    return set;
}

/* The first signal stops the tournament in good order, the second one ends the program at once, and the kernel its engines. Waiting for
 * signals in a thread needs no handlers, which would need globals. */
static void *watch_signals(void *tournament) {
    sigset_t set = stop_signals();
    int signal;
    if (sigwait(&set, &signal) || signal == SIGNAL_DONE) return NULL;
    tournament_stop(tournament);
    if (sigwait(&set, &signal) || signal == SIGNAL_DONE) return NULL;
    _exit(TOURNAMENT_STOPPED);
}

static void block_signals(void) {
    sigset_t set = stop_signals();
    pthread_sigmask(SIG_BLOCK, &set, NULL); /* threads started from now on inherit this */
}

static int play_tournament(const MatchOptions *o) {
    char error[MATCH_ERROR_SIZE];
    pthread_t watcher;
    Tournament *t = tournament_open(o, stdout, error);
    if (!t) return fprintf(stderr, "cierzo-match: %s\n", error), TOURNAMENT_FAILED;
    block_signals();
    bool watched = !pthread_create(&watcher, NULL, watch_signals, t);
    TournamentEnd end = tournament_play(t);
    if (watched) {
        pthread_kill(watcher, SIGNAL_DONE);
        pthread_join(watcher, NULL);
    }
    tournament_close(t);
    return fflush(stdout) ? TOURNAMENT_FAILED : (int)end;
}

int main(int argc, char **argv) {
    char error[MATCH_ERROR_SIZE];
    MatchOptions o;
    int status = TOURNAMENT_FINISHED;
    engine_init();
    if (!match_options_parse(&o, argc - 1, argv + 1, error)) {
        fprintf(stderr, "cierzo-match: %s\ncierzo-match --help lists the options.\n", error);
        status = TOURNAMENT_FAILED;
    } else if (o.help) {
        fputs(MATCH_OPTIONS_HELP, stdout);
    } else if (o.version) {
        printf("cierzo-match %s\n", CIERZO_VERSION);
    } else {
        for (int i = 0; i < o.notice_count; i++) fprintf(stderr, "cierzo-match: %s\n", o.notices[i]);
        status = o.merge ? (int)merge_run(&o, stdout) : play_tournament(&o);
    }
    match_options_free(&o);
    return status;
}
