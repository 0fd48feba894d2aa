extension FilterRun {
  /// Works on the parts of an input as they come, on all processors, until no further row can change the
  /// output; `take` gets what was found in one part after another.
  func readParts<Found: Sendable>(
    _ parts: StreamParts, of source: ByteSource,
    worker: @escaping @Sendable () -> (StreamPart) -> Found,
    take: (StreamPart, Found) throws(ToolError) -> Void
  ) throws(ToolError) {
    // Output is written by this thread, which looks after it itself.
    source.willWait = nil
    let isSmall = source.size.map { $0 <= blockSize } ?? false
    typealias Worked = (part: StreamPart, found: Found)
    let work = OrderedWork<Result<StreamPart, ToolError>, Result<Worked, ToolError>>(
      threads: isSmall ? 0 : SystemCalls.processorCount, window: Self.maximumWaiting,
      part: { _ in parts.next() }
    ) {
      let work = worker()
      return { part in part.map { ($0, work($0)) } }
    }
    defer { work.cancel(isBlocking: !source.isRegularFile) }
    while !isComplete,
      let worked = try work.next({ [sink] () throws(ToolError) in
        if !source.isRegularFile { try sink.flush() }
      })
    {
      let (part, found) = try worked.get()
      try take(part, found)
    }
  }
}
