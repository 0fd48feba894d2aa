extension Parser {
  @inline(never)
  func error(_ kind: SyntaxError.Kind, at range: SourceRange, fix: String? = nil) -> SyntaxError {
    lexer.error(kind, at: range, fix: fix)
  }

  /// The error for an unexpected token.
  func unexpected(_ expectation: SyntaxError.Expectation) -> SyntaxError {
    if let error = quoteInside() { return error }
    switch current.kind {
    case .symbol(.percent) where expectation == .expression || expectation == .predicate:
      return error(.lonePercent, at: current.range)
    case .symbol(.dot) where expectation == .expression || expectation == .predicate:
      return leadingDot() ?? error(.expected(expectation), at: current.range)
    case .symbol(.leftBracket) where expectation == .expression || expectation == .predicate:
      return listInBrackets(expectation)
    case .integer where expectation == .key, .double where expectation == .key:
      return error(.expected(.key), at: current.range, fix: lexer.numberedStep(current.range))
    case .foreignOperator: return foreignOperatorAsValue()
    default: return error(.expected(expectation), at: current.range)
    }
  }

  /// The error for a reserved word in place of a key, if the next token shows that a key is meant.
  @inline(never)
  func reservedWordError() -> SyntaxError? {
    guard case .keyword(let word) = current.kind, word.isKey(before: peek()) else { return nil }
    let range = current.range
    return error(.reservedWord(word.spelling), at: range, fix: "#" + lexer.slice(range))
  }

  /// Whether the current word, which is reserved, is a key: only one that begins nothing here, where the next token shows
  /// that a key is meant. A strict reading has no such keys.
  var isReservedKey: Bool {
    guard !lexer.strict, case .keyword(let word) = current.kind, word.mayBeKey else { return false }
    return word.isOperand(before: peek(), mayBeQuantifier: minimum <= .comparison)
  }

  /// The error where an operator is expected.
  func unexpectedOperator(after operand: Operand) -> SyntaxError {
    unexpectedTail(after: operand, .comparisonOperator)
  }

  /// The error for a token that cannot follow the text before it.
  func unexpectedTail(
    after operand: Operand, _ expectation: SyntaxError.Expectation
  ) -> SyntaxError {
    let isValue = if case .expression = operand.value { true } else { false }
    if let error = gluedWord() ?? quoteInside() { return error }
    switch current.kind {
    case .identifier:
      if let error = existence(of: operand) ?? clause() { return error }
      let range = rangeOfOperator
      // Texts, lists and objects are empty in different ways.
      if range.upperBound > current.range.upperBound, isEmptinessTest {
        return error(.unknownOperator(lexer.slice(range), suggestion: nil), at: range)
      }
      let word = lexer.slice(range)
      let suggestion = nearestOperator(to: lexer.slice(current.range), comparing: isValue)
      if suggestion != nil || isValue {
        return error(.unknownOperator(word, suggestion: suggestion), at: range, fix: suggestion)
      }
      return error(.expected(.connective), at: current.range)
    case .symbol(.exclamation) where isValue:
      return splitInequality() ?? error(.expected(expectation), at: current.range)
    case .end, .symbol:
      return boundsInBraces(after: operand) ?? decimalComma(expectation)
        ?? error(.expected(expectation), at: current.range)
    case .foreignOperator:
      return isValue ? foreignOperator() : foreignOperatorAsValue()
    case .keyword(.not) where isValue:
      return negatedExistence() ?? negatedWord()
        ?? error(.expected(.comparisonOperator), at: current.range)
    default:
      return error(.expected(isValue ? .comparisonOperator : .connective), at: current.range)
    }
  }

  func expectEnd(after operand: Operand) throws(SyntaxError) {
    guard current.kind == .end else { throw unexpectedTail(after: operand, .endOfFilter) }
  }

  // `name NOT ILIKE 'a'`, at the negation.
  private func negatedWord() -> SyntaxError? {
    guard let word = tokenBehind, word.kind == .identifier,
      let suggestion = nearestOperator(to: lexer.slice(word.range), comparing: true),
      suggestion.first?.isLetter == true
    else { return nil }
    return error(
      .unknownOperator(lexer.slice(word.range), suggestion: suggestion), at: word.range,
      fix: suggestion)
  }

  // `'a' ANDy`: a connective without the blank after it. A quote ends a token, so a word can follow it without a blank too.
  private func gluedWord() -> SyntaxError? {
    guard current.kind == .identifier else { return nil }
    let word = lexer.slice(current.range)
    let upper = word.uppercased()
    guard let connective = ["AND", "OR"].first(where: { upper.begins(with: $0) }) else {
      return nil
    }
    let count = connective.utf8.count
    let (head, rest) = (word.dropping(0, last: word.utf8.count - count), word.dropping(count))
    // A word of a single case, such as "android" or "ORDER", is one word unless a quote ends right before it.
    guard
      previousEnd == current.range.lowerBound
        || head == head.uppercased() && rest != rest.uppercased()
        || head == head.lowercased() && rest != rest.lowercased()
    else { return nil }
    let parts = head + " " + rest
    return error(.unknownOperator(word, suggestion: parts), at: current.range, fix: parts)
  }

  /// `tags == ['a', 'b']`, at the bracket: what cannot be options.
  func listInPlaceOfOptions(_ mistake: SyntaxError) -> SyntaxError? {
    guard let list = parentheses(from: current.range.lowerBound, takesSeveral: true),
      mistake.range.lowerBound < list.upperBound, !isBeforeOperand(list)
    else { return nil }
    return listInBrackets(.expression)
  }

  // Whether a list in brackets is options, which the right side follows.
  private func isBeforeOperand(_ list: SourceRange) -> Bool {
    var rest = lexer
    rest.position = list.upperBound
    return (try? rest.next())?.kind.startsExpression ?? false
  }

  // A list in brackets, which only IN and BETWEEN take.
  private func listInBrackets(_ expectation: SyntaxError.Expectation) -> SyntaxError {
    var error = error(.expected(expectation), at: current.range)
    if let list = parentheses(from: current.range.lowerBound, takesSeveral: true),
      !isBeforeOperand(list)
    {
      error.fix = SyntaxError.Fix(range: list, replacement: inBraces(list))
    }
    return error
  }

  // A list in brackets, and the lists in it, with braces in their place.
  private func inBraces(_ list: SourceRange) -> String {
    var lexer = lexer
    lexer.position = list.lowerBound
    var end = list.lowerBound
    var text = ""
    var areLists: [Bool] = []
    // A bracket after a value begins an index.
    var isAfterValue = false
    while end < list.upperBound, let token = try? lexer.next() {
      text += lexer.slice(SourceRange(end, token.range.lowerBound))
      switch token.kind {
      case .symbol(.leftBracket):
        areLists.append(!isAfterValue)
        text += isAfterValue ? "[" : "{"
        isAfterValue = false
      case .symbol(.rightBracket):
        text += areLists.popLast() ?? false ? "}" : "]"
        isAfterValue = true
      case .symbol(let symbol):
        text += symbol.spelling
        isAfterValue = symbol == .rightParenthesis || symbol == .rightBrace
      default:
        text += lexer.slice(token.range)
        isAfterValue = true
      }
      end = token.range.upperBound
    }
    return text
  }

  // `price == 1,5`: a comma in place of the point. Three digits after it may be thousands.
  private func decimalComma(_ expectation: SyntaxError.Expectation) -> SyntaxError? {
    let comma = current.range
    guard current.kind == .symbol(.comma), comma.lowerBound == previousEnd,
      lexer.bytes[previous.lowerBound..<previousEnd].allSatisfy(\.isDigit),
      let digits = tokenBehind, case .integer = digits.kind,
      digits.range.lowerBound == comma.upperBound, digits.range.count != 3,
      lexer.bytes[digits.range.lowerBound..<digits.range.upperBound].allSatisfy(\.isDigit)
    else { return nil }
    return error(.expected(expectation), at: comma, fix: ".")
  }

  // `'What's'`: a quote that ends a text too early, because another quote of its kind follows.
  private func quoteInside() -> SyntaxError? {
    guard previousEnd == current.range.lowerBound, previous.count > 1,
      let quote = lexer.bytes[previous.lowerBound..<previousEnd].last,
      quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""), continuesText
    else { return nil }
    let places = lexer.bytes[previousEnd...].indices.filter { lexer.bytes[$0] == quote }
    // The quotes after the intended end of the text come in pairs.
    let ends = places.enumerated().filter { (places.count - $0.offset) % 2 == 1 }
    guard let end = ends.first?.element else { return nil }
    let mark = String(UnicodeScalar(quote))
    let other = quote == UInt8(ascii: "'") ? "\"" : "'"
    var error = error(.quoteInside(mark), at: SourceRange(previousEnd - 1, previousEnd))
    // In SQL, a doubled quote means the quote itself.
    var content = Array(lexer.bytes[previous.lowerBound + 1..<previousEnd])
    if lexer.bytes[previousEnd] == quote { content.removeLast() }
    let text = String(decoding: content + lexer.bytes[previousEnd..<end], as: UTF8.self)
    guard !text.has(other), !text.has("\\") else { return error }
    error.fix = SyntaxError.Fix(
      range: SourceRange(previous.lowerBound, end + 1), replacement: other + text + other)
    return error
  }

  // Whether the current token can only belong to the text before it.
  private var continuesText: Bool {
    switch current.kind {
    case .identifier, .integer, .wideInteger, .double, .keyword, .string: true
    default: false
    }
  }

  // `! =`
  private func splitInequality() -> SyntaxError? {
    var rest = self
    do throws(SyntaxError) { try rest.advance() } catch { return nil }
    guard [.symbol(.equal), .symbol(.equalEqual)].contains(rest.current.kind) else { return nil }
    let range = current.range.union(rest.current.range)
    return error(.splitOperator("!="), at: range, fix: "!=")
  }

  // `title is empty`
  private var isEmptinessTest: Bool {
    lexer.slice(current.range).uppercased() == "IS"
  }

  // `BEGINS WITH`, `is empty`, in two words
  private var rangeOfOperator: SourceRange {
    var rest = self
    let isFollowed: Bool
    do throws(SyntaxError) {
      try rest.advance()
      isFollowed = true
    } catch {
      isFollowed = false
    }
    // `isn't`
    let end = current.range.upperBound
    if lexer.bytes[end...].starts(with: "'t".utf8),
      ["ISN", "AREN"].contains(lexer.slice(current.range).uppercased())
    {
      return SourceRange(current.range.lowerBound, end + 2)
    }
    guard isFollowed, rest.current.kind == .identifier else { return current.range }
    let first = lexer.slice(current.range).uppercased()
    switch lexer.slice(rest.current.range).uppercased() {
    case "WITH" where ["BEGINS", "STARTS", "ENDS"].contains(first),
      "EMPTY" where first == "IS", "BLANK" where first == "IS":
      return current.range.union(rest.current.range)
    default: return current.range
    }
  }

  private func nearestOperator(to word: String, comparing: Bool) -> String? {
    let upper = word.uppercased()
    if comparing, let synonym = Self.synonyms[upper] { return synonym }
    // The nearest word is OR, which means something else.
    if upper == "XOR" { return nil }
    let connectives = [Keyword.and, .or].map(\.spelling)
    let operators = Keyword.comparisons.map(\.spelling)
    let names = operators + vocabulary.wordOperators.sorted()
    if comparing, let whole = EditDistance.completion(of: upper, in: names) { return whole }
    let nearest = EditDistance.nearest(to: upper, in: comparing ? names + connectives : connectives)
    guard let nearest, connectives.contains(nearest) else { return nearest }
    // An operand follows a connective.
    switch tokenBehind?.kind {
    case .symbol(let symbol)
    where symbol != .exclamation && !Token.Kind.symbol(symbol).startsExpression:
      return nil
    default: return nearest
    }
  }

  private static let synonyms = [String: String](
    table: """
      ILIKE LIKE[c], STARTSWITH BEGINSWITH, STARTS BEGINSWITH, HASPREFIX BEGINSWITH,
      HASSUFFIX ENDSWITH, INCLUDES CONTAINS, HAS CONTAINS, REGEX MATCHES, REGEXP MATCHES, EQUALS ==,
      EQ ==, IS ==, ISN !=, AREN !=, NE !=, GT >, GE >=, LT <, LE <=, EXISTS != nil, NOTNULL != nil,
      ISNOTNULL != nil, ISNULL == nil
      """)
}

extension Keyword {
  /// Whether the word is a usual name of a key.
  var mayBeKey: Bool {
    switch self {
    case .first, .last, .size, .any, .all, .some, .none: true
    default: false
    }
  }

  /// Whether the word neither begins nor joins anything outside brackets.
  private var isOnlyReserved: Bool {
    switch self {
    case .first, .last, .size, .ci, .caseInsensitive: true
    default: false
    }
  }

  /// Whether the next token, nil where it is an error, shows that the word is meant as a key.
  func isKey(before next: Token.Kind?) -> Bool {
    switch next {
    case .symbol(.exclamation), .symbol(.leftParenthesis), .symbol(.minus): false
    case .symbol(let symbol): Link(symbol) != nil || symbol == .dot || isOnlyReserved
    case .end: isOnlyReserved
    case .keyword(let next): isOnlyReserved || next.comparison != nil
    default: isOnlyReserved
    }
  }

  /// Whether a word that may be a key is one, as the next token shows. Where a quantifier can begin, the word may be one.
  func isOperand(before next: Token.Kind?, mayBeQuantifier: Bool) -> Bool {
    if isKey(before: next) { return true }
    switch next {
    case .symbol(.comma), .symbol(.rightParenthesis), .symbol(.rightBrace), .symbol(.rightBracket),
      .symbol(.leftBracket):
      return true
    case .symbol(.minus) where isOnlyReserved: return true
    // The text may be unfinished, where a quantifier can begin.
    case .symbol(.minus), .symbol(.and), .symbol(.or), .keyword(.and), .keyword(.or), .end:
      return !mayBeQuantifier
    default: return false
    }
  }
}
