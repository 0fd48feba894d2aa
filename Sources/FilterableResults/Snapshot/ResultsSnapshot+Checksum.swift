internal import EssentialFoundation
internal import FilterEngine
internal import FilterSyntax

extension ResultsSnapshot where Item: Filterable {
  /// A checksum of the sections, their keys and the values of the rows, by which a client verifies what it has.
  ///
  /// ```swift
  /// print("rows", results.snapshot.rowCount, "checksum", results.snapshot.checksum)
  /// ```
  ///
  /// It is the 64-bit FNV-1a hash of these bytes, which do not depend on the program or the machine. Each section is `S`
  /// and its key. Each visible row is `R` and the item, or `G` and the number of items of a group row as an integer, or
  /// `X` and the identity of an extra row. A value is
  ///
  /// - nil: `n`; true and false: `t` and `f`
  /// - an integer, also a double or decimal of integral value below 2⁵³: `i`, its digits, `;`
  /// - another double: `d` and its 64 bits as 16 hexadecimal digits, those of every NaN as `7ff8000000000000`
  /// - another decimal: `m`, its shortest text, `;`
  /// - a text: `s`, the number of its bytes in UTF-8, `:`, the bytes
  /// - a point in time: `T`, the whole microseconds since the start of 2001 in UTC, `;`
  /// - bytes: `b`, their number, `:`, the bytes; a UUID: `u` and its 16 bytes
  /// - a list: `[`, its values, `]`; a set: `{`, its values in the order of their bytes, `}`
  /// - an item or an object: `(`, each key as a text followed by its value, `)`, with keys in the order of their UTF-8
  ///
  /// The keys of an item are those of its field table. An item within an item is only `o`.
  ///
  /// - Complexity: O(n) for n values.
  public var checksum: UInt64 {
    var bytes = ChecksumBytes()
    for section in sections {
      bytes.add("S")
      bytes.add(section.key)
      for row in section.rows {
        switch row {
        case .item(let item):
          bytes.add("R")
          bytes.addItem(item.filterValue)
        case .group(let group):
          bytes.add("G")
          bytes.add(.int(Int64(group.items.count)))
        case .extra(let extra):
          bytes.add("X")
          bytes.add(extra.id)
        }
      }
    }
    return bytes.hash.value
  }
}

/// The bytes of values in their canonical form.
private struct ChecksumBytes {
  private(set) var hash = FNVHash()

  mutating func add(_ text: String) { hash.add(text.utf8) }

  /// Adds a value.
  mutating func add(_ value: FilterValue) {
    hash.add(Self.bytes(of: value))
  }

  /// Adds the values of an item by their keys.
  mutating func addItem(_ value: FilterValue) {
    guard case .item(let item) = value else { return add(value) }
    hash.add(Self.bytes(item.filterKeys) { item.filterValue(forKey: $0) ?? .null })
  }

  private static func bytes(_ keys: [String], _ value: (String) -> FilterValue) -> [UInt8] {
    let order = order(of: keys.map { Array($0.utf8) })
    return Array("(".utf8)
      + order.flatMap { bytes(of: .string(keys[$0])) + bytes(of: value(keys[$0])) }
      + Array(")".utf8)
  }

  private static func bytes(of value: FilterValue) -> [UInt8] {
    switch value {
    case .null: Array("n".utf8)
    case .bool(let bool): Array((bool ? "t" : "f").utf8)
    case .int(let number): integer(number)
    case .wide(let number): integer(number)
    case .double(let double): bytes(of: double)
    case .decimal(let decimal): bytes(of: decimal)
    case .string(let text): Array("s\(text.utf8.count):\(text)".utf8)
    case .date(let date): bytes(of: date)
    case .data(let data): Array("b\(data.count):".utf8) + data
    case .uuid(let uuid): Array("u".utf8) + withUnsafeBytes(of: uuid.uuid) { Array($0) }
    case .list(let list): Array("[".utf8) + list.flatMap(bytes(of:)) + Array("]".utf8)
    case .set(let set):
      joined(set.elements.map(bytes(of:)))
    case .object(let object):
      bytes(object.shape.keys) { key in
        object.shape.slot(of: key).map { object.values[$0] } ?? .null
      }
    case .item: Array("o".utf8)
    }
  }

  private static func order(of texts: [[UInt8]]) -> [Int] {
    sortedIndices(texts.count) { texts[$0].lexicographicallyPrecedes(texts[$1]) }
  }

  /// The elements of a set.
  private static func joined(_ elements: [[UInt8]]) -> [UInt8] {
    Array("{".utf8) + order(of: elements).flatMap { elements[$0] } + Array("}".utf8)
  }

  private static func integer(_ integer: some CustomStringConvertible) -> [UInt8] {
    Array("i\(integer);".utf8)
  }

  private static func bytes(of double: Double) -> [UInt8] {
    if double == double.rounded(), abs(double) < 0x1p53 { return integer(Int64(double)) }
    let bits = double.isNaN ? 0x7FF8_0000_0000_0000 : double.bitPattern
    let digits = String(bits, radix: 16)
    return Array("d\(String(repeating: "0", count: 16 - digits.count))\(digits)".utf8)
  }

  private static func bytes(of decimal: Decimal) -> [UInt8] {
    let text = decimal.description
    return Array((text.has(".") ? "m\(text);" : "i\(text);").utf8)
  }

  /// A point in time that microseconds cannot count is a double.
  private static func bytes(of date: Date) -> [UInt8] {
    let microseconds = (date.timeIntervalSinceReferenceDate * 1_000_000).rounded()
    guard let count = Int64(exactly: microseconds) else {
      return bytes(of: date.timeIntervalSinceReferenceDate)
    }
    return Array("T\(count);".utf8)
  }
}
