#!/bin/bash
# Builds the engine for browsers and node: web/engine/dist/. Installs Emscripten where it is missing (Debian, as root or with sudo).
set -eu -o pipefail
cd "$(dirname "$0")/.."
scripts/install.sh web
dist=web/engine/dist
work=${WEB_ENGINE_BUILD:-build-web}

# Debian's Emscripten finds what it needs of node's libraries only with Debian's node.
export NODE_PATH=/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}

flags=(-std=gnu17 -O3 -flto -msimd128 -DNDEBUG -Wall -Wextra -Wshadow -Wconversion -Wno-psabi -Werror)
links=(-O3 -flto -sENVIRONMENT=worker -sMODULARIZE=1 -sEXPORT_ES6=1 -sFILESYSTEM=0 -sINVOKE_RUN=0 -sSTRICT=1
    -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=134217728 -sMAXIMUM_MEMORY=1073741824 -sMALLOC=dlmalloc -sTOTAL_STACK=262144
    -sEXPORTED_FUNCTIONS=_malloc,_free -sEXPORTED_RUNTIME_METHODS=lengthBytesUTF8,stringToUTF8,UTF8ToString
    -sINCOMING_MODULE_JS_API=instantiateWasm,onAbort,print,printErr,noInitialRun -sSUPPORT_ERRNO=0)

# Calls that go by way of web/engine/src: FILE and what is put in the place of what.
diverted() {
    case $1 in
    protocol/main.c) echo -Dmain=cierzo_main ;;
    protocol/options.c | bench/bench.c) echo -Dsearch_set_threads=cores_set_threads ;;
    esac
    [ "$2" = single ] || return 0
    case $1 in
    search/alphabeta.c | search/setup_search.c) echo -Dworker_visit=turns_worker_visit ;;
    search/worker.c) echo -Dsolver_run=turns_solver_run ;;
    engine/perft.c) echo -Dboard_play=turns_board_play ;;
    esac
}

# compile single|threads [FLAGS]: every source into $work/KIND; ten at a time, as Emscripten needs longer to start than to compile one.
compile() {
    local kind=$1 source turned plain=(version.c) own=(web/engine/src/{cores,descriptors,start}.c)
    shift
    [ "$kind" = threads ] || own+=(web/engine/src/{fibers,turns}.c)
    rm -rf "${work:?}/$kind"
    mkdir -p "$work/$kind"
    sed "s/@VCS_TAG@/$(scripts/version.sh)/" engine/version.c.in >"$work/$kind/version.c"
    for source in engine/*.c eval/*.c search/*.c bench/bench.c protocol/*.c "${own[@]}"; do
        [ "$source" != protocol/dispatch.c ] || continue # of x86-64
        turned=$(diverted "$source" "$kind")
        if [ -n "$turned" ]; then echo "\"\$root\"/$source $turned"; else plain+=("\"\$root\"/$source"); fi
    done >"$work/$kind/groups"
    while [ ${#plain[@]} -gt 0 ]; do
        echo "${plain[*]:0:10}"
        plain=("${plain[@]:10}")
    done >>"$work/$kind/groups"
    (
        export root=$PWD
        cd "$work/$kind"
        tr '\n' '\0' <groups | xargs -0 -P "$(nproc)" -I{} sh -c 'emcc "$@" -I"$root" -I"$root"/web/engine/src -c {}' sh "${flags[@]}" "$@"
    )
}

mkdir -p "$dist"
compile single -I"$PWD"/web/engine/src/single
emcc "${links[@]}" -sASYNCIFY=1 "$work"/single/*.o -o "$dist/cierzo.js" &
linking=$!
compile threads -pthread
emcc "${links[@]}" -pthread -Wno-pthreads-mem-growth -sDEFAULT_PTHREAD_STACK_SIZE=2097152 "$work"/threads/*.o -o "$dist/cierzo-mt.js"
wait "$linking"
cp web/engine/lib/* LICENSE "$dist"
