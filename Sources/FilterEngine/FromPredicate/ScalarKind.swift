import EssentialFoundation
import FilterSyntax

/// How the values of a Swift type are compared by `==` and `<`, for types whose values a filter compares alike.
enum ScalarKind {
  case boolean

  /// Integers, `isWide` if a sum may not be an integer of 64 bits.
  case integer(isWide: Bool)

  case double, float, decimal, text, date

  /// Values that have no order.
  case data, uuid, rawValue

  /// Nil for a type with an equality of its own; an optional has the kind of its value.
  init?(_ type: Any.Type) {
    let type = (type as? any OptionalValue.Type)?.wrappedType ?? type
    switch type {
    case is Bool.Type: self = .boolean
    case is UInt.Type, is UInt64.Type: self = .integer(isWide: true)
    case is Int.Type, is Int8.Type, is Int16.Type, is Int32.Type, is Int64.Type, is UInt8.Type,
      is UInt16.Type, is UInt32.Type:
      self = .integer(isWide: false)
    case is Double.Type: self = .double
    case is Float.Type: self = .float
    case is Decimal.Type: self = .decimal
    case is String.Type, is Substring.Type, is Character.Type: self = .text
    case is Date.Type: self = .date
    case is Data.Type: self = .data
    case is UUID.Type: self = .uuid
    case is any ValueOfRaw.Type: self = .rawValue
    default: return nil
    }
  }

  /// Whether `<` has the order of the language.
  ///
  /// Swift orders texts by their composed forms, the language by the decomposed ones.
  var isOrdered: Bool {
    switch self {
    case .integer, .double, .float, .decimal, .date: true
    case .boolean, .text, .data, .uuid, .rawValue: false
    }
  }

  /// Whether a value may be not-a-number.
  var isFloating: Bool {
    switch self {
    case .double, .float: true
    default: false
    }
  }

  /// Whether `+`, `-`, `*` and `/` have the results of the language.
  var hasArithmetic: Bool {
    switch self {
    case .integer(let isWide): !isWide
    case .double: true
    default: false
    }
  }
}

/// An array or set.
protocol ListType {
  static var elementType: Any.Type { get }

  /// The elements in any order.
  var anyElements: [Any] { get }
}

extension Array: ListType {
  static var elementType: Any.Type { Element.self }

  var anyElements: [Any] { self }
}

extension Set: ListType {
  static var elementType: Any.Type { Element.self }

  var anyElements: [Any] { Array(self) }
}

/// An optional, seen from its type alone.
protocol OptionalValue {
  static var wrappedType: Any.Type { get }
}

extension Optional: OptionalValue {
  static var wrappedType: Any.Type { Wrapped.self }
}

/// A type such as an enumeration, whose cases have distinct raw values.
typealias ValueOfRaw = FilterValueConvertible & RawRepresentable

extension FilterValue {
  /// The value of a constant of a predicate; nil for a type that filters cannot read, and for one of a raw value that has
  /// another value in filters.
  init?(captured value: Any, as type: Any.Type) {
    guard let type = type as? any FilterValueConvertible.Type else { return nil }
    func converted<Value: FilterValueConvertible>(_ type: Value.Type) -> FilterValue? {
      (value as? Value)?.filterValue
    }
    let elements = (value as? any ListType)?.anyElements ?? [value]
    let areRaw = elements.allSatisfy { element in
      guard let raw = element as? any ValueOfRaw else { return true }
      return (raw.rawValue as? any FilterValueConvertible)?.filterValue == raw.filterValue
    }
    guard areRaw, let result = converted(type) else { return nil }
    self = result
  }
}
