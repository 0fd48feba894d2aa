package import FilterEngine

/// A statement that runs, and its current row.
package protocol TableCursor: AnyObject {
  /// Advances to the next row. Returns false after the last.
  func next() throws(TableError) -> Bool

  /// Sets each element to the value of the column at its index, `other` for one that no slot holds. Slots point to memory
  /// of the database until the next row.
  ///
  /// Returns the first cell that cannot be read; later columns are not read.
  func read(into row: inout [RowSlot]) -> UnreadableCell?

  /// The number of bytes of a cell of the current row whose slot is `other`.
  func byteCount(at column: Int) -> Int

  /// A value of the current row, as it is stored; nil for a cell that cannot be read.
  func value(at column: Int) -> FilterValue?

  /// Whether the type of a column is JSON, so that its texts are documents.
  func holdsJSON(at column: Int) -> Bool
}

/// A cell without a value for the engine.
package struct UnreadableCell {
  /// The index in the columns of the statement.
  package let column: Int

  /// The content, after "holds".
  package let content: String

  package init(column: Int, content: String) {
    self.column = column
    self.content = content
  }
}
