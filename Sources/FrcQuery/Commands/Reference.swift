internal import FilterEngine
internal import FilterSyntax

/// An entry of the reference: an operator, function or keyword.
struct ReferenceEntry: Hashable {
  let group: String
  let spellings: [String]
  let summary: String
  let example: String
  var isExtension = false

  /// The usual spelling.
  var name: String { spellings.first ?? "" }

  /// Whether `name` means it: any case, with or without colons, signs and brackets.
  func isNamed(_ name: String) -> Bool {
    spellings.contains { Self.plain($0) == Self.plain(name) }
  }

  /// Whether it has `name` in its own.
  func resembles(_ name: String) -> Bool {
    let plain = Self.plain(name)
    return spellings.contains { Self.plain($0).has(plain) }
  }

  /// Whether each of `words` begins a word of its summary.
  func mentions(_ words: [String]) -> Bool {
    let known = Self.words(of: summary)
    return words.allSatisfy { word in known.contains { $0.begins(with: word) } }
  }

  /// The words of a text in lower case.
  static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// All that is known of it.
  var details: String {
    """
    \(spellings.joined(separator: ", "))  (\(group)\(isExtension ? ", not in Foundation" : ""))
      \(summary)
      \(example)

    """
  }

  /// All that is known of it, for programs.
  var value: FilterValue {
    .object(
      FilterObject([
        ("name", .string(name)), ("group", .string(group)),
        ("spellings", .list(FilterList(spellings.map { .string($0) }))),
        ("summary", .string(summary)), ("example", .string(example)),
        ("extension", .bool(isExtension)),
      ]))
  }

  private static func plain(_ name: String) -> String {
    let plain = String(
      name.lowercased().unicodeScalars.filter { !"@[]: ".unicodeScalars.contains($0) })
    return plain.isEmpty ? name : plain
  }
}

/// Everything that a filter can use: what the language has itself, then what its libraries add.
enum Reference {
  ///
  /// Leaves out what a policy does not permit.
  static func entries(
    of libraries: FilterLibraries, permittedBy policy: FilterPolicy? = nil
  ) -> [ReferenceEntry] {
    let permitted = policy.map(libraries.permitted) ?? libraries
    return FilterOperatorDocumentation.all.filter { policy?.permits($0) ?? true }.map {
      ReferenceEntry(
        group: "operators", spellings: $0.spellings, summary: $0.documentation.summary,
        example: $0.documentation.example, isExtension: $0.isExtension)
    } + permitted.libraries.flatMap(entries)
  }

  /// The entries of a name; several options are one after another, as in `[cd]`.
  static func named(_ name: String, in entries: [ReferenceEntry]) -> [ReferenceEntry] {
    let found = entries.filter { $0.isNamed(name) }
    guard found.isEmpty, name.begins(with: "["), name.ends(with: "]") else { return found }
    let options = name.dropping(1, last: 1).unicodeScalars.map { letter in
      entries.filter { $0.name == "[\(letter)]" }
    }
    return options.contains([]) ? [] : Array(options.joined())
  }

  /// Shorter words are in too many summaries.
  private static let shortestWord = 3

  /// The entries whose summary has all words of `text`, whole or begun, and those that have it in their names; none
  /// unless a summary has them.
  static func mentioning(_ text: String, in entries: [ReferenceEntry]) -> [ReferenceEntry] {
    let words = ReferenceEntry.words(of: text)
    guard !words.isEmpty, words.allSatisfy({ $0.count >= shortestWord }),
      entries.contains(where: { $0.mentions(words) })
    else { return [] }
    return entries.filter { $0.mentions(words) || $0.resembles(text) }
  }

  /// A question that names the entry nearest to an unknown name.
  static func hint(_ name: String, in entries: [ReferenceEntry]) -> String {
    let near = entries.filter { $0.resembles(name) }.map(\.name)
    if !near.isEmpty { return "; there are \(near.joined(separator: ", "))" }
    let words = entries.flatMap(\.spellings).map { $0.filter { $0 != ":" } }
    return EditDistance.nearest(to: name, in: words).map { ", did you mean '\($0)'?" } ?? ""
  }

  /// Longer names push their summaries to the right.
  private static let widestName = 20

  /// A line of at most `width` columns for each, by group.
  static func overview(_ entries: [ReferenceEntry], width: Int) -> String {
    var groups: [String] = []
    for entry in entries where !groups.contains(entry.group) { groups.append(entry.group) }
    let column = min(entries.map(\.name.count).max() ?? 0, widestName)
    var text = ""
    for group in groups {
      text += "\(text.isEmpty ? "" : "\n")\(group.uppercased())\n"
      for entry in entries where entry.group == group {
        let space = String(repeating: " ", count: max(0, column - entry.name.count))
        text += TextWidth.clip("  \(entry.name)\(space)  \(entry.summary)", to: width) + "\n"
      }
    }
    return text
  }

  private static func entries(of library: FilterLibrary) -> [ReferenceEntry] {
    func entry(
      _ group: String, _ name: String, _ documentation: FilterDocumentation,
      isExtension: Bool = false
    ) -> ReferenceEntry {
      ReferenceEntry(
        group: group, spellings: [name], summary: documentation.summary,
        example: documentation.example,
        isExtension: isExtension)
    }
    return library.functions.map {
      entry("functions", $0.selector, $0.documentation, isExtension: $0.isExtension)
    }
      + library.operators.map { entry("operators", $0.word, $0.documentation, isExtension: true) }
      + library.collectionOperators.map {
        entry("collection operators", "@\($0.name)", $0.documentation, isExtension: $0.isExtension)
      } + library.casts.map { entry("casts", $0.type, $0.documentation) }
      + library.methods.map { entry("messages", $0.selector, $0.documentation) }
      + library.leafKeys.map { entry("keys of values", $0.key, $0.documentation) }
  }
}
