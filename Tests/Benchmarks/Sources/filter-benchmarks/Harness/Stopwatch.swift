#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which time is measured.
enum Stopwatch {
  /// The time that passes.
  case clock

  /// The time that the threads of the process compute. It leaves out what other programs compute and waiting for
  /// a disk.
  case processor

  /// Nanoseconds since a point of its own.
  var nanoseconds: Double {
    var time = timespec()
    clock_gettime(self == .clock ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
