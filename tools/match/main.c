/* cierzo-match: engines against each other. docs/match.md is its manual. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/engine.h"
#include "engine/version.h"
#include "tools/match/options.h"
#include "tools/match/tournament.h"

/* What main tells the watcher of signals with: there is nothing more to watch. */
enum { SIGNAL_DONE = SIGUSR1 };

/* What stops a tournament, without what who started us (nohup, or a shell that puts us in the background) wants to be ignored. */
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

/* The first signal ends the games, the second one the program; its engines go with it. No handlers, so no globals. */
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
    pthread_sigmask(SIG_BLOCK, &set, NULL); /* also of all threads to come */
}

static int play(const MatchOptions *o) {
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
    if (!options_parse(&o, argc - 1, argv + 1, error)) {
        fprintf(stderr, "cierzo-match: %s\ncierzo-match --help lists the options.\n", error);
        status = TOURNAMENT_FAILED;
    } else if (o.help) {
        fputs(OPTIONS_HELP, stdout);
    } else if (o.version) {
        printf("cierzo-match %s\n", CIERZO_VERSION);
    } else {
        status = play(&o);
    }
    options_free(&o);
    return status;
}
