/* JSON as RFC 8259 has it, read into a tree; small: what game reports need. Every value knows its line, since a fault in a game is told
 * with its line. That is what jansson, cJSON and json-c do not keep, and why this is not one of them; nor has a static program, or one
 * for another system, to look for a library this way. */
#ifndef CIERZO_TOOLS_GAMES_JSON_H
#define CIERZO_TOOLS_GAMES_JSON_H

#include <stdbool.h>

enum { JSON_ERROR_SIZE = 128, JSON_DEPTH = 64 };

typedef enum { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } JsonType;

typedef struct JsonValue {
    JsonType type;
    long line;                      /* where it begins, from 1 */
    char *key;                      /* in an object; owned */
    char *text;                     /* of a string, UTF-8, NUL as `?`; of a number as written; owned */
    struct JsonValue *first, *next; /* its values, and the next one of what it is in; owned */
} JsonValue;

/* The value that the text is, to be freed; NULL with the line and the reason when it is none or memory is short. */
JsonValue *json_read(const char *text, long *line, char error[static JSON_ERROR_SIZE]);
void json_free(JsonValue *v);

/* The value of a key, NULL when there is none, or `v` is NULL or no object. */
const JsonValue *json_get(const JsonValue *v, const char *key);
/* Its text when it is a string, else NULL. */
const char *json_text(const JsonValue *v);

#endif
