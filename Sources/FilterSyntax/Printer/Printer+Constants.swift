extension Printer {
  mutating func expand(_ constant: AST.Constant) {
    switch constant {
    case .null: write("nil")
    case .boolean(let value):
      write(style == .source ? (value ? "TRUE" : "FALSE") : (value ? "1" : "0"))
    case .integer(let value): write(String(value))
    case .double(let value): write(text(of: value))
    case .text(let value): write(quoted(value))
    case .seconds(let value): write(date(value))
    case .bytes(let bytes): write("<\(bytes.map(Self.hexadecimal).joined())>")
    case .decimal(let digits) where constant.isWideInteger: write(digits)
    case .decimal(let digits): write("CAST(\(quoted(digits)), \"NSDecimalNumber\")")
    case .uuid(let text): write("CAST(\(quoted(text)), \"NSUUID\")")
    case .list(let values), .set(let values): push("{", values.map(Piece.constant), "}")
    case .map(let members):
      let parts = members.flatMap { member in
        [Piece.text(", "), .text(quoted(member.key) + ": "), .constant(member.value)]
      }
      push([.text("{")] + parts.dropFirst() + [.text("}")])
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// The text in double quotes.
  func quoted(_ text: String) -> String {
    text.quoted(by: "\"", escape: "\\")
  }

  // MARK: - Numbers

  private func text(of value: Double) -> String {
    if value.isNaN { return "CAST(\"nan\", \"NSNumber\")" }
    // Infinity is written as a number that is too large for a double.
    if value.isInfinite { return value == .infinity ? "1e999" : "-1e999" }
    // Reading the literal would lose the sign of a zero.
    if style == .description, value == 0 { return "0" }
    let text = value.description
    return style == .description && text.ends(with: ".0") ? String(text.dropLast(2)) : text
  }

  private func date(_ seconds: Double) -> String {
    switch style {
    case .description: "CAST(\(Self.sixDecimals(seconds)), \"NSDate\")"
    case .source:
      DateText.shortest(seconds).map { "#\($0)#" } ?? "CAST(\(text(of: seconds)), \"NSDate\")"
    }
  }

  /// `100000000.250000`
  static func sixDecimals(_ value: Double) -> String {
    // Beyond 2^53 every double is integral, and beyond 2^63 it fits no integer. Rounding is done by
    // hand: `rounded` needs the C library for mathematics, which nothing here links.
    guard value.magnitude < 0x1p63 else { return value.description }
    var units = Int64(value.magnitude)
    let scaled = (value.magnitude - Double(units)) * 1e6
    var millionths = Int(scaled)
    let rest = scaled - Double(millionths)
    if rest > 0.5 || (rest == 0.5 && millionths % 2 == 1) { millionths += 1 }
    if millionths == 1_000_000 { (units, millionths) = (units + 1, 0) }
    let digits = String(millionths)
    let padding = String(repeating: "0", count: 6 - digits.count)
    return "\(value < 0 ? "-" : "")\(units).\(padding)\(digits)"
  }
}
