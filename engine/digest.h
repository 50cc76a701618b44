/* A digest of bytes, by which files and tables are told apart and damage is noticed; none against anybody who means to deceive. Each eight
 * bytes are a step of SplitMix64, which maps both the digest before and the bytes one to one, so that no single change of eight bytes gives
 * the same digest. Bytes are read in the machine's order. */
#ifndef CIERZO_ENGINE_DIGEST_H
#define CIERZO_ENGINE_DIGEST_H

#include <stddef.h>
#include <string.h>

#include "engine/splitmix.h"

/* The digest of what `digest` is of, 0 for nothing, and of these bytes behind it; the last ones are filled up with zeros. */
static inline uint64_t digest_add(uint64_t digest, const void *bytes, size_t count) {
    const char *at = bytes;
    for (; count > 0; at += sizeof(uint64_t)) {
        uint64_t word = 0;
        size_t part = count < sizeof word ? count : sizeof word;
        memcpy(&word, at, part);
        digest ^= word;
        digest = splitmix64(&digest);
        count -= part;
    }
    return digest;
}

#endif
