internal import EssentialFoundation
internal import FilterEngine

// Unsafe: rows are read at their addresses, which are good for as long as the call.

/// The numbers or dates of a stored property for all rows, in 8 bytes and a bit for each row.
struct NumberColumn {
  private let column: FieldColumn

  /// The words of the numbers, which have their order.
  private(set) var words: [UInt64] = []

  /// The rows with a number, one bit for each.
  private(set) var present: [UInt64] = []

  init(_ column: FieldColumn) { self.column = column }

  /// Whether the words are those of integers.
  var areIntegers: Bool { column.kind == .integer }

  /// Whether the values are dates, which have no sum.
  var areDates: Bool { column.kind == .date }

  /// Whether a row has a value.
  @inline(__always)
  func hasValue(_ id: RowID) -> Bool { present.has(id) }

  /// Whether the value of a row is NaN.
  @inline(__always)
  func isNaN(_ id: RowID) -> Bool { !areIntegers && words[Int(id)] == ValueWords.notANumber }

  /// The double of a row with a value.
  @inline(__always)
  func double(_ id: RowID) -> Double { ValueWords.double(ofOrdered: words[Int(id)]) }

  /// The integer of a row with a value.
  @inline(__always)
  func integer(_ id: RowID) -> Int64 { ValueWords.integer(ofOrdered: words[Int(id)]) }

  /// The value of a row that has one.
  func value(_ id: RowID) -> FilterValue {
    if areIntegers { return .int(integer(id)) }
    return areDates ? .date(Date(timeIntervalSinceReferenceDate: double(id))) : .double(double(id))
  }

  // MARK: - Changing

  /// Sets the value of a row; nil for a row that was removed.
  mutating func update(_ id: RowID, at address: UnsafeRawPointer?) {
    grow(to: Int(id) + 1)
    let read = address.map { column.words(at: $0) }
    words[Int(id)] = read?.low ?? 0
    present.set(id, to: (read?.high ?? 0) != 0)
  }

  /// Enters all rows of a table.
  mutating func enter(_ rows: RowBits, in table: RowTable) {
    self = NumberColumn(column)
    grow(to: table.count)
    rows.forEach { id in
      let read = column.words(at: table.address(of: id))
      words[Int(id)] = read.low
      if read.high != 0 { present[id.word] |= id.bit }
    }
  }

  private mutating func grow(to count: Int) {
    words.grow(to: count)
    present.grow(to: (count + 63) / 64)
  }
}
