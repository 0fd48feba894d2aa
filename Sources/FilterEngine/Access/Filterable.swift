/// A type whose values can be filtered.
///
/// ```swift
/// struct Person: Filterable {
///   var name: String
///   var age: Int
///
///   static let filterFields = FilterFields<Person>(
///     FilterField("name", \.name),
///     FilterField("age", \.age))
/// }
/// ```
///
/// A filter can read only the keys of the table. It does not use reflection.
///
/// The subclasses of a class inherit its table. A subclass with additional keys overrides a `class var
/// filterFields`, and adds fields such as `FilterField("breed") { ($0 as? Dog)?.breed }`.
///
/// A type that is isolated to the main actor conforms there: `extension Document: @MainActor Filterable`. Its
/// predicates and controllers are then used on the main actor.
public protocol Filterable: FilterValueConvertible {
  /// The type that declares the table: the type itself, or the class from which it inherits the table.
  associatedtype FilterRoot = Self

  /// An object, unless the type says otherwise.
  associatedtype FilterStaticKind = FilterKinds.Object

  /// The keys that a filter can name, and how their values are read.
  static var filterFields: FilterFields<FilterRoot> { get }
}

extension Filterable {
  static var rowLayout: RowLayout {
    precondition(
      FilterRoot.self == Self.self || FilterRoot.self is AnyClass && Self.self is FilterRoot.Type,
      "\(Self.self) has the field table of \(FilterRoot.self)")
    var layout = filterFields.layout
    if case .fields = layout.storage { layout.itemType = ItemType(Self.self) }
    return layout
  }

  /// Whether a key reads a stored property of a struct, whose value only the code that creates an item can give.
  package static func stores(_ key: String) -> Bool { rowLayout.table[key]?.offset != nil }

  /// The item in a row, as a value.
  static func value(in row: Row) -> FilterValue { row.load(Self.self, at: 0).filterValue }

  /// The item itself. Its keys are read on demand.
  ///
  /// If the item is not sendable, use the value only where the item can be used: the compiler does not check that.
  public var filterValue: FilterValue { .item(FilterableItem(self, Self.rowLayout.table)) }

  /// The kind that the compiler knows, or else an object: a conformance that names `FilterValueConvertible` before
  /// `Filterable` has no static kind.
  public static var filterKind: FilterKind? { FilterStaticKind.kind ?? .object }

  /// The value of `key`, or nil if the table does not have the key.
  ///
  /// - Complexity: O(1) on average.
  public func filterValue(forKey key: String) -> FilterValue? {
    Self.rowLayout.table.value(ofKey: key, in: self)
  }
}
