import FilterEngine
import FilterSyntax
import Foundation

/// What a tree means, walked node by node and without a thought for speed.
///
/// It shares with the engine the tree and the values, and none of the operators: numbers are compared
/// by their decimal digits, texts by Foundation's decomposition, patterns are ICU's.
struct ReferenceEvaluator {
  let item: FilterValue
  var bindings: [String: FilterValue] = [:]
  var isStrict = false

  /// The answer of `predicate` for `item`.
  static func outcome(
    _ predicate: AST.Predicate, _ item: FilterValue, bindings: [String: FilterValue] = [:],
    isStrict: Bool = false
  ) -> ReferenceOutcome {
    var evaluator = ReferenceEvaluator(item: item, bindings: bindings, isStrict: isStrict)
    do {
      return .answer(try evaluator.holds(predicate))
    } catch {
      return .failure((error as? ReferenceFailure)?.kind ?? .custom)
    }
  }

  mutating func holds(_ predicate: AST.Predicate) throws -> Bool {
    switch predicate {
    case .literal(let node): return node.value
    case .not(let node): return try !holds(node.operand)
    case .compound(let node):
      for operand in node.operands where try holds(operand) == (node.connective == .or) {
        return node.connective == .or
      }
      return node.connective == .and
    case .comparison(let node):
      let left = try value(node.left)
      let right = try value(node.right)
      let comparison = ReferenceComparison(
        operation: node.operator, options: node.options, isStrict: isStrict,
        readsLeftAsWritten: node.left.isWritten && node.quantifier == nil,
        readsRightAsWritten: node.right.isWritten)
      guard let quantifier = node.quantifier else { return try comparison.holds(left, right) }
      for element in try elements(left) ?? [] {
        let answer = try comparison.holds(element, right)
        if quantifier == .all, !answer { return false }
        if quantifier != .all, answer { return quantifier == .any }
      }
      return quantifier != .any
    }
  }

  mutating func value(_ expression: AST.Expression) throws -> FilterValue {
    switch expression {
    case .literal(let node): return Self.constant(node.value)
    case .selfReference: return item
    case .anyKey: throw ReferenceFailure(.unsupported)
    case .argument: throw ReferenceFailure(.custom)
    case .variable(let node): return try variable(node.name)
    case .keyPath(let node): return try walk(value(node.base), node.components[...])
    case .subscript(let node): return try element(node)
    case .aggregate(let node):
      var values: [FilterValue] = []
      for element in node.elements { values.append(try value(element)) }
      return .list(values)
    case .call(let node):
      var arguments: [FilterValue] = []
      for argument in node.arguments { arguments.append(try value(argument)) }
      return try ReferenceFunctions.call(node.selector, arguments)
    case .message(let node):
      let receiver = try value(node.receiver)
      var arguments: [FilterValue] = []
      for argument in node.arguments { arguments.append(try value(argument)) }
      return try ReferenceFunctions.send(node.selector, to: receiver, arguments)
    case .cast(let node):
      let operand = try value(node.operand)
      if !isStrict, let date = try Self.date(of: operand, as: value(node.type)) { return date }
      return try ReferenceFunctions.cast(operand, to: value(node.type))
    case .ternary(let node):
      return try holds(node.condition) ? value(node.whenTrue) : value(node.whenFalse)
    case .subquery(let node): return try subquery(node)
    case .arithmetic(let node):
      let left = try value(node.left)
      let right = try value(node.right)
      if !isStrict, let moved = Self.movingDates(node.operator, left, right) { return moved }
      return try ReferenceArithmetic.apply(node.operator, left, right)
    case .minus(let node): return try ReferenceArithmetic.negated(value(node.operand))
    case .setOperation(let node): return try setOperation(node)
    case .assignment(let node):
      let result = try value(node.value)
      bindings[node.variable.name] = result
      return result
    }
  }

  /// A text of ISO 8601 with a zone, or a day, as a date; nil for any other cast.
  private static func date(of value: FilterValue, as type: FilterValue) -> FilterValue? {
    guard case .string(let text) = value, type == "NSDate" else { return nil }
    let formatter = ISO8601DateFormatter()
    if text.utf8.count == 10 { formatter.formatOptions = .withFullDate }
    return formatter.date(from: text).map { .date($0) }
  }

  /// A date and seconds, or two dates; nil for any other operation.
  private static func movingDates(
    _ operation: AST.Arithmetic.Operator, _ left: FilterValue, _ right: FilterValue
  ) -> FilterValue? {
    func seconds(_ value: FilterValue) -> Double? {
      value.kind == .number ? try? ReferenceArithmetic.double(value) : nil
    }
    switch (operation, left, right) {
    case (.subtract, .date(let a), .date(let b)): return .double(a.timeIntervalSince(b))
    case (.subtract, .date(let date), _):
      return seconds(right).map { .date(date.addingTimeInterval(-$0)) }
    case (.add, .date(let date), _):
      return seconds(right).map { .date(date.addingTimeInterval($0)) }
    case (.add, _, .date(let date)): return seconds(left).map { .date(date.addingTimeInterval($0)) }
    default: return nil
    }
  }

  func variable(_ name: String) throws -> FilterValue {
    guard let value = bindings[name] else { throw ReferenceFailure(.unboundVariable) }
    return value
  }

  /// The value of a constant of a tree.
  static func constant(_ constant: AST.Constant) -> FilterValue {
    switch constant {
    case .null: .null
    case .boolean(let value): .bool(value)
    case .integer(let value): .int(value)
    case .double(let value): .double(value)
    case .text(let value): .string(value)
    case .seconds(let value): .date(Date(timeIntervalSinceReferenceDate: value))
    case .bytes(let value): .data(Data(value))
    case .decimal(let text): .decimal(Decimal(string: text) ?? .nan)
    case .uuid(let text): UUID(uuidString: text).map { .uuid($0) } ?? .null
    case .list(let values): .list(values.map(Self.constant))
    case .set(let values): .set(FilterSet(values.map(Self.constant)))
    case .map(let members):
      .object(FilterObject(members.map { (key: $0.key, value: Self.constant($0.value)) }))
    }
  }
}
