#include "search/table.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef struct {
    _Atomic uint64_t check; /* key ^ data */
    _Atomic uint64_t data;
} Entry;

enum { BUCKET_ENTRIES = 4 };
typedef struct {
    Entry entry[BUCKET_ENTRIES];
} Bucket;
static_assert(sizeof(Bucket) == 64, "a bucket is a cache line");

struct Table {
    Bucket *buckets;
    size_t count;
    char *mapping; /* what the buckets are a part of */
    size_t mapped;
    atomic_size_t next_piece; /* to be cleared */
    uint8_t generation;       /* of six bits */
};

/* data, from the low end: move 21, score 16, depth 8, bound 2, generation 6. */
enum { SCORE_SHIFT = 21, DEPTH_SHIFT = 37, BOUND_SHIFT = 45, GENERATION_SHIFT = 47, GENERATION_BITS = 6, GENERATIONS = 64 };

static uint64_t pack(Move move, Score score, int depth, ScoreBound bound, uint8_t generation) {
    return move_pack(move) | (uint64_t)(uint16_t)score << SCORE_SHIFT | (uint64_t)(uint8_t)depth << DEPTH_SHIFT |
           (uint64_t)bound << BOUND_SHIFT | (uint64_t)generation << GENERATION_SHIFT;
}

static int depth_of(uint64_t data) { return (int)(data >> DEPTH_SHIFT & 0xFF); }
static int generation_of(uint64_t data) { return (int)(data >> GENERATION_SHIFT & (GENERATIONS - 1)); }

static uint64_t load(const _Atomic uint64_t *word) { return atomic_load_explicit(word, memory_order_relaxed); }
static void save(_Atomic uint64_t *word, uint64_t value) { atomic_store_explicit(word, value, memory_order_relaxed); }

/* Memory straight from the system: zero pages that are touched only when used, large ones where it gives them. A large page begins at
 * a multiple of its size, which mmap does not promise, so the table begins at one within a longer mapping. */
enum { LARGE_PAGE = 2 << 20 };

/* What is cleared at a time: whole large pages, and as little as that, since whoever breaks off the clearing waits for one. */
enum { PIECE_BUCKETS = LARGE_PAGE / sizeof(Bucket) };

static size_t pieces_of(const Table *t) { return (t->count + PIECE_BUCKETS - 1) / PIECE_BUCKETS; }

Table *table_create(size_t megabytes) {
    if (megabytes > MAX_HASH_MB || megabytes > (SIZE_MAX - LARGE_PAGE) >> 20 /* of 32 bits */) return NULL;
    Table *t = malloc(sizeof *t);
    if (!t) return NULL;
    size_t bytes = megabytes << 20;
    t->count = bytes / sizeof(Bucket);
    t->generation = 0;
    atomic_init(&t->next_piece, 0);
    t->mapped = bytes + LARGE_PAGE;
    t->mapping = mmap(NULL, t->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (t->mapping == MAP_FAILED) {
        free(t);
        return NULL;
    }
    char *begin = t->mapping + (-(uintptr_t)t->mapping & (LARGE_PAGE - 1));
#ifdef MADV_HUGEPAGE
    madvise(begin, bytes, MADV_HUGEPAGE);
#endif
    t->buckets = (Bucket *)(void *)begin;
    return t;
}

void table_destroy(Table *t) {
    if (!t) return;
    munmap(t->mapping, t->mapped);
    free(t);
}

void table_clear_begin(Table *t) {
    t->generation = 0;
    atomic_store_explicit(&t->next_piece, 0, memory_order_relaxed);
}

/* The first bucket of the next piece, which is the caller's then; t->count when all are taken. Relaxed, as what was cleared is handed
 * over by whatever the threads are waited for with. */
static size_t take_piece(Table *t) {
    size_t piece = atomic_fetch_add_explicit(&t->next_piece, 1, memory_order_relaxed);
    return piece < pieces_of(t) ? piece * PIECE_BUCKETS : t->count;
}

bool table_clear_piece(Table *t) {
    size_t begin = take_piece(t);
    if (begin == t->count) return false;
    size_t left = t->count - begin, count = left < PIECE_BUCKETS ? left : PIECE_BUCKETS;
    memset(t->buckets + begin, 0, count * sizeof *t->buckets);
    return true;
}

/* Whether the system has taken the memory back, to give zeros in its place. Only Linux promises the zeros. */
static bool give_back(void *memory, size_t bytes) {
#ifdef __linux__
    return madvise(memory, bytes, MADV_DONTNEED) == 0;
#else
    return (void)memory, (void)bytes, false;
#endif
}

void table_clear_rest(Table *t) {
    size_t begin = take_piece(t);
    if (begin == t->count) return;
    size_t bytes = (t->count - begin) * sizeof *t->buckets;
    if (!give_back(t->buckets + begin, bytes)) memset(t->buckets + begin, 0, bytes);
    atomic_store_explicit(&t->next_piece, pieces_of(t), memory_order_relaxed);
}

void table_new_search(Table *t) { t->generation = (uint8_t)((t->generation + 1) % GENERATIONS); }

/* The high bits of the key choose the bucket, without a division (Lemire, "Fast random integer generation in an interval", 2019). */
static Bucket *bucket_of(const Table *t, uint64_t key) {
    return &t->buckets[(size_t)((unsigned __int128)key * t->count >> 64)];
}

bool table_probe(const Table *t, uint64_t key, TableHit *hit) {
    const Bucket *b = bucket_of(t, key);
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        uint64_t data = load(&b->entry[i].data);
        if ((load(&b->entry[i].check) ^ data) != key || !data) continue;
        *hit = (TableHit){
            .move = move_unpack((uint32_t)(data & MOVE_TURN_MASK)),
            .score = (int16_t)(data >> SCORE_SHIFT & 0xFFFF),
            .depth = depth_of(data),
            .bound = (ScoreBound)(data >> BOUND_SHIFT & 3),
        };
        return true;
    }
    return false;
}

void table_store(Table *t, uint64_t key, Move move, Score score, int depth, ScoreBound bound) {
    Bucket *b = bucket_of(t, key);
    Entry *victim = NULL;
    int lowest = 0;
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        Entry *e = &b->entry[i];
        uint64_t data = load(&e->data);
        if ((load(&e->check) ^ data) == key && data) {
            if (move == MOVE_NONE) move = move_unpack((uint32_t)(data & MOVE_TURN_MASK));
            victim = e;
            break;
        }
        int age = (t->generation - generation_of(data) + GENERATIONS) % GENERATIONS;
        int worth = data ? depth_of(data) - 8 * age : -1000;
        if (!victim || worth < lowest) {
            victim = e;
            lowest = worth;
        }
    }
    uint64_t data = pack(move, score, depth, bound, t->generation);
    save(&victim->check, key ^ data);
    save(&victim->data, data);
}

/* From the first buckets, which are as full as any others: a sample from all over a new table would touch as many of its pages. */
int table_hashfull(const Table *t) {
    enum { SAMPLE = 250 };
    int used = 0;
    for (int i = 0; i < SAMPLE; i++)
        for (int j = 0; j < BUCKET_ENTRIES; j++) {
            uint64_t data = load(&t->buckets[i].entry[j].data);
            used += data && generation_of(data) == t->generation;
        }
    return used * 1000 / (SAMPLE * BUCKET_ENTRIES);
}

/* ---- chunks, for files ---- */

enum { CHUNK_BUCKETS = TABLE_CHUNK / sizeof(Bucket) };
static_assert(sizeof(Bucket) == BUCKET_ENTRIES * 2 * sizeof(uint64_t), "a chunk is the words of its entries");

size_t table_chunks(const Table *t) { return t->count / CHUNK_BUCKETS; }

int table_generation(const Table *t) { return t->generation; }

/* Whether an entry of that bucket may have these words. Two threads that wrote it at once may have left others. */
static bool is_entry(const Table *t, const Bucket *b, uint64_t check, uint64_t data) {
    int score = (int16_t)(data >> SCORE_SHIFT & 0xFFFF);
    return data && !(data >> GENERATION_SHIFT >> GENERATION_BITS) && (data >> BOUND_SHIFT & 3) <= BOUND_UPPER &&
           depth_of(data) <= MAX_DEPTH && score >= -SCORE_MATE && score <= SCORE_MATE && bucket_of(t, check ^ data) == b;
}

int table_export(const Table *t, size_t chunk, uint64_t out[static TABLE_CHUNK_WORDS]) {
    const Bucket *b = t->buckets + chunk * CHUNK_BUCKETS;
    int found = 0;
    for (int i = 0; i < CHUNK_BUCKETS; i++, b++)
        for (int j = 0; j < BUCKET_ENTRIES; j++) {
            uint64_t check = load(&b->entry[j].check), data = load(&b->entry[j].data);
            bool sound = is_entry(t, b, check, data);
            *out++ = sound ? check : 0;
            *out++ = sound ? data : 0;
            found += sound;
        }
    return found;
}

bool table_import(Table *t, size_t chunk, const uint64_t in[static TABLE_CHUNK_WORDS]) {
    Bucket *b = t->buckets + chunk * CHUNK_BUCKETS;
    for (int i = 0; i < CHUNK_BUCKETS; i++, b++)
        for (int j = 0; j < BUCKET_ENTRIES; j++) {
            uint64_t check = *in++, data = *in++;
            if (!check && !data) continue; /* as it is, and no memory taken for it */
            if (!is_entry(t, b, check, data)) return false;
            save(&b->entry[j].check, check);
            save(&b->entry[j].data, data);
        }
    return true;
}

void table_import_done(Table *t, int generation) {
    t->generation = (uint8_t)(generation % GENERATIONS);
    atomic_store_explicit(&t->next_piece, pieces_of(t), memory_order_relaxed);
}
