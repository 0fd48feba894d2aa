internal import FilterEngine
internal import FilterSyntax

/// The completion of a line by Tab.
struct ReplCompletion {
  /// The words that fit, in order.
  let candidates: [String]

  /// The text to insert at the cursor in place of the characters before it; nil if there are several or none.
  let insertion: (replaced: Int, text: String)?

  init(line: String, cursor: Int, session: Session) {
    let head = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let place = Place(head)
    let words = place.words(session)
    let typed = place.word
    let fitting = words.filter { $0.text.plain.hasPrefix(typed.plain) }
    var seen: Set<String> = []
    candidates = fitting.map(\.text).filter { seen.insert($0).inserted }.sorted()
    // Words of the language follow the case of what was typed.
    let isSmall =
      !typed.isEmpty && typed == typed.lowercased() && fitting.allSatisfy(\.isKeyword)
    let spellings = isSmall ? candidates.map { $0.lowercased() } : candidates
    guard var common = spellings.first else {
      insertion = nil
      return
    }
    for spelling in spellings.dropFirst() { common = common.commonPrefix(with: spelling) }
    let quoted = place.quoted(common, isWhole: candidates.count == 1 && fitting[0].endsWithBlank)
    if let quoted {
      insertion = quoted == place.written ? nil : (place.written.unicodeScalars.count, quoted)
      return
    }
    if candidates.count == 1, fitting[0].endsWithBlank { common += " " }
    if common.hasPrefix(typed) {
      let rest = common.dropFirst(typed.count)
      insertion = rest.isEmpty ? nil : (0, String(rest))
    } else if common.plain.hasPrefix(typed.plain) {
      // Names are bytes: another case would be another name.
      insertion = (typed.unicodeScalars.count, common)
    } else {
      insertion = nil
    }
  }

  /// The candidates in columns, safe for a terminal.
  func listing(width: Int) -> String {
    let candidates = candidates.map(TerminalText.line)
    let column = (candidates.map(TextWidth.of).max() ?? 0) + 2
    let count = max(1, width / column)
    return stride(from: 0, to: candidates.count, by: count).map { start in
      candidates[start..<min(start + count, candidates.count)].map { word in
        word + String(repeating: " ", count: column - TextWidth.of(word))
      }
      .joined()
    }
    .joined(separator: "\n")
  }

  /// Something that fits.
  private struct Word {
    let text: String
    var isKeyword = false
    var endsWithBlank = true
  }

  /// The position of the cursor in a line.
  private struct Place {
    let word: String

    /// The word as it is in the line, with a quote before it
    let written: String
    private let kind: Command.Completion
    private let number: Int
    private let isName: Bool

    init(_ head: String) {
      let trimmed = head.drop { CommandWords.isBlank($0) }
      var command: Command.Line?
      var tail = trimmed
      var isName = false
      if trimmed.hasPrefix(".") {
        let name = trimmed.prefix { !CommandWords.isBlank($0) }
        isName = name.endIndex == trimmed.endIndex
        command = Command.named(String(name))
        tail = trimmed[name.endIndex...]
      }
      self.isName = isName
      kind = trimmed.hasPrefix(".") ? command?.completion ?? .nothing : .predicate
      number =
        tail.split(whereSeparator: CommandWords.isBlank).count
        - (tail.last.map(CommandWords.isBlank) ?? true ? 0 : 1)
      written =
        isName
        ? String(trimmed)
        : kind == .files
          ? String(tail.drop { CommandWords.isBlank($0) })
          : Self.lastWord(of: tail)
      let isQuoted = kind == .files && (written.hasPrefix("\"") || written.hasPrefix("'"))
      word = isQuoted ? String(written.dropFirst()) : written
    }

    /// The name of a file in quotes, which are closed after a whole name; nil if it needs none.
    func quoted(_ name: String, isWhole: Bool) -> String? {
      guard kind == .files, !isName, name.plain.hasPrefix(word.plain) else { return nil }
      let quoted = CommandWords.quoted(name)
      if quoted == name {
        guard written != word, let quote = written.first else { return nil }
        return "\(quote)\(name)" + (isWhole ? "\(quote) " : "")
      }
      return isWhole ? quoted + " " : String(quoted.dropLast())
    }

    /// The beginning of a word before the cursor. Between backquotes it has any characters, and in a string no
    /// backquote.
    private static func lastWord(of text: Substring) -> String {
      var word = ""
      var isName = false
      var quote: Character?
      for character in text {
        if isName || character == "`" && quote == nil {
          word.append(character)
          if character == "`" { isName.toggle() }
        } else if character.isLetter || character.isNumber || "_.@-#".contains(character) {
          word.append(character)
        } else {
          word = ""
          if character == quote {
            quote = nil
          } else if quote == nil, character == "'" || character == "\"" {
            quote = character
          }
        }
      }
      return word
    }

    func words(_ session: Session) -> [Word] {
      if isName { return Command.lines.map { Word(text: $0.name) } }
      switch kind {
      case .nothing: return []
      case .commands: return Command.lines.map { Word(text: $0.name) }
      case .files: return files()
      case .formats: return RowFormat.outputs.map { Word(text: $0.name) }
      case .switches: return ["on", "off"].map { Word(text: $0) }
      case .keys: return keys(session)
      case .predicate: return keys(session) + language(session)
      case .filter where number == 0:
        return ["add", "clear", "remove", "replace"].map { Word(text: $0) }
      case .filter where number == 1:
        return (session.data?.filters ?? []).map {
          Word(text: CommandWords.quoted($0.name))
        }
      case .filter: return keys(session) + language(session)
      }
    }

    private func keys(_ session: Session) -> [Word] {
      session.sampleKeys().map { Word(text: $0, endsWithBlank: false) }
    }

    private func language(_ session: Session) -> [Word] {
      let keywords = Keyword.table.map { Word(text: $0.text, isKeyword: true) }
      let libraries = session.libraries.libraries
      return keywords
        + libraries.flatMap(\.operators).map { Word(text: $0.word, isKeyword: true) }
        + libraries.flatMap(\.functions).map { function in
          let name = function.selector.prefix { $0 != ":" }
          return Word(
            text: name + (function.selector.hasSuffix(":") ? "(" : "()"), endsWithBlank: false)
        }
    }

    private func files() -> [Word] {
      let slash = word.lastIndex(of: "/").map { word.index(after: $0) } ?? word.startIndex
      let folder = String(word[..<slash])
      let path = Session.expanded(folder.isEmpty ? "." : folder)
      return SystemCalls.namesWithSlashes(in: path)
        .filter { !$0.hasPrefix(".") || word[slash...].hasPrefix(".") }
        .map { Word(text: folder + $0, endsWithBlank: !$0.hasSuffix("/")) }
    }
  }
}

extension String {
  /// The letters that both begin with.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }

  /// The word as it is looked for: in any case, with or without the signs that make it a key.
  fileprivate var plain: String { lowercased().filter { $0 != "`" && $0 != "#" } }
}
