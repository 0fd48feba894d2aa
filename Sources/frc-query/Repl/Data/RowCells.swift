internal import FilterEngine
internal import FilterJSON

/// The values of one key path in all rows of a text, nine bytes a row.
///
/// Unsafe where texts are compared: slices of the array would be retained for every comparison of a
/// sort. The pointers do not leave the comparison.
struct RowCells: Sendable {
  private enum Kind: UInt8 {
    case null, no, yes, int, double, ascii, string, other
  }

  private let text: RowText
  private var bits: [UInt64] = []
  private var kinds: [UInt8] = []

  /// The values that are no scalars, or not spelled as they are.
  private var others: [UInt32: FilterValue] = [:]

  /// Reads the cells of a text.
  init(_ text: RowText, _ key: KeyColumn) throws(ReplError) {
    self.init(of: text, text.count)
    try RowWork.run(text) {
      let column = key.plainPath.flatMap { JSONLineColumn(path: $0) }
      let reader = JSONReader()
      return { rows in Self.part(text, rows, key, column, reader) }
    } take: { _, part throws(ReplError) in
      self.bits += part.bits
      self.kinds += part.kinds
      self.others.merge(part.others) { $1 }
    }
  }

  private static func part(
    _ text: RowText, _ rows: Range<Int>, _ key: KeyColumn, _ column: JSONLineColumn?,
    _ reader: JSONReader
  ) -> RowCells {
    var part = RowCells(of: text, rows.count)
    let range = text.range(of: rows)
    let add = { (cell: JSONLineColumn.Cell) in
      switch cell {
      case .null: part.append(.null, 0)
      case .bool(let value): part.append(value ? .yes : .no, 0)
      case .int(let value): part.append(.int, UInt64(bitPattern: value))
      case .double(let value): part.append(.double, value.bitPattern)
      case .string(let place):
        let place = range.lowerBound + place.lowerBound..<range.lowerBound + place.upperBound
        let isASCII = text.withBytes(place) { bytes in bytes.allSatisfy { $0 < 0x80 } }
        part.append(
          isASCII ? .ascii : .string, UInt64(place.lowerBound) << 32 | UInt64(place.count))
      case .other:
        let row = rows.lowerBound + part.kinds.count
        let value = text.withBytes(text.range(of: row)) { (try? reader.read($0)) ?? .null }
        part.others[UInt32(row)] = key.value(of: value)
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

  private init(of text: RowText, _ capacity: Int) {
    self.text = text
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

  /// The value of a row.
  subscript(row: Int) -> FilterValue {
    switch kind(row) {
    case .null: .null
    case .no: .bool(false)
    case .yes: .bool(true)
    case .int: .int(Int64(bitPattern: bits[row]))
    case .double: .double(Double(bitPattern: bits[row]))
    case .ascii, .string: .string(String(decoding: text.bytes[stringRange(row)], as: UTF8.self))
    case .other: others[UInt32(row)] ?? .null
    }
  }

  /// The order of two rows where it can be told without making values: two integers, two doubles,
  /// or two texts in ASCII that are compared as they are.
  func order(_ left: Int, _ right: Int, comparesBytes: Bool) -> Int? {
    let kind = kind(left)
    guard kind == self.kind(right) else { return nil }
    switch kind {
    case .null, .no, .yes: return 0
    case .int:
      let (left, right) = (Int64(bitPattern: bits[left]), Int64(bitPattern: bits[right]))
      return left < right ? -1 : left > right ? 1 : 0
    case .double:
      let (left, right) = (Double(bitPattern: bits[left]), Double(bitPattern: bits[right]))
      return left < right ? -1 : left > right ? 1 : 0
    case .ascii where comparesBytes:
      return text.bytes.withUnsafeBufferPointer { bytes in
        Self.order(
          UnsafeBufferPointer(rebasing: bytes[stringRange(left)]),
          UnsafeBufferPointer(rebasing: bytes[stringRange(right)]))
      }
    case .ascii, .string, .other: return nil
    }
  }

  /// The values of all rows, nil where one is a number that needs more than 64 bits.
  func wordValues() throws(ReplError) -> [FilterValue]? {
    var values: [FilterValue] = []
    values.reserveCapacity(kinds.count)
    for row in kinds.indices {
      if row & 0xFFF == 0 { try Interrupt.check() }
      let value = self[row]
      switch value {
      case .wide, .decimal: return nil
      default: values.append(value)
      }
    }
    return values
  }

  /// The order of bytes relative to others: negative, 0 or positive.
  private static func order(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index] ? -1 : 1
    }
    return left.count - right.count
  }
}

extension KeyColumn {
  /// The keys on the way where they are nothing but names to the language.
  var plainPath: [String]? {
    guard let path, !path.isEmpty, !name.contains("["), !name.contains("$"), !name.contains("@"),
      path.allSatisfy({ $0.lowercased() != "self" })
    else { return nil }
    return path
  }
}
