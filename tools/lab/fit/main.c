/* cierzo-fit: fits the evaluation to games (scripts/fit.sh runs it). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "eval/eval.h"
#include "kit/argument.h"
#include "tools/lab/fit/fit.h"

static int usage(void) {
    fprintf(stderr, "usage: cierzo-fit baseline GAMES MEASURES\n"
                    "       cierzo-fit net EPOCHS WEIGHTS.DEF NOTE MEASURES GAMES...\n");
    return EXIT_FAILURE;
}

int main(int argc, char **argv) {
    if (argc < 2) return usage();
    engine_init();
    eval_init();
    if (!strcmp(argv[1], "baseline") && argc == 4) fit_baseline(argv[2], argv[3]);
    else if (!strcmp(argv[1], "net") && argc >= 7)
        fit_net((int)argument_need("cierzo-fit", "EPOCHS", argv[2], 0, 1000), argv[3], argv[4], argv[5], argv + 6, argc - 6);
    else return usage();
    return EXIT_SUCCESS;
}
