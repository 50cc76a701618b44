/* The table in a file, so that a deep analysis outlives the process, and the answers kept beside it.
 *
 * The file: a header that says what it is of, the kept answers (kept.h), the chunks of the table (table.h), and the digest of all that. It is
 * as large as the table. Only a file of the same form, version of the engine, evaluation, keys, rule set, byte order and size of table is
 * read, and only when nothing of it is damaged. A digest is no signature: who means to deceive can write a file that is believed, which then
 * may give wrong scores, but no illegal move. */
#ifndef CIERZO_SEARCH_TABLE_FILE_H
#define CIERZO_SEARCH_TABLE_FILE_H

#include "engine/variant.h"
#include "search/kept.h"
#include "search/table.h"

enum { TABLE_FILE_ERROR = 160 };

/* Both return false with the reason in `error`, printable and without an end of line. */

/* Writes a file beside `path`, its name and `.new`, and then puts it in its place: whenever that breaks off, a file that was there stays
 * whole. A file that is no table, and a table without entries, is not written over one. Between searches only. */
bool table_file_save(const Table *t, const Kept *k, const Variant *v, const char *path, char error[static TABLE_FILE_ERROR]);

/* Reads it into a new table. When that fails neither holds anything of use. */
bool table_file_load(Table *t, Kept *k, const Variant *v, const char *path, char error[static TABLE_FILE_ERROR]);

#endif
