public import FilterSyntax

/// An error in the text of a sort key.
@nonexhaustive
public enum SortKeyError: Error, Sendable {
  /// The text has an unknown option.
  case unknownOption(String, in: String)
  /// The key path is empty.
  case emptyKeyPath
  /// The key path is not valid.
  case keyPath(SyntaxError)
}

extension SortKeyError: CustomStringConvertible {
  /// A message; for a key path, several lines with the text and a caret.
  public var description: String {
    switch self {
    case .unknownOption(let option, let text):
      "'\(option)' is not a sort option in '\(text)': use asc, desc, numeric, or letters of cdnl"
    case .emptyKeyPath: "a key path is empty"
    case .keyPath(let error): "\(error)"
    }
  }
}

/// The text of a sort key, such as `age:desc`, for items of any type.
package struct SortKeyText {
  package let keyPath: String
  package private(set) var isAscending = true
  package private(set) var options: AST.Comparison.Options = []
  package private(set) var isNumeric = false

  /// The error of a colon in the key path, if there is one.
  package private(set) var unknownOption: SortKeyError?

  /// Parses the syntax of `SortKey.init(parsing:)`. The key path is not checked.
  ///
  /// Options are the known words after the last colons. A colon before another word is an error, or part of the key
  /// path if `allowsColons`.
  package init(_ text: String, allowsColons: Bool = false) throws(SortKeyError) {
    var parts = KeyPathText.split(text, at: ":")
    var options: [String] = []
    while parts.count > 1, let last = parts.last, Self.isOption(last.lowercased()) {
      options.append(parts.removeLast().lowercased())
    }
    keyPath = parts.joined(separator: ":")
    guard !parts[0].isEmpty else { throw .emptyKeyPath }
    if parts.count > 1 {
      let error = SortKeyError.unknownOption(parts[1], in: text)
      guard allowsColons else { throw error }
      unknownOption = error
    }
    for option in options.reversed() {
      switch option {
      case "asc": isAscending = true
      case "desc": isAscending = false
      case "numeric": isNumeric = true
      default: self.options.formUnion(AST.Comparison.Options(letters: option) ?? [])
      }
    }
  }

  private static func isOption(_ word: String) -> Bool {
    ["asc", "desc", "numeric"].contains(word) || AST.Comparison.Options(letters: word) != nil
  }

  /// The key paths of a list between commas without the blanks around them.
  static func list(_ text: String) -> [String] {
    text.parts(at: ",").map(KeyPathText.trimmed).filter { !$0.isEmpty }
  }
}

extension AST.Comparison.Options {
  /// The options of a text of one or more letters of `cdnl`; nil for any other text.
  package init?(letters: String) {
    self = []
    for letter in letters {
      guard let option = Self.letters.first(where: { $0.letter == letter })?.option else {
        return nil
      }
      insert(option)
    }
    if letters.isEmpty { return nil }
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
