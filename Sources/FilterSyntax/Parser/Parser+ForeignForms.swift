// Forms of other languages. They are refused with the equivalent form of this language.
extension Parser {
  // MARK: - Signs

  /// An operator of another language after a value: `age ≥ 18`, `name =~ 'A.*'`.
  func foreignOperator() -> SyntaxError {
    let sign = lexer.slice(current.range)
    // A strict reading does not accept negated operators.
    let isRefused = lexer.strict && (sign == "!~" || sign == "∉")
    let suggestion = isRefused ? nil : Lexer.foreignOperators[sign]
    return error(
      .unknownOperator(sign, suggestion: suggestion), at: current.range,
      fix: suggestion.map { separated($0, at: current.range) })
  }

  /// An operator of another language in place of a value.
  func foreignOperatorAsValue() -> SyntaxError {
    let range = current.range
    let isTilde = lexer.bytes[range.upperBound - 1] == UInt8(ascii: "~")
    let sign = isTilde ? SourceRange(range.upperBound - 1, range.upperBound) : range
    return error(.unknownCharacter(lexer.slice(sign)), at: sign)
  }

  // A word that replaces signs needs blanks if it touches letters.
  private func separated(_ word: String, at range: SourceRange) -> String {
    guard word.utf8.last?.startsName ?? false else { return word }
    let (lower, upper) = (range.lowerBound, range.upperBound)
    let isBehindName = lower > 0 && lexer.bytes[lower - 1].mayContinueName
    let isBeforeName = upper < lexer.bytes.count && lexer.bytes[upper].mayContinueName
    return (isBehindName ? " " : "") + word + (isBeforeName ? " " : "")
  }

  /// `.age`: a key path that begins with a dot.
  func leadingDot() -> SyntaxError? {
    guard let key = tokenBehind, key.kind == .identifier,
      key.range.lowerBound == current.range.upperBound
    else { return nil }
    return error(.leadingDot(lexer.slice(key.range)), at: current.range, fix: "")
  }

  /// `title: printer`, as in searches: an equality. `name` has the colon.
  func colonComparison(_ name: Token, _ value: Token?) -> SyntaxError? {
    let colon = SourceRange(name.range.upperBound - 1, name.range.upperBound)
    guard case .selector = name.kind, let value,
      !lexer.bytes[name.range.lowerBound..<colon.lowerBound].contains(UInt8(ascii: ":"))
    else { return nil }
    let instead: (text: String, end: Int)
    switch value.kind {
    case .identifier:
      guard let end = endOfWords(from: value.range) else { return nil }
      instead = (lexer.slice(SourceRange(value.range.lowerBound, end)).quoted(by: "\""), end)
    case .string, .integer, .double, .date, .variable, .argument, .keyword(.true),
      .keyword(.false), .keyword(.null), .keyword(.nil):
      instead = (lexer.slice(value.range), value.range.upperBound)
    default: return nil
    }
    var error = error(.unknownOperator(":", suggestion: "=="), at: colon)
    error.fix = SyntaxError.Fix(
      range: SourceRange(colon.lowerBound, instead.end), replacement: " == " + instead.text)
    return error
  }

  /// The end of words without quotes; nil if the last one is called.
  private func endOfWords(from first: SourceRange) -> Int? {
    var end = lexer.endOfBareText(from: first.lowerBound)
    while true {
      var rest = lexer
      rest.position = end
      guard let next = try? rest.next() else { return nil }
      switch next.kind {
      case .identifier where next.range.lowerBound > end:
        end = lexer.endOfBareText(from: next.range.lowerBound)
      case .symbol(.leftParenthesis): return nil
      default: return end
      }
    }
  }

  // MARK: - EXISTS

  /// `age NOT EXISTS`, `age NOT NULL`
  func negatedExistence() -> SyntaxError? {
    guard current.kind == .keyword(.not), let word = tokenBehind else { return nil }
    let isNull = word.kind == .keyword(.null) || word.kind == .keyword(.nil)
    guard isNull || word.kind == .identifier && isExists(word.range) else { return nil }
    let range = current.range.union(word.range)
    let suggestion = isNull ? "!= nil" : "== nil"
    return error(
      .unknownOperator(lexer.slice(range), suggestion: suggestion), at: range, fix: suggestion)
  }

  /// `EXISTS home.city`, at the key.
  func existence(of operand: Operand) -> SyntaxError? {
    guard current.kind == .identifier, isExists(operand.range), !operand.isParenthesized else {
      return nil
    }
    var rest = self
    var end = current.range.upperBound
    do throws(SyntaxError) {
      try rest.advance()
      while try rest.eat(.dot) {
        end = rest.current.range.upperBound
        try rest.advance()
      }
    } catch {}
    let value = SourceRange(current.range.lowerBound, end)
    return existence(operand.range, of: value, whole: operand.range.union(value))
  }

  /// `EXISTS(home.city)`, after its end.
  func existence(calledBy name: SourceRange) -> SyntaxError? {
    guard isExists(name),
      let open = lexer.bytes[name.upperBound...].firstIndex(of: UInt8(ascii: "(")),
      open < previousEnd
    else { return nil }
    return existence(
      name, of: SourceRange(open + 1, previousEnd - 1),
      whole: SourceRange(name.lowerBound, previousEnd))
  }

  private func existence(
    _ word: SourceRange, of value: SourceRange, whole: SourceRange
  ) -> SyntaxError {
    var error = error(
      .unknownOperator(lexer.slice(word), suggestion: "!= nil"), at: word)
    error.fix = SyntaxError.Fix(range: whole, replacement: lexer.slice(value) + " != nil")
    return error
  }

  private func isExists(_ range: SourceRange) -> Bool {
    range.count == 6 && lexer.slice(range).uppercased() == "EXISTS"
  }

  // MARK: - Calls and clauses

  /// `size(tags)`, as in CEL.
  func sizeCall() -> SyntaxError {
    let name = current.range
    var instead: String?
    if let open = lexer.bytes[name.upperBound...].firstIndex(of: UInt8(ascii: "(")),
      let call = parentheses(from: open)
    {
      instead = lexer.slice(content(of: call)) + ".@count"
    }
    var error = error(.unknownFunction(lexer.slice(name), suggestion: instead), at: name)
    if let instead, let end = lexer.bytes[name.upperBound...].firstIndex(of: UInt8(ascii: "(")),
      let call = parentheses(from: end)
    {
      error.fix = SyntaxError.Fix(
        range: SourceRange(name.lowerBound, call.upperBound), replacement: instead)
    }
    return error
  }

  /// `SORT(name ASC)`, `LIMIT(5)`, `ORDER BY name` after a predicate, as in queries of Realm and SQL.
  func clause() -> SyntaxError? {
    let word = lexer.slice(current.range).uppercased()
    guard ["SORT", "LIMIT", "DISTINCT", "ORDER", "OFFSET", "GROUP", "HAVING"].contains(word) else {
      return nil
    }
    var start = current.range.lowerBound
    while start > 0, lexer.bytes[start - 1] <= 0x20 { start -= 1 }
    var error = error(.queryWord(word), at: current.range)
    error.fix = SyntaxError.Fix(
      range: SourceRange(start, lexer.bytes.count), replacement: "")
    return error
  }

  /// The token after the current one
  var tokenBehind: Token? {
    var lexer = lexer
    return try? lexer.next()
  }

  // MARK: - Queries

  /// `WHERE age > 3`, `SELECT name FROM people WHERE age > 3`: a query. A filter is only its condition.
  ///
  /// Only a text with an error is checked for this, because these words can also be keys.
  static func query(_ error: SyntaxError) -> SyntaxError? {
    let words = queryWords(of: error.text)
    guard let first = words.first, words.count > 1 else { return nil }
    let word = first.text.uppercased()
    let end: Int
    if word == "WHERE", error.fix == nil,
      error.range.lowerBound == words[1].range.lowerBound || error.range == first.range
    {
      end = first.range.upperBound
    } else if word == "SELECT", error.fix == nil, words[1].isColumn,
      let from = words.firstIndex(where: { $0.text.uppercased() == "FROM" }), from > 1,
      error.range.lowerBound <= words[min(from + 1, words.count - 1)].range.lowerBound
    {
      end = words[from...].first { $0.text.uppercased() == "WHERE" }?.range.upperBound ?? 0
    } else {
      return nil
    }
    let removed = SourceRange(first.range.lowerBound, end)
    return SyntaxError(
      .queryWord(word), at: first.range, in: error.text,
      fix: end > 0 ? SyntaxError.Fix(range: removed, replacement: "") : nil)
  }

  /// The tokens before the condition of a query are few. The rest of the text can be long.
  private static let maximumQueryWords = 1_000

  // The first tokens of a text that begins as a query, up to the first error.
  private static func queryWords(of text: String) -> [QueryWord] {
    guard let start = text.utf8.first(where: { $0 > 0x20 }),
      start | 0x20 == UInt8(ascii: "w")
        || start | 0x20 == UInt8(ascii: "s")
    else { return [] }
    var lexer = Lexer(text, strict: false)
    var words: [QueryWord] = []
    while words.count < maximumQueryWords, let token = try? lexer.next(), token.kind != .end {
      let isName = token.kind == .identifier
      guard
        !words.isEmpty
          || isName && ["WHERE", "SELECT"].contains(lexer.slice(token.range).uppercased())
      else { break }
      words.append(
        QueryWord(
          text: isName ? lexer.slice(token.range) : "", range: token.range,
          isColumn: isName || token.kind == .symbol(.star)))
    }
    return words
  }
}

/// A token of a possible query.
private struct QueryWord {
  /// The name; empty for any other token.
  let text: String
  let range: SourceRange

  /// Whether a query can select it: a name or `*`.
  let isColumn: Bool
}

extension UInt8 {
  /// Whether the byte can continue a name, in any script.
  fileprivate var mayContinueName: Bool { continuesName || self >= 0x80 }
}
