/// What people are told beside the output.
enum StandardError {
  /// Writes `text` at once.
  static func write(_ text: String) { _ = SystemCalls.write(2, Array(text.utf8)) }

  /// Writes a line that begins with the name of the program.
  static func report(_ text: String) { write("frc-query: \(text)\n") }
}
