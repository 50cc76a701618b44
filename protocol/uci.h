/* The line loop of both dialects. */
#ifndef CIERZO_PROTOCOL_UCI_H
#define CIERZO_PROTOCOL_UCI_H

#include "protocol/session.h"

/* Obeys one line, without its newline. */
void uci_obey(Session *s, const char *line);

/* Obeys the commands from `input_fd` until `quit`, the end of input or the loss of the reader; no task runs any more then. */
void uci_loop(Session *s, int input_fd);

#endif
