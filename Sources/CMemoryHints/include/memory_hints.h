// Hints about memory that Swift cannot express. They never change the results of a program, for any
// address.

#ifndef MEMORY_HINTS_H
#define MEMORY_HINTS_H

#include <stddef.h>

/// Hints that the word at `address` will be read soon. The address need not be valid.
__attribute__((always_inline)) static inline void memory_will_read(const void *_Nullable address) {
  __builtin_prefetch(address, 0, 3);
}

/// Hints that the word at `address` will be read after others. It is fetched into the second cache of the
/// processor only.
__attribute__((always_inline)) static inline void memory_will_read_later(
    const void *_Nullable address) {
  __builtin_prefetch(address, 0, 2);
}

/// Hints that the word at `address` will be written soon. The address need not be valid.
__attribute__((always_inline)) static inline void memory_will_write(const void *_Nullable address) {
  __builtin_prefetch(address, 1, 3);
}

/// Hints that the caller will fill `count` bytes at `address`, which it owns, from beginning to end. If the
/// system can, it provides a few large pages in place of many small ones.
void memory_will_fill(void *_Nullable address, size_t count);

#endif
