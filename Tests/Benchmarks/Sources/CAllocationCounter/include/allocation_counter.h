#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// Begins to count the allocations of the current thread, from zero.
void allocation_counter_start(void);

/// Ends counting and gives the number of allocations; -1 where they cannot be counted.
long allocation_counter_stop(void);

#endif
