package import FilterSyntax

/// The text of a sort key, such as `age:desc`, for items of any type.
package struct SortKeyText {
  package let keyPath: String
  package private(set) var isAscending = true
  package private(set) var options: AST.Comparison.Options = []
  package private(set) var isNumeric = false

  /// The place of the key path in the text, in UTF-8 bytes.
  let start: Int

  /// The error of a colon in an expression, if there is one.
  package let unknownOption: SyntaxError?

  /// Parses one key of the list that `ResultsSortKey.list(_:options:policy:)` takes. The key path is not checked.
  ///
  /// An expression can begin with a sign and end with a bracket, so it takes options after colons only. A colon before
  /// another word can belong to it: then it has an `unknownOption`.
  package init(_ text: String, isExpression: Bool = false) throws(SyntaxError) {
    try self.init(text[...], isExpression: isExpression)
  }

  private init(_ part: Substring, isExpression: Bool) throws(SyntaxError) {
    let parts = KeyPathText.split(String(part), at: ":")
    let known = parts.dropFirst().reversed().prefix { Self.isOption(KeyPathText.trimmed($0)) }
    var words = known.reversed().map { KeyPathText.trimmed($0) }
    let lengths = parts.dropLast(known.count).map(\.utf8.count)
    var path = part.utf8.prefix(lengths.reduce(lengths.count - 1) { $0 + $1 })
    if lengths.count > 1 {
      let option = part.utf8.dropFirst(lengths[0] + 1).prefix(lengths[1])
      unknownOption = SyntaxError(
        .unknownSortOption(parts[1]), at: SourceRange(of: Substring(option)), in: part.base)
    } else {
      unknownOption = nil
    }
    Self.trim(&path)
    if !isExpression {
      if let unknownOption { throw unknownOption }
      words = Self.takeOptions(of: &path) + words
    }
    guard !path.isEmpty else {
      throw SyntaxError(.expected(.key), at: SourceRange(of: part), in: part.base)
    }
    keyPath = String(Substring(path))
    start = SourceRange(of: Substring(path)).lowerBound
    for word in words { apply(word.lowercased()) }
  }

  /// Removes a sign, letters in brackets and a word for the direction. Returns the options that they stand for.
  private static func takeOptions(of path: inout Substring.UTF8View) -> [String] {
    var words: [String] = []
    while let (word, rest) = lastOption(of: path) {
      words.insert(word, at: 0)
      path = rest
      trim(&path)
    }
    if let sign = path.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      words.insert(sign == UInt8(ascii: "-") ? "desc" : "asc", at: 0)
      path = path.dropFirst()
      trim(&path)
    }
    return words
  }

  /// The direction after the last blank or the letters in brackets at the end, and the text before it.
  private static func lastOption(
    of path: Substring.UTF8View
  ) -> (word: String, rest: Substring.UTF8View)? {
    if path.last == UInt8(ascii: "]") {
      guard let open = path.lastIndex(of: UInt8(ascii: "[")) else { return nil }
      let word = String(Substring(path[open...].dropFirst().dropLast()))
      return isOption(word) && directions[word.lowercased()] == nil ? (word, path[..<open]) : nil
    }
    guard let blank = path.lastIndex(where: isBlank) else { return nil }
    let word = String(Substring(path[blank...].dropFirst()))
    return directions[word.lowercased()] != nil ? (word, path[..<blank]) : nil
  }

  private static let directions = [
    "asc": "asc", "ascending": "asc", "desc": "desc", "descending": "desc",
  ]

  private static func isOption(_ word: String) -> Bool {
    let word = word.lowercased()
    return directions[word] != nil || word == "numeric"
      || AST.Comparison.Options(letters: word) != nil
  }

  private mutating func apply(_ option: String) {
    if let direction = Self.directions[option] {
      isAscending = direction == "asc"
    } else if option == "numeric" {
      isNumeric = true
    } else {
      options.formUnion(AST.Comparison.Options(letters: option) ?? [])
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }

  private static func trim(_ path: inout Substring.UTF8View) {
    path = path.drop(while: isBlank)
    while let last = path.last, isBlank(last) { path = path.dropLast() }
  }

  /// The keys of a list between commas, without empty ones.
  static func list(_ text: String) throws(SyntaxError) -> [SortKeyText] {
    var keys: [SortKeyText] = []
    var rest = text.utf8[...]
    for part in KeyPathText.split(text, at: ",") {
      let key = rest.prefix(part.utf8.count)
      rest = rest.dropFirst(part.utf8.count + 1)
      if !key.allSatisfy(isBlank) {
        keys.append(try SortKeyText(Substring(key), isExpression: false))
      }
    }
    return keys
  }
}

extension SourceRange {
  /// The range of a part of a text.
  fileprivate init(of part: Substring) {
    let start = part.base.utf8.distance(from: part.base.startIndex, to: part.startIndex)
    self.init(start, start + part.utf8.count)
  }
}

/// Key paths and expressions in lists and with options, where backquotes, quotes and brackets protect separators.
package enum KeyPathText {
  /// The parts of `text` between separators outside backquotes, quotes and brackets; one part if there are none.
  ///
  /// Quotes and brackets that are not closed protect nothing, as they can be letters of a key.
  package static func split(_ text: String, at separator: Unicode.Scalar) -> [String] {
    split(text, at: separator, protects: true) ?? split(text, at: separator, protects: false) ?? []
  }

  /// Returns nil if quotes or brackets protect and are not closed.
  private static func split(
    _ text: String, at separator: Unicode.Scalar, protects: Bool
  ) -> [String]? {
    var parts = [String.UnicodeScalarView()]
    var quote: Unicode.Scalar?
    var depth = 0
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        isEscaped = false
      } else if let open = quote {
        if scalar == open { quote = nil }
        isEscaped = scalar == "\\" && open != "`"
      } else if scalar == "`" || protects && (scalar == "'" || scalar == "\"") {
        quote = scalar
      } else if protects, scalar == "(" || scalar == "[" || scalar == "{" {
        depth += 1
      } else if protects, scalar == ")" || scalar == "]" || scalar == "}" {
        depth -= 1
        if depth < 0 { return nil }
      } else if scalar == separator, depth == 0 {
        parts.append(String.UnicodeScalarView())
        continue
      }
      parts[parts.count - 1].append(scalar)
    }
    return protects && (depth != 0 || quote != nil && quote != "`") ? nil : parts.map { String($0) }
  }

  /// The text without the blanks around it.
  package static func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(Substring(scalars))
  }
}
