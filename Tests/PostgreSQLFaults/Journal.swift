#if PostgreSQL && os(Linux)
  internal import Foundation
  internal import Synchronization

  /// The events of a run, the promises that were broken, and numbers for the summary.
  final class Journal: Sendable {
    private struct State {
      var events: [String] = []
      var failures: [String] = []
      var counts: [String: Int] = [:]
      var beat = ContinuousClock.now
    }

    private let state = Mutex(State())
    private let start = ContinuousClock.now
    private let printsEvents: Bool

    init(printsEvents: Bool) { self.printsEvents = printsEvents }

    /// The seconds since the start.
    var seconds: Double { start.duration(to: .now) / .seconds(1) }

    private var time: String { String(format: "%8.3f", seconds) }

    /// Adds an event; the last ones are printed with a failure.
    func note(_ event: String) {
      let line = "\(time)  \(event)"
      state.withLock { state in
        state.events.append(line)
        if state.events.count > 2_000 { state.events.removeFirst(1_000) }
      }
      if printsEvents { Self.write(line) }
    }

    /// Adds a broken promise.
    func fail(_ promise: Character, _ text: String) {
      let line = "\(time)  promise (\(promise)) is broken: \(text)"
      state.withLock { $0.failures.append(line) }
      note(line)
      if !printsEvents { Self.write(line) }
    }

    /// Counts something for the summary.
    func count(_ name: String, _ number: Int = 1) {
      state.withLock { $0.counts[name, default: 0] += number }
    }

    var failures: [String] { state.withLock { $0.failures } }

    func number(_ name: String) -> Int { state.withLock { $0.counts[name, default: 0] } }

    /// The counted things, by their names.
    var summary: String {
      state.withLock { state in
        state.counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
          .joined(separator: ", ")
      }
    }

    /// Prints the last events.
    func dump() {
      for line in state.withLock({ $0.events.suffix(300) }) { Self.write(line) }
    }

    static func write(_ line: String) {
      FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    // MARK: - The watchdog

    /// Notes that the run goes on.
    func beat() { state.withLock { $0.beat = .now } }

    /// The time since the run went on last.
    var silence: Duration { state.withLock { $0.beat }.duration(to: .now) }
  }
#endif
