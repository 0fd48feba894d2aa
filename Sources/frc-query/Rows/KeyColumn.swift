internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

/// A key path named on the command line: a column, a sort key, a section.
struct KeyColumn {
  /// The key path as it was written, backquotes left out.
  let name: String

  /// The keys of the path; nil if it has anything but names.
  let path: [String]?

  /// A collection operator after names, as in `tags.@count`; nil for other key paths.
  let aggregate: Aggregate?

  /// A collection operator, with what follows it, over the value of a path of names.
  ///
  /// A class, so that a copy for each cell costs no more than a reference.
  final class Aggregate: Sendable {
    let path: [String]
    private let operation: FilterExpression<FilterValue>

    init(_ path: [String], _ operation: FilterExpression<FilterValue>) {
      self.path = path
      self.operation = operation
    }

    /// The result for the list at the path.
    func value(of list: FilterValue) -> FilterValue { (try? operation.value(of: list)) ?? .null }
  }

  private let expression: FilterExpression<FilterValue>

  /// `a.b`, `` `a key with . and ,` ``, `tags.@count`, `#size`, and `SELF` for the row itself
  init(_ text: String, libraries: FilterLibraries = .standard) throws(ToolError) {
    guard !text.isEmpty else { throw .message("a key path is empty") }
    let isSelf = text == "SELF"
    let isSpelled =
      isSelf || text.contains("`") || Self.split(text, at: ".").contains(where: Self.isWord)
    do throws(SyntaxError) {
      // Without a spelling of the language any text is a key path, reserved words and blanks
      // included.
      expression =
        isSpelled
        ? try FilterExpression(text: text, libraries: libraries)
        : try FilterExpression(text: "%K", arguments: [text], libraries: libraries)
    } catch {
      throw .diagnostic(error.description)
    }
    let keys = KeyColumn.keys(of: text)
    name = keys.joined(separator: ".")
    path = isSelf ? [] : keys.contains { $0.hasPrefix("@") } ? nil : keys
    // In backquotes `@` is a letter.
    aggregate = text.contains("`") ? nil : Self.aggregate(keys, libraries: libraries)
  }

  /// Whether a key is spelled `#word`, as reserved words are.
  private static func isWord(_ key: String) -> Bool {
    key.first == "#" && Keyword(word: String(key.dropFirst())) != nil
  }

  /// The value of a row; nil if it is missing or its evaluation fails.
  func value(of row: FilterValue) -> FilterValue {
    (try? expression.value(of: row)) ?? .null
  }

  /// The parts of `text` between separators outside backquotes.
  static func split(_ text: String, at separator: Character) -> [String] {
    KeyPathText.split(text, at: separator)
  }

  private static func keys(of text: String) -> [String] {
    split(text, at: ".").map { isWord($0) ? String($0.dropFirst()) : unquoted($0) }
  }

  /// A key without the backquotes around it; a doubled one inside is one.
  static func unquoted(_ key: String) -> String {
    guard key.count >= 2, key.hasPrefix("`"), key.hasSuffix("`") else { return key }
    var name = ""
    var isSecond = false
    for character in key.dropFirst().dropLast() {
      isSecond = character == "`" && !isSecond
      if !isSecond { name.append(character) }
    }
    return name
  }
}

extension KeyColumn {
  /// Nil if the keys on either side of the operator are not plain words.
  private static func aggregate(_ keys: [String], libraries: FilterLibraries) -> Aggregate? {
    guard let place = keys.firstIndex(where: { $0.hasPrefix("@") }), place > 0 else { return nil }
    let words = keys[..<place] + [String(keys[place].dropFirst())] + keys[(place + 1)...]
    let arePlain = words.allSatisfy { word in
      !word.isEmpty && word.utf8.allSatisfy { $0.isDigit || (0x61...0x7A).contains($0 | 0x20) }
    }
    guard arePlain, !keys[..<place].contains(where: { $0.lowercased() == "self" }),
      let operation = try? FilterExpression<FilterValue>(
        text: "SELF." + keys[place...].joined(separator: "."), libraries: libraries)
    else { return nil }
    return Aggregate(Array(keys[..<place]), operation)
  }
}

/// Finds the key path that a misspelt one is likely meant to be.
enum NearestKey {
  /// The nearest of `keys` to `name`, or the only one that begins with it; nil if none is near.
  static func nearest(to name: String, in keys: [String]) -> String? {
    let others = keys.filter { $0 != name }
    if let near = EditDistance.nearest(to: name, in: others) { return near }
    let longer = others.filter { $0.lowercased().hasPrefix(name.lowercased()) }
    return longer.count == 1 ? longer[0] : nil
  }
}
