internal import EssentialFoundation
internal import FilterEngine
internal import FilterSyntax

/// The columns that are computed for matching rows, and the key paths that they are computed from. Used by one thread.
struct ProjectedColumns {
  /// The key paths that are read in place, each once.
  private(set) var paths: [[String]] = []

  /// The selected columns; nil without a selection.
  private(set) var selected: [ProjectedColumn]?
  private(set) var sortKeys: [ProjectedColumn] = []
  private(set) var section: ProjectedColumn?

  /// The key that limits the rows of each of its values; nil for none.
  private(set) var limitKey: ProjectedColumn?

  /// What all columns of a row charge: its budget, and the time of the request.
  let run: EvaluationContext

  /// The number of all columns, in the order of their declarations.
  var count: Int {
    (selected?.count ?? 0) + sortKeys.count + (section == nil ? 0 : 1) + (limitKey == nil ? 0 : 1)
  }

  /// Removes and returns the parts of computed columns, by their numbers, that have lost a part of a value.
  func takeLostParts() -> [(column: Int?, part: LostPart)] {
    let all = (selected ?? []) + sortKeys + [section, limitKey].compactMap { $0 }
    return all.enumerated().flatMap { number, column in
      column.takeLostParts().map { (number, $0) }
    }
  }

  init(_ query: Query) {
    self.init(
      selected: query.selection.columns, sortKeys: query.sortKeys.map(\.column),
      section: query.section, limitKey: query.limitKey,
      ColumnEvaluation(
        bindings: query.bindings, now: query.now, run: EvaluationContext(of: query.limits)))
  }

  init(
    selected: [KeyColumn]?, sortKeys: [KeyColumn] = [], section: KeyColumn? = nil,
    limitKey: KeyColumn? = nil, _ evaluation: ColumnEvaluation
  ) {
    run = evaluation.run
    var known: [[Exact]: Int] = [:]
    func column(_ key: KeyColumn) -> ProjectedColumn {
      let numbers = key.projection?.paths.map { path in
        let names = path.map(Exact.init)
        let number = known[names] ?? paths.count
        if number == paths.count {
          known[names] = number
          paths.append(path)
        }
        return number
      }
      return ProjectedColumn(key, numbers, evaluation)
    }
    self.selected = selected.map { $0.map(column) }
    self.sortKeys = sortKeys.map(column)
    self.section = section.map(column)
    self.limitKey = limitKey.map(column)
  }
}

/// What the columns of all rows are computed with.
struct ColumnEvaluation {
  var bindings: [String: FilterValue] = [:]
  var now = Date()

  /// What they charge.
  let run: EvaluationContext
}

/// A column that is computed for one row after another.
///
/// A class, because a copy for each cell would count the references of its parts.
final class ProjectedColumn {
  let key: KeyColumn

  /// The numbers of the key paths that it is computed from; nil if it requires the whole row.
  private let numbers: [Int]?

  /// The number of the path whose value it is; nil for anything computed.
  let plain: Int?

  private let evaluation: ColumnEvaluation

  // Compiled for each thread, so that threads do not count references at one address.
  private lazy var projection = key.isPlain ? nil : RowProjection(key.expression.syntax)
  private lazy var reader = ExpressionReader(
    key.isPlain ? key.expression : key.expression.separate(), bindings: evaluation.bindings,
    now: evaluation.now, in: evaluation.run)

  init(_ key: KeyColumn, _ numbers: [Int]?, _ evaluation: ColumnEvaluation) {
    self.key = key
    self.numbers = numbers
    self.evaluation = evaluation
    plain = key.path == nil ? nil : numbers?.first
  }

  /// Removes and returns the parts of the expression that have lost a part of a value.
  fileprivate func takeLostParts() -> [LostPart] { key.isPlain ? [] : reader.takeLostParts() }

  /// The value for a row. Asks for the whole row only if the key paths give no value.
  func value(
    in row: some MatchedRow, whole: () -> FilterValue
  ) throws(EvaluationError) -> FilterValue {
    if let plain {
      if let value = row.value(at: plain) { return value }
    } else if let numbers, let part = projection?.row({ row.value(at: numbers[$0]) }) {
      return try reader.value(of: part)
    }
    return try reader.value(of: whole())
  }
}
