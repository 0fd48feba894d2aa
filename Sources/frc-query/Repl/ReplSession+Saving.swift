internal import FilterSyntax

extension ReplSession {
  /// Writes all rows to a file, which is replaced as a whole or not at all.
  func save(to path: String) throws(ReplError) {
    let data = try opened()
    let name = Self.expanded(path)
    let path = SystemCalls.resolved(name)
    guard !SystemCalls.isSpecial(path) else { throw .message("\(name): not a file") }
    let format = InputFormat(path: path).flatMap { OutputFormat(rawValue: $0.rawValue) } ?? .jsonl
    let new = path + ".new-\(SystemCalls.processNumber)"
    let descriptor: Int32
    switch SystemCalls.create(new, like: path) {
    case .success(let opened): descriptor = opened
    case .failure(let failure): throw .message("\(path): \(failure.message)")
    }
    do throws(ReplError) {
      defer { SystemCalls.close(descriptor) }
      try write(data, to: ByteSink(descriptor: descriptor), format)
    } catch {
      SystemCalls.remove(new)
      throw error
    }
    if case .failure(let failure) = SystemCalls.rename(new, to: path) {
      SystemCalls.remove(new)
      throw .message("\(path): \(failure.message)")
    }
    // What was just written is what is open.
    if watch != nil, path == SystemCalls.resolved(data.path) { watch = FileWatch(path: data.path) }
    try say("\(ReplValue.count(data.count, "row")) written to \(TerminalText.line(name))")
  }

  private func write(
    _ data: OpenData, to sink: ByteSink, _ format: OutputFormat
  ) throws(ReplError) {
    let writer = ReplOutput.writer(
      format, to: sink, columns: nil, hasSections: false, isTerminal: false)
    let output = OpenRowOutput(data, nil, asJSON: format.isJSON)
    for row in data.rows {
      try Interrupt.check()
      try ReplError.wrapping { () throws(ToolError) in try writer.write(output.row(row)) }
    }
    try ReplError.wrapping { () throws(ToolError) in
      try writer.end()
      try sink.flush()
    }
  }
}
