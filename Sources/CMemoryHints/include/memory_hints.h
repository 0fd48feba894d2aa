// What Swift has no words for: hints about memory. None of them changes what a program computes,
// whatever the address is.

#ifndef MEMORY_HINTS_H
#define MEMORY_HINTS_H

#include <stddef.h>

/// Says that the word at `address` is going to be read; nothing has to be there.
__attribute__((always_inline)) static inline void memory_will_read(const void *_Nullable address) {
  __builtin_prefetch(address, 0, 3);
}

/// Says that the word at `address` is going to be read, and others before it: it need not come nearer
/// than the second of the processor's caches.
__attribute__((always_inline)) static inline void memory_will_read_later(
    const void *_Nullable address) {
  __builtin_prefetch(address, 0, 2);
}

/// Says that the word at `address` is going to be written; nothing has to be there.
__attribute__((always_inline)) static inline void memory_will_write(const void *_Nullable address) {
  __builtin_prefetch(address, 1, 3);
}

/// Says that `count` bytes at `address`, which belong to the caller, are going to be filled from
/// beginning to end: where the system can, they come as a few large pages and not as many small ones.
void memory_will_fill(void *_Nullable address, size_t count);

#endif
