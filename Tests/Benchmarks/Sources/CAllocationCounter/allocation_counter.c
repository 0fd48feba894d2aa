// Stands in for the allocating functions of glibc: an executable that defines them is asked before
// the C library is. Each hands the request on; freeing stays where it is.

#define _GNU_SOURCE
#include "allocation_counter.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__GLIBC__)

#include <malloc.h>

static _Thread_local int counts;
static _Thread_local long allocations;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  allocations += counts;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations += counts;
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  allocations += counts;
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  allocations += counts;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  allocations += counts;
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
    return EINVAL;
  void *memory = __libc_memalign(alignment, size);
  if (memory == NULL)
    return ENOMEM;
  *result = memory;
  return 0;
}

void allocation_counter_start(void) {
  allocations = 0;
  counts = 1;
}

long allocation_counter_stop(void) {
  counts = 0;
  return allocations;
}

long allocated_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (long)(info.uordblks + info.hblkhd);
}

#else

void allocation_counter_start(void) {}

long allocation_counter_stop(void) { return -1; }

long allocated_bytes(void) { return -1; }

#endif
