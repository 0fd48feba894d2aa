internal import FilterEngine
internal import FilterSyntax

/// The key paths of rows, with the kinds of their values and examples.
struct RowSchema: Sendable {
  /// A key path of the rows.
  struct Entry: Sendable {
    /// The keys of the path; empty for the row itself
    let names: [String]

    /// The path as a filter spells it
    let path: String
    var kinds: [FilterKind] = []
    var elementKinds: [FilterKind] = []

    /// The number of rows that have it, even if it is nil
    var count = 0
    var example: FilterValue?

    /// The number of rows that have a value there other than nil
    var valueCount = 0

    /// The occurrences of the first distinct values, or of elements of lists; empty if they are not counted
    var values: [FilterValue: Int] = [:]

    /// The first distinct values that are counted
    var examples: [FilterValue] = []
  }

  /// Objects that are used as dictionaries have no end of keys.
  static let maximumCount = 1_000

  private(set) var entries: [Entry] = []

  /// Whether there are more key paths.
  private(set) var isCut = false

  private var places: [String: Int] = [:]

  init() {}

  init(_ entries: [Entry], isCut: Bool) {
    self.isCut = isCut
    for entry in entries { add(entry) }
  }

  /// Takes in what is known of other rows.
  mutating func add(_ other: RowSchema) {
    isCut = isCut || other.isCut
    for entry in other.entries { add(entry) }
  }

  private mutating func add(_ more: Entry) {
    guard let place = places[more.path] else {
      guard entries.count < Self.maximumCount else {
        isCut = true
        return
      }
      places[more.path] = entries.count
      return entries.append(more)
    }
    entries[place].count += more.count
    entries[place].valueCount += more.valueCount
    entries[place].values.merge(more.values, uniquingKeysWith: +)
    if entries[place].examples.isEmpty { entries[place].examples = more.examples }
    entries[place].kinds.addMissing(more.kinds)
    entries[place].elementKinds.addMissing(more.elementKinds)
    entries[place].example = entries[place].example ?? more.example
  }

  /// A key path in a sentence: in quotes, unless it is spelled with backquotes.
  static func quoted(_ path: [String]) -> String {
    let text = path.map(spelled).joined(separator: ".")
    return text.has("`") ? text : "'\(text)'"
  }

  /// A key as a filter names it.
  static func spelled(_ key: String) -> String {
    let isWord =
      key.utf8.allSatisfy {
        $0.isDigit || (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "_")
      } && key.utf8.first.map { !$0.isDigit } ?? false
    if isWord, Keyword(word: key) == nil { return key }
    let quoted = key.quoted(by: "`")
    return (try? FilterExpression<FilterValue>(text: quoted))?.syntax.sourceText ?? quoted
  }
}

extension [FilterKind] {
  /// Appends the kinds that are not there.
  mutating func addMissing(_ kinds: [FilterKind]) { self += kinds.filter { !contains($0) } }
}

extension FilterKind {
  /// The word in answers for programs.
  var word: String {
    switch self {
    case .string: "text"
    case .uuid: "uuid"
    default: rawValue
    }
  }

  /// The kind of a word.
  init?(word: String) {
    guard let kind = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = kind
  }
}
