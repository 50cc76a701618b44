/* FNV-1a (Fowler, Noll, Vo), 64 bits. */
#ifndef CIERZO_KIT_FNV_H
#define CIERZO_KIT_FNV_H

#include <stddef.h>
#include <stdint.h>

static const uint64_t FNV_START = 0xCBF29CE484222325u;

static inline uint64_t fnv_add(uint64_t hash, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001B3u;
    return hash;
}

#endif
