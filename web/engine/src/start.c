/* The engine's own main, unchanged, as a thread beside the JavaScript that feeds it. */
#include <emscripten.h>
#include <pthread.h>

/* protocol/main.c's, which is compiled under this name. */
int cierzo_main(int argc, char **argv);

static void *run(void *argument) {
    (void)argument;
    char name[] = "cierzo", *argv[] = {name, NULL};
    int status = cierzo_main(1, argv);
    MAIN_THREAD_EM_ASM({ Module.onEnd($0); }, status);
    return NULL;
}

/* For JavaScript: starts the engine, which calls Module.onText with each line and in the end Module.onEnd with its status. False when there is no
 * thread for it. */
EMSCRIPTEN_KEEPALIVE int web_start(void) {
    pthread_t thread;
    return pthread_create(&thread, NULL, run, NULL) == 0;
}
