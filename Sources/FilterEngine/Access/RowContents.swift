/// Compares items field by field, in place.
///
/// Unsafe: the owner of the items keeps them alive and unchanged.
package struct RowContents<Item: Filterable> {
  private let columns: [FieldColumn]

  /// Fields of one byte. Two of their cases can have the same value.
  private let bytes: [(column: FieldColumn, field: FieldAccess)]
  private let others: [FieldAccess]
  private let isWhole: Bool

  package init() {
    var columns: [FieldColumn] = []
    var bytes: [(column: FieldColumn, field: FieldAccess)] = []
    var others: [FieldAccess] = []
    switch Item.rowLayout.storage {
    case .fields(let table):
      isWhole = false
      for field in table.fields where table[field.name] === field {
        switch FieldColumn(field) {
        case nil: others.append(field)
        case let column? where column.kind == .byte: bytes.append((column, field))
        case let column?: columns.append(column)
        }
      }
    case .scalar, .dynamic, .slots: isWhole = true
    }
    self.columns = columns
    self.bytes = bytes
    self.others = others
  }

  /// Whether a field of one item differs from the same field of the other, by `valuesDiffer`.
  package func differ(
    _ left: UnsafePointer<Item>, _ right: UnsafePointer<Item>,
    _ valuesDiffer: (FilterValue, FilterValue) -> Bool
  ) -> Bool {
    if isWhole { return valuesDiffer(left.pointee.filterValue, right.pointee.filterValue) }
    let (left, right) = (Row(left), Row(right))
    for column in columns where !column.areEqual(column.words(left), column.words(right)) {
      return true
    }
    for (column, field) in bytes where column.words(left) != column.words(right) {
      if valuesDiffer(field.read(left), field.read(right)) { return true }
    }
    for field in others where valuesDiffer(field.read(left), field.read(right)) { return true }
    return false
  }
}

extension RowContents: Sendable where Item: SendableMetatype {}
