import FilterEngine
import FilterSyntax

extension ReferenceEvaluator {
  /// The elements of a list or set, nil of `nil`; anything else is an error.
  func elements(_ value: FilterValue) throws -> [FilterValue]? {
    switch value {
    case .null: return nil
    case .list(let list): return list.elements
    case .set(let set): return set.elements
    default: throw ReferenceFailure(.kindMismatch)
    }
  }

  /// Inside, bare keys still mean the item; the variable shadows an outer one and is restored.
  mutating func subquery(_ node: AST.Subquery) throws -> FilterValue {
    let collection = try value(node.collection)
    guard let elements = try elements(collection) else { return .null }
    let outer = bindings[node.variable.name]
    defer { bindings[node.variable.name] = outer }
    var result: [FilterValue] = []
    for element in elements {
      bindings[node.variable.name] = element
      if try holds(node.predicate) { result.append(element) }
    }
    if case .set = collection { return .set(FilterSet(result)) }
    return .list(result)
  }

  mutating func setOperation(_ node: AST.SetOperation) throws -> FilterValue {
    let (first, second) = (try value(node.left), try value(node.right))
    guard let left = try elements(first), let right = try elements(second) else {
      throw ReferenceFailure(.missingValue)
    }
    func isIn(_ values: [FilterValue], _ value: FilterValue) -> Bool {
      values.contains { ReferenceComparison.areEqual($0, value) }
    }
    switch node.operator {
    case .union: return .set(FilterSet(left + right))
    case .intersect: return .set(FilterSet(left.filter { isIn(right, $0) }))
    case .minus: return .set(FilterSet(left.filter { !isIn(right, $0) }))
    }
  }

  mutating func element(_ node: AST.Subscript) throws -> FilterValue {
    guard !node.bindsToLastStep else { throw ReferenceFailure(.unsupported) }
    let base = try value(node.base)
    if case .expression(let index) = node.index {
      return try Self.element(of: base, at: value(index))
    }
    guard base.kind != .null else { throw ReferenceFailure(.missingValue) }
    let values: [FilterValue]
    if case .object(let object) = base {
      values = object.values
    } else {
      values = try elements(base) ?? []
    }
    switch node.index {
    case .first: return values.first ?? .null
    case .last: return values.last ?? .null
    default: return .int(Int64(values.count))
    }
  }

  static func element(of base: FilterValue, at index: FilterValue) throws -> FilterValue {
    switch base {
    case .null: throw ReferenceFailure(.missingValue)
    case .list(let values):
      let place = try ReferenceArithmetic.integer(index)
      guard place >= 0, place < values.count else { throw ReferenceFailure(.index) }
      return values[Int(place)]
    case .set(let set):
      return set.elements.contains { ReferenceComparison.areEqual($0, index) } ? index : .null
    case .object(let object):
      guard case .string(let key) = index else {
        throw ReferenceFailure(index.kind == .null ? .missingValue : .kindMismatch)
      }
      return member(key, of: object) ?? .null
    default: throw ReferenceFailure(.kindMismatch)
    }
  }

  /// Keys are equal where their bytes are.
  static func member(_ key: String, of object: FilterObject) -> FilterValue? {
    for (name, value) in object.members where Array(name.utf8) == Array(key.utf8) { return value }
    return nil
  }
}
