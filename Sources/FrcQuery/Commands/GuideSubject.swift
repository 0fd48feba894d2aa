internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// A key on a page, with what a comparison has on its left side.
struct GuideSubject {
  /// The key path
  let path: String

  /// The left side: the path, its elements, or their number
  let text: String

  /// The kind of the left side; nil if it is not known
  let kind: FilterKind?

  /// Values as a filter spells them, the most useful first
  let literals: [String]

  private let key: KeySchema.DescribedKey

  /// Whether the values are examples, and not made up.
  private let hasExamples: Bool

  init(_ key: KeySchema.DescribedKey, values: [FilterValue], isBelowList: Bool) {
    self.key = key
    path = key.path
    let own = key.kinds.count == 1 ? key.kinds[0] : nil
    switch own {
    case .list?:
      let element = key.elementKinds.count == 1 ? key.elementKinds[0] : nil
      let isScalar = element != .object && element != .list && !isBelowList
      text = isScalar ? "ANY \(path)" : "\(path).@count"
      kind = isScalar ? element : .number
    default:
      text = isBelowList && own != .object ? "ANY \(path)" : path
      kind = own
    }
    let values = key.cases?.map { FilterValue.string($0) } ?? values
    let known = Array(values.lazy.compactMap(Self.literal).prefix(3))
    hasExamples = !known.isEmpty && !text.ends(with: "@count")
    literals = hasExamples ? known : Self.usual(kind)
  }

  /// The literal of a value; nil if it has none.
  private static func literal(_ value: FilterValue) -> String? {
    guard
      let predicate = try? FilterPredicate<FilterValue>(
        text: "SELF == %@", arguments: [value]),
      case .comparison(let node) = predicate.syntax
    else { return nil }
    let text = node.right.sourceText
    return (try? AST.Expression(parsing: text)) == nil ? nil : text
  }

  /// Literals of a kind.
  private static func usual(_ kind: FilterKind?) -> [String] {
    switch kind {
    case .string?: ["\"abc\"", "\"x\""]
    case .number?: ["2", "10"]
    case .boolean?: ["TRUE", "FALSE"]
    case .date?: ["#2026-11-21#", "#2026-12-31#"]
    default: []
    }
  }

  /// What can be on the right side of some operator.
  var rightSides: [String] {
    let list = "{\((literals + literals).prefix(2).joined(separator: ", "))}"
    return literals.prefix(1) + (literals.isEmpty ? [] : [list]) + ["nil"]
  }

  /// A row of the table of keys.
  var row: String {
    var kinds = key.kinds.map(\.word)
    if key.kinds.contains(.list), !key.elementKinds.isEmpty {
      let elements = key.elementKinds.map(\.word).joined(separator: " or ")
      kinds = kinds.map { $0 == FilterKind.list.word ? "\($0) of \(elements)" : $0 }
    }
    let cells = [
      path, kinds.isEmpty ? "any" : kinds.joined(separator: " or "),
      key.description.map { TextWidth.clip(TerminalText.line($0), to: 120) } ?? "",
      hasExamples ? literals.joined(separator: ", ") : "",
    ]
    return "| " + cells.map { $0.writing("\\|", for: "|") }.joined(separator: " | ") + " |"
  }

  /// Comparisons that are probably correct, the most typical first.
  var forms: [String] {
    guard let value = literals.first else { return ["\(text) != nil"] }
    let list = "{\(literals.prefix(2).joined(separator: ", "))}"
    switch kind {
    case .string?:
      let parts = value.unquoted(by: "\"").map {
        String($0.prefix(3)).quoted(by: "\"", escape: "\\")
      }
      return ["\(text) == \(value)"] + (parts.map { ["\(text) BEGINSWITH[c] \($0)"] } ?? [])
        + ["\(text) IN \(list)"] + (parts.map { ["\(text) CONTAINS[cd] \($0)"] } ?? [])
    case .number?:
      let numbers = literals.sorted { (Double($0) ?? 0) < (Double($1) ?? 0) }
      let bounds = "{\(numbers[0]), \(numbers[numbers.count - 1])}"
      return ["\(text) > \(value)", "\(text) BETWEEN \(bounds)", "\(text) IN \(list)"]
    case .date?: return ["\(text) >= \(value)", "\(text) > now() - 7 * 86400"]
    default: return ["\(text) == \(value)", "\(text) != \(value)"]
    }
  }
}
