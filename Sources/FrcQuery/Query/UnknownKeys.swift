internal import FilterEngine
internal import FilterSyntax

/// Notes on the key paths of a predicate and of columns that no row has a value for, and on what they are likely
/// meant to be.
struct UnknownKeys {
  /// No more key paths are named.
  private static let maximumCount = 3

  private let predicate: FilterPredicate<FilterValue>?
  private let columns: [KeyColumn]
  private let sample: RowSample
  private let run: EvaluationContext

  /// Notes for a run, which they charge. There are none of what it has no time for.
  init(
    _ predicate: FilterPredicate<FilterValue>?, _ columns: [KeyColumn], in sample: RowSample,
    _ run: EvaluationContext = EvaluationContext(of: .standard)
  ) {
    self.run = run
    self.predicate = predicate
    self.columns = columns
    self.sample = sample
  }

  /// A line for each key path, in the order of the predicate.
  var notes: [String] {
    guard !sample.rows.isEmpty else { return [] }
    var unknown: [String] = []
    let paths =
      (predicate?.syntax.usedKeyPaths ?? []) + columns.flatMap(\.expression.syntax.usedKeyPaths)
    for path in paths
    where unknown.count < Self.maximumCount && path != "SELF" && !unknown.contains(path)
      && isUnknown(path)
    {
      unknown.append(path)
    }
    guard run.end == nil else { return [] }
    guard !unknown.isEmpty else { return kindNotes }
    let reader = RowSchemaReader()
    for row in sample.rows { reader.add(row) }
    let keys = reader.take().entries.map(\.path)
    let count = sample.rows.count
    let rows =
      sample.isWhole
      ? "no row has" : count == 1 ? "the first row has not" : "none of the first \(count) rows has"
    return unknown.map { key in
      "note: \(rows) a value for '\(key)'" + question(key, keys)
    } + kindNotes
  }

  /// Notes on comparisons for equality with constants of a kind that no row has.
  private var kindNotes: [String] {
    var notes: [String] = []
    guard !sample.hasCells else { return [] }
    try? predicate?.syntax.visit(
      expressions: { _ in },
      comparisons: { comparison in
        guard comparison.quantifier == nil, comparison.operator == .equal,
          case .keyPath = comparison.left, case .literal(let literal) = comparison.right,
          let column = try? KeyColumn(comparison.left.sourceText)
        else { return }
        let kinds = Set(sample.rows.map { column.value(of: $0, in: run).kind }).subtracting([.null])
        if let note = Self.note(on: column.name, kinds, literal.value) { notes.append(note) }
      })
    return Array(notes.prefix(Self.maximumCount))
  }

  /// A note on a key path with values of `kinds` that is compared with a constant; nil if one can equal it.
  private static func note(
    on key: String, _ kinds: Set<FilterKind>, _ constant: AST.Constant
  ) -> String? {
    switch (kinds, constant) {
    case ([.list], .text), ([.list], .integer), ([.list], .double):
      "note: '\(key)' is a list: write ANY \(key) == … for one of its elements"
    case ([.string], .integer), ([.string], .double):
      "note: '\(key)' is text, which equals no number: write the number in quotes, or --arg-text"
    case ([.number], .text):
      "note: '\(key)' is a number, which equals no text: write the number without quotes"
    default: nil
    }
  }

  private func isUnknown(_ key: String) -> Bool {
    guard let column = try? KeyColumn(key, libraries: predicate?.libraries ?? .standard) else {
      return false
    }
    return sample.rows.allSatisfy { column.value(of: $0, in: run).kind == .null }
  }

  private func question(_ key: String, _ keys: [String]) -> String {
    if let near = NearestKey.nearest(to: key, in: keys) { return ", did you mean '\(near)'?" }
    return isRightSide(key) ? ", did you mean '\(key)' in quotes?" : ""
  }

  /// Whether a comparison has the key path alone on its right side, where texts are usual.
  private func isRightSide(_ key: String) -> Bool {
    var isFound = false
    try? predicate?.syntax.visit(
      expressions: { _ in },
      comparisons: { comparison in
        guard case .keyPath = comparison.right else { return }
        if comparison.right.usedKeyPaths == [key] { isFound = true }
      })
    return isFound
  }
}
