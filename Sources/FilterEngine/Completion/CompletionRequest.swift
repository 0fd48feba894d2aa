import FilterSyntax

/// The word at the cursor, and the text before it.
struct CompletionRequest {
  /// The typed part of the word.
  enum Typed {
    /// The letters of a name or a sign; empty between two words
    case word
    /// A string with its opening quote, without its closing one
    case string(quote: UInt8)
    /// A number or a date
    case value
    /// A comment, in which nothing is completed
    case nothing
  }

  /// The part of the text to replace.
  let range: SourceRange

  /// The typed letters, without quotes and without the sign before a reserved word.
  let prefix: String

  let typed: Typed
  let continuation: Continuation
  let subqueries: [(variable: String, collection: AST.Expression)]

  /// The variables in the text, without their signs.
  let variables: [String]

  /// The key path whose values are wanted; nil if none is being compared.
  var valueKey: String?

  /// Whether words are written in small letters, as the typed ones are.
  var isSmall: Bool {
    prefix.utf8.contains { $0 >= 0x61 && $0 <= 0x7A } && prefix == prefix.lowercased()
  }

  init(_ text: String, at offset: Int, _ options: SyntaxOptions) {
    let bytes = text.utf8
    var end = bytes.index(bytes.startIndex, offsetBy: max(0, min(offset, bytes.count)))
    while end > bytes.startIndex, end < bytes.endIndex, bytes[end] & 0xC0 == 0x80 {
      end = bytes.index(before: end)
    }
    let head = text[..<end]
    let cursor = head.utf8.count
    let all = Array(FilterTokens(String(head), options: options))
    var tokens = all.filter { $0.kind != .comment }[...]
    var word: Substring = ""
    var isInComment = false
    if let last = all.last, last.range.upperBound == cursor {
      let start = bytes.index(bytes.startIndex, offsetBy: last.range.lowerBound)
      word = text[start..<end]
      isInComment = last.kind == .comment && (!word.ends(with: "*/") || word.utf8.count < 4)
      // A sign is complete, and what follows it is completed.
      if last.kind == .comment || !Self.isPartial(last.kind, word) { word = "" }
    }
    if !word.isEmpty { tokens.removeLast() }
    let rest = text[end...]
    let typed =
      isInComment ? Typed.nothing : Self.typed(word)
    let start = cursor - word.utf8.count
    self.typed = typed
    range = SourceRange(start, cursor + Self.remainder(of: word, in: rest, typed))
    prefix = Self.prefix(word, typed)
    variables = tokens.filter { $0.kind == .variable }.map { token in
      let lower = bytes.index(bytes.startIndex, offsetBy: token.range.lowerBound + 1)
      return String(text[lower..<bytes.index(lower, offsetBy: token.range.count - 1)])
    }
    if case .nothing = typed {
      (continuation, subqueries) = (.nothing, [])
    } else {
      let before = head[..<bytes.index(bytes.startIndex, offsetBy: start)]
      let unfinished = UnfinishedText(before, tokens: tokens, options: options)
      (continuation, subqueries) = (unfinished.continuation, unfinished.subqueries)
    }
  }

  // Whether a token that ends at the cursor is being typed.
  private static func isPartial(_ kind: FilterToken.Kind, _ word: Substring) -> Bool {
    guard let first = word.utf8.first else { return false }
    return switch kind {
    case .punctuation, .comment, .placeholder: false
    // Operators that are words, and the first half of `&&`
    case .operator: first.startsWord || word == "&" || word == "|"
    case .string: !isClosed(word, by: first)
    case .key: first != UInt8(ascii: "`") || !isClosed(word, by: first)
    case .date: !(word.utf8.count > 1 && word.ends(with: "#"))
    case .keyword, .option, .number, .variable, .function, .unknown: true
    }
  }

  private static func typed(_ word: Substring) -> Typed {
    guard let first = word.utf8.first else { return .word }
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(quote: first)
    case UInt8(ascii: "#") where word.utf8.dropFirst().first.map { $0.isDigit } ?? false:
      return .value
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return .value
    default: return .word
    }
  }

  // Whether a quote closes the text that begins with it.
  private static func isClosed(_ word: Substring, by quote: UInt8) -> Bool {
    var isEscaped = false
    for (index, byte) in word.utf8.enumerated().dropFirst() {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == quote {
        return index == word.utf8.count - 1
      }
    }
    return false
  }

  // The number of bytes after the cursor that belong to the word.
  private static func remainder(of word: Substring, in rest: Substring, _ typed: Typed) -> Int {
    guard !word.isEmpty else { return 0 }
    switch typed {
    case .word where word.begins(with: "`"): return closing(UInt8(ascii: "`"), in: rest)
    case .word, .value: return rest.utf8.prefix { $0.startsWord || $0.isDigit }.count
    // The next quote may open another text: it closes this one only after letters.
    case .string(let quote): return closing(quote, in: rest)
    case .nothing: return 0
    }
  }

  private static func closing(_ quote: UInt8, in rest: Substring) -> Int {
    let letters = rest.utf8.prefix { $0.startsWord || $0.isDigit || $0 == UInt8(ascii: "-") }.count
    return rest.utf8.dropFirst(letters).first == quote ? letters + 1 : 0
  }

  private static func prefix(_ word: Substring, _ typed: Typed) -> String {
    switch typed {
    case .nothing: return ""
    case .value: return String(word)
    case .word:
      let isEscaped = word.begins(with: "`") || word.begins(with: "#")
      return isEscaped ? word.dropping(1) : String(word)
    case .string(let quote):
      let closed = word + String(UnicodeScalar(quote))
      guard case .literal(let literal)? = try? AST.Expression(parsing: String(closed)),
        case .text(let content) = literal.value
      else { return word.dropping(1) }
      return content
    }
  }
}

extension UInt8 {
  fileprivate var startsWord: Bool { self >= 0x80 || startsName }
}
