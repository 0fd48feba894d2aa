internal import FilterEngine
internal import FilterSyntax

/// The ways to complete the word at the cursor of a command line.
struct Completion {
  enum Kind: String {
    /// Options, their values and subcommands
    case words
    /// Key paths, after which a word may go on
    case keys
    /// Names of files, which the shell knows
    case files
  }

  /// A whole word, and a sentence about it.
  struct Candidate: Equatable {
    let text: String
    var note = ""
  }

  private(set) var kind = Kind.files
  private(set) var candidates: [Candidate] = []

  /// The long options whose values are key paths.
  static let keyOptions = [
    "--key", "--select", "--sort", "--section", "--unique", "--limit-by", "--count-by",
    "--histogram",
    "--sum", "--avg", "--min", "--max", "--distinct", "--median", "--percentile",
    "--types", "--lookup",
  ]

  /// The options of them whose values have a text after the key and an equals sign, with the words for it.
  private static let wordsAfterKeys = ["--types": ColumnKind.named.map(\.name), "--lookup": []]

  private let line: ShellLine

  /// Completes a line of the program. `keys` returns the key paths of a file.
  init(
    _ line: ShellLine, of program: CommandDescription, in surroundings: Surroundings,
    keys: (FileKeys) -> [String]
  ) {
    self.line = line
    complete(program, surroundings, keys: keys)
  }

  private mutating func complete(
    _ program: CommandDescription, _ surroundings: Surroundings, keys: (FileKeys) -> [String]
  ) {
    let named = program.subcommands.first { $0.name == line.before.first }
    guard let command = named ?? program.filter else { return }
    var names = program.subcommands.map { Candidate(text: $0.name, note: $0.abstract) }
    if line.before == ["help"] { return offer(.words, names) }
    names.append(Candidate(text: "help", note: "Show the help of a command."))
    var given = GivenWords(command, surroundings)
    for word in line.before.dropFirst(named == nil ? 0 : 1) { given.take(word) }
    let (count, takesOptions) = (given.positionals.count, given.takesOptions)
    let pending = given.endOption()
    for word in line.after { given.take(word) }
    let all = given.schemaPaths ?? given.file.map(keys) ?? []
    let paths = given.permitted(all.filter { $0 == TerminalText.line($0) })

    if let pending { return offerValues(of: pending, paths) }
    if takesOptions, line.current.begins(with: "-") {
      if let (option, start) = given.option(withValueIn: line.current) {
        return offerValues(of: option, paths, after: start)
      }
      let options = command.options.compactMap { option in
        option.names.last.map { Candidate(text: $0, note: option.abstract) }
      }
      return offer(.words, options)
    }
    guard let argument = given.argument(count) else { return offer(.words, []) }
    if argument.valueName.begins(with: "predicate") {
      let commands = line.before.isEmpty ? names.filter { $0.text.begins(with: line.current) } : []
      offer(commands.isEmpty ? .keys : .words, commands + line.keys(paths))
      return orFiles()
    }
    // A file in the position of the predicate: what is missing is a predicate.
    if count == 1, given.hasFileFirst { offer(.keys, line.keys(paths)) }
    if argument.isFile { return orFiles() }
    offer(.words, (argument.values ?? []).map { Candidate(text: $0) })
  }

  private mutating func offerValues(
    of option: CommandDescription.Argument, _ paths: [String], after start: String = ""
  ) {
    let entry = ColumnText.split(line.current.dropping(start.utf8.count), at: ",").last ?? ""
    if let name = option.names.last, let words = Self.wordsAfterKeys[name],
      let equals = entry.place(of: "=")
    {
      let typed = entry[equals...].dropping(1)
      let head = line.current.dropping(0, last: typed.utf8.count)
      offer(.words, words.map { Candidate(text: head + $0) })
    } else if let name = option.names.last, Self.keyOptions.contains(name) {
      offer(.keys, line.keys(paths, after: start))
    } else if !option.isFile {
      offer(.words, (option.values ?? []).map { Candidate(text: start + $0) })
    }
  }

  private mutating func offer(_ kind: Kind, _ candidates: [Candidate]) {
    self.kind = kind
    self.candidates = candidates.filter { $0.text.begins(with: line.current) }
  }

  private mutating func orFiles() { if candidates.isEmpty { kind = .files } }

  /// The lines that the script of a shell reads: the kind, then the candidates.
  ///
  /// `typed` is the end of the line before the cursor that bash replaces. Other shells replace the whole word, which
  /// they quote themselves.
  func lines(for shell: Shell, typed: String) -> [String] {
    let width = candidates.map(\.text.count).max() ?? 0
    return [kind.rawValue]
      + candidates.map { candidate in
        let text = candidate.text
        switch shell {
        case .bash: return typed + line.quoted(text.dropping(line.current.utf8.count))
        case .fish: return text + "\t" + candidate.note
        case .zsh:
          let blanks = String(repeating: " ", count: width - text.count)
          return text + "\t" + text + (candidate.note.isEmpty ? "" : "\(blanks)  \(candidate.note)")
        }
      }
  }
}

/// The words of a command line, by their meaning to a command.
private struct GivenWords {
  let command: CommandDescription
  private let surroundings: Surroundings
  private(set) var positionals: [String] = []

  /// Whether a word with a dash is an option.
  private(set) var takesOptions = true

  private var pending: CommandDescription.Argument?

  /// The values of options by their long names.
  private var values: [String: String] = [:]

  /// The first option of a single value that has two.
  private(set) var repeated: CommandDescription.Argument?

  init(_ command: CommandDescription, _ surroundings: Surroundings) {
    self.command = command
    self.surroundings = surroundings
  }

  mutating func take(_ word: String) {
    if let option = endOption() {
      give(word, to: option)
    } else if !takesOptions || !word.begins(with: "-") || word == "-" {
      positionals.append(word)
    } else if word == "--" {
      takesOptions = false
    } else if let (option, start) = option(withValueIn: word) {
      give(word.dropping(start.utf8.count), to: option)
    } else if let option = command.options.first(where: { $0.names.contains(word) }) {
      if option.kind == .option { pending = option } else { values[option.names.last ?? ""] = "" }
    }
  }

  private mutating func give(_ value: String, to option: CommandDescription.Argument) {
    let name = option.names.last ?? ""
    if values.updateValue(value, forKey: name) != nil, !option.isRepeating, repeated == nil {
      repeated = option
    }
  }

  /// Those of some key paths that the policy of the line permits; none if its file is wrong.
  func permitted(_ paths: [String]) -> [String] {
    guard let file = values["--policy"] else { return paths }
    guard let policy = try? PolicyOptions.read(file, .standard, in: surroundings) else { return [] }
    return paths.filter { path in
      do throws(SyntaxError) {
        try policy.check(keyPath: path)
        return true
      } catch {
        return false
      }
    }
  }

  /// The key paths of the schema of the line; nil without one, none if its file is wrong.
  var schemaPaths: [String]? {
    guard let file = values["--schema"] else { return nil }
    return (try? SchemaOptions.read(file, in: surroundings))?.keys.map(\.path) ?? []
  }

  /// The option that waits for its value, and waits no more.
  mutating func endOption() -> CommandDescription.Argument? {
    defer { pending = nil }
    return pending
  }

  /// The option of `--name=value`, and the text before the value.
  func option(
    withValueIn word: String
  ) -> (option: CommandDescription.Argument, start: String)? {
    guard let equals = word.place(of: "="),
      let option = command.options.first(where: { $0.names.contains(String(word[..<equals])) })
    else { return nil }
    return (option, word[..<equals] + "=")
  }

  /// The positional argument with a number. A predicate in a file leaves files only.
  func argument(_ number: Int) -> CommandDescription.Argument? {
    let all = command.positionals
    let list = values["--file"] != nil && all.count > 1 ? Array(all.dropFirst()) : all
    guard number >= list.count else { return list[number] }
    return list.last.flatMap { $0.isRepeating ? $0 : nil }
  }

  /// The file whose rows are filtered.
  var file: FileKeys? {
    guard let path = positionals.map(surroundings.expanded).first(where: SystemCalls.isFile) else {
      return nil
    }
    // Types are of no use for keys. What is wrong in a line is no reason to complete nothing.
    let form = try? InputForm(
      format: values["--input"].flatMap(InputFormat.init)?.format,
      delimiter: values["--delimiter"], hasHeader: values["--no-header"] == nil,
      rows: values["--rows"], types: [], .standard)
    return FileKeys(path: path, form: form ?? InputForm(), table: values["--table"])
  }

  /// Whether a file is in the position of the predicate.
  var hasFileFirst: Bool {
    values["--file"] == nil
      && positionals.first.map { SystemCalls.isFile(surroundings.expanded($0)) } ?? false
  }
}

extension CommandDescription {
  /// The first option of a single value that has two among the words of a command; nil if there is none.
  func repeatedOption(
    in words: some Sequence<String>, _ surroundings: Surroundings
  ) -> CommandDescription.Argument? {
    var given = GivenWords(self, surroundings)
    for word in words { given.take(word) }
    return given.repeated
  }
}

extension ShellLine {
  /// The current word with each of the key paths in place of the one that it ends in.
  ///
  /// The text after `start` is an expression or a list; in a text in quotes, no key begins.
  fileprivate func keys(_ paths: [String], after start: String = "") -> [Completion.Candidate] {
    let scalars = current.dropping(start.utf8.count).unicodeScalars
    let texts = scalars.count { $0 == "'" || $0 == "\"" }
    guard texts.isMultiple(of: 2) else { return [] }
    var head = scalars[...]
    if !scalars.count(where: { $0 == "`" }).isMultiple(of: 2),
      let open = scalars.lastIndex(of: "`")
    {
      head = scalars[..<open]
    }
    while let last = head.last, last.isOfName || last == "." || last == "`" { head.removeLast() }
    return paths.map { Completion.Candidate(text: start + String(Substring(head)) + $0) }
  }
}
