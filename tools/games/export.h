/* Records in the forms of other programs; import.h reads them all back. */
#ifndef CIERZO_TOOLS_GAMES_EXPORT_H
#define CIERZO_TOOLS_GAMES_EXPORT_H

#include "tools/games/import.h"

typedef struct {
    FILE *out;
    GameFormat format; /* any but FORMAT_LOG */
    int games;         /* written so far */
} Export;

/* Writes a game; false with the reason when the form cannot hold it (a start, a rule set), and nothing is written. Comments and notes go
 * into FORMAT_PGN alone. */
bool export_game(Export *e, const Record *r, char reason[static IMPORT_REASON_SIZE]);
/* What stands behind the last game. */
void export_end(Export *e);

#endif
