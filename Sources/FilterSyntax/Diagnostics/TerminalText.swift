/// Makes text safe for a terminal.
///
/// Data, names, messages and file names can contain anything, escape sequences included. This type alone
/// decides which scalars can control a terminal or disguise its output, and how a message shows them:
///
/// | scalars | shown as |
/// |---|---|
/// | line feed, carriage return, tab | `\n`, `\r`, `\t` |
/// | the other C0 controls, DEL, the C1 controls | `\u{1b}` |
/// | U+202A to U+202E, U+2066 to U+2069: embeddings, overrides and isolates of direction | `\u{202e}` |
/// | U+2028, U+2029: line and paragraph separator | `\u{2028}` |
///
/// The result is for people. A backslash of the text stays as it is, so the text cannot be recovered.
package enum TerminalText {
  /// The text on one line: every scalar of the table is escaped, line feeds included.
  ///
  /// For a part of a message that comes from outside the program, such as a name or a value.
  package static func line(_ text: String) -> String { shown(text, keepsLineFeeds: false) }

  /// The text with its line feeds; every other scalar of the table is escaped.
  ///
  /// For a whole message, just before it is printed.
  package static func lines(_ text: String) -> String { shown(text, keepsLineFeeds: true) }

  /// The text with a space in place of each scalar of the table.
  ///
  /// For a line of source above carets: it keeps its columns.
  package static func blanked(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy(isSafe) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(isSafe(scalar) ? scalar : " ") }
    return String(scalars)
  }

  /// Whether the only effect of a scalar on a terminal is that it is shown or omitted.
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

extension String {
  /// The text, or its first 99 scalars and "…": a name in a message, which can be of any length.
  package var shown: String {
    // A scalar has at least one byte.
    guard utf8.count > 100,
      let end = unicodeScalars.index(
        unicodeScalars.startIndex, offsetBy: 100, limitedBy: unicodeScalars.endIndex),
      end < unicodeScalars.endIndex
    else { return self }
    return String(unicodeScalars.prefix(99)) + "…"
  }
}
