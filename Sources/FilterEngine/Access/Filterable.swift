/// A type whose values filters can be made for.
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
/// Only the keys of the table can be read by a filter; nothing is found by reflection.
///
/// The subclasses of a class have its table. One that shall have keys of its own overrides a
/// `class var filterFields`, and adds fields such as `FilterField("breed") { ($0 as? Dog)?.breed }`.
///
/// A type of the main actor conforms there: `extension Document: @MainActor Filterable`. Its items, predicates and
/// controllers are then used on the main actor.
public protocol Filterable: FilterValueConvertible {
  /// The type whose table it is: the type itself, or the class that it inherits the table from.
  associatedtype FilterRoot = Self

  /// The keys that a filter can name, with where their values lie.
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

  /// The item in a row, as a value.
  static func value(in row: Row) -> FilterValue { row.load(Self.self, at: 0).filterValue }

  /// The item itself, its keys read when they are asked for.
  public var filterValue: FilterValue { .item(FilterableItem(self, Self.rowLayout.table)) }

  /// An object.
  public static var filterKind: FilterKind? { .object }

  /// The value of `key`, or nil where the table has no such key.
  ///
  /// - Complexity: O(1) on average.
  public func filterValue(forKey key: String) -> FilterValue? {
    Self.rowLayout.table.value(ofKey: key, in: self)
  }
}
