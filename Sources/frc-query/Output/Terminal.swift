/// What a descriptor is shown on.
struct Terminal {
  static let output = Terminal(descriptor: 1)

  let descriptor: Int32

  var isThere: Bool { SystemCalls.isTerminal(descriptor) }

  /// The number of its columns, nil where it is no terminal.
  var width: Int? { SystemCalls.terminalWidth(descriptor) }

  /// The width that a table has to fit, nil for any: `COLUMNS` if it is a number, or else that of the
  /// terminal.
  var tableWidth: Int? {
    if let columns = SystemCalls.environment("COLUMNS").flatMap({ Int($0) }), columns > 0 {
      return columns
    }
    return width
  }

  /// Colour is for terminals whose owner did not ask for none.
  var hasColor: Bool {
    isThere && (SystemCalls.environment("NO_COLOR") ?? "").isEmpty
      && SystemCalls.environment("TERM") != "dumb"
  }
}
