import FilterSyntax

/// Answers completions of one layout and its libraries.
///
/// A class, as copies of its members would be code in each value that has it.
final class CompletionEngine: Sendable {
  /// The keys that the policy permits.
  let layout: RowLayout
  let policy: FilterPolicy?
  let vocabulary: CompletionVocabulary
  let isStrict: Bool

  /// The variables of the application.
  let variables: [(name: String, kind: FilterKind?)]

  private let options: SyntaxOptions

  init(
    layout: RowLayout, policy: FilterPolicy?, libraries: FilterLibraries, isStrict: Bool,
    variables: [String: FilterKind?]
  ) {
    self.layout = policy.map { layout.keeping($0.keys) } ?? layout
    self.policy = policy
    self.isStrict = isStrict
    vocabulary = CompletionVocabulary(libraries, policy, isStrict: isStrict)
    self.variables = variables.keys.sorted().filter { policy?.variables.contains($0) ?? true }
      .map { (name: $0, kind: variables[$0] ?? nil) }
    options = SyntaxOptions(strict: isStrict, vocabulary: vocabulary.libraries.vocabulary)
  }

  /// The word at an offset, and the key path whose values are wanted.
  func request(_ text: String, _ offset: Int) -> CompletionRequest {
    var request = CompletionRequest(text, at: offset, options)
    if case .operand(let position) = request.continuation,
      case .compared(let side, _) = position.role
    {
      request.valueKey = CompletionTypes(self, request).valueKey(of: side)
    }
    return request
  }

  /// The completions of a request, with values of its key path.
  func completions(
    of request: CompletionRequest, values: [FilterValue], limit: Int
  ) -> FilterCompletions {
    let words: [CompletionWord]
    switch request.typed {
    case .nothing: words = []
    case .word: words = CompletionWords(self, request).all(values)
    case .string, .value: words = CompletionWords(self, request).values(values)
    }
    let items = Self.ranked(words, request).prefix(max(0, limit)).enumerated().map { index, word in
      word.item(sortText: Self.sortText(index))
    }
    return FilterCompletions(range: request.range, items: items)
  }

  /// The words that fit what was typed, best first, each text once.
  private static func ranked(
    _ words: [CompletionWord], _ request: CompletionRequest
  ) -> [CompletionWord] {
    let (folded, isSmall) = (CompletionMatch.folded(request.prefix), request.isSmall)
    var known: Set<String> = []
    // The words of each rank, in their order.
    var ranked = [[CompletionWord]](
      repeating: [], count: (CompletionMatch.letters.rawValue + 1) << 4)
    for word in words {
      guard let match = CompletionMatch(word.name, typed: folded), known.insert(word.text).inserted
      else { continue }
      ranked[match.rawValue << 4 | word.group.rawValue].append(isSmall ? word.small : word)
    }
    return Array(ranked.joined())
  }

  private static func sortText(_ index: Int) -> String {
    let digits = String(index)
    return String(repeating: "0", count: max(0, 5 - digits.utf8.count)) + digits
  }

  /// The word at an offset, with its documentation.
  func documentation(_ text: String, _ offset: Int) -> FilterCompletions.Item? {
    let tokens = FilterTokens(text, options: options)
    var found: FilterToken?
    for token in tokens {
      if token.range.lowerBound > offset { break }
      // Of two tokens at the offset, a word is below the cursor rather than a sign.
      if token.range.upperBound > offset && (found == nil || token.kind != .punctuation)
        || token.range.upperBound == offset
      {
        found = token
      }
    }
    guard let found else { return nil }
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: found.range.lowerBound)
    let word = String(text[start..<bytes.index(start, offsetBy: found.range.count)])
    if found.kind == .option { return option(word, offset - found.range.lowerBound) }
    let request = request(text, found.range.lowerBound)
    let name = CompletionRequest.plain(word)
    return CompletionWords(self, request).all([]).first {
      $0.kind == found.kind && $0.isSpelled(word, name)
    }?.item()
  }

  private func option(_ letters: String, _ index: Int) -> FilterCompletions.Item? {
    let letters = letters.lowercased()
    let letter = letters.dropFirst(min(index, max(0, letters.count - 1))).prefix(1)
    return CompletionVocabulary.options.first { $0.text == letter }?.item()
  }
}

extension CompletionRequest {
  /// A name without backquotes, or without the sign before a reserved word.
  static func plain(_ word: String) -> String {
    if word.begins(with: "#") { return word.dropping(1) }
    return word.unquoted(by: "`") ?? word
  }
}

extension CompletionWord {
  fileprivate func item(sortText: String = "") -> FilterCompletions.Item {
    FilterCompletions.Item(
      text: text, kind: kind, detail: detail, documentation: documentation, sortText: sortText)
  }

  /// The word in small letters, if it belongs to the language.
  fileprivate var small: CompletionWord {
    guard kind == .keyword || kind == .operator || text.ends(with: "("), text == text.uppercased()
    else { return self }
    var word = self
    word.text = text.lowercased()
    return word
  }

  /// Whether a token spells the word. Keys and functions are compared byte for byte.
  fileprivate func isSpelled(_ word: String, _ name: String) -> Bool {
    switch kind {
    case .key: return self.name.utf8.elementsEqual(name.utf8)
    case .function:
      let isForm = text.ends(with: "(") && text == text.uppercased()
      return isForm ? self.text == word.uppercased() + "(" : self.name == word
    default:
      let upper = word.uppercased()
      return text.uppercased() == upper || text.begins(with: "\(upper) ")
    }
  }
}
