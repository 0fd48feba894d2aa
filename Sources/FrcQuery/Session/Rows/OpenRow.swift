internal import FilterableResults

/// A row of open data, by its place in a text. Rows are equal if they are the same stored row.
typealias OpenRow = RowReference

extension OpenRow {
  init(text: RowText, index: UInt32) { self.init(text, at: index) }

  /// The text that contains the row.
  // Unsafe: every row of the tool is made with a text.
  var text: RowText { unsafeDowncast(owner, to: RowText.self) }

  /// The place of the row in its file, counted from 1; rows that came later follow.
  var number: Int { text.number(of: Int(index)) }

  /// The JSON of the row.
  var json: [UInt8] { withBytes { Array($0) } }

  /// The JSON of the row as it is spelled on several lines; nil if it is on one.
  var spelling: [UInt8]? { text.spellings[index] }

  /// Calls `body` with the JSON of the row.
  func withBytes<Value, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let text = text
    return try text.withBytes(text.range(of: Int(index)), body)
  }
}
