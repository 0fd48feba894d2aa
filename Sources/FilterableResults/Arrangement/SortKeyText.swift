public import FilterSyntax

/// What is wrong with the text of a sort key.
@nonexhaustive
public enum SortKeyError: Error, Sendable {
  /// An option of the text that there is none of.
  case unknownOption(String, in: String)
  /// The key path is empty.
  case emptyKeyPath
  /// What is wrong with the key path.
  case keyPath(SyntaxError)
}

extension SortKeyError: CustomStringConvertible {
  /// A sentence for people; of a key path with the text and a caret, on several lines.
  public var description: String {
    switch self {
    case .unknownOption(let option, let text):
      "'\(option)' is no sort option in '\(text)': use asc, desc, numeric, or letters of cdnl"
    case .emptyKeyPath: "a key path is empty"
    case .keyPath(let error): "\(error)"
    }
  }
}

/// The text of a sort key, whatever its items are: `age:desc`.
package struct SortKeyText {
  package let keyPath: String
  package private(set) var isAscending = true
  package private(set) var options: AST.Comparison.Options = []
  package private(set) var isNumeric = false

  /// Reads what `SortKey.init(parsing:)` documents; the key path is not checked.
  package init(_ text: String) throws(SortKeyError) {
    let parts = KeyPathText.split(text, at: ":")
    keyPath = parts[0]
    guard !keyPath.isEmpty else { throw .emptyKeyPath }
    for part in parts.dropFirst() {
      switch part.lowercased() {
      case "asc": isAscending = true
      case "desc": isAscending = false
      case "numeric": isNumeric = true
      case let letters:
        guard let options = AST.Comparison.Options(letters: letters) else {
          throw .unknownOption(part, in: text)
        }
        self.options.formUnion(options)
      }
    }
  }

  /// The key paths of a list between commas without the blanks around them.
  static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { part in
      var part = part
      while part.first?.isWhitespace == true { part.removeFirst() }
      while part.last?.isWhitespace == true { part.removeLast() }
      return String(part)
    }
    .filter { !$0.isEmpty }
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

/// Key paths in lists and with options, where backquotes protect separators.
package enum KeyPathText {
  /// The parts of `text` between separators outside backquotes; one part where there is no separator.
  package static func split(_ text: String, at separator: Character) -> [String] {
    var parts = [""]
    var isQuoted = false
    for character in text {
      if character == "`" { isQuoted.toggle() }
      if character == separator, !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}
