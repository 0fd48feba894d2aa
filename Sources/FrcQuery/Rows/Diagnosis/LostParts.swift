internal import FilterEngine
internal import FilterSyntax

/// The parts of expressions that lose a part of a value: divisions of integers, and conversions of texts of which a number
/// is only a part.
struct LostParts {
  private enum Form {
    /// The operands of a division
    case quotient(AST.Expression, AST.Expression)
    /// The operand of a conversion to a number
    case number(AST.Expression)
  }

  private typealias Part = (expression: AST.Expression, form: Form)

  /// The parts of the filter, and those of columns.
  private var filterParts: [Part] = []
  private var columnParts: [Part] = []
  private let libraries: FilterLibraries

  init(
    in predicate: AST.Predicate?, _ expressions: [AST.Expression], libraries: FilterLibraries
  ) {
    self.libraries = libraries
    func parts(_ found: inout [Part], _ expression: AST.Expression) {
      if let form = Self.form(of: expression) { found.append((expression, form)) }
    }
    try? predicate?.visit(
      expressions: { parts(&filterParts, $0) }, comparisons: { _ in })
    for expression in expressions {
      try? expression.visit(
        expressions: { parts(&columnParts, $0) }, comparisons: { _ in })
    }
  }

  /// Whether nothing can lose a part.
  var isEmpty: Bool { filterParts.isEmpty && columnParts.isEmpty }

  private static let types = ["NSNumber", "NSDecimalNumber"]

  private static func form(of expression: AST.Expression) -> Form? {
    func isNumber(_ type: AST.Expression) -> Bool {
      guard case .literal(let literal) = type, case .text(let name) = literal.value else {
        return false
      }
      return types.contains(name)
    }
    switch expression {
    case .arithmetic(let node) where node.operator == .divide:
      return .quotient(node.left, node.right)
    case .call(let node) where node.selector == "divide:by:" && node.arguments.count == 2:
      return .quotient(node.arguments[0], node.arguments[1])
    case .cast(let node) where isNumber(node.type): return .number(node.operand)
    case .call(let node)
    where node.selector == "castObject:toType:" && node.arguments.count == 2
      && isNumber(node.arguments[1]):
      return .number(node.arguments[0])
    default: return nil
    }
  }

  /// A note on each part that loses something in one of the rows, up to the maximum number. Columns are computed for the
  /// rows that are `shown`.
  func notes(
    _ rows: [FilterValue], shown: [FilterValue]? = nil, bindings: [String: FilterValue] = [:],
    limits: EvaluationLimits
  ) -> [String] {
    var notes: [String] = []
    func add(_ parts: [Part], _ rows: [FilterValue]) {
      for (expression, form) in parts where notes.count < UnknownKeys.maximumCount {
        let note =
          switch form {
          case .quotient(let left, let right):
            quotientNote(expression, left, right, rows, bindings, limits)
          case .number(let operand): numberNote(expression, operand, rows, bindings, limits)
          }
        if let note, !notes.contains(note) { notes.append(note) }
      }
    }
    add(filterParts, rows)
    add(columnParts, shown ?? rows)
    return notes
  }

  private func values(
    _ expression: AST.Expression, _ rows: [FilterValue], _ bindings: [String: FilterValue],
    _ limits: EvaluationLimits
  ) -> [FilterValue] {
    guard
      let expression = try? FilterExpression<FilterValue>(
        expression, libraries: libraries, limits: limits)
    else { return [] }
    return rows.map { (try? expression.value(of: $0, bindings: bindings, limits: limits)) ?? .null }
  }

  // MARK: - Divisions

  private func quotientNote(
    _ expression: AST.Expression, _ left: AST.Expression, _ right: AST.Expression,
    _ rows: [FilterValue], _ bindings: [String: FilterValue], _ limits: EvaluationLimits
  ) -> String? {
    let lefts = values(left, rows, bindings, limits)
    let rights = values(right, rows, bindings, limits)
    let isLost = zip(lefts, rights).contains { left, right in
      guard case .int(let a) = left, case .int(let b) = right, b != 0, b != -1 else { return false }
      return a % b != 0
    }
    guard isLost else { return nil }
    return "\(KindRemedy.name(of: expression)) divides integers and drops the remainder: write "
      + Self.exact(left, right).sourceText
  }

  /// The division of doubles: `a / 1000.0`
  private static func exact(_ left: AST.Expression, _ right: AST.Expression) -> AST.Expression {
    func double(_ expression: AST.Expression) -> AST.Expression? {
      guard case .literal(let literal) = expression, case .integer(let number) = literal.value
      else { return nil }
      return .literal(AST.Literal(.double(Double(number))))
    }
    if let right = double(right) { return .arithmetic(AST.Arithmetic(.divide, left, right)) }
    if let left = double(left) { return .arithmetic(AST.Arithmetic(.divide, left, right)) }
    let one = AST.Expression.literal(AST.Literal(.double(1)))
    return .arithmetic(
      AST.Arithmetic(.divide, .arithmetic(AST.Arithmetic(.multiply, one, left)), right))
  }

  // MARK: - Conversions

  private func numberNote(
    _ expression: AST.Expression, _ operand: AST.Expression, _ rows: [FilterValue],
    _ bindings: [String: FilterValue], _ limits: EvaluationLimits
  ) -> String? {
    let texts = values(operand, rows, bindings, limits)
    let results = values(expression, rows, bindings, limits)
    for case (.string(let text), let result) in zip(texts, results)
    where result.kind == .number && Self.isPartly(text, result) {
      func shown(_ value: FilterValue) -> String {
        TextWidth.clip(String(decoding: JSONWriter().bytes(value), as: UTF8.self), to: 40)
      }
      return "CAST reads \(shown(.string(text))) as \(shown(result)): "
        + "number(\(operand.sourceText)) takes a whole number or fails"
    }
    return nil
  }

  /// Whether a conversion read only a part of a text, or in base 8.
  private static func isPartly(_ text: String, _ result: FilterValue) -> Bool {
    guard let number = FilterValue(spelledNumber: text) else {
      // A number in base 16 is a whole one.
      let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
      let isHexadecimal =
        digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8)
      return !isHexadecimal || UInt64(String(Substring(digits.dropFirst(2))), radix: 16) == nil
    }
    switch (number, result) {
    case (.int(let read), .int(let converted)): return read != converted
    case (.wide(let read), .wide(let converted)): return read != converted
    case (.int, .wide), (.wide, .int): return true
    default: return false
    }
  }
}
