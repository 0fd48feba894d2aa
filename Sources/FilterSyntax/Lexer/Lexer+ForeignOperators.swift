// Operators of other languages. They are tokens, so that the parser can suggest the operator of this language.
extension Lexer {
  /// Each operator with its counterpart here.
  static let foreignOperators = [String: String](
    table: """
      ≥ >=, ≧ >=, ⩾ >=, ≤ <=, ≦ <=, ⩽ <=, ≠ !=, ∈ IN, ∉ NOT IN, ∋ CONTAINS, ~ MATCHES, =~ MATCHES,
      !~ NOT MATCHES
      """)

  /// Skips `~`, `=~` or `!~`; nil if none of them is next.
  mutating func readTildeOperator() -> Token.Kind? {
    let tilde = UInt8(ascii: "~")
    switch byte() {
    case tilde: position += 1
    case UInt8(ascii: "="), UInt8(ascii: "!"):
      guard byte(1) == tilde else { return nil }
      position += 2
    default: return nil
    }
    return .foreignOperator
  }

  /// Skips a mathematical sign such as `≥`; nil if none is next.
  mutating func readMathematicalSign() -> Token.Kind? {
    guard let scalar = scalar(), Self.foreignOperators[String(scalar)] != nil else { return nil }
    position += UTF8.width(scalar)
    return .foreignOperator
  }

  /// The error for a character that has no meaning. The fix removes it, if that corrects the text.
  func unknownCharacter(at range: SourceRange) -> SyntaxError {
    if isScanning { return unknownToken }
    var error = error(.unknownCharacter(slice(range)), at: range)
    if byte() == UInt8(ascii: ";") {
      let rest = bytes[position...]
      let isLast = rest.allSatisfy { $0 == UInt8(ascii: ";") || Self.isBlank($0) }
      let end = rest.lastIndex { !Self.isBlank($0) }
      if isLast, let end {
        error.fix = SyntaxError.Fix(range: SourceRange(position, end + 1), replacement: "")
      }
    } else if byte() == UInt8(ascii: "?"), byte(1) == UInt8(ascii: ".") {
      // Optional chaining is not needed: every key of nil is nil.
      error.fix = SyntaxError.Fix(range: range, replacement: "")
    } else if byte() == UInt8(ascii: "?"), bytes[position...].contains(UInt8(ascii: ":")) {
      error.kind = .unknownOperator("? :", suggestion: "TERNARY(p, a, b)")
    }
    return error
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
