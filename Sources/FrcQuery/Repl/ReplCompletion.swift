internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

/// The completion of a line by Tab.
struct ReplCompletion {
  /// The words that fit, in order.
  let candidates: [String]

  /// The text to insert at the cursor in place of the characters before it; nil if there are several or none.
  let insertion: (replaced: Int, text: String)?

  init(line: String, cursor: Int, session: Session) {
    let place = Place(String(decoding: line.utf8.prefix(cursor), as: UTF8.self), session)
    let typed = place.word
    let fitting = place.words.filter { $0.text.plain.begins(with: typed.plain) }
    var seen: Set<String> = []
    candidates = fitting.map(\.text).filter { seen.insert($0).inserted }.sorted()
    guard var common = candidates.first else {
      insertion = nil
      return
    }
    for candidate in candidates.dropFirst() { common = common.commonPrefix(with: candidate) }
    let quoted = place.quoted(common, isWhole: candidates.count == 1 && fitting[0].endsWithBlank)
    if let quoted {
      insertion = quoted == place.written ? nil : (place.written.unicodeScalars.count, quoted)
      return
    }
    if candidates.count == 1, fitting[0].endsWithBlank { common += " " }
    if common.begins(with: typed) {
      let rest = common.dropping(typed.utf8.count)
      insertion = rest.isEmpty ? nil : (0, rest)
    } else if common.plain.begins(with: typed.plain) {
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
    var endsWithBlank = true
  }

  /// The position of the cursor in a line.
  private struct Place {
    let word: String

    /// The word as it is in the line, with a quote before it
    let written: String

    private(set) var words: [Word] = []
    private let kind: Command.Completion

    /// Whether the command takes the name of a file.
    private let namesFile: Bool
    private let isName: Bool

    init(_ head: String, _ session: Session) {
      let trimmed = Substring(head.unicodeScalars.drop(while: CommandWords.isBlank))
      var command: Command.Line?
      var tail = trimmed
      var isName = false
      if trimmed.begins(with: ".") {
        let name = trimmed.unicodeScalars.prefix { !CommandWords.isBlank($0) }
        isName = name.endIndex == trimmed.endIndex
        command = Command.named(String(Substring(name)))
        tail = trimmed[name.endIndex...]
      }
      self.isName = isName
      kind = trimmed.begins(with: ".") ? command?.completion ?? .nothing : .predicate
      namesFile = kind == .files || kind == .open
      let number =
        tail.unicodeScalars.split(whereSeparator: CommandWords.isBlank).count
        - (tail.unicodeScalars.last.map(CommandWords.isBlank) ?? true ? 0 : 1)
      let isExplained = kind == .explanation
      if !isName, kind == .predicate || isExplained || kind == .filter && number > 1 {
        let text = String(tail)
        let predicate =
          kind == .filter ? Self.filter(text) : isExplained ? Self.explained(text) : text
        (word, words) = predicate.map { Self.completed($0, session) } ?? ("", [])
        written = word
        if isExplained, number == 0 { words += ["row", "sql"].map { Word(text: $0) } }
        return
      }
      let (last, isInText) = Self.lastWord(of: tail)
      written = isName ? String(trimmed) : namesFile ? Self.file(tail) : last
      let isQuoted = namesFile && (written.begins(with: "\"") || written.begins(with: "'"))
      word = isQuoted ? written.dropping(1) : written
      if !isInText || isName || namesFile { words = words(session, number) }
    }

    /// The word at the end of a predicate, and the words that can replace it.
    private static func completed(
      _ predicate: String, _ session: Session
    ) -> (String, [Word]) {
      let (completion, rows) = session.completion()
      let list = completion.completions(in: predicate, at: predicate.utf8.count, limit: .max) {
        rows.frequentValues(of: $0, beginningWith: $1)
      }
      let typed = predicate.utf8.dropFirst(list.range.lowerBound)
      let words = list.items.map { item in
        // A key or a call goes on, as a path or with arguments.
        Word(text: item.text, endsWithBlank: [.keyword, .operator, .string].contains(item.kind))
      }
      return (String(Substring(typed)), words)
    }

    /// The name of a file in quotes, which are closed after a whole name; nil if it needs none.
    func quoted(_ name: String, isWhole: Bool) -> String? {
      guard namesFile, !isName, name.plain.begins(with: word.plain) else { return nil }
      let quoted = CommandWords.quoted(name)
      if quoted == name {
        guard written != word, let quote = written.unicodeScalars.first else { return nil }
        return "\(quote)\(name)" + (isWhole ? "\(quote) " : "")
      }
      return isWhole ? quoted + " " : quoted.dropping(0, last: 1)
    }

    /// The name of a file after the options of a command.
    private static func file(_ tail: Substring) -> String {
      var rest = tail.unicodeScalars.drop(while: CommandWords.isBlank)
      var isValue = false
      while isValue || rest.starts(with: "-".unicodeScalars),
        let blank = rest.firstIndex(where: CommandWords.isBlank)
      {
        isValue = !isValue && InputForm.valuedOptions.contains(String(Substring(rest[..<blank])))
        rest = rest[blank...].drop(while: CommandWords.isBlank)
      }
      return String(Substring(rest))
    }

    /// The predicate of `add NAME PREDICATE`; nil in the name.
    private static func filter(_ tail: String) -> String? {
      var words = CommandWords(tail)
      do throws(ToolError) {
        _ = try words.next()
        _ = try words.nextName()
      } catch {
        return nil
      }
      return words.rest + (tail.unicodeScalars.last.map(CommandWords.isBlank) ?? false ? " " : "")
    }

    /// The predicate of `.explain PREDICATE` or `.explain sql PREDICATE`; nil after `.explain row`.
    private static func explained(_ tail: String) -> String? {
      let text = String(Substring(tail.unicodeScalars.drop(while: CommandWords.isBlank)))
      return text.begins(with: "row ") ? nil : text.begins(with: "sql ") ? text.dropping(4) : tail
    }

    /// The beginning of a word before the cursor, and whether the cursor is in a string. Between backquotes a word has
    /// any characters, and in a string no backquote.
    private static func lastWord(of text: Substring) -> (word: String, isInText: Bool) {
      var word = String.UnicodeScalarView()
      var isName = false
      var quote: Unicode.Scalar?
      for scalar in text.unicodeScalars {
        if isName || scalar == "`" && quote == nil {
          word.append(scalar)
          if scalar == "`" { isName.toggle() }
        } else if scalar.isOfName || ".@-#".unicodeScalars.contains(scalar) {
          word.append(scalar)
        } else {
          word.removeAll()
          if scalar == quote {
            quote = nil
          } else if quote == nil, scalar == "'" || scalar == "\"" {
            quote = scalar
          }
        }
      }
      return (String(word), quote != nil)
    }

    private func words(_ session: Session, _ number: Int) -> [Word] {
      if isName { return Command.lines.map { Word(text: $0.name) } }
      switch kind {
      case .nothing, .predicate, .explanation: return []
      case .count where number == 0:
        return (["by", "histogram", "off"] + AggregateFunction.words).map { Word(text: $0) }
      case .commands: return Command.lines.map { Word(text: $0.name) }
      case .open where word.begins(with: "-"):
        return (["--drop", "--no-header", "--write"] + InputForm.valuedOptions)
          .map { Word(text: $0) }
      case .files, .open: return files(session)
      case .formats: return RowFormat.outputs.map { Word(text: $0.name) }
      case .switches: return ["on", "off"].map { Word(text: $0) }
      case .keys, .count: return session.sampleKeys().map { Word(text: $0, endsWithBlank: false) }
      case .filter where number == 0:
        return ["add", "clear", "remove", "replace"].map { Word(text: $0) }
      case .filter:
        return (session.data?.filters ?? []).map {
          Word(text: CommandWords.quoted($0.name))
        }
      }
    }

    private func files(_ session: Session) -> [Word] {
      let slash =
        word.utf8.lastIndex(of: UInt8(ascii: "/")).map { word.utf8.index(after: $0) }
        ?? word.startIndex
      let folder = String(word[..<slash])
      let path = session.surroundings.expanded(folder.isEmpty ? "." : folder)
      return SystemCalls.namesWithSlashes(in: path)
        .filter { !$0.begins(with: ".") || word[slash...].begins(with: ".") }
        .map { Word(text: folder + $0, endsWithBlank: !$0.ends(with: "/")) }
    }
  }
}

extension String {
  /// The letters that both begin with.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }

  /// The word as it is looked for: in any case, with or without the signs that make it a key or a text.
  fileprivate var plain: String {
    String(lowercased().unicodeScalars.filter { !"`#'\"".unicodeScalars.contains($0) })
  }
}
