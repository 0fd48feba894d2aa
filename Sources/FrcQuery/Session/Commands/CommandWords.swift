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

  var isEmpty: Bool { position == line.endIndex }

  /// The rest, without blanks at its ends.
  var rest: String {
    var end = line.endIndex
    while end > position, Self.isBlank(line[line.index(before: end)]) {
      end = line.index(before: end)
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

  /// The next key path; between backquotes, which stay, it may have blanks too.
  mutating func nextKey() throws(ToolError) -> String? {
    guard !isEmpty else { return nil }
    let key = try part(isKey: true) { _ in false }
    skipBlanks()
    return key
  }

  /// The rest as a key path, without quotes around it; empty if nothing is left.
  func onlyKey() throws(ToolError) -> String {
    guard rest.hasPrefix("\"") || rest.hasPrefix("'") else { return rest }
    var words = self
    let key = try words.nextKey() ?? ""
    return words.isEmpty ? key : rest
  }

  /// `name` or `name@group`, each in quotes if it has blanks or an `@`.
  mutating func nextName() throws(ToolError) -> (name: String, group: String?)? {
    guard !isEmpty else { return nil }
    let name = try part { $0 == "@" }
    var group: String?
    if !isEmpty, line[position] == "@" {
      position = line.index(after: position)
      group = try part { _ in false }
    }
    skipBlanks()
    guard !name.isEmpty, group != "" else { throw .message("a name or group is empty") }
    return (name, group)
  }

  private mutating func part(
    isKey: Bool = false, upTo isEnd: (Character) -> Bool
  ) throws(ToolError) -> String {
    var word = ""
    var quote: Character?
    var isName = false
    while position < line.endIndex {
      let character = line[position]
      if quote == nil, !isName, Self.isBlank(character) || isEnd(character) { break }
      position = line.index(after: position)
      if isName || isKey && quote == nil && character == "`" {
        word.append(character)
        if character == "`" { isName.toggle() }
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
      } else if quote != nil, character == "\\", position < line.endIndex {
        word.append(line[position])
        position = line.index(after: position)
      } else {
        word.append(character)
      }
    }
    guard quote == nil else { throw .message("a quote is not closed") }
    guard !isName else { throw .message("a backquote is not closed") }
    return word
  }

  /// `name:` or `name@group:`, each in quotes if it has blanks; nil, with nothing taken, if the rest begins otherwise.
  mutating func nextTitle() throws(ToolError) -> (name: String, group: String?)? {
    var words = self
    let name = try words.part { "@:".contains($0) }
    var group: String?
    if !words.isEmpty, line[words.position] == "@" {
      words.position = line.index(after: words.position)
      group = try words.part { $0 == ":" }
    }
    guard !words.isEmpty, line[words.position] == ":", !name.isEmpty, group != "" else {
      return nil
    }
    words.position = line.index(after: words.position)
    words.skipBlanks()
    self = words
    return (name, group)
  }

  /// The parts of the rest between semicolons, except for those in quotes, backquotes and brackets.
  var parts: [CommandWords] {
    var nesting = Nesting()
    var parts: [CommandWords] = []
    var start = position
    for index in line.indices[position...] {
      nesting.take(line[index])
      guard line[index] == ";", !nesting.isInside else { continue }
      parts.append(words(from: start, to: index))
      start = line.index(after: index)
    }
    return parts + [words(from: start, to: line.endIndex)]
  }

  /// A part of the line, whose offset counts from the beginning of the line.
  private func words(from start: String.Index, to end: String.Index) -> CommandWords {
    var words = CommandWords(String(line[..<end]))
    words.position = words.line.index(
      words.line.startIndex, offsetBy: line.distance(from: line.startIndex, to: start))
    words.skipBlanks()
    return words
  }

  /// The quotes and brackets that are open at a position of a line.
  private struct Nesting {
    private var quote: Character?
    private var isEscaped = false
    private var depth = 0

    var isQuoted: Bool { quote != nil }
    var isInside: Bool { quote != nil || depth != 0 }

    mutating func take(_ character: Character) {
      if let open = quote {
        if isEscaped {
          isEscaped = false
        } else if character == "\\", open != "`" {
          isEscaped = true
        } else if character == open {
          quote = nil
        }
      } else if "\"'`".contains(character) {
        quote = character
      } else if "([{".contains(character) {
        depth += 1
      } else if ")]}".contains(character) {
        depth -= 1
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
      let character = line[index]
      if Self.isBlank(character), !nesting.isQuoted { start = nil } else { start = start ?? index }
      nesting.take(character)
      index = line.index(after: index)
      guard let begin = start, !nesting.isInside,
        index == line.endIndex || Self.isBlank(line[index]),
        line[begin..<index].lowercased() == word
      else { continue }
      return (words(from: position, to: begin), words(from: index, to: line.endIndex))
    }
    return (self, nil)
  }

  private mutating func skipBlanks() {
    while position < line.endIndex, Self.isBlank(line[position]) {
      position = line.index(after: position)
    }
  }

  static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

  /// A word, in quotes if needed.
  static func quoted(_ word: String) -> String {
    let needsQuotes = word.isEmpty || word.contains { isBlank($0) || "@\"'\\".contains($0) }
    guard needsQuotes else { return word }
    return "\"" + word.reduce(into: "") { $0 += "\"\\".contains($1) ? "\\\($1)" : String($1) }
      + "\""
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
    guard try others.next() == name else { return false }
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
