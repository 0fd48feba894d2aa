internal import FilterSyntax

/// Messages beside the output.
///
/// All of them are made safe for a terminal here, whether or not standard error is one: a message in a
/// file is looked at on a terminal sooner or later.
enum StandardError {
  /// Writes lines at once.
  static func write(_ text: String) { steer(TerminalText.lines(text)) }

  /// Writes a line that begins with the name of the program.
  static func report(_ text: String) { write("frc-query: \(text)\n") }

  /// Writes the program's own control sequences, which no data is part of.
  static func steer(_ text: String) { _ = SystemCalls.write(2, Array(text.utf8)) }
}
