#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// Begins to count the allocations of the current thread, from zero.
void allocation_counter_start(void);

/// Ends counting and gives the number of allocations; -1 where they cannot be counted.
long allocation_counter_stop(void);

/// The bytes that are allocated now, all that the process has asked for and not given back; -1 where
/// they cannot be counted.
long allocated_bytes(void);

#endif
