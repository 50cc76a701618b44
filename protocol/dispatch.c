/* Two programs in one file: what searches is compiled for any x86-64 and once more for processors with AVX2 and BMI2, where it is several
 * times as fast. The better one that this processor runs is entered here, once, so that nothing inside asks again. Each copy keeps its
 * symbols to itself (see scripts/isolate.sh): no code for one level is reached from the other. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/processor.h"
#include "protocol/cpu.h"

/* The build gives the copies' own `main` these names. */
#undef main
int main_x86_64(int argc, char **argv);
int main_x86_64_v3(int argc, char **argv);

int main(int argc, char **argv) {
    static int (*const ENTER[CPU_LEVELS])(int, char **) = {main_x86_64, main_x86_64_v3};
    char error[CPU_ERROR];
    int level = cpu_choose(getenv("CIERZO_CPU"), 1u | (unsigned)processor_runs_v3() << 1, error);
    if (level >= 0) return ENTER[level](argc, argv);
    fprintf(stderr, "error: %s\n", error);
    return EXIT_FAILURE;
}
