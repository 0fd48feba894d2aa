/// Reads the elements of a stored array or set one by one.
///
/// Unchecked: the conformance of the elements may be isolated to the main actor, as with `ItemType`. Such elements
/// are read only there.
struct ElementReader: @unchecked Sendable {
  private let type: any CollectionType.Type

  /// Whether the elements can be read only on the main actor.
  private let isOnMainActor: Bool

  init(_ type: any CollectionType.Type, isOnMainActor: Bool) {
    self.type = type
    self.isOnMainActor = isOnMainActor
  }

  /// Whether it reads a set.
  var isSet: Bool { type.isSet }

  /// The number of elements in a row.
  func count(in row: Row) -> Int { type.count(in: row) }

  /// The elements in a row as values. `pass` is called before each, and ends the reading where it throws.
  func values<Failure>(
    in row: Row, pass: () throws(Failure) -> Void
  ) throws(Failure) -> [FilterValue] {
    if isOnMainActor { MainActor.preconditionIsolated("a filter reads an item of the main actor") }
    return try type.values(in: row, pass: pass)
  }
}

/// A list or set, seen from its type alone.
protocol CollectionType {
  static var element: any FilterValueConvertible.Type { get }

  static var isSet: Bool { get }

  static func count(in row: Row) -> Int

  /// The elements as values. `pass` is called before each.
  static func values<Failure>(
    in row: Row, pass: () throws(Failure) -> Void
  ) throws(Failure) -> [FilterValue]
}

extension CollectionType where Self: Collection, Element: FilterValueConvertible {
  static var element: any FilterValueConvertible.Type { Element.self }

  static func count(in row: Row) -> Int { row.load(Self.self, at: 0).count }

  static func values<Failure>(
    in row: Row, pass: () throws(Failure) -> Void
  ) throws(Failure) -> [FilterValue] {
    let elements = row.load(Self.self, at: 0)
    var values: [FilterValue] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      try pass()
      values.append(element.filterValue)
    }
    return values
  }
}

extension Array: CollectionType where Element: FilterValueConvertible {
  static var isSet: Bool { false }
}

extension Set: CollectionType where Element: FilterValueConvertible {
  static var isSet: Bool { true }
}
