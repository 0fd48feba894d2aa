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

  /// The candidates in columns that are read downwards, as many as fit, safe for a terminal.
  func listing(width: Int) -> String {
    let words = candidates.map(TerminalText.line)
    let widths = words.map(TextWidth.of)
    var height = 1
    // The widths of the columns, each as wide as its widest word
    func columns() -> [Int] {
      stride(from: 0, to: words.count, by: height).map { start in
        widths[start..<min(start + height, words.count)].max() ?? 0
      }
    }
    while height < words.count, columns().reduce(-Self.gap, { $0 + $1 + Self.gap }) > width {
      height += 1
    }
    let columns = columns()
    return (0..<height).map { line in
      let places = Array(stride(from: line, to: words.count, by: height))
      return zip(places, columns).map { place, column in
        let space = place == places.last ? 0 : column - widths[place] + Self.gap
        return words[place] + String(repeating: " ", count: space)
      }
      .joined()
    }
    .joined(separator: "\n")
  }

  /// The number of blanks between two columns.
  private static let gap = 2

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

    /// Whether the cursor is in a text in quotes.
    private let isInText: Bool

    /// The predicate before the word
    private let predicate: String

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
      let (last, isInText) = Self.lastWord(of: tail)
      self.isInText = isInText && !isName && kind != .files
      written = isName ? String(trimmed) : kind == .files ? Self.file(tail) : last
      let before = String(tail.dropLast(last.count))
      predicate = kind == .filter ? Self.filter(before) : before
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

    /// The name of a file after the options of a command.
    private static func file(_ tail: Substring) -> String {
      var rest = tail.drop { CommandWords.isBlank($0) }
      while rest.hasPrefix("--"), let blank = rest.firstIndex(where: CommandWords.isBlank) {
        rest = rest[blank...].drop { CommandWords.isBlank($0) }
      }
      return String(rest)
    }

    /// The predicate of `add NAME PREDICATE`
    private static func filter(_ tail: String) -> String {
      var words = CommandWords(tail)
      _ = try? words.next()
      _ = try? words.nextName()
      return words.rest + (tail.last.map(CommandWords.isBlank) ?? false ? " " : "")
    }

    /// The beginning of a word before the cursor, and whether the cursor is in a string. Between backquotes a word has
    /// any characters, and in a string no backquote.
    private static func lastWord(of text: Substring) -> (word: String, isInText: Bool) {
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
      return (word, quote != nil)
    }

    /// Whether the text before the word is a whole predicate, but for brackets that are closed later: only a word that
    /// joins it with another one can follow.
    private func isWholePredicate(_ session: Session) -> Bool {
      guard predicate.contains(where: { !CommandWords.isBlank($0) }),
        predicate.last.map({ CommandWords.isBlank($0) || $0 == ")" }) ?? false
      else { return false }
      let open = predicate.reduce(0) { $0 + ($1 == "(" ? 1 : $1 == ")" ? -1 : 0) }
      let ends = String(repeating: ")", count: max(0, min(open, Self.maximumDepth)))
      func isPredicate(_ text: String) -> Bool {
        (try? FilterPredicate<FilterValue>(
          text: text + ends, libraries: session.libraries, limits: session.limits)) != nil
      }
      // A key alone is a predicate too, but is more likely to be compared.
      return isPredicate(predicate) && !isPredicate(predicate + " == 1")
    }

    /// Brackets that are open in a line while it is completed.
    private static let maximumDepth = 64

    func words(_ session: Session) -> [Word] {
      if isName { return Command.lines.map { Word(text: $0.name) } }
      if isInText { return [] }
      switch kind {
      case .nothing: return []
      case .commands: return Command.lines.map { Word(text: $0.name) }
      case .files: return files()
      case .formats: return RowFormat.outputs.map { Word(text: $0.name) }
      case .switches: return ["on", "off"].map { Word(text: $0) }
      case .keys: return keys(session)
      case .predicate: return predicateWords(session)
      case .filter where number == 0:
        return ["add", "clear", "remove", "replace"].map { Word(text: $0) }
      case .filter where number == 1:
        return (session.data?.filters ?? []).map {
          Word(text: CommandWords.quoted($0.name))
        }
      case .filter: return predicateWords(session)
      }
    }

    private func predicateWords(_ session: Session) -> [Word] {
      isWholePredicate(session)
        ? ["AND", "OR"].map { Word(text: $0, isKeyword: true) }
        : keys(session) + language(session)
    }

    private func keys(_ session: Session) -> [Word] {
      session.sampleKeys().map { Word(text: $0, endsWithBlank: false) }
    }

    private func language(_ session: Session) -> [Word] {
      let joins = ["AND", "OR"]
      let keywords = Keyword.table.map(\.text).filter { !joins.contains($0) }
        .map { Word(text: $0, isKeyword: true) }
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
