// What Swift has no words for: counters in a section of libFuzzer, the processor's count of instructions, and a loop
// with and without the checks of the sanitizer.

#ifndef FUZZ_WORK_H
#define FUZZ_WORK_H

#include <stddef.h>
#include <stdint.h>

/// How many steps of work there are.
enum { FUZZ_WORK_STEPS = 64 };

/// Tells libFuzzer that the input takes work of a step, which is less than FUZZ_WORK_STEPS, of a kind: an input that
/// takes a step that no other input took is kept and mutated. There are 8 kinds.
void fuzz_work_reach(size_t kind, size_t step);

/// The processor time of all threads of the process in nanoseconds.
uint64_t fuzz_work_nanoseconds(void);

/// Counts the instructions of this thread, and of threads that it starts from now on, outside of the kernel; -1 if
/// the system does not permit it, as most containers do not.
int fuzz_work_open(void);

/// The instructions since the beginning, by the result of fuzz_work_open; 0 if they cannot be read.
uint64_t fuzz_work_instructions(int counter);

/// A loop over memory with the checks of the address sanitizer.
uint64_t fuzz_work_checked_loop(uint64_t rounds);

/// The same loop without.
uint64_t fuzz_work_plain_loop(uint64_t rounds);

#endif
