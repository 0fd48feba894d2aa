#ifndef FRC_JSON_LIMITS_H
#define FRC_JSON_LIMITS_H

// How deep arrays and objects may nest. Comparing, hashing and freeing the values recurses, and has to
// fit the 512 KiB of stack that a thread gets on some platforms, in a debug build too.
#define FRC_JSON_MAXIMUM_DEPTH 256

#endif
