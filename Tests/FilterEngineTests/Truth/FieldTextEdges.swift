import FilterSyntax

/// Texts at the edges of the forms in which strings lie in memory, and texts to compare them with.
enum FieldTextEdges {
  /// Around one word, two words, the bytes that a string holds in itself, and three and four words.
  static let lengths = [0, 1, 7, 8, 9, 14, 15, 16, 17, 23, 24, 25, 63, 64, 65]

  private static let letters = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")

  /// A text of `length` bytes of which no part comes again.
  static func text(_ length: Int) -> String {
    String((0..<length).map { letters[($0 * 7 + 3) % letters.count] })
  }

  /// `text` with another character at a position.
  static func text(_ length: Int, _ character: Character, at position: Int) -> String {
    var characters = Array(text(length))
    characters[position] = character
    return String(characters)
  }

  /// The characters on either side of the letters, and the letters that they become if the bit for
  /// lower case is set without a look at what it is set in.
  static let besideLetters: [Character] = ["@", "`", "[", "{", "A", "a", "Z", "z"]

  /// What rows hold, short ASCII texts first, so that a block has nothing else.
  static let values: [String] = {
    var all: [String] = []
    for length in lengths {
      all.append(text(length))
      guard length > 0 else { continue }
      all.append(text(length, "!", at: length - 1))
      if [9, 15, 24, 65].contains(length) {
        all += [text(length, "!", at: 0), text(length, "!", at: length / 2)]
      }
      all.append(text(length, "[", at: length - 1))
      all.append(text(length, "`", at: 0))
      all.append(text(length).uppercased())
    }
    all +=
      besideLetters.map(String.init) + [
        "x{", "X[", "k@", "K`", "aab", "aaab", "abab", "a\u{0}", "\u{0}",
      ]
    let short = all.filter { $0.utf8.count <= 15 }
    let long =
      all.filter { $0.utf8.count > 15 } + [
        "é", "e\u{301}", "É", "a\u{301}b", "ß", "K", "k\u{301}", "a\u{0}b", text(14) + "é",
        text(8) + "\u{301}", text(16) + "\u{301}", "é" + text(20), text(20) + "É",
      ]
    return short + short.prefix(max(0, 64 - short.count)) + long + grown
  }()

  /// Short texts whose bytes lie elsewhere all the same, because there was room for more.
  private static var grown: [String] {
    [0, 1, 8, 15].map { length in
      var text = ""
      text.reserveCapacity(100)
      text += Self.text(length)
      return text
    }
  }

  /// What rows are compared with: equal texts, parts at the start, inside and at the end, texts that
  /// differ in one byte.
  static let needles: [String] = {
    var all: [String] = []
    for length in lengths {
      let text = text(length)
      all.append(text)
      guard length > 0 else { continue }
      all.append(Self.text(length, "[", at: length - 1))
      all.append(Self.text(length, "{", at: length - 1))
      all.append(Self.text(length, "@", at: 0))
    }
    // Parts of the longest texts: at the very start and end, and beside them.
    for length in [1, 2, 7, 8, 9, 14, 15, 16] {
      for whole in [text(15), text(25)] where whole.utf8.count > length {
        all.append(String(whole.suffix(length)))
        all.append(String(whole.dropLast().suffix(length)))
        all.append(String(whole.dropFirst().prefix(length)))
      }
    }
    var known: Set<String> = []
    return all.filter { known.insert($0).inserted } + core
  }()

  /// What an optional field and the elements of a list are compared with too, and what is worth every
  /// option.
  static let core: [String] =
    besideLetters.map(String.init) + [
      "aab", "x{", "K`", "\u{0}", "a\u{0}", "é", "e\u{301}", "\u{301}", "É", "K", "ß", "ss",
      text(8), text(15), text(16), text(24), text(8) + "e", text(20) + "é",
    ]

  /// Patterns of `LIKE`, which become comparisons of the start, the end or a part.
  static let patterns: [String] = [0, 1, 8, 15, 16].flatMap { length in
    let text = text(length)
    return [text, text + "*", "*" + text, "*" + text + "*", "?" + text.dropFirst(), text + "?"]
  }

  /// Lists of `IN`.
  static let lists: [[String]] =
    [[], [""], ["", "a"], ["\u{0}"], ["é", "e\u{301}"], lengths.map { text($0) }, values]
    + lengths.map { [text($0)] }
    + lengths.dropFirst().map { [text($0, "!", at: $0 - 1), text($0 - 1)] }
}
