/// Has a reader read everything in intervals.
struct RefreshTimer {
  private var interval: Duration?
  private var task: Task<Void, Never>?

  /// Sets the interval, nil for none. The same one goes on.
  mutating func set(_ interval: Duration?, _ changes: SQLChanges) {
    guard interval != self.interval else { return }
    self.interval = interval
    task?.cancel()
    task = interval.map { interval in
      Task.detached {
        while (try? await Task.sleep(for: interval.asPause)) != nil { changes.addEverything() }
      }
    }
  }
}

extension Duration {
  /// The duration as a pause between two looks: a millisecond at least, so that looks leave time for other work, and 68
  /// years at most, as clocks cannot add more.
  package var asPause: Duration { min(max(self, .milliseconds(1)), .seconds(Int32.max)) }
}
