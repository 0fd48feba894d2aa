/// How numbers and texts are written in the string literals of the tables.
enum TableText {
  /// The columns of a line of a literal, without its indentation and its last backslash.
  private static let width = 92

  /// Digits from 0 to 63, as the characters from U+003F to U+007E.
  static func digits(_ digits: [Int]) -> String {
    String(decoding: digits.map { UInt8(0x3F + $0) }, as: UTF8.self)
  }

  /// A number in `count` digits, least first.
  static func digits(of number: Int, count: Int) -> String {
    digits((0..<count).map { number >> (6 * $0) & 63 })
  }

  /// The lines of `text` as a literal between quotation marks.
  static func literal(_ text: String) -> String {
    var lines = ""
    var line = ""
    for scalar in text.unicodeScalars {
      let written = written(scalar)
      if line.utf8.count + written.utf8.count > width {
        lines += "    \(line)\\\n"
        line = ""
      }
      line += written
    }
    return "    \"\"\"\n\(lines)    \(line)\n    \"\"\""
  }

  private static func written(_ scalar: Unicode.Scalar) -> String {
    if scalar == "\\" { return "\\\\" }
    guard scalar.isASCII else {
      return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
    return String(scalar)
  }
}
