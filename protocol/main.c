/* Cierzo plays Veletas. Everything that happens once is on this page. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/engine.h"
#include "engine/version.h"
#include "eval/eval.h"
#include "protocol/cpu.h"
#include "protocol/uci.h"
#include "search/timeslice.h"

static void init_libraries(void) {
    engine_init();
    eval_init();
}

/* A standard descriptor that is closed is opened on /dev/null: else the next file or pipe to be opened would get its number, and be
 * taken for standard input or the error output. */
static bool claim_descriptors(void) {
    const int fds[] = {STDIN_FILENO, STDERR_FILENO};
    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++)
        if (fcntl(fds[i], F_GETFD) < 0 && open("/dev/null", O_RDWR) != fds[i]) return false;
    return true;
}

static void print_usage(Output *output) {
    output_line(output,
                "usage: cierzo                                  talk UCI or UGI on standard input and output; try help");
    output_line(output, "       cierzo bench [depth] [threads] [hash]   search a fixed set of positions");
    output_line(output, "       cierzo --version | --help");
}

static int run_bench(Session *s, int count, char **words) {
    Text arguments = {0};
    for (int i = 0; i < count; i++) text_add(&arguments, "%s ", words[i]);
    BenchRequest request;
    ParseError error;
    bool accepted = parse_bench(arguments.data ? arguments.data : "", &request, &error);
    text_free(&arguments);
    if (accepted) {
        session_bench(s, &request);
        session_finish_task(s);
    } else {
        output_error(s->output, "%s", error.text);
    }
    return accepted ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int obey_arguments(Session *s, int argc, char **argv) {
    const char *command = argc > 1 ? argv[1] : NULL;
    int status = EXIT_SUCCESS;
    if (!command) {
        uci_loop(s, STDIN_FILENO);
    } else if (strcmp(command, "bench") == 0) {
        status = run_bench(s, argc - 2, argv + 2);
    } else if (strcmp(command, "--version") == 0) {
        output_line(s->output, "Cierzo %s" CPU_NAMED, CIERZO_VERSION);
    } else {
        status = strcmp(command, "--help") == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
        print_usage(s->output);
    }
    return status;
}

int main(int argc, char **argv) {
    /* A write to a reader that is gone must fail, and be dealt with there, not kill the process in the middle of something. */
    signal(SIGPIPE, SIG_IGN);
    /* Without a standard output there is nobody to talk to: the reader is gone already. */
    if (fcntl(STDOUT_FILENO, F_GETFD) < 0) return EXIT_SUCCESS;
    if (!claim_descriptors()) return EXIT_FAILURE;
    init_libraries();
    timeslice_short();

    Session session;
    if (!session_open(&session)) return EXIT_FAILURE;
    int status = obey_arguments(&session, argc, argv);
    /* The writer hangs in its write and still uses the session's memory, so nothing is freed. */
    if (!session_close(&session)) _exit(status);
    return status;
}
