/// A type of items, without its name: its field table and its values.
///
/// Unchecked: the conformance of the type may be isolated to the main actor. A field whose values are such items
/// is made there, and what it holds is asked for there alone, which is checked. The type of the items of a
/// predicate is asked in an evaluation or while the predicate is made; the compiler of Swift permits both only
/// where the conformance is.
struct ItemType: @unchecked Sendable {
  private let type: any Filterable.Type

  /// Whether its table is asked for on the main actor alone.
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
