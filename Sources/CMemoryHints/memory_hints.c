#define _DEFAULT_SOURCE

#include "memory_hints.h"

#include <stdint.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

// The size of a large page. Where it is another one, only less than could be is asked for.
static const uintptr_t page = (uintptr_t)1 << 21;

void memory_will_fill(void *address, size_t count) {
#ifdef MADV_HUGEPAGE
  // Only pages that lie wholly within: nothing of what lies around is touched.
  uintptr_t begin = ((uintptr_t)address + page - 1) & ~(page - 1);
  uintptr_t end = ((uintptr_t)address + count) & ~(page - 1);
  if (end > begin) {
    // A refusal leaves everything as it is.
    (void)madvise((void *)begin, end - begin, MADV_HUGEPAGE);
  }
#else
  (void)address;
  (void)count;
#endif
}
