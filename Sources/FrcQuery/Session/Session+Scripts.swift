internal import FilterSyntax

extension Session {
  /// Does what the lines of a file say.
  ///
  /// A script that is being read is not read again, and a line of the session reads a limited number of scripts: a
  /// script that reads others twice would otherwise take twice the time for each level of them.
  func read(_ path: String) throws(ToolError) {
    guard scripts.count < Self.maximumScriptDepth else {
      throw .message("scripts read scripts more than \(Self.maximumScriptDepth) deep")
    }
    if scripts.isEmpty { scriptCount = 0 }
    guard scriptCount < Self.maximumScriptCount else {
      throw .message("a line reads more than \(Self.maximumScriptCount) scripts")
    }
    let source = try surroundings.source(
      path, regularOnly: true, lineLimit: Self.maximumScriptLine)
    guard let stamp = source.stamp, !scripts.contains(where: stamp.isSameFile(as:)) else {
      throw .message("\(path) is being read already: a script cannot read itself")
    }
    scriptCount += 1
    scripts.append(stamp)
    // Scripts are not paged.
    try sink.write(sink.takeHeld())
    defer {
      scripts.removeLast()
      // At a terminal the next line is typed after the error was read.
      if !isScript { hasStopped = false }
    }
    try runLines(of: source)
  }

  /// Runs all lines, up to the first that has an error unless the session goes on after errors.
  func runLines(of source: ByteSource) throws(ToolError) {
    var number = 0
    while !isOver, !hasStopped {
      try Interrupt.check()
      let next = try source.nextLine()
      guard let range = next else { return }
      number += 1
      var bytes = source.buffer[range]
      if number == 1, bytes.starts(with: ArraySlice.byteOrderMark) { bytes = bytes.dropFirst(3) }
      while let last = bytes.last, last == 0x0A || last == 0x0D { bytes = bytes.dropLast() }
      let line = String(validating: bytes, as: UTF8.self)
      do throws(ToolError) {
        guard let line else { throw .message("invalid UTF-8") }
        try run(line)
      } catch {
        switch error {
        case .outputClosed, .interrupted: throw error
        default: try tell(error, place: "\(source.name):\(number)")
        }
      }
    }
  }

  /// Waits for the next line of a pipe while it looks after the file.
  func waitForLine() throws(ToolError) {
    try flush()
    while let interval = data?.watchInterval {
      if SystemCalls.waitForInput(surroundings.input, milliseconds: interval) { return }
      try followFile()
    }
  }

  /// Tells what is wrong with a line of a script.
  func tell(_ error: ToolError, place: String) throws(ToolError) {
    hasFailed = true
    hasStopped = stopsAtErrors
    try flush()
    guard let reason = error.reason else { return }
    surroundings.messages.write("frc-query: \(TerminalText.line(place)): \(reason)\n")
  }
}
