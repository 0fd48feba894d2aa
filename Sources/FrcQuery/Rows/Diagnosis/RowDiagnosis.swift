internal import FilterEngine
internal import FilterSyntax

/// The comparisons of a filter whose sides have no comparable values in some rows.
///
/// The rows are explained by the engine, each comparison whatever the parts before it decide. A comparison is noted once,
/// with the form that was probably intended.
struct RowDiagnosis {
  /// The most rows that are explained.
  static let maximumRows = 100

  /// The units of work of reading the explained rows.
  private static let maximumWork = 1 << 15

  /// The time that the explanation may take.
  private static let time = Duration.milliseconds(4)

  /// The filter with the conversions of stated kinds.
  let predicate: FilterPredicate<FilterValue>

  /// The filter as it was written.
  let tree: AST.Predicate
  let bindings: [String: FilterValue]
  let rows: [FilterValue]
  let form: Form

  private let limits: EvaluationLimits

  /// The surroundings of a filter, which decide on the remedies.
  struct Form {
    /// Whether `--types` can state kinds.
    var hasTypes = false

    /// Whether texts and numbers are cells, which are read as what they are compared with.
    var hasCells = false

    /// The variables for the elements of subqueries.
    var elements: [Exact] = []
  }

  /// A diagnosis by the first of `rows`. `tree` is the filter as it was written if `predicate` has conversions.
  init(
    _ predicate: FilterPredicate<FilterValue>, of tree: AST.Predicate? = nil,
    bindings: [String: FilterValue] = [:], rows: [FilterValue], form: Form = Form(),
    limits: EvaluationLimits
  ) {
    var work = 0
    self.rows = Array(
      rows.prefix(Self.maximumRows).prefix { row in
        work += row.measure.size
        return work <= Self.maximumWork
      })
    self.predicate = predicate
    self.tree = tree ?? predicate.syntax
    self.bindings = bindings
    self.form = form
    var limits = limits
    limits.time = min(limits.timeLeft ?? limits.time ?? Self.time, Self.time)
    limits.deadline = nil
    self.limits = limits
  }

  /// A note on each comparison that is never or always true for its kinds, up to the maximum number.
  var notes: [String] {
    var notes: [String] = []
    var scopes = [
      DiagnosedScope(
        predicate: predicate, tree: tree, rows: rows.map { ($0, bindings) }, form: form)
    ]
    let limits = limits.beginning()
    while let scope = scopes.popLast(), notes.count < UnknownKeys.maximumCount {
      for note in self.notes(on: scope, limits)
      where notes.count < UnknownKeys.maximumCount && !notes.contains(note) {
        notes.append(note)
      }
      scopes += scope.inner(limits, most: Self.maximumRows).reversed()
    }
    return notes
  }

  /// The notes on the comparisons of a scope that are not inside an expression.
  private func notes(on scope: DiagnosedScope, _ limits: EvaluationLimits) -> [String] {
    let comparisons = scope.tree.comparisons
    guard !scope.rows.isEmpty, !comparisons.isEmpty else { return [] }
    var compared = comparisons.map { ComparedValues($0, hasCells: scope.form.hasCells) }
    let explanations = scope.predicate.comparisons(of: scope.rows, limits: limits)
    for (row, explained) in zip(scope.rows, explanations) where explained.count == compared.count {
      for index in compared.indices { compared[index].add(explained[index], row.item) }
    }
    // A key that fails has an error, which has its remedy.
    let failing = Set(compared.filter { $0.failures > 0 }.map(\.node.keyPaths))
    return compared.compactMap { values in
      guard values.failures == 0, !failing.contains(values.node.keyPaths) else { return nil }
      return note(on: values, scope.form)
    }
  }

  private func note(on values: ComparedValues, _ form: Form) -> String? {
    guard values.trueCount == 0 || values.falseCount == 0 else { return nil }
    if let mismatch = values.mismatch {
      let count = values.mismatchCount + values.comparableCount
      let share =
        values.comparableCount == 0
        ? nil
        : "in \(values.mismatchCount) of \(count) \(form.elements.isEmpty ? "rows" : "elements")"
      return KindRemedy(values.node, form).note(on: mismatch, share: share)
    }
    return values.trueCount == 0 ? patternNote(on: values) : nil
  }

  // MARK: - Patterns

  /// A note on a pattern that fits a part of a text, but no whole text.
  private func patternNote(on values: ComparedValues) -> String? {
    guard let (_, pattern) = values.texts.first, !pattern.isEmpty else { return nil }
    let texts = values.texts.filter { $0.pattern == pattern }.map(\.text)
    let node = values.node
    let name = KindRemedy.name(of: node.left)
    func fits(_ pattern: String) -> Bool {
      var test = node
      test.quantifier = nil
      test.left = .selfReference(AST.SelfReference())
      test.right = .literal(AST.Literal(.text(pattern)))
      guard
        let predicate = try? FilterPredicate<FilterValue>(
          .comparison(test), options: FilterOptions(limits: limits))
      else { return false }
      return texts.contains {
        (try? predicate.matches(.string($0), limits: limits)) == true
      }
    }
    func written(_ pattern: String) -> String {
      AST.Expression.literal(AST.Literal(.text(pattern))).sourceText
    }
    guard node.operator == .matches else {
      let part = "*\(pattern)*"
      return fits(part) ? "LIKE tests the whole text of \(name): write \(written(part))" : nil
    }
    let (line, part) = ("(?s)" + pattern, Self.part(pattern))
    if fits(line) {
      return "'.' matches no line break, which \(name) has: write \(written(line))"
    }
    if fits(part) { return "MATCHES tests the whole text of \(name): write \(written(part))" }
    let partOfLines = "(?s)" + part
    return fits(partOfLines)
      ? "MATCHES tests the whole text of \(name), and '.' matches no line break: write "
        + written(partOfLines) : nil
  }

  /// A pattern that fits every text with a part that `pattern` fits.
  private static func part(_ pattern: String) -> String {
    let isAtStart = pattern.begins(with: "^")
    let isAtEnd = pattern.ends(with: "$") && !pattern.ends(with: "\\$")
    var inner = pattern.dropping(isAtStart ? 1 : 0, last: isAtEnd ? 1 : 0)
    if inner.has("|") { inner = "(\(inner))" }
    return (isAtStart ? "" : ".*") + inner + (isAtEnd ? "" : ".*")
  }
}

/// The values that the sides of a comparison had in some rows.
struct ComparedValues {
  /// Two values that can never be equal, as they are of different kinds.
  struct Mismatch {
    let left: FilterValue
    let right: FilterValue

    /// Whether the left or the right one is an element of the value of its side.
    var isElementOfLeft = false
    var isElementOfRight = false

    let row: FilterValue
  }

  /// The most elements and texts that are looked at.
  private static let most = 20
  private static let longestText = 1_000

  let node: AST.Comparison
  private let hasCells: Bool

  private(set) var trueCount = 0
  private(set) var falseCount = 0
  private(set) var failures = 0

  /// The rows with comparable values, and those with others.
  private(set) var comparableCount = 0
  private(set) var mismatchCount = 0
  private var first: Mismatch?

  /// Whether a value would be equal to one of its kind.
  private var isNearlyEqual = false

  /// Some texts that were tested with a pattern.
  private(set) var texts: [(text: String, pattern: String)] = []

  init(_ node: AST.Comparison, hasCells: Bool) {
    (self.node, self.hasCells) = (node, hasCells)
  }

  /// The first mismatch if there is nothing else, or if the others would decide.
  var mismatch: Mismatch? {
    comparableCount == 0 || isNearlyEqual && decisiveCount == 0 ? first : nil
  }

  /// The rows in which values were equal, as far as that is known.
  private var decisiveCount: Int { node.operator == .notEqual ? falseCount : trueCount }

  mutating func add(_ explanation: FilterExplanation, _ row: FilterValue) {
    switch explanation.verdict {
    case .matches: trueCount += 1
    case .doesNotMatch: falseCount += 1
    case .failed: failures += 1
    case .notEvaluated: return
    }
    guard let left = explanation.left, let right = explanation.right else { return }
    let lefts =
      node.quantifier == nil ? [left] : Array((left.comparedElements ?? []).prefix(Self.most))
    let pairs = lefts.flatMap {
      self.pairs($0, right, isElement: node.quantifier != nil, row)
    }.filter { $0.left.kind != .null && $0.right.kind != .null }
    guard !pairs.isEmpty else { return }
    if pairs.contains(where: isComparable) {
      comparableCount += 1
    } else {
      mismatchCount += 1
      if first == nil { first = pairs[0] }
      isNearlyEqual = isNearlyEqual || pairs.contains(where: \.isNearlyEqual)
    }
  }

  /// The values that an operator compares for equality. Other operators fail for other kinds.
  private mutating func pairs(
    _ left: FilterValue, _ right: FilterValue, isElement: Bool, _ row: FilterValue
  ) -> [Mismatch] {
    switch node.operator.equated {
    case .sides:
      return [Mismatch(left: left, right: right, isElementOfLeft: isElement, row: row)]
    case .elementsOfRight:
      return (right.comparedElements ?? []).prefix(Self.most * 10).map {
        Mismatch(
          left: left, right: $0, isElementOfLeft: isElement, isElementOfRight: true, row: row)
      }
    case .elementsOfLeft:
      return (left.comparedElements ?? []).prefix(Self.most).map {
        Mismatch(left: $0, right: right, isElementOfLeft: true, row: row)
      }
    case nil:
      if case .pattern = node.operator.family, case .string(let text) = left,
        case .string(let pattern) = right,
        texts.count < Self.most, text.utf8.count + pattern.utf8.count < Self.longestText
      {
        texts.append((text, pattern))
      }
      return []
    }
  }

  private func isComparable(_ pair: Mismatch) -> Bool {
    switch (pair.left.kind, pair.right.kind) {
    case (let left, let right) where left == right: true
    case (.boolean, .number), (.number, .boolean): true
    case (.list, .set), (.set, .list): true
    case (.string, .number), (.number, .string), (.string, .boolean), (.boolean, .string): hasCells
    default: false
    }
  }
}

extension ComparedValues.Mismatch {
  /// Whether one of the values, read as one of the kind of the other, equals it.
  fileprivate var isNearlyEqual: Bool {
    Self.equals(left, right) || Self.equals(right, left)
  }

  private static func equals(_ value: FilterValue, _ other: FilterValue) -> Bool {
    guard case .string = value else { return false }
    return switch other.kind {
    case .number: ColumnKind.number.converted(value) == other
    case .boolean: ColumnKind.boolean.converted(value) == other
    case .date: ColumnKind.date.converted(value) == other
    default: false
    }
  }
}

extension FilterNote {
  /// Whether a filter with it is a mistake, so that it is worth a note where the rows are surprising.
  var isMistake: Bool { code != Code.foldedMembers.rawValue }
}

extension FilterValue {
  /// The elements of a list or set; nil for any other value.
  var comparedElements: [FilterValue]? {
    switch self {
    case .list(let list): list.elements
    case .set(let set): set.elements
    default: nil
    }
  }
}

extension AST.Comparison {
  /// The key paths of both sides.
  var keyPaths: [String] { KeyReads(.comparison(self)).keyPaths }
}
