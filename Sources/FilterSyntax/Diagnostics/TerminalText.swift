/// Makes text safe for a terminal.
///
/// Data, names, messages and file names hold whatever their authors wrote, escape sequences included.
/// This is the one place that decides which scalars can steer a terminal or disguise what it shows, and
/// how they are shown instead in a message:
///
/// | scalars | shown as |
/// |---|---|
/// | line feed, carriage return, tab | `\n`, `\r`, `\t` |
/// | the other C0 controls, DEL, the C1 controls | `\u{1b}` |
/// | U+202A to U+202E, U+2066 to U+2069: embeddings, overrides and isolates of direction | `\u{202e}` |
/// | U+2028, U+2029: line and paragraph separator | `\u{2028}` |
///
/// Shown text is for people: a backslash of the text stays as it is, so it cannot be read back.
package enum TerminalText {
  /// The text on one line: every scalar of the table is escaped, line feeds included.
  ///
  /// For a piece of a message that the program did not write itself, such as a name or a value.
  package static func line(_ text: String) -> String { shown(text, keepsLineFeeds: false) }

  /// The text with its line feeds; every other scalar of the table is escaped.
  ///
  /// For a whole message on its way out.
  package static func lines(_ text: String) -> String { shown(text, keepsLineFeeds: true) }

  /// The text with a space in place of each scalar of the table.
  ///
  /// For a line of source that carets are to be drawn under: it keeps its columns.
  package static func blanked(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy(isSafe) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(isSafe(scalar) ? scalar : " ") }
    return String(scalars)
  }

  /// Whether a terminal shows a scalar, or leaves it out, and does nothing else.
  package static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }

  private static func shown(_ text: String, keepsLineFeeds: Bool) -> String {
    let isUnchanged = text.unicodeScalars.allSatisfy { scalar in
      isSafe(scalar) || keepsLineFeeds && scalar == "\n"
    }
    if isUnchanged { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where keepsLineFeeds: shown += "\n"
      case "\n": shown += "\\n"
      case "\r": shown += "\\r"
      case "\t": shown += "\\t"
      case _ where isSafe(scalar): shown.unicodeScalars.append(scalar)
      default: shown += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return shown
  }
}
