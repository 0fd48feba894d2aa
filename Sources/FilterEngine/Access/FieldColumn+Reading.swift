internal import EssentialFoundation

// Unsafe: `base` is the address of an item in an array that its owner keeps alive and unchanged, and
// items of the same type follow it `stride` bytes apart.
extension FieldColumn {
  /// Writes the words of the items `ids`. The bits in `mask` select among them, counted from `base`.
  package func read(
    _ base: UnsafeRawPointer, stride: Int, ids: ArraySlice<UInt32>, mask: UInt32,
    into words: UnsafeMutablePointer<ValueWords>
  ) {
    // The most frequent kinds are read without a check for each row.
    switch form {
    case .int64 where !isOptional:
      each(base, stride, ids, mask, words) { Self.integer(Int64.self, $0) }
    case .uuid: each(base, stride, ids, mask, words) { Self.uuid($0) }
    case .string: each(base, stride, ids, mask, words) { Self.string($0) }
    default:
      each(base - offset, stride, ids, mask, words) { self.words($0) }
    }
  }

  @inline(__always)
  private func each(
    _ base: UnsafeRawPointer, _ stride: Int, _ ids: ArraySlice<UInt32>, _ mask: UInt32,
    _ words: UnsafeMutablePointer<ValueWords>, _ read: (Row) -> ValueWords
  ) {
    let row = Row(base + offset)
    var place = words
    for id in ids {
      place.initialize(to: read(row.advanced(by: Int(id & mask) &* stride)))
      place += 1
    }
  }

  /// Prefetches the value of the item at `address`.
  package func willRead(at address: UnsafeRawPointer) { Row(address).willRead(at: offset) }

  /// The words of the value in a row.
  func words(_ row: Row) -> ValueWords {
    let row = row.advanced(by: offset)
    return switch form {
    case .bool: isOptional ? Self.optional(Bool.self, row) { $0 ? 1 : 0 } : Self.boolean(row)
    case .int8: integer(Int8.self, row)
    case .int16: integer(Int16.self, row)
    case .int32: integer(Int32.self, row)
    case .int64: integer(Int64.self, row)
    case .uint8: integer(UInt8.self, row)
    case .uint16: integer(UInt16.self, row)
    case .uint32: integer(UInt32.self, row)
    case .float: floating(Float.self, row) { Double($0) }
    case .double: floating(Double.self, row) { $0 }
    case .date: floating(Date.self, row) { $0.timeIntervalSinceReferenceDate }
    case .uuid: Self.uuid(row)
    case .string: Self.string(row)
    case .byte: ValueWords(low: UInt64(row.load(UInt8.self, at: 0)))
    }
  }

  @inline(__always)
  private func integer<T: FixedWidthInteger>(_ type: T.Type, _ row: Row) -> ValueWords {
    isOptional
      ? Self.optional(type, row) { Int64(truncatingIfNeeded: $0) } : Self.integer(type, row)
  }

  @inline(__always)
  private func floating<T>(_ type: T.Type, _ row: Row, _ double: (T) -> Double) -> ValueWords {
    guard isOptional else {
      return ValueWords(low: ValueWords.ordered(double(row.load(type, at: 0))))
    }
    guard let value = row.load(Optional<T>.self, at: 0) else { return .missing }
    return ValueWords(low: ValueWords.ordered(double(value)))
  }

  @inline(__always)
  private static func integer<T: FixedWidthInteger>(_ type: T.Type, _ row: Row) -> ValueWords {
    ValueWords(low: ValueWords.ordered(Int64(truncatingIfNeeded: row.load(type, at: 0))))
  }

  @inline(__always)
  private static func optional<T>(
    _ type: T.Type, _ row: Row, _ integer: (T) -> Int64
  ) -> ValueWords {
    guard let value = row.load(Optional<T>.self, at: 0) else { return .missing }
    return ValueWords(low: ValueWords.ordered(integer(value)))
  }

  private static func boolean(_ row: Row) -> ValueWords {
    ValueWords(low: ValueWords.ordered(row.load(Bool.self, at: 0) ? 1 as Int64 : 0))
  }

  @inline(__always)
  private static func uuid(_ row: Row) -> ValueWords {
    ValueWords(
      low: row.address.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
      high: row.address.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  @inline(__always)
  private static func string(_ row: Row) -> ValueWords {
    let words = StringWords(row, at: 0)
    return words.isNil ? .missing : ValueWords(low: words.low, high: words.high)
  }
}
