internal import FilterSyntax

/// A program that shows long output page by page.
struct Pager {
  /// The command of the shell
  let command: String

  private let terminal: Terminal

  /// `$PAGER`, or `less` if it is there; nil for none, as with an empty `$PAGER`.
  init?(for terminal: Terminal) {
    self.terminal = terminal
    let environment = terminal.environment
    if let command = environment["PAGER"] {
      guard command.contains(where: { $0 != " " }) else { return nil }
      self.command = command
    } else if SystemCalls.isInPath("less", environment) {
      command = "less -FRX"
    } else {
      return nil
    }
  }

  /// Shows a text and waits for the end of the program; false if the program could not be started.
  func show(_ text: [UInt8]) -> Bool {
    guard
      let status = SystemCalls.run(
        command, input: text, output: terminal.descriptor, terminal.environment)
    else { return false }
    return !Self.isMissing(status)
  }

  /// Whether the shell says by a status that it did not find the command, or could not run it.
  private static func isMissing(_ status: Int32) -> Bool { status == 126 || status == 127 }

  /// Whether a text takes more lines than the terminal has, of which one is for the prompt.
  func isLong(_ text: [UInt8]) -> Bool {
    guard let height = terminal.height, let width = terminal.width else { return false }
    var count = 0
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      // The program's own colours have no width; lines with them fit.
      let isPlain = !line.contains(0x1B)
      let columns = isPlain ? TextWidth.of(String(decoding: line, as: UTF8.self)) : 0
      count += max(1, (columns + width - 1) / width)
      // The text ends in a line end, after which there is one more part.
      if count > height { return true }
    }
    return false
  }
}

extension ByteSink {
  /// Runs `body`. What it writes is shown by a pager if it is longer than the terminal of the sink.
  func paged(_ body: () throws(ToolError) -> Void) throws(ToolError) {
    guard terminal.height != nil, let pager = Pager(for: terminal) else { return try body() }
    try hold()
    let result = Result { () throws(ToolError) in try body() }
    let output = takeHeld()
    if !pager.isLong(output) || !pager.show(output) { try write(output) }
    try flush()
    try result.get()
  }
}
