/// Work on all processors over what the REPL has open, in parts, which Ctrl-C ends.
enum RowWork {
  /// A multiple of 64, so that parts have whole words of a mask.
  static let partSize = 4096
  static let partWords = partSize / 64

  /// Rows between checks for Ctrl-C. One row can take milliseconds.
  static let stepSize = 64

  private static let maximumWaiting = 64

  /// Calls `take` with the results of the parts of `text` in order; `make` makes what one thread
  /// works with.
  static func run<Output: Sendable>(
    _ text: RowText, _ make: @escaping @Sendable () -> (Range<Int>) -> Output,
    take: (Range<Int>, Output) throws(ToolError) -> Void
  ) throws(ToolError) {
    let rows = { @Sendable (part: Int) in
      part * partSize..<min(text.count, (part + 1) * partSize)
    }
    try run(parts: (text.count + partSize - 1) / partSize) {
      let work = make()
      return { work(rows($0)) }
    } take: { part, output throws(ToolError) in
      try take(rows(part), output)
    }
  }

  /// Calls `take` with the results of `count` parts, known by their numbers, in order; `make` makes what
  /// one thread works with.
  static func run<Output: Sendable>(
    parts count: Int, _ make: @escaping @Sendable () -> (Int) -> Output,
    take: (Int, Output) throws(ToolError) -> Void
  ) throws(ToolError) {
    let work = OrderedWork<Int, Output?>(
      count: count, threads: count > 1 ? SystemCalls.processorCount : 0, window: maximumWaiting
    ) {
      let part = make()
      return { Interrupt.isRaised ? nil : part($0) }
    }
    defer { work.cancel() }
    let here = make()
    for part in 0..<count {
      let found: Output? =
        work.isRunning
        ? try work.next() ?? nil : nil
      try Interrupt.check()
      try take(part, found ?? here(part))
    }
  }
}
