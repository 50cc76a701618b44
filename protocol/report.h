/* What a search says, as protocol lines. */
#ifndef CIERZO_PROTOCOL_REPORT_H
#define CIERZO_PROTOCOL_REPORT_H

#include "protocol/text.h"
#include "search/contract.h"

/* The dialects differ in two things: UGI counts mates in plies, and its bestmove never has a ponder move. */
typedef enum { DIALECT_UCI, DIALECT_UGI } Dialect;

typedef struct {
    Dialect dialect;
    bool show_wdl;
    bool show_claims;
    bool in_setup; /* the searched position: its scores are shown as they are, those of play as what they promise */
} ReportStyle;

/* Each appends one line, its newline included. */
void report_info(Text *out, ReportStyle style, const SearchInfo *info);
/* The probability that Black gets each shooter of `root`, by its square there, as the evaluation has it at the end of the line; claimed
 * ones are certain. Nothing without shooters on the board. */
void report_claims(Text *out, const Board *root, const SearchInfo *info);
void report_bestmove(Text *out, ReportStyle style, Move best, Move ponder);

#endif
