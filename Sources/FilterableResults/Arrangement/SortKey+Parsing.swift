package import FilterSyntax

extension SortKey {
  /// What is wrong with the text of a sort key.
  public struct ParsingError: Error, Hashable, CustomStringConvertible {
    /// The text of the sort key.
    public let text: String

    /// The unknown option; nil where the key path is empty.
    public let option: String?

    /// A sentence for people, in one line.
    public var description: String {
      guard let option else { return "a key path is empty" }
      return "'\(option)' is no sort option in '\(text)': use asc, desc, numeric, "
        + "or letters of cdnl"
    }
  }

  /// Reads a sort key as people write it: `name`, `age:desc`, `name:cd`, `owner.age:desc:numeric`.
  ///
  /// Colons separate a key path from its options: `asc`, `desc`, `numeric`, and letters of `cdnl`, which
  /// mean the same as in a filter. Of two directions the last counts. A colon between backquotes belongs
  /// to the key path. The key path is not checked. Takes time linear in the length of the text.
  ///
  /// - Throws: A `ParsingError` for an unknown option or an empty key path.
  public init(parsing text: String) throws(ParsingError) {
    let parts = KeyPathText.split(text, at: ":")
    self.init(parts[0])
    guard !parts[0].isEmpty else { throw ParsingError(text: text, option: nil) }
    for part in parts.dropFirst() {
      switch part.lowercased() {
      case "asc": isAscending = true
      case "desc": isAscending = false
      case "numeric": isNumeric = true
      case let letters:
        guard let options = AST.Comparison.Options(letters: letters) else {
          throw ParsingError(text: text, option: part)
        }
        self.options.formUnion(options)
      }
    }
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
