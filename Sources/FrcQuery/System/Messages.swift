internal import FilterSyntax

/// Messages beside the output, on standard error.
///
/// All of them are made safe for a terminal here, whether or not standard error is one: a message in a
/// file may be shown on a terminal later.
struct Messages: Sendable {
  let descriptor: Int32

  /// Writes lines at once.
  func write(_ text: String) { steer(TerminalText.lines(text)) }

  /// Writes a line that begins with the name of the program.
  func report(_ text: String) { write("frc-query: \(text)\n") }

  /// Writes the program's own control sequences, which no data is part of.
  func steer(_ text: String) { _ = SystemCalls.write(descriptor, Array(text.utf8)) }

  /// Whether a terminal shows them.
  var isOnTerminal: Bool { SystemCalls.isTerminal(descriptor) }
}

extension String {
  var endingInNewline: String { ends(with: "\n") ? self : self + "\n" }
}
