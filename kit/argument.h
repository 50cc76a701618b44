/* Whole numbers on the command lines of the programs. */
#ifndef CIERZO_KIT_ARGUMENT_H
#define CIERZO_KIT_ARGUMENT_H

#include <stdbool.h>
#include <stdint.h>

/* Reads a decimal number from `least` to `most`, both included; a sign in front may only be `-`. False, and *out left alone, when the
 * text is anything else. */
bool argument_number(const char *text, int64_t least, int64_t most, int64_t *out);

/* The same for a number without which the program cannot go on. When the text is not one, says so on standard error in the name of
 * `program`, with `what` was to be read, and ends the program with EXIT_FAILURE. */
int64_t argument_need(const char *program, const char *what, const char *text, int64_t least, int64_t most);

#endif
