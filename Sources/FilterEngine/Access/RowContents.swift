/// Compares items field by field, in place.
///
/// Unsafe: the owner of the items keeps them alive and unchanged.
package struct RowContents<Item: Filterable> {
  private let columns: [FieldColumn]
  private let others: [FieldAccess]
  private let isWhole: Bool

  package init() {
    var columns: [FieldColumn] = []
    var others: [FieldAccess] = []
    switch Item.rowLayout.storage {
    case .fields(let table):
      isWhole = false
      for field in table.fields where table[field.name] === field {
        if let column = FieldColumn(field) { columns.append(column) } else { others.append(field) }
      }
    case .scalar, .dynamic, .slots: isWhole = true
    }
    self.columns = columns
    self.others = others
  }

  /// Whether a field of one item differs from the same field of the other, by `valuesDiffer`.
  package func differ(
    _ left: UnsafePointer<Item>, _ right: UnsafePointer<Item>,
    _ valuesDiffer: (FilterValue, FilterValue) -> Bool
  ) -> Bool {
    if isWhole { return valuesDiffer(left.pointee.filterValue, right.pointee.filterValue) }
    let (left, right) = (Row(left), Row(right))
    for column in columns where column.differs(left, right, valuesDiffer) { return true }
    for field in others where valuesDiffer(field.read(left), field.read(right)) { return true }
    return false
  }
}

extension RowContents: Sendable where Item: SendableMetatype {}

extension FieldColumn {
  fileprivate func differs(
    _ left: Row, _ right: Row, _ valuesDiffer: (FilterValue, FilterValue) -> Bool
  ) -> Bool {
    let words = (self.words(left), self.words(right))
    if words.0 == words.1 { return false }
    switch kind {
    case .integer, .floating, .date, .uuid: return true
    case .string: return !areEqual(words.0, words.1)
    // Two cases can have the same value.
    case .byte: return valuesDiffer(value(left), value(right))
    }
  }
}
