/* For which processors this copy of the program is compiled, where one file holds several copies (see dispatch.c). */
#ifndef CIERZO_PROTOCOL_DISPATCH_H
#define CIERZO_PROTOCOL_DISPATCH_H

/* What follows the version in `--version` and `id name`: nothing where the program has one copy, as with -Dcpu=native. */
#ifdef CIERZO_CPU
#define CPU_NAMED " (" CIERZO_CPU ")"
#else
#define CPU_NAMED ""
#endif

#endif
