/* The start-up of the engine library. */
#ifndef CIERZO_ENGINE_ENGINE_H
#define CIERZO_ENGINE_ENGINE_H

/* Fills every table of the engine library. Call once, before anything else and before any thread starts. */
void engine_init(void);

#endif
