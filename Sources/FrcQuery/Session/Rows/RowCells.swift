internal import FilterEngine
internal import FilterJSON

/// The values of one key path in all rows of a text, nine bytes a row.
struct RowCells: Sendable {
  private enum Kind: UInt8 {
    case null, no, yes, int, double, string, other
  }

  private var bits: [UInt64] = []
  private var kinds: [UInt8] = []

  /// The values that are no scalars, or not spelled as they are.
  private var others: [UInt32: FilterValue] = [:]

  /// Reads the cells of a text.
  init(_ text: RowText, _ key: KeyColumn) throws(ToolError) {
    self.init(text.count)
    try RowWork.run(text) {
      let column = key.path.flatMap { $0.isEmpty ? nil : JSONLineColumn(path: $0) }
      let reader = JSONReader()
      return { rows in Self.part(text, rows, key, column, reader) }
    } take: { _, part throws(ToolError) in
      self.bits += part.bits
      self.kinds += part.kinds
      self.others.merge(part.others) { $1 }
    }
  }

  private static func part(
    _ text: RowText, _ rows: Range<Int>, _ key: KeyColumn, _ column: JSONLineColumn?,
    _ reader: JSONReader
  ) -> RowCells {
    var part = RowCells(rows.count)
    let range = text.range(of: rows)
    let add = { (cell: JSONLineColumn.Cell) in
      switch cell {
      case .null: part.append(.null, 0)
      case .bool(let value): part.append(value ? .yes : .no, 0)
      case .int(let value): part.append(.int, UInt64(bitPattern: value))
      case .double(let value): part.append(.double, value.bitPattern)
      case .string(let place):
        let place = range.lowerBound + place.lowerBound..<range.lowerBound + place.upperBound
        part.append(.string, UInt64(place.lowerBound) << 32 | UInt64(place.count))
      case .other:
        let row = rows.lowerBound + part.kinds.count
        let value = text.withBytes(text.range(of: row)) {
          key.readsCells ? CellReading.row($0, reader) : try? reader.read($0)
        }
        part.others[UInt32(row)] = key.value(of: value ?? .null)
        part.append(.other, 0)
      }
    }
    if let column {
      text.withBytes(range) { column.cells($0, add) }
    } else {
      for _ in rows { add(.other) }
    }
    return part
  }

  private init(_ capacity: Int) {
    bits.reserveCapacity(capacity)
    kinds.reserveCapacity(capacity)
  }

  private mutating func append(_ kind: Kind, _ bits: UInt64) {
    kinds.append(kind.rawValue)
    self.bits.append(bits)
  }

  private func kind(_ row: Int) -> Kind { Kind(rawValue: kinds[row]) ?? .other }

  private func stringRange(_ row: Int) -> Range<Int> {
    let start = Int(bits[row] >> 32)
    return start..<start + Int(bits[row] & 0xFFFF_FFFF)
  }

  /// The value of a row of the text that the cells are of.
  subscript(row: Int, in text: RowText) -> FilterValue {
    switch kind(row) {
    case .null: .null
    case .no: .bool(false)
    case .yes: .bool(true)
    case .int: .int(Int64(bitPattern: bits[row]))
    case .double: .double(Double(bitPattern: bits[row]))
    case .string: .string(String(decoding: text.bytes[stringRange(row)], as: UTF8.self))
    case .other: others[UInt32(row)] ?? .null
    }
  }

  /// The values of all rows of the text that the cells are of.
  func values(in text: RowText) throws(ToolError) -> [FilterValue] {
    var values: [FilterValue] = []
    values.reserveCapacity(kinds.count)
    for row in kinds.indices {
      if row & 0xFFF == 0 { try Interrupt.check() }
      values.append(self[row, in: text])
    }
    return values
  }
}
