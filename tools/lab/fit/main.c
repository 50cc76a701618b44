/* cierzo-fit: fits the evaluation to games (scripts/fit.sh runs it). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "eval/eval.h"
#include "kit/argument.h"
#include "tools/lab/fit/fit.h"
#include "tools/lab/fit/games.h"

static int usage(void) {
    fprintf(stderr, "usage: cierzo-fit baseline RULES GAMES MEASURES\n"
                    "       cierzo-fit net RULES EPOCHS WEIGHTS.DEF NOTE MEASURES GAMES...\n");
    return EXIT_FAILURE;
}

int main(int argc, char **argv) {
    if (argc < 3) return usage();
    engine_init();
    eval_init();
    if (strcmp(argv[2], FIT_ALL) != 0 && !variant_find(argv[2])) fit_fail("no such rules", argv[2]);
    if (!strcmp(argv[1], "baseline") && argc == 5) fit_baseline(argv[2], argv[3], argv[4]);
    else if (!strcmp(argv[1], "net") && argc >= 8)
        fit_net(argv[2], (int)argument_need("cierzo-fit", "EPOCHS", argv[3], 0, 1000), argv[4], argv[5], argv[6], argv + 7,
                argc - 7);
    else return usage();
    return EXIT_SUCCESS;
}
