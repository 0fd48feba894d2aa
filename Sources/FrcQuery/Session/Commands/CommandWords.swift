internal import FilterSyntax

/// The words of a line, taken one by one from its beginning.
///
/// A word ends at a blank; inside quotes, single or double, blanks are part of it, and a backslash
/// takes the next character as it is.
struct CommandWords {
  /// The whole line.
  let line: String
  private var position: String.Index

  init(_ line: String) {
    self.line = line
    position = line.startIndex
    skipBlanks()
  }

  /// A sign is one whatever stands beside it, so that the line is read by scalars.
  private var scalars: String.UnicodeScalarView { line.unicodeScalars }

  var isEmpty: Bool { position == line.endIndex }

  /// The rest, without blanks at its ends.
  var rest: String {
    var end = line.endIndex
    while end > position, Self.isBlank(scalars[scalars.index(before: end)]) {
      end = scalars.index(before: end)
    }
    return String(line[position..<end])
  }

  /// The number of bytes before the rest.
  var offset: Int { line.utf8.distance(from: line.startIndex, to: position) }

  /// The next word without its quotes; nil at the end.
  mutating func next() throws(ToolError) -> String? {
    guard !isEmpty else { return nil }
    let word = try part(upTo: { _ in false })
    skipBlanks()
    return word
  }

  /// The next key path or expression; nil at the end. Blanks in quotes, backquotes and brackets are part of it. All of
  /// these stay, except for quotes around a key.
  mutating func nextKey() throws(ToolError) -> String? {
    guard !isEmpty else { return nil }
    let start = position
    var nesting = Nesting()
    while position < line.endIndex {
      let scalar = scalars[position]
      if !nesting.isInside, Self.isBlank(scalar) { break }
      nesting.take(scalar)
      position = scalars.index(after: position)
    }
    if let quote = nesting.quote {
      throw .message("a \(quote == "`" ? "backquote" : "quote") is not closed")
    }
    let text = String(line[start..<position])
    skipBlanks()
    return Self.unquoted(text)
  }

  /// The key paths and expressions in the rest. Commas separate them, and blanks that are not part of an expression.
  func keys() throws(ToolError) -> [String] {
    var keys: [String] = []
    for part in ColumnText.list(rest) {
      var words = CommandWords(part)
      var parts: [String] = []
      while let key = try words.nextKey() { parts.append(key) }
      keys += ColumnText.isExpression(parts) ? [part] : parts
    }
    return keys
  }

  /// A key without the quotes around it, which the options of a sort key may follow. Any other text stays as it is.
  private static func unquoted(_ text: String) -> String {
    guard let quote = text.unicodeScalars.first, quote == "\"" || quote == "'" else { return text }
    var key = String.UnicodeScalarView()
    var isEscaped = false
    var rest = text.unicodeScalars.dropFirst()
    while let scalar = rest.popFirst() {
      if isEscaped {
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
        continue
      } else if scalar == quote {
        guard rest.first.map({ $0 == ":" }) ?? true else { return text }
        return String(key) + String(Substring(rest))
      }
      key.append(scalar)
    }
    return text
  }

  /// The rest as a key path, without quotes around it; empty if nothing is left.
  func onlyKey() throws(ToolError) -> String {
    guard rest.begins(with: "\"") || rest.begins(with: "'") else { return rest }
    var words = self
    let key = try words.nextKey() ?? ""
    return words.isEmpty ? key : rest
  }

  /// `name` or `name@group`, each in quotes if it has blanks or an `@`.
  mutating func nextName() throws(ToolError) -> (name: String, group: String?)? {
    guard !isEmpty else { return nil }
    let name = try part { $0 == "@" }
    var group: String?
    if !isEmpty, scalars[position] == "@" {
      position = scalars.index(after: position)
      group = try part { _ in false }
    }
    skipBlanks()
    guard !name.isEmpty, group != "" else { throw .message("a name or group is empty") }
    return (name, group)
  }

  private mutating func part(
    upTo isEnd: (Unicode.Scalar) -> Bool
  ) throws(ToolError) -> String {
    var word = String.UnicodeScalarView()
    var quote: Unicode.Scalar?
    while position < line.endIndex {
      let scalar = scalars[position]
      if quote == nil, Self.isBlank(scalar) || isEnd(scalar) { break }
      position = scalars.index(after: position)
      if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if quote != nil, scalar == "\\", position < line.endIndex {
        word.append(scalars[position])
        position = scalars.index(after: position)
      } else {
        word.append(scalar)
      }
    }
    guard quote == nil else { throw .message("a quote is not closed") }
    return String(word)
  }

  /// `name:` or `name@group:`, each in quotes if it has blanks; nil, with nothing taken, if the rest begins otherwise.
  mutating func nextTitle() throws(ToolError) -> (name: String, group: String?)? {
    var words = self
    let name = try words.part { $0 == "@" || $0 == ":" }
    var group: String?
    if !words.isEmpty, scalars[words.position] == "@" {
      words.position = scalars.index(after: words.position)
      group = try words.part { $0 == ":" }
    }
    guard !words.isEmpty, scalars[words.position] == ":", !name.isEmpty, group != "" else {
      return nil
    }
    words.position = scalars.index(after: words.position)
    words.skipBlanks()
    self = words
    return (name, group)
  }

  /// The parts of the rest between semicolons, except for those in quotes, backquotes and brackets.
  var parts: [CommandWords] {
    var nesting = Nesting()
    var parts: [CommandWords] = []
    var start = position
    for index in scalars.indices[position...] {
      nesting.take(scalars[index])
      guard scalars[index] == ";", !nesting.isInside else { continue }
      parts.append(words(from: start, to: index))
      start = scalars.index(after: index)
    }
    return parts + [words(from: start, to: line.endIndex)]
  }

  /// A part of the line, whose offset counts from the beginning of the line.
  private func words(from start: String.Index, to end: String.Index) -> CommandWords {
    var words = CommandWords(String(line[..<end]))
    words.position = words.line.utf8.index(
      words.line.startIndex, offsetBy: line.utf8.distance(from: line.startIndex, to: start))
    words.skipBlanks()
    return words
  }

  /// The quotes and brackets that are open at a position of a line.
  private struct Nesting {
    private(set) var quote: Unicode.Scalar?
    private var isEscaped = false
    private var depth = 0

    var isQuoted: Bool { quote != nil }
    var isInside: Bool { quote != nil || depth != 0 }

    mutating func take(_ scalar: Unicode.Scalar) {
      if let open = quote {
        if isEscaped {
          isEscaped = false
        } else if scalar == "\\", open != "`" {
          isEscaped = true
        } else if scalar == open {
          quote = nil
        }
        return
      }
      switch scalar {
      case "\"", "'", "`": quote = scalar
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth = max(0, depth - 1)
      default: break
      }
    }
  }

  /// The rest before the first `word` that stands alone, and the rest after it; nil if there is no such word. One in
  /// quotes, backquotes or brackets is none. It is read in any case.
  func parts(at word: String) -> (before: CommandWords, after: CommandWords?) {
    var nesting = Nesting()
    var start: String.Index?
    var index = position
    while index < line.endIndex {
      let scalar = scalars[index]
      if Self.isBlank(scalar), !nesting.isQuoted { start = nil } else { start = start ?? index }
      nesting.take(scalar)
      index = scalars.index(after: index)
      guard let begin = start, !nesting.isInside,
        index == line.endIndex || Self.isBlank(scalars[index]),
        line[begin..<index].lowercased() == word
      else { continue }
      return (words(from: position, to: begin), words(from: index, to: line.endIndex))
    }
    return (self, nil)
  }

  private mutating func skipBlanks() {
    while position < line.endIndex, Self.isBlank(scalars[position]) {
      position = scalars.index(after: position)
    }
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  /// A word, in quotes if needed.
  static func quoted(_ word: String) -> String {
    let needsQuotes =
      word.isEmpty
      || word.unicodeScalars.contains { isBlank($0) || "@\"'\\".unicodeScalars.contains($0) }
    return needsQuotes ? word.quoted(by: "\"", escape: "\\") : word
  }
}

extension CommandWords {
  /// The rest of the line, which must not be empty.
  func required() throws(ToolError) -> String {
    guard !isEmpty else { throw .misuse }
    return rest
  }

  /// The only word that is left.
  mutating func only() throws(ToolError) -> String {
    guard let word = try next(), isEmpty else { throw .misuse }
    return word
  }

  /// Takes an option off the beginning, if it is there.
  mutating func takesOption(_ name: String) throws(ToolError) -> Bool {
    var others = self
    guard rest.begins(with: name), try others.next() == name else { return false }
    self = others
    return true
  }

  /// Checks that nothing is left.
  func end() throws(ToolError) {
    guard isEmpty else { throw .misuse }
  }

  /// `on` or `off`
  mutating func isOn() throws(ToolError) -> Bool {
    switch try only() {
    case "on": return true
    case "off": return false
    default: throw .misuse
    }
  }
}
