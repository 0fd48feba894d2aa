/// Work over all rows of a text, a few thousand at a time on all processors, which Ctrl-C ends.
enum RowWork {
  /// A multiple of 64, so that parts have whole words of a mask.
  static let partSize = 4096

  /// After how many rows who works looks for Ctrl-C: one may take milliseconds.
  static let stepSize = 64

  private static let maximumWaiting = 64

  /// Calls `take` with the results of the parts of `text` in order; `make` makes what one thread
  /// works with.
  static func run<Output: Sendable>(
    _ text: RowText, _ make: @escaping @Sendable () -> (Range<Int>) -> Output,
    take: (Range<Int>, Output) throws(ReplError) -> Void
  ) throws(ReplError) {
    let count = (text.count + partSize - 1) / partSize
    let rows = { @Sendable (part: Int) in
      part * partSize..<min(text.count, (part + 1) * partSize)
    }
    let work = OrderedWork<Int, Output?>(
      count: count, threads: count > 1 ? SystemCalls.processorCount : 0, window: maximumWaiting
    ) {
      let part = make()
      return { Interrupt.isRaised ? nil : part(rows($0)) }
    }
    defer { work.cancel() }
    let here = make()
    for part in 0..<count {
      let found = try work.result()
      try Interrupt.check()
      try take(rows(part), found ?? here(rows(part)))
    }
  }
}

extension OrderedWork {
  /// The result of the next part; nil without threads, after Ctrl-C and after the last.
  func result<Result>() throws(ReplError) -> Result? where Output == Result? {
    guard isRunning else { return nil }
    return try ReplError.wrapping { () throws(ToolError) in try next() ?? nil }
  }
}
