/* No more threads than the system has processors, and without threads just one. */
#include "cores.h"

#include <emscripten/threading.h>

bool cores_set_threads(Search *s, int count) {
#ifdef __EMSCRIPTEN_PTHREADS__
    int most = emscripten_num_logical_cores();
#else
    int most = 1;
#endif
    return count <= most && search_set_threads(s, count);
}
