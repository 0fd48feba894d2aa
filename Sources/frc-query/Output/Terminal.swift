/// The terminal behind a descriptor, if there is one.
struct Terminal {
  static let output = Terminal(descriptor: 1)

  let descriptor: Int32

  var isThere: Bool { SystemCalls.isTerminal(descriptor) }

  /// The number of columns, or nil without a terminal.
  var width: Int? { SystemCalls.terminalWidth(descriptor) }

  /// The width that a table has to fit, or nil for any width: `COLUMNS` if it is a number, otherwise the width of
  /// the terminal.
  var tableWidth: Int? {
    if let columns = SystemCalls.environment("COLUMNS").flatMap({ Int($0) }), columns > 0 {
      return columns
    }
    return width
  }

  /// Whether to write colour: on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
  var hasColor: Bool {
    isThere && (SystemCalls.environment("NO_COLOR") ?? "").isEmpty
      && SystemCalls.environment("TERM") != "dumb"
  }
}
