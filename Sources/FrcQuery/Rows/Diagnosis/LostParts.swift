internal import EssentialFoundation
internal import FilterEngine
internal import FilterSyntax

/// Notes on the parts of a filter and of columns that lost a part of a value: divisions of integers, and conversions of
/// texts of which a number is only a part.
struct LostParts {
  /// The parts of the filter, and of each column, that can lose something.
  private let filter: [AST.Expression]
  private let columns: [[AST.Expression]]

  private(set) var notes: [String] = []

  /// The parts that have been added.
  private var known: [(column: Int?, range: SourceRange)] = []

  init(in predicate: AST.Predicate?, _ expressions: [AST.Expression]) {
    func parts(_ visit: ((AST.Expression) -> Void) throws -> Void) -> [AST.Expression] {
      var found: [AST.Expression] = []
      try? visit { if Self.operand(of: $0) != nil || $0.exactQuotient != nil { found.append($0) } }
      return found
    }
    filter = parts { body in try predicate?.visit(expressions: body, comparisons: { _ in }) }
    columns = expressions.map { expression in
      parts { body in try expression.visit(expressions: body, comparisons: { _ in }) }
    }
  }

  /// Whether the filter cannot lose anything.
  var hasWholeFilter: Bool { filter.isEmpty }

  /// Whether nothing can be lost.
  var isEmpty: Bool { filter.isEmpty && columns.allSatisfy(\.isEmpty) }

  /// The operand of a conversion to a number, or to a type that a row decides; nil for any other expression.
  private static func operand(of expression: AST.Expression) -> AST.Expression? {
    guard case .cast(let node) = expression else { return nil }
    return node.type.constantText?.has("Number") ?? true ? node.operand : nil
  }

  /// The expression of a part of a column, or of the filter.
  func expression(of part: LostPart, inColumn column: Int?) -> AST.Expression? {
    // Inputs can have other columns than the first one.
    let parts = column.map { columns.indices.contains($0) ? columns[$0] : [] } ?? filter
    return parts.first { $0.range == part.range }
  }

  /// Adds a note on a part of a column, or of the filter, up to the maximum number. `scope` says of which rows it is true,
  /// if not of all.
  mutating func add(_ part: LostPart, ofColumn column: Int? = nil, scope: String = "") {
    guard notes.count < UnknownKeys.maximumCount,
      !known.contains(where: { $0 == (column, part.range) })
    else { return }
    known.append((column, part.range))
    guard let expression = expression(of: part, inColumn: column) else { return }
    var note: String?
    if let (text, number) = part.reading {
      note = Self.operand(of: expression).map {
        "CAST reads \(Self.shown(.string(text))) as \(Self.shown(number))\(scope): "
          + "number(\($0.sourceText)) takes a whole number or fails"
      }
    } else {
      note = expression.exactQuotient.map {
        "\(KindRemedy.name(of: expression)) divides integers and drops the remainder\(scope): "
          + "write \($0.sourceText)"
      }
    }
    if let note, !notes.contains(note) { notes.append(note) }
  }

  private static func shown(_ value: FilterValue) -> String {
    TextWidth.clip(String(decoding: JSONWriter().bytes(value), as: UTF8.self), to: 40)
  }

  // MARK: - Samples

  /// Some rows that are evaluated for the notes alone.
  struct Sample {
    let rows: [FilterValue]

    /// Whether these are all rows.
    let isWhole: Bool
    let limits: EvaluationLimits

    fileprivate var scope: String {
      isWhole ? "" : rows.count == 1 ? " in the first row" : " in the first \(rows.count) rows"
    }
  }

  /// Adds notes on what a filter loses in a sample. `predicate` is the filter with the conversions of the rows.
  mutating func add(
    _ predicate: FilterPredicate<FilterValue>, _ sample: Sample,
    bindings: [String: FilterValue] = [:], now: Date = Date()
  ) {
    guard !filter.isEmpty else { return }
    let matcher = FilterMatcher(
      predicate, bindings: bindings, now: now, limits: sample.limits.beginning())
    for row in sample.rows { _ = try? matcher.matches(row) }
    for part in matcher.takeLostParts() { add(part, scope: sample.scope) }
  }

  /// Adds notes on what the columns lose in a sample.
  mutating func add(
    _ expressions: [FilterExpression<FilterValue>], _ sample: Sample
  ) {
    let run = EvaluationContext(of: sample.limits.beginning())
    for (column, expression) in expressions.enumerated() where !columns[column].isEmpty {
      let reader = ExpressionReader(expression, bindings: [:], now: Date(), in: run)
      for row in sample.rows {
        run.beginRow()
        _ = try? reader.value(of: row)
      }
      for part in reader.takeLostParts() { add(part, ofColumn: column, scope: sample.scope) }
    }
  }
}
