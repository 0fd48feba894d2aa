import EssentialFoundation

/// The static type of a field.
struct FieldType: Sendable {
  /// The layout of a value in memory, where an operator can test it in place.
  let storage: FieldStorage

  /// The kind of every value but `nil`; nil where it differs from row to row.
  let kind: FilterKind?

  /// Whether a value may be `nil`.
  let isOptional: Bool

  /// Whether the optional holds an optional.
  let isNestedOptional: Bool

  /// The type whose keys can be read from a value, or from the elements of a list.
  let members: ItemType?

  /// The type of the elements of a list or set.
  var element: FieldType? { elements.type }

  /// Reads the elements of a list or set one by one; nil for other types.
  let elementReader: ElementReader?

  /// The distance between the elements of an array of items with a field table; nil if they cannot be visited
  /// in place.
  let itemStride: Int?

  /// Whether a value is an object stored in place, so that its fields are too.
  var isInPlace: Bool { !isOptional && !isList && members != nil }

  /// Whether a value is a list or a set.
  var isList: Bool { if case .of = elements { true } else { false } }

  /// Whether a value can be a collection, so that its depth must be checked.
  var mayNest: Bool { kind == nil || kind == .list || kind == .set || kind == .object }

  /// The type of elements or values. Indirect, because a struct cannot contain itself.
  indirect enum Indirect: Sendable {
    case none
    case of(FieldType)

    /// Nil for none.
    var type: FieldType? { if case .of(let type) = self { type } else { nil } }
  }

  private let elements: Indirect

  /// The type of the values of a dictionary, whatever their keys.
  let values: Indirect

  /// The texts that the cases of an enumeration are; nil for other types.
  let caseTexts: [String]?

  /// The type of a field; `isOnMainActor` where the conformance of its values may be isolated to the main
  /// actor.
  init<Value: FilterValueConvertible>(_ type: Value.Type, isOnMainActor: Bool = false) {
    var inner: any FilterValueConvertible.Type = type
    var depth = 0
    while let optional = inner as? any OptionalType.Type {
      depth += 1
      inner = optional.wrapped
    }
    isOptional = depth > 0
    isNestedOptional = depth > 1
    let collection = inner as? any CollectionType.Type
    elements = collection.map { .of($0.element.fieldType(isOnMainActor)) } ?? .none
    values =
      (inner as? any DictionaryType.Type).map { .of($0.value.fieldType(isOnMainActor)) } ?? .none
    elementReader =
      isOptional ? nil : collection.map { ElementReader($0, isOnMainActor: isOnMainActor) }
    // The table of the type is not read here: it may refer to the type of this field's item, as children refer
    // to their parent.
    var object = inner
    if let collection { object = collection.element.unwrapped }
    let filterable = object.filterKind == .object ? object as? any Filterable.Type : nil
    members = filterable.map { ItemType($0, isOnMainActor: isOnMainActor) }
    kind = inner.filterKind
    caseTexts = inner.filterCases
    storage = FieldStorage(type)
    let holdsItems = !isOptional && members != nil && !(filterable is AnyObject.Type)
    let element = collection?.element
    itemStride =
      holdsItems && element.map { !($0 is any OptionalType.Type) } ?? false
      ? FieldStorage.elementStride(of: type) : nil
  }

  /// A value of an unknown kind.
  static let unknown = FieldType(FilterValue.self)

  /// A value of a declared kind, that is never read. The elements of a list have the keys of `members`, and so have
  /// objects.
  init(
    declaring kind: FilterKind?, members: ItemType? = nil, element: FieldType? = nil,
    caseTexts: [String]? = nil
  ) {
    self.kind = kind
    self.members = members
    elements = element.map { .of($0) } ?? .none
    storage = FieldStorage(FilterValue.self)
    isOptional = true
    isNestedOptional = false
    elementReader = nil
    itemStride = nil
    values = .none
    self.caseTexts = caseTexts
  }
}

extension FilterValueConvertible {
  fileprivate static func fieldType(_ isOnMainActor: Bool) -> FieldType {
    FieldType(Self.self, isOnMainActor: isOnMainActor)
  }

  fileprivate static var unwrapped: any FilterValueConvertible.Type {
    guard let optional = self as? any OptionalType.Type else { return self }
    return optional.wrapped
  }
}

/// A dictionary, seen from its type alone.
private protocol DictionaryType {
  static var value: any FilterValueConvertible.Type { get }
}

extension Dictionary: DictionaryType where Key == String, Value: FilterValueConvertible {
  static var value: any FilterValueConvertible.Type { Value.self }
}

/// An optional, seen from its type alone.
private protocol OptionalType {
  static var wrapped: any FilterValueConvertible.Type { get }
}

extension Optional: OptionalType where Wrapped: FilterValueConvertible {
  static var wrapped: any FilterValueConvertible.Type { Wrapped.self }
}
