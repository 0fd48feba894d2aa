internal import FilterSyntax

/// The terminal of a descriptor, if it has one.
struct Terminal {
  /// The width of texts where no terminal has another.
  static let usualWidth = 80

  let descriptor: Int32

  /// The variables that say what the terminal can do, and which programs show texts on it.
  let environment: [String: String]

  var isThere: Bool { SystemCalls.isTerminal(descriptor) }

  /// The number of columns, or nil without a terminal.
  var width: Int? { SystemCalls.terminalWidth(descriptor) }

  /// The number of lines, or nil without a terminal.
  var height: Int? { SystemCalls.terminalHeight(descriptor) }

  /// The width that a table has to fit, or nil for any width: `COLUMNS` if it is a number, otherwise the width of
  /// the terminal.
  var tableWidth: Int? {
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
    return width
  }

  /// Whether to write colour: on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
  var hasColor: Bool {
    isThere && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// Whether its locale has UTF-8.
  var isUnicode: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
    let locale = names.first { !$0.isEmpty }?.lowercased() ?? ""
    return locale.has("utf-8") || locale.has("utf8")
  }
}
