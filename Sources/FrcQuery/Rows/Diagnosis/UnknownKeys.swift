internal import FilterEngine
internal import FilterSyntax

/// The key paths that no row of a sample has a value for, and what they probably mean.
struct UnknownKeys {
  /// No more notes of a kind are written.
  static let maximumCount = 3

  let rows: [FilterValue]

  /// Whether these are all rows.
  let isWhole: Bool

  /// Charged for the rows; there are no notes after its end.
  let run: EvaluationContext
  let libraries: FilterLibraries

  /// A note on each of `paths` without a value, up to the maximum number. `question` says what one probably means, given
  /// the nearest key of the rows, if any.
  func notes(on paths: [[String]], question: ([String], String?) -> String) -> [String] {
    guard !rows.isEmpty else { return [] }
    var unknown: [[String]] = []
    for path in paths
    where unknown.count < Self.maximumCount && !unknown.contains(path)
      && Self.isMissing(path, in: rows, run, libraries)
    {
      unknown.append(path)
    }
    guard run.end == nil, !unknown.isEmpty else { return [] }
    let keys = Self.paths(of: rows)
    let count = rows.count
    let beginning =
      isWhole
      ? "no row has" : count == 1 ? "the first row has not" : "none of the first \(count) rows has"
    return unknown.map { path in
      "\(beginning) a value for \(RowSchema.quoted(path))"
        + question(path, NearestKey.nearest(to: path, in: keys))
    }
  }

  /// The key paths of rows.
  static func paths(of rows: [FilterValue]) -> [[String]] {
    let reader = RowSchemaReader()
    for row in rows { reader.add(row) }
    return reader.take().entries.map(\.names)
  }

  /// Whether no row has a value at a key path. Charges `run` for the rows.
  static func isMissing(
    _ path: [String], in rows: some Sequence<FilterValue>, _ run: EvaluationContext,
    _ libraries: FilterLibraries
  ) -> Bool {
    guard let column = try? KeyColumn(path: path, libraries: libraries) else { return false }
    return rows.allSatisfy { isMissing(column.value(of: $0, in: run), below: path.count > 1) }
  }

  /// Whether a value is nil, or a list of nothing else that a key path of several steps has collected.
  private static func isMissing(_ value: FilterValue, below isCollected: Bool) -> Bool {
    if case .list(let list) = value, isCollected, !list.elements.isEmpty {
      return list.elements.allSatisfy { isMissing($0, below: true) }
    }
    return value.kind == .null
  }
}

extension KeyReads {
  /// The key paths to values that are read, each once, in the order of the text; without those that are only compared
  /// with nil unless `hasNilTests`.
  func paths(hasNilTests: Bool = true) -> [[String]] {
    var known: Set<[Exact]> = []
    let found = reads.filter { !$0.path.isEmpty && (hasNilTests || $0.extent == .whole) }
    return found.filter { known.insert($0.path).inserted }.map { $0.path.map(\.wrappedValue) }
  }
}

extension AST.Predicate {
  /// The question for a key path that none of `rows` has: whether the nearest key is meant, or a text if it is alone on the
  /// right side of a comparison. Beside texts that is asked first.
  func question(_ path: [String], _ near: String?, in rows: [FilterValue]) -> String {
    var isRightSide = false
    var isBesideText = false
    try? visit(
      expressions: { _ in },
      comparisons: { comparison in
        guard comparison.right.names == path else { return }
        isRightSide = true
        guard let names = comparison.left.names, let column = try? KeyColumn(path: names) else {
          return
        }
        if rows.contains(where: { column.value(of: $0).kind == .string }) { isBesideText = true }
      })
    if let near, !isBesideText { return ", did you mean \(near)?" }
    return isRightSide ? ", did you mean \(RowSchema.quoted(path)) in quotes?" : ""
  }
}
