import FilterEngine
import FilterSyntax
import TestSupport
import Testing

/// The completions at each word of the examples have that word.
@Suite struct CompletionTests {
  private static let longestText = 2_000

  /// Words that are never offered.
  private static let neverOffered: Set<String> = ["ANYKEY", "CI", "CASEINSENSITIVE"]

  /// The words of the examples that are looked for.
  private struct Site {
    let example: ConformanceCase
    let token: FilterToken
    let word: String

    /// Whether a letter is before the word, so that the cursor is at the end of another one.
    let touches: Bool

    /// Whether the token before the word is `ANY` or the like.
    let followsQuantifier: Bool
  }

  @Test func completionsHaveTheWordThatFollows() throws {
    var count = 0
    var missing = 0
    for example in RandomSearch.sample(try Self.examples(), oneOf: 12) {
      let known = FilterCompletion<FilterValue>(
        sample: [example.item],
        options: FilterOptions(rules: example.isStrict ? .strict : .standard),
        variables: example.variables.mapValues(\.kind))
      let unknown = FilterCompletion<FilterValue>(
        options: FilterOptions(rules: example.isStrict ? .strict : .standard))
      for site in Self.sites(in: example) {
        count += 1
        if Self.offers(known, site) { continue }
        missing += 1
        let isExplained = try Self.explains(site, unknown)
        #expect(isExplained, "\(site.word) at \(site.token.range.lowerBound) of \(example.text)")
      }
    }
    #expect(count > 150)
    // A sample can have several of the few examples with many such words.
    let share = RandomSearch.isExhaustive ? 0.03 : 0.08
    #expect(Double(missing) < share * Double(count), "\(missing) of \(count)")
  }

  /// A word that is offered can follow: the text before it and the word are the beginning of a filter.
  @Test func whatIsOfferedCanFollow() throws {
    var generator = SeededGenerator(seed: RandomSearch.seed)
    var count = 0
    for example in RandomSearch.sample(try Self.examples(), oneOf: 120) where !example.isValue {
      let completion = FilterCompletion<FilterValue>(sample: [example.item])
      for site in Self.sites(in: example) where !site.touches && !site.followsQuantifier {
        let offset = site.token.range.lowerBound
        let before = String(decoding: Array(example.text.utf8)[..<offset], as: UTF8.self)
        let items = completion.completions(in: before, at: offset, limit: .max).items
        guard let item = items.randomElement(using: &generator) else { continue }
        count += 1
        // Before an operator NOT is a part of it.
        let text = before + item.text + (item.kind == .operator && item.text == "NOT" ? " IN" : "")
        let error = Self.error(of: text)
        #expect(
          error == nil || error?.code == "too-deep"
            || error?.range.upperBound ?? 0 >= text.utf8.count,
          "FRC_SEED=\(RandomSearch.seed): \(text): \(error?.message ?? "")")
      }
    }
    #expect(count > 5)
  }

  /// Whether there is a reason not to offer a word. `unknown` offers words of all kinds.
  private static func explains(
    _ site: Site, _ unknown: FilterCompletion<FilterValue>
  ) throws -> Bool {
    // The cursor is at the end of another word, which is completed.
    if site.touches || neverOffered.contains(site.word.uppercased()) { return true }
    // A key with the name of a quantifier is one only if more follows.
    if site.followsQuantifier { return true }
    // A key path that an argument begins has unknown keys.
    if site.token.kind == .key, site.example.text.contains("%K.") { return true }
    if site.token.kind != .key, offers(unknown, site) { return true }
    // Operators of kinds that never fit, keys of values without keys, and unknown selectors always fail.
    return try Subject(site.example).evaluated(for: site.example).value == nil
  }

  private static func error(of text: String) -> SyntaxError? {
    do throws(SyntaxError) {
      _ = try AST.Predicate(
        parsing: text, options: SyntaxOptions(vocabulary: FilterLibraries.standard.vocabulary))
      return nil
    } catch {
      return error
    }
  }

  private static func offers(_ completion: FilterCompletion<FilterValue>, _ site: Site) -> Bool {
    let list = completion.completions(
      in: site.example.text, at: site.token.range.lowerBound, limit: .max)
    let word = site.word.uppercased()
    return list.items.contains { item in
      item.text.uppercased() == word || item.text.hasPrefix(word + " ")
        || site.token.kind == .key && plain(item.text) == plain(site.word)
    }
  }

  /// The keywords, operators and known keys of an example.
  private static func sites(in example: ConformanceCase) -> [Site] {
    let bytes = Array(example.text.utf8)
    let options = SyntaxOptions(
      strict: example.isStrict, vocabulary: FilterLibraries.standard.vocabulary)
    var before = ""
    return FilterTokens(example.text, options: options).compactMap { token in
      let start = token.range.lowerBound
      let word = String(decoding: bytes[start..<token.range.upperBound], as: UTF8.self)
      let followsQuantifier = ["ANY", "ALL", "SOME", "NONE"].contains(before.uppercased())
      before = word
      switch token.kind {
      case .keyword, .operator: break
      // Only keys that the item has are known.
      case .key where hasKey(plain(word), in: example.item): break
      default: return nil
      }
      let touches =
        start > 0 && (bytes[start - 1] | 0x20 >= 0x61 || bytes[start - 1] & 0xF0 == 0x30)
      return Site(
        example: example, token: token, word: word, touches: touches,
        followsQuantifier: followsQuantifier)
    }
  }

  private static func examples() throws -> [ConformanceCase] {
    try ConformanceSuite.all().filter { example in
      example.text.utf8.count <= longestText && (try? Subject(example)) != nil
    }
  }

  private static func plain(_ word: String) -> String {
    word.filter { $0 != "`" && $0 != "#" }
  }

  private static func hasKey(_ name: String, in value: FilterValue) -> Bool {
    switch value {
    case .object(let object):
      object.members.contains { $0.key == name || hasKey(name, in: $0.value) }
    case .list(let list): list.contains { hasKey(name, in: $0) }
    default: false
    }
  }
}
