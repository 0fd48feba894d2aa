// Decisions that depend on the tokens after the last one. They read a copy of the lexer.
extension Lexer {
  /// The kind of the next token; nil where it is an error.
  var following: Token.Kind? {
    var lexer = self
    return try? lexer.next().kind
  }

  /// Whether `(` follows. This is checked for every key, so it looks at bytes instead of reading a token.
  var isBeforeParenthesis: Bool {
    var lexer = self
    do throws(SyntaxError) { try lexer.skipBlanks() } catch { return false }
    return lexer.byte() == UInt8(ascii: "(")
  }

  /// Whether `IS NULL` or `IS NOT NULL` begins at the token that was read last.
  func isNullTest(_ token: Token) -> Bool {
    guard token.kind == .identifier, token.range.count == 2,
      bytes[token.range.lowerBound] | 0x20 == UInt8(ascii: "i"),
      bytes[token.range.lowerBound + 1] | 0x20 == UInt8(ascii: "s")
    else { return false }
    let next = following
    return next == .keyword(.null) || next == .keyword(.nil) || next == .keyword(.not)
  }

  /// The one of `words`, which are in upper case, that a token spells in any case.
  func wordOperator(_ token: Token, among words: Set<String>) -> String? {
    guard !words.isEmpty, token.kind == .identifier, token.range.count <= 256 else { return nil }
    let word = slice(token.range).uppercased()
    return words.contains(word) ? word : nil
  }

  /// Whether options end after the bracket that was read last, and an expression follows them. After `IN` the bracket
  /// begins a list otherwise.
  var hasOptionsBeforeExpression: Bool {
    var lexer = self
    guard let word = try? lexer.next() else { return false }
    switch word.kind {
    case .identifier, .keyword: break
    default: return false
    }
    let letters = bytes[word.range.lowerBound..<word.range.upperBound]
    guard letters.allSatisfy({ AST.Comparison.Options(letter: $0) != nil }),
      (try? lexer.next())?.kind == .symbol(.rightBracket)
    else { return false }
    return lexer.following?.startsExpression ?? false
  }
}
