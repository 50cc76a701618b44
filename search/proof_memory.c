#include "search/proof_memory.h"

#include <stdlib.h>
#include <string.h>

enum { TABLE_BITS = 19, BUCKET = 4 };

bool proof_memory_init(ProofMemory *m) {
    /* Zero pages from the system: touched only when used. */
    *m = (ProofMemory){.table = calloc((size_t)1 << TABLE_BITS, sizeof *m->table),
                       .lines = calloc(LINES_MAX, sizeof *m->lines)};
    if (!m->table || !m->lines) return false;
    m->line_count = DECIDED_LINES;
    for (uint32_t n = 0; n < DECIDED_LINES; n++) m->lines[n].move = n << MOVE_TURN_BITS;
    return true;
}

void proof_memory_destroy(ProofMemory *m) {
    free(m->table);
    free(m->lines);
}

void proof_memory_clear(ProofMemory *m) {
    if (m->used) memset(m->table, 0, sizeof *m->table << TABLE_BITS);
    m->used = m->full = false;
    m->line_count = DECIDED_LINES;
}

static ProofEntry *proof_bucket(const ProofMemory *m, uint64_t key) {
    return &m->table[key >> (64 - TABLE_BITS) & ~(uint64_t)(BUCKET - 1)];
}

const ProofEntry *proof_memory_probe(const ProofMemory *m, uint64_t key) {
    const ProofEntry *e = proof_bucket(m, key);
    for (int i = 0; i < BUCKET; i++)
        if (e[i].key == key && e[i].work) return &e[i];
    return NULL;
}

void proof_memory_store(ProofMemory *m, ProofEntry new) {
    ProofEntry *e = proof_bucket(m, new.key), *victim = e;
    uint64_t work = new.work;
    m->used = true;
    for (int i = 0; i < BUCKET; i++) {
        if (e[i].key == new.key) {
            victim = &e[i];
            work += e[i].work;
            break;
        }
        if (e[i].work < victim->work) victim = &e[i];
    }
    new.work = work > UINT32_MAX ? UINT32_MAX : (uint32_t)work;
    *victim = new;
}

uint32_t proof_memory_add_line(ProofMemory *m, uint32_t move, uint32_t rest) {
    if (m->line_count == LINES_MAX) {
        m->full = true;
        return 0;
    }
    m->lines[m->line_count] = (ProofLine){move | (proof_memory_plies(m, rest) + 1) << MOVE_TURN_BITS, rest};
    return m->line_count++;
}
