internal import FilterSyntax

/// Lines in the language of `man`.
struct Roff {
  private(set) var text = ""

  /// A request with arguments, which are escaped.
  mutating func request(_ name: String, _ arguments: String...) {
    text += "." + name + arguments.map { " \"" + Self.escaped($0) + "\"" }.joined() + "\n"
  }

  /// A line of text that is escaped already.
  mutating func line(_ line: String) {
    // A dot or an apostrophe at its beginning would make it a request.
    text += (line.begins(with: ".") || line.begins(with: "'") ? "\\&" : "") + line + "\n"
  }

  /// Text in ASCII, whose characters are escaped where roff reads them as markup.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "\"": escaped += "\\(dq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return escaped
  }
}
