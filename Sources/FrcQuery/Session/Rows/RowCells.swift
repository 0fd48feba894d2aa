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

  /// Returns the value of a row that is no scalar, or not spelled as it is; nil if it is not kept.
  private typealias Other = @Sendable (UnsafeRawBufferPointer, JSONReader) -> FilterValue?

  /// Reads the cells of a text.
  init(_ text: RowText, _ key: KeyColumn) throws(ToolError) {
    try self.init(text, path: key.path ?? []) { row, reader in
      key.value(
        of: (key.readsCells ? CellReading.row(row, reader) : try? reader.read(row)) ?? .null)
    }
  }

  /// Reads the cells of a path of names, and keeps scalars alone.
  init(_ text: RowText, scalarsOf path: [String]) throws(ToolError) {
    try self.init(text, path: path) { _, _ in Optional<FilterValue>.none }
  }

  private init(_ text: RowText, path: [String], _ other: @escaping Other) throws(ToolError) {
    self.init(text.count)
    try RowWork.run(text) {
      let column = path.isEmpty ? nil : JSONLineColumn(path: path)
      let reader = JSONReader()
      return { rows in Self.part(text, rows, column, reader, other) }
    } take: { _, part throws(ToolError) in
      self.bits += part.bits
      self.kinds += part.kinds
      self.others.merge(part.others) { $1 }
    }
  }

  private static func part(
    _ text: RowText, _ rows: Range<Int>, _ column: JSONLineColumn?, _ reader: JSONReader,
    _ other: @escaping Other
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
        if let value = text.withBytes(text.range(of: row), { other($0, reader) }) {
          part.others[UInt32(row)] = value
        }
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

  /// The value of a row of the text that the cells are of; nil if it is null or no scalar.
  func scalar(of row: Int, in text: RowText) -> FilterValue? {
    switch kind(row) {
    case .null, .other: return Optional<FilterValue>.none
    default: return self[row, in: text]
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
