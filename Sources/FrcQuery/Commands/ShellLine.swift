internal import FilterSyntax

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
  private let quote: Unicode.Scalar?

  /// The text before and after the cursor, the name of the program first.
  init(_ before: String, _ after: String, in shell: Shell) {
    var reader = Reader(shell: shell)
    before.unicodeScalars.forEach { reader.read($0) }
    let words = reader.words
    // Text that directly follows the cursor belongs to the word at the cursor.
    current = reader.begin()
    quote = reader.quote
    after.unicodeScalars.forEach { reader.read($0) }
    reader.read(" ")
    let name = words.firstIndex { $0.parts(at: "/").last == "frc-query" } ?? 0
    self.before = Array(words.dropFirst(name + 1))
    self.after = Array(reader.words.dropFirst(words.count + 1))
  }

  /// A continuation of the current word as bash takes it: quoted like the beginning.
  func quoted(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch quote {
      case "'": scalar == "'" ? "'\\''" : "\(scalar)"
      case "\"": "\\\"$`".unicodeScalars.contains(scalar) ? "\\\(scalar)" : "\(scalar)"
      default: scalar.isPlain ? "\(scalar)" : "\\\(scalar)"
      }
    }.joined()
  }

  /// Splits a line into words as shells do, without expansions.
  private struct Reader {
    let shell: Shell
    private(set) var words: [String] = []
    private(set) var quote: Unicode.Scalar?
    private var word: String?
    private var isEscaped = false

    init(shell: Shell) { self.shell = shell }

    /// The current word, which begins here if there is none.
    mutating func begin() -> String {
      let text = word ?? ""
      word = text
      return text
    }

    mutating func read(_ scalar: Unicode.Scalar) {
      if isEscaped {
        isEscaped = false
        // Other backslashes in quotes are text.
        if quote != nil, !"\\\"$`'".unicodeScalars.contains(scalar) { word?.append("\\") }
        word?.unicodeScalars.append(scalar)
      } else if scalar == "\\", quote != "'" || shell == .fish {
        isEscaped = true
        _ = begin()
      } else if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "'" || scalar == "\"" {
        quote = scalar
        _ = begin()
      } else if quote == nil, [" ", "\t", "\n"].contains(scalar) {
        if let word { words.append(word) }
        word = nil
      } else {
        word = begin() + String(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether every shell reads it as text wherever it stands: `[A-Za-z0-9_./:=@%+,-]`.
  fileprivate var isPlain: Bool {
    switch self {
    case "A"..."Z", "a"..."z", "0"..."9": true
    default: "_./:=@%+,-".unicodeScalars.contains(self)
    }
  }
}
