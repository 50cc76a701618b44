/* Which version of the project this is, for every program to say. */
#ifndef CIERZO_ENGINE_VERSION_H
#define CIERZO_ENGINE_VERSION_H

/* The number of meson.build, for a release; else with the commit behind it, as scripts/version.sh says: "0.1.0+4eb70ff".
 * Its one definition is made from version.c.in at every build, so that a new commit compiles nothing else. */
extern const char CIERZO_VERSION[];

#endif
