#ifndef FRC_JSON_LIMITS_H
#define FRC_JSON_LIMITS_H

// The greatest depth of nested arrays and objects. Comparing, hashing and freeing the values recurses, and
// must fit into the 512 KiB of stack that a thread has on some platforms, in a debug build too.
#define FRC_JSON_MAXIMUM_DEPTH 256

#endif
