import FilterEngine
import FilterSyntax
import Foundation

extension ReferenceEvaluator {
  func walk(
    _ start: FilterValue, _ components: ArraySlice<AST.KeyPath.Component>
  ) throws -> FilterValue {
    var value = start
    var rest = components
    while let component = rest.popFirst() {
      switch component.kind {
      case .key: value = try read(component.name, of: value)
      case .variable:
        guard case .string(let key) = try variable(component.name) else {
          throw ReferenceFailure(.kindMismatch)
        }
        value = try read(key, of: value)
      case .argument: throw ReferenceFailure(.custom)
      case .collectionOperator:
        value = try reduce(value, component.name, &rest)
      }
    }
    return value
  }

  /// A key of an object, of each element of a collection, or of a leaf.
  private func read(_ key: String, of value: FilterValue) throws -> FilterValue {
    switch value {
    case .null: return .null
    case .object(let object): return Self.member(key, of: object) ?? .null
    case .list(let values): return .list(try values.map { try read(key, of: $0) })
    case .set(let set):
      return .set(FilterSet(try set.elements.map { try read(key, of: $0) }.filter { !$0.isNull }))
    default: return try Self.leaf(key, of: value)
    }
  }

  private func reduce(
    _ value: FilterValue, _ name: String, _ rest: inout ArraySlice<AST.KeyPath.Component>
  ) throws -> FilterValue {
    if name == "count" {
      if case .object(let object) = value { return .int(Int64(object.values.count)) }
      return try elements(value).map { .int(Int64($0.count)) } ?? .null
    }
    guard ReferenceFunctions.collectionOperators.contains(name) else {
      throw ReferenceFailure(.unknownName)
    }
    guard !rest.isEmpty else { throw ReferenceFailure(.unsupported) }
    var steps = rest
    rest = []
    if steps.first?.kind == .key, steps.first?.name == "self" { steps = steps.dropFirst() }
    guard let elements = try elements(value) else { return .null }
    return try ReferenceFunctions.reduce(name, elements.map { try walk($0, steps) })
  }

  /// The keys of strings, numbers and dates, as Foundation's own classes have them.
  private static func leaf(_ key: String, of value: FilterValue) throws -> FilterValue {
    switch (key, value) {
    case ("length", .string(let text)): return .int(Int64(text.utf16.count))
    case ("uppercaseString", .string(let text)): return .string(text.uppercased())
    case ("lowercaseString", .string(let text)): return .string(text.lowercased())
    case ("intValue", .string(let text)): return .int(Int64(NSString(string: text).intValue))
    case ("integerValue", .string(let text)), ("longLongValue", .string(let text)):
      return .int(NSString(string: text).longLongValue)
    case ("doubleValue", .string(let text)): return .double(NSString(string: text).doubleValue)
    case ("boolValue", .string(let text)): return .bool(NSString(string: text).boolValue)
    case ("stringValue", .int(let number)): return .string("\(number)")
    case ("stringValue", .bool(let flag)): return .string(flag ? "1" : "0")
    case ("integerValue", .int), ("longLongValue", .int): return value
    case ("integerValue", .bool(let flag)): return .int(flag ? 1 : 0)
    case ("doubleValue", .int(let number)): return .double(Double(number))
    case ("doubleValue", .double): return value
    case ("doubleValue", .bool(let flag)): return .double(flag ? 1 : 0)
    case ("boolValue", .int(let number)): return .bool(number != 0)
    case ("boolValue", .bool): return value
    case ("boolValue", .double(let number)): return .bool(number != 0)
    case ("timeIntervalSinceReferenceDate", .date(let date)):
      return .double(date.timeIntervalSinceReferenceDate)
    case ("timeIntervalSince1970", .date(let date)): return .double(date.timeIntervalSince1970)
    default: throw ReferenceFailure(.unknownKey)
    }
  }
}
