#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "engine/clock.h"
#include "engine/movegen.h"
#include "lib/handle.h"
#include "search/forecast.h"
#include "search/levels.h"
#include "search/search.h"

_Static_assert((int)CIERZO_ELO_LEAST == LEVEL_LEAST && (int)CIERZO_ELO_MOST == LEVEL_MOST, "levels");
_Static_assert((int)CIERZO_MAX_LINES == MAX_MULTIPV && (int)CIERZO_MAX_LINES == MAX_ROOT_SETUPS, "lines");
_Static_assert((int)CIERZO_MAX_PV == MAX_PV && (int)CIERZO_MAX_TURNS == MAX_TURNS &&
                   (int)CIERZO_MAX_SHOOTERS == MAX_SHOOTERS,
               "room");
_Static_assert((int)CIERZO_MAX_THREADS == MAX_THREADS && (int)CIERZO_MAX_HASH_MB == MAX_HASH_MB, "sizes");
_Static_assert((int)CIERZO_BOUND_LOWER == BOUND_LOWER && (int)CIERZO_BOUND_UPPER == BOUND_UPPER, "bounds");

enum { KEPT = 1024 };

struct CierzoEngine {
    Search *search;
    Board root; /* of the search, for its forecasts */
    bool forecast;

    pthread_mutex_t lock; /* of all below, which the search writes and the owner reads */
    pthread_cond_t wake;
    bool running, done; /* the search has not ended; its end has not been taken */
    Move best, ponder;
    int first, count; /* of the infos that nobody has taken, in the ring */
    CierzoInfo *ring;
};

/* ---- what the search says ---- */

static void fill_forecast(const CierzoEngine *e, const SearchInfo *info, CierzoInfo *out) {
    ClaimForecast claims[MAX_SHOOTERS];
    out->forecast_count = e->forecast ? forecast_claims(&e->root, info->pv, info->pv_length, claims) : 0;
    for (int i = 0; i < out->forecast_count; i++)
        out->forecast[i] =
            (CierzoForecast){handle_square(claims[i].square), claims[i].claimed, (double)claims[i].black / SCORE_ONE};
}

/* A setup's score is what it says; the others are promises (score.h). */
static void fill_score(const CierzoEngine *e, const SearchInfo *info, CierzoInfo *out) {
    const Score score = position_in_setup(&e->root.position) ? info->score : score_promised(info->score);
    const int plies = score_plies(score) > 0 ? score_plies(score) : 1;
    out->is_mate = score_is_proved(score);
    out->score = !out->is_mate ? score : score_is_loss(score) ? -plies : plies;
    out->chance = (double)score_to_probability(score) / SCORE_ONE;
    out->bound = (int)info->bound;
}

static void take_info(void *context, const SearchInfo *info) {
    CierzoEngine *e = context;
    pthread_mutex_lock(&e->lock);
    CierzoInfo *out = &e->ring[(e->first + e->count) % KEPT];
    if (e->count < KEPT) e->count++;
    else e->first = (e->first + 1) % KEPT;
    *out = (CierzoInfo){.depth = info->depth,
                        .seldepth = info->seldepth,
                        .multipv = info->multipv,
                        .nodes = info->nodes,
                        .nps = info->nps,
                        .time = info->time,
                        .hashfull = info->hashfull,
                        .finished = info->finished,
                        .pv_length = info->pv_length};
    fill_score(e, info, out);
    fill_forecast(e, info, out);
    memcpy(out->pv, info->pv, (size_t)info->pv_length * sizeof *out->pv);
    pthread_cond_broadcast(&e->wake);
    pthread_mutex_unlock(&e->lock);
}

static void take_done(void *context, Move best, Move ponder) {
    CierzoEngine *e = context;
    pthread_mutex_lock(&e->lock);
    e->best = best;
    e->ponder = ponder;
    e->running = false;
    e->done = true;
    pthread_cond_broadcast(&e->wake);
    pthread_mutex_unlock(&e->lock);
}

/* ---- life ---- */

static void init_lock(CierzoEngine *e) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&e->lock, NULL);
    pthread_cond_init(&e->wake, &attributes);
    pthread_condattr_destroy(&attributes);
}

/* Threads that are started between these two take no signals: those are for the threads of the program. */
static void hold_signals(sigset_t *before) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, before);
}
static void release_signals(const sigset_t *before) { pthread_sigmask(SIG_SETMASK, before, NULL); }

CierzoError cierzo_engine_new(int hash_mb, CierzoEngine **out) {
    if (hash_mb < 1 || hash_mb > MAX_HASH_MB) return CIERZO_RANGE;
    handle_init();
    CierzoEngine *e = calloc(1, sizeof *e);
    if (!e) return CIERZO_MEMORY;
    init_lock(e);
    sigset_t before;
    hold_signals(&before);
    e->ring = malloc(KEPT * sizeof *e->ring);
    e->search = e->ring ? search_create((size_t)hash_mb) : NULL;
    release_signals(&before);
    if (!e->search) {
        cierzo_engine_free(e);
        return CIERZO_MEMORY;
    }
    *out = e;
    return CIERZO_OK;
}

void cierzo_engine_free(CierzoEngine *engine) {
    if (!engine) return;
    search_destroy(engine->search);
    free(engine->ring);
    pthread_cond_destroy(&engine->wake);
    pthread_mutex_destroy(&engine->lock);
    free(engine);
}

CierzoError cierzo_engine_set_hash(CierzoEngine *engine, int hash_mb) {
    if (hash_mb < 1 || hash_mb > MAX_HASH_MB) return CIERZO_RANGE;
    if (cierzo_engine_running(engine)) return CIERZO_BUSY;
    return search_set_hash(engine->search, (size_t)hash_mb) ? CIERZO_OK : CIERZO_MEMORY;
}

CierzoError cierzo_engine_set_threads(CierzoEngine *engine, int count) {
    if (count < 1 || count > MAX_THREADS) return CIERZO_RANGE;
    if (cierzo_engine_running(engine)) return CIERZO_BUSY;
    sigset_t before;
    hold_signals(&before);
    bool done = search_set_threads(engine->search, count);
    release_signals(&before);
    return done ? CIERZO_OK : CIERZO_MEMORY;
}

CierzoError cierzo_engine_clear(CierzoEngine *engine) {
    if (cierzo_engine_running(engine)) return CIERZO_BUSY;
    search_clear(engine->search);
    return CIERZO_OK;
}

/* ---- searches ---- */

CierzoLimits cierzo_limits_none(void) {
    return (CierzoLimits){.depth = -1,
                          .nodes = -1,
                          .movetime = -1,
                          .clock = -1,
                          .increment = -1,
                          .movestogo = -1,
                          .mate = -1,
                          .elo = -1,
                          .multipv = 1};
}

static int by_value(const void *a, const void *b) {
    const CierzoTurn x = *(const CierzoTurn *)a, y = *(const CierzoTurn *)b;
    return (x > y) - (x < y);
}

/* Whether the turns to be considered are legal, and each is there once. */
static CierzoError check_turns(const Position *p, const CierzoLimits *limits) {
    const size_t count = limits->turn_count;
    if (!limits->turns) return CIERZO_OK;
    if (!count || count > (position_in_setup(p) ? MAX_ROOT_SETUPS : MAX_TURNS)) return CIERZO_RANGE;
    for (size_t i = 0; i < count; i++)
        if (!turn_is_legal(p, limits->turns[i])) return CIERZO_ILLEGAL;
    CierzoTurn *sorted = malloc(count * sizeof *sorted);
    if (!sorted) return CIERZO_MEMORY;
    memcpy(sorted, limits->turns, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_value);
    CierzoError error = CIERZO_OK;
    for (size_t i = 1; i < count; i++)
        if (sorted[i] == sorted[i - 1]) error = CIERZO_ILLEGAL;
    free(sorted);
    return error;
}

static CierzoError check_limits(const Position *p, const CierzoLimits *limits) {
    if (limits->multipv < 1 || limits->multipv > MAX_MULTIPV || limits->move_overhead < 0) return CIERZO_RANGE;
    if (limits->elo != -1 && (limits->elo < LEVEL_LEAST || limits->elo > LEVEL_MOST)) return CIERZO_RANGE;
    return check_turns(p, limits);
}

/* -1 is no limit here as there; what else is below the least means the least, and 0 is that of every limit or below it. */
static int64_t limit_of(int64_t asked) { return asked == -1 ? LIMIT_NONE : asked < 0 ? 0 : asked; }

static SearchLimits search_limits(const CierzoLimits *limits) {
    SearchLimits asked = search_limits_none();
    asked.depth = limit_of(limits->depth);
    asked.nodes = limit_of(limits->nodes);
    asked.movetime = limit_of(limits->movetime);
    asked.clock = limit_of(limits->clock);
    asked.increment = limit_of(limits->increment);
    asked.movestogo = limit_of(limits->movestogo);
    asked.mate = limit_of(limits->mate);
    asked.elo = limit_of(limits->elo);
    asked.infinite = limits->infinite != 0;
    asked.ponder = limits->ponder != 0;
    asked.multipv = limits->multipv;
    asked.move_overhead = limits->move_overhead;
    asked.root_moves = limits->turns;
    asked.root_move_count = limits->turns ? limits->turn_count : 0;
    return asked;
}

CierzoError cierzo_engine_start(CierzoEngine *engine, const CierzoBoard *board, const CierzoLimits *limits) {
    SearchLimits asked = search_limits(limits);
    if (cierzo_engine_running(engine)) return CIERZO_BUSY;
    CierzoError error = check_limits(&board->board.position, limits);
    if (error) return error;
    /* The thread of the last search may still be on its way out of take_done: search_start waits for it, and it reads nothing of these. */
    pthread_mutex_lock(&engine->lock);
    engine->root = board->board;
    engine->forecast = limits->forecast != 0;
    engine->running = true;
    engine->done = false;
    engine->first = engine->count = 0;
    pthread_mutex_unlock(&engine->lock);
    search_start(engine->search, &board->board.position, &asked, &(SearchListener){take_info, take_done, engine});
    return CIERZO_OK;
}

/* With the lock held: whether there is something to hand out, or nothing to wait for. */
static bool is_settled(const CierzoEngine *e) { return e->count > 0 || e->done || !e->running; }

CierzoEvent cierzo_engine_next(CierzoEngine *engine, CierzoInfo *out, int timeout_ms) {
    const struct timespec until = clock_in_ms(timeout_ms > 0 ? timeout_ms : 0);
    CierzoEvent event = CIERZO_IDLE;
    pthread_mutex_lock(&engine->lock);
    while (!is_settled(engine))
        if (timeout_ms < 0) pthread_cond_wait(&engine->wake, &engine->lock);
        else if (pthread_cond_timedwait(&engine->wake, &engine->lock, &until)) break;
    if (engine->count > 0) {
        event = CIERZO_INFO;
        *out = engine->ring[engine->first];
        engine->first = (engine->first + 1) % KEPT;
        engine->count--;
    } else if (engine->done) {
        event = CIERZO_DONE;
        out->best = engine->best;
        out->ponder = engine->ponder;
        engine->done = false;
    } else if (engine->running) {
        event = CIERZO_TIMEOUT;
    }
    pthread_mutex_unlock(&engine->lock);
    return event;
}

void cierzo_engine_stop(CierzoEngine *engine) { search_stop(engine->search); }

void cierzo_engine_ponderhit(CierzoEngine *engine) { search_ponderhit(engine->search); }

int cierzo_engine_running(CierzoEngine *engine) {
    pthread_mutex_lock(&engine->lock);
    bool running = engine->running;
    pthread_mutex_unlock(&engine->lock);
    return running;
}
