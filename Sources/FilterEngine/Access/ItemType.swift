/// A type of items, type-erased: its field table and its values.
///
/// Unchecked: the conformance of the type may be isolated to the main actor. A field of such items is made
/// there, and checks that its table is read there. The type of a predicate's own items is used only while the
/// predicate is made or evaluated. The Swift compiler permits both only in the isolation domain of the
/// conformance.
struct ItemType: @unchecked Sendable {
  private let type: any Filterable.Type

  /// Whether its table can be read only on the main actor.
  private let isOnMainActor: Bool

  init(_ type: any Filterable.Type, isOnMainActor: Bool = false) {
    self.type = type
    self.isOnMainActor = isOnMainActor
  }

  /// The layout of the items.
  var rowLayout: RowLayout {
    if isOnMainActor { MainActor.preconditionIsolated("a filter reads an item of the main actor") }
    return type.rowLayout
  }

  /// Whether the items are objects.
  var isClass: Bool { type is AnyObject.Type }

  /// The item in a row, as a value.
  func value(in row: Row) -> FilterValue { type.value(in: row) }
}

extension ItemType: Equatable {
  static func == (left: ItemType, right: ItemType) -> Bool { left.type == right.type }
}
