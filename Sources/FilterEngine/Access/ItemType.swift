/// A type of items, type-erased: its field table and its values.
///
/// Unchecked: the conformance of the type may be isolated to the main actor. A field of such items is made
/// there, and checks that its table is read there. The type of a predicate's own items is used only while the
/// predicate is made or evaluated. The Swift compiler permits both only in the isolation domain of the
/// conformance.
struct ItemType: @unchecked Sendable {
  private enum Source {
    /// A type; `isOnMainActor` if its table can be read only on the main actor
    case type(any Filterable.Type, isOnMainActor: Bool)

    /// Keys that are declared, of values that are never read
    case declared(FieldTable)
  }

  private let source: Source

  init(_ type: any Filterable.Type, isOnMainActor: Bool = false) {
    source = .type(type, isOnMainActor: isOnMainActor)
  }

  /// A type of items that only have keys and kinds, to check and to complete texts.
  init(declaring table: FieldTable) { source = .declared(table) }

  /// The layout of the items.
  @inline(never)
  var rowLayout: RowLayout {
    switch source {
    case .type(let type, let isOnMainActor):
      if isOnMainActor {
        MainActor.preconditionIsolated("a filter reads an item of the main actor")
      }
      return type.rowLayout
    case .declared(let table):
      var layout = RowLayout(typeName: table.typeName, storage: .fields(table))
      layout.itemType = self
      return layout
    }
  }

  /// Whether the items are objects.
  var isClass: Bool {
    if case .type(let type, _) = source { type is AnyObject.Type } else { false }
  }

  /// The item in a row, as a value.
  func value(in row: Row) -> FilterValue {
    if case .type(let type, _) = source { type.value(in: row) } else { .null }
  }
}

extension ItemType: Equatable {
  static func == (left: ItemType, right: ItemType) -> Bool {
    switch (left.source, right.source) {
    case (.type(let left, _), .type(let right, _)): left == right
    case (.declared(let left), .declared(let right)): left === right
    default: false
    }
  }
}
