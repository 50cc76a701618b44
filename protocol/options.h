/* The options: one table with name, type, default, range and what setting one does. */
#ifndef CIERZO_PROTOCOL_OPTIONS_H
#define CIERZO_PROTOCOL_OPTIONS_H

#include "engine/variant.h"
#include "protocol/parse.h"
#include "protocol/text.h"

struct Session;

/* The options that the session keeps. Hash, Threads and the log file are kept by whom they concern, the searcher and the output. */
typedef struct {
    const Variant *variant;
    int multipv;
    int move_overhead; /* ms */
    bool show_wdl, show_claims;
    bool limit_strength;
    int elo;         /* counts when strength is limited */
    char *hash_file; /* path, owned by the session; NULL: none */
} Options;

/* The default of Hash, in MB: the session creates its searcher with it. */
enum { OPTION_HASH_MB = 64 };

Options options_default(void);

/* What the options say about a search, no other limits; `received` is when the `go` was read. */
SearchLimits options_limits(const Options *o, int64_t received);

/* Appends the `option` lines of a handshake. */
void options_list(Text *out);

/* Sets one option of an idle session. False, and nothing changed, when the name or the value is wrong or memory is short. */
bool options_set(struct Session *s, const OptionRequest *request, ParseError *error);

#endif
