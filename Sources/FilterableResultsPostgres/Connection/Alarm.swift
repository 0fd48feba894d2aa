#if PostgreSQL
  internal import EssentialFoundation

  /// A wait for a socket that another thread can end.
  final class Alarm: Sendable {
    /// The reason why a wait ended.
    enum Outcome {
      /// The socket is readable or writable, or has failed.
      case ready
      /// The deadline has passed.
      case late
      /// Another thread has called `ring()`.
      case woken
    }

    /// A pipe whose first end is readable after `ring()`.
    private let (reading, writing): (Int32, Int32)

    /// Creates an alarm; nil if the process has too many open files.
    init?() {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      (reading, writing) = (ends[0], ends[1])
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }

    deinit {
      close(reading)
      close(writing)
    }

    /// Ends a wait, or the next one if no thread waits.
    func ring() {
      var byte: UInt8 = 1
      // A full pipe has rung.
      _ = write(writing, &byte, 1)
    }

    /// Waits for events of a socket until the deadline; nil for no deadline.
    func wait(
      for socket: Int32, _ events: Int32, until deadline: ContinuousClock.Instant?
    ) -> Outcome {
      while true {
        var waits = [
          pollfd(fd: socket, events: Int16(truncatingIfNeeded: events), revents: 0),
          pollfd(fd: reading, events: Int16(truncatingIfNeeded: Int32(POLLIN)), revents: 0),
        ]
        var milliseconds: Int32 = -1
        if let deadline {
          // At most a day at once, which fits; it waits again then.
          let left = min(max(.zero, ContinuousClock.now.duration(to: deadline)), .seconds(86_400))
          // Rounded up, so that the deadline has passed afterwards.
          milliseconds = Int32((left / .milliseconds(1)).rounded(.up))
        }
        let count = poll(&waits, 2, milliseconds)
        if count < 0 {
          // A signal interrupted the wait; the caller notices any other failure by the socket.
          if errno == EINTR { continue }
          return .ready
        }
        if waits[1].revents != 0 {
          silence()
          return .woken
        }
        if waits[0].revents != 0 { return .ready }
        if let deadline, ContinuousClock.now >= deadline { return .late }
      }
    }

    /// Waits in the same way, and asks `isInterrupted` twenty times a second.
    ///
    /// - Throws: An error with SQLSTATE 57014 if it has returned true.
    func wait(
      for socket: Int32, _ events: Int32, until deadline: ContinuousClock.Instant?,
      _ isInterrupted: (() -> Bool)?
    ) throws(PostgresError) -> Outcome {
      guard let isInterrupted else { return wait(for: socket, events, until: deadline) }
      while true {
        if isInterrupted() { throw PostgresError("interrupted", sqlState: "57014") }
        let look = ContinuousClock.now + .milliseconds(50)
        let end = min(deadline ?? look, look)
        let outcome = wait(for: socket, events, until: end)
        guard outcome == .late, end != deadline else { return outcome }
      }
    }

    private func silence() {
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(reading, &bytes, bytes.count) > 0 {}
    }
  }
#endif
