#define _GNU_SOURCE

#include "fuzz_work.h"

#include <time.h>

#ifdef __linux__
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// libFuzzer clears them before each input, and looks at them after it.
__attribute__((used, section("__libfuzzer_extra_counters")))
static uint8_t counters[8 * FUZZ_WORK_STEPS];

void fuzz_work_reach(size_t kind, size_t step) {
  if (kind < 8 && step < FUZZ_WORK_STEPS) counters[kind * FUZZ_WORK_STEPS + step] = 1;
}

int fuzz_work_open(void) {
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.inherit = 1;
  return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);
}

uint64_t fuzz_work_instructions(int counter) {
  uint64_t count = 0;
  return read(counter, &count, sizeof count) == (ssize_t)sizeof count ? count : 0;
}
#else
void fuzz_work_reach(size_t kind, size_t step) {
  (void)kind;
  (void)step;
}

int fuzz_work_open(void) { return -1; }

uint64_t fuzz_work_instructions(int counter) {
  (void)counter;
  return 0;
}
#endif

uint64_t fuzz_work_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

// Not static, or the compiler knows that they are zero.
uint8_t fuzz_work_bytes[4096];
uint64_t fuzz_work_counts[256];

// Goes through text as an engine does: a read, a look into a table and a branch for each byte.
#define LOOP                                                                  \
  uint64_t sum = 0;                                                           \
  for (uint64_t round = 0; round < rounds; round++) {                         \
    uint8_t byte = fuzz_work_bytes[round & 4095];                             \
    if (fuzz_work_counts[byte] != 0) fuzz_work_bytes[round & 4095] = 0;       \
    sum += fuzz_work_counts[255 - byte];                                      \
  }                                                                           \
  return sum;

__attribute__((noinline, no_sanitize("coverage")))
uint64_t fuzz_work_checked_loop(uint64_t rounds) { LOOP }

__attribute__((noinline, no_sanitize("address", "coverage")))
uint64_t fuzz_work_plain_loop(uint64_t rounds) { LOOP }
