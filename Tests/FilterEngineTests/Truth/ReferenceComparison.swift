import FilterEngine
import FilterSyntax
import Foundation

/// What the operators say of two values, after the tables of the language.
struct ReferenceComparison {
  let operation: AST.Comparison.Operator
  let options: AST.Comparison.Options
  let isStrict: Bool

  /// Whether a side is a literal or a list of literals, and is compared as a whole.
  var readsLeftAsWritten = false
  var readsRightAsWritten = false

  func holds(_ left: FilterValue, _ right: FilterValue) throws -> Bool {
    var (left, right) = (left, right)
    if !isStrict, readsRightAsWritten, case .decimal = left {
      right = Self.decimals(right)
    } else if !isStrict, readsLeftAsWritten, case .decimal = right {
      left = Self.decimals(left)
    }
    switch operation {
    case .equal: return isEqual(left, right)
    case .notEqual: return !isEqual(left, right)
    case .lessThan: return try order(left, right).map { $0 < 0 } ?? false
    case .greaterThan: return try order(left, right).map { $0 > 0 } ?? false
    case .lessThanOrEqual: return try order(left, right).map { $0 <= 0 } ?? areBothNil(left, right)
    case .greaterThanOrEqual:
      return try order(left, right).map { $0 >= 0 } ?? areBothNil(left, right)
    default: break
    }
    // Every other operator is false where a side is nil.
    guard left.kind != .null, right.kind != .null else { return false }
    switch operation {
    case .between: return try isBetween(left, right)
    case .in: return try isIn(left, right)
    case .contains: return try isIn(right, left)
    default: return try holdsOfTexts(left, right)
    }
  }

  /// A number as it is written, and the numbers of a list.
  private static func decimals(_ value: FilterValue) -> FilterValue {
    switch value {
    case .double(let number) where number.isFinite:
      Decimal(string: "\(number)").map { .decimal($0) } ?? value
    case .list(let list): .list(list.elements.map(decimals))
    case .set(let set): .set(FilterSet(set.elements.map(decimals)))
    default: value
    }
  }

  private func areBothNil(_ left: FilterValue, _ right: FilterValue) -> Bool {
    left.kind == .null && right.kind == .null
  }

  private func holdsOfTexts(_ left: FilterValue, _ right: FilterValue) throws -> Bool {
    guard case .string(let text) = left, case .string(let other) = right else {
      throw ReferenceFailure(.kindMismatch)
    }
    switch operation {
    case .beginsWith:
      return ReferenceText.places(of: other, in: text, options).contains { $0.atStart }
    case .endsWith: return ReferenceText.places(of: other, in: text, options).contains { $0.atEnd }
    case .like: return ReferenceLike.matches(text, other, options)
    case .matches: return try ReferenceText.matches(text, other, options)
    default: throw ReferenceFailure(.custom)
    }
  }

  // MARK: - Equality

  private func isEqual(_ left: FilterValue, _ right: FilterValue) -> Bool {
    if case .string(let a) = left, case .string(let b) = right {
      return ReferenceText.areEqual(a, b, options)
    }
    return Self.areEqual(left, right)
  }

  /// Equality of values without options.
  static func areEqual(_ left: FilterValue, _ right: FilterValue) -> Bool {
    if let a = ReferenceNumber(left), let b = ReferenceNumber(right) { return a.order(b) == 0 }
    switch (left, right) {
    case (.null, .null): return true
    case (.string(let a), .string(let b)): return Array(a.utf8) == Array(b.utf8)
    case (.date(let a), .date(let b)):
      return ReferenceNumber(a.timeIntervalSinceReferenceDate)
        .order(ReferenceNumber(b.timeIntervalSinceReferenceDate)) == 0
    case (.data(let a), .data(let b)): return a == b
    case (.uuid(let a), .uuid(let b)): return a == b
    case (.list(let a), .list(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { areEqual($0, $1) }
    case (.set(let a), .set(let b)):
      return a.elements.count == b.elements.count
        && a.elements.allSatisfy { x in b.elements.contains { areEqual(x, $0) } }
    case (.object(let a), .object(let b)):
      return a.values.count == b.values.count
        && a.members.allSatisfy { member in
          ReferenceEvaluator.member(member.key, of: b).map { areEqual($0, member.value) } ?? false
        }
    default: return false
    }
  }

  // MARK: - Order

  /// Nil where a side is nil.
  private func order(_ left: FilterValue, _ right: FilterValue) throws -> Int? {
    guard left.kind != .null, right.kind != .null else { return nil }
    if case .string(let a) = left, case .string(let b) = right {
      return ReferenceText.order(a, b, options)
    }
    return try Self.order(left, right)
  }

  /// The order of two values that are not nil; strings without options.
  static func order(_ left: FilterValue, _ right: FilterValue) throws -> Int {
    if let a = ReferenceNumber(left), let b = ReferenceNumber(right) { return a.order(b) }
    switch (left, right) {
    case (.string(let a), .string(let b)): return ReferenceText.order(a, b, [])
    case (.date(let a), .date(let b)):
      return ReferenceNumber(a.timeIntervalSinceReferenceDate)
        .order(ReferenceNumber(b.timeIntervalSinceReferenceDate))
    default: throw ReferenceFailure(.kindMismatch)
    }
  }

  private func isBetween(_ value: FilterValue, _ range: FilterValue) throws -> Bool {
    guard case .list(let bounds) = range, bounds.count == 2 else {
      throw ReferenceFailure(.kindMismatch)
    }
    guard let order = try order(bounds[0], bounds[1]) else { return false }
    let (low, high) = order > 0 ? (bounds[1], bounds[0]) : (bounds[0], bounds[1])
    guard let below = try self.order(low, value), let above = try self.order(value, high) else {
      return false
    }
    return below <= 0 && above <= 0
  }

  // MARK: - Membership

  private func isIn(_ element: FilterValue, _ container: FilterValue) throws -> Bool {
    switch container {
    case .string(let text):
      guard case .string(let part) = element else { throw ReferenceFailure(.kindMismatch) }
      return !ReferenceText.places(of: part, in: text, options).isEmpty
    case .list(let values): return values.contains { isMember($0, element) }
    case .set(let set): return set.elements.contains { isMember($0, element) }
    case .object(let object): return object.values.contains { isMember($0, element) }
    default: throw ReferenceFailure(.kindMismatch)
    }
  }

  private func isMember(_ member: FilterValue, _ element: FilterValue) -> Bool {
    isStrict ? Self.areEqual(member, element) : isEqual(member, element)
  }
}

extension AST.Expression {
  /// Whether it is a literal or a list of literals.
  var isWritten: Bool {
    switch self {
    case .literal: true
    case .aggregate(let node):
      node.elements.allSatisfy { if case .literal = $0 { true } else { false } }
    default: false
    }
  }
}
