/// A shell whose lines can be completed.
enum Shell: String, CaseIterable {
  case bash, zsh, fish
}

/// A command line as it is typed in a shell, and the cursor in it.
struct ShellLine {
  /// The words of the program before the one at the cursor, without quotes.
  let before: [String]

  /// The word at the cursor up to the cursor, without quotes.
  let current: String

  /// The words after the one at the cursor, without quotes.
  let after: [String]

  /// The quote that is open at the cursor.
  private let quote: Character?

  /// The text before and after the cursor, the name of the program first.
  init(_ before: String, _ after: String, in shell: Shell) {
    var reader = Reader(shell: shell)
    before.forEach { reader.read($0) }
    let words = reader.words
    // Text that directly follows the cursor belongs to the word at the cursor.
    current = reader.begin()
    quote = reader.quote
    after.forEach { reader.read($0) }
    reader.read(" ")
    let name = words.firstIndex { $0.split(separator: "/").last == "frc-query" } ?? 0
    self.before = Array(words.dropFirst(name + 1))
    self.after = Array(reader.words.dropFirst(words.count + 1))
  }

  /// A continuation of the current word as bash takes it: quoted like the beginning.
  func quoted(_ text: some StringProtocol) -> String {
    switch quote {
    case "'": text.map { $0 == "'" ? "'\\''" : "\($0)" }.joined()
    case "\"": text.map { "\\\"$`".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    default: text.map { $0.isPlain ? "\($0)" : "\\\($0)" }.joined()
    }
  }

  /// Splits a line into words as shells do, without expansions.
  private struct Reader {
    let shell: Shell
    private(set) var words: [String] = []
    private(set) var quote: Character?
    private var word: String?
    private var isEscaped = false

    init(shell: Shell) { self.shell = shell }

    /// The current word, which begins here if there is none.
    mutating func begin() -> String {
      let text = word ?? ""
      word = text
      return text
    }

    mutating func read(_ character: Character) {
      if isEscaped {
        isEscaped = false
        // Other backslashes in quotes are text.
        if quote != nil, !"\\\"$`'".contains(character) { word?.append("\\") }
        word?.append(character)
      } else if character == "\\", quote != "'" || shell == .fish {
        isEscaped = true
        _ = begin()
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        _ = begin()
      } else if quote == nil, character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = begin() + String(character)
      }
    }
  }
}

extension Character {
  /// Whether shells read it as text.
  fileprivate var isPlain: Bool { !isASCII || isLetter || isNumber || "_-./:,+%@=".contains(self) }
}
