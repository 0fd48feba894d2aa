internal import FilterEngine

/// One thing that a filter can use.
struct ReferenceEntry {
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
    return spellings.contains { Self.plain($0).contains(plain) }
  }

  /// All that is known of it.
  var details: String {
    """
    \(spellings.joined(separator: ", "))  (\(group)\(isExtension ? ", not in Foundation" : ""))
      \(summary)
      \(example)

    """
  }

  private static func plain(_ name: String) -> String {
    let plain = name.lowercased().filter { !"@[]: ".contains($0) }
    return plain.isEmpty ? name : plain
  }
}

/// Everything that a filter can use: what the language has itself, then what its libraries add.
enum Reference {
  static func entries(of libraries: [FilterLibrary]) -> [ReferenceEntry] {
    StandardOperators.all.map {
      ReferenceEntry(
        group: "operators", spellings: $0.spellings, summary: $0.documentation.summary,
        example: $0.documentation.example, isExtension: $0.isExtension)
    } + libraries.flatMap(entries)
  }

  /// A line for each, by group.
  static func overview(_ entries: [ReferenceEntry]) -> String {
    var groups: [String] = []
    for entry in entries where !groups.contains(entry.group) { groups.append(entry.group) }
    let width = entries.map(\.name.count).max() ?? 0
    var text = ""
    for group in groups {
      text += "\(text.isEmpty ? "" : "\n")\(group.uppercased())\n"
      for entry in entries where entry.group == group {
        let space = String(repeating: " ", count: width - entry.name.count)
        text += "  \(entry.name)\(space)  \(entry.summary)\n"
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
      + library.messages.map { entry("messages", $0.selector, $0.documentation) }
      + library.leafKeys.map { entry("keys of values", $0.key, $0.documentation) }
  }
}
