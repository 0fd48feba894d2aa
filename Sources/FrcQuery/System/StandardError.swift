internal import FilterSyntax

/// Messages beside the output.
///
/// All of them are made safe for a terminal here, whether or not standard error is one: a message in a
/// file may be shown on a terminal later.
enum StandardError {
  /// Writes lines at once.
  static func write(_ text: String) { steer(TerminalText.lines(text)) }

  /// Writes a line that begins with the name of the program.
  static func report(_ text: String) { write("frc-query: \(text)\n") }

  /// Writes the program's own control sequences, which no data is part of.
  static func steer(_ text: String) { _ = SystemCalls.write(2, Array(text.utf8)) }
}

extension String {
  var endingInNewline: String { hasSuffix("\n") ? self : self + "\n" }
}

/// The terminal of a descriptor, if it has one.
struct Terminal {
  static let output = Terminal(descriptor: 1)

  let descriptor: Int32

  var isThere: Bool { SystemCalls.isTerminal(descriptor) }

  /// The number of columns, or nil without a terminal.
  var width: Int? { SystemCalls.terminalWidth(descriptor) }

  /// The number of lines, or nil without a terminal.
  var height: Int? { SystemCalls.terminalHeight(descriptor) }

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
