/// A string field stored in place.
struct TextField: Sendable {
  let offset: Int
  let isOptional: Bool

  /// The column of a field; nil if it is not a string that can be read in place.
  init?(_ field: FieldAccess) {
    guard let offset = field.offset, StringWords.isKnown, case .string = field.type.storage.base,
      field.type.storage.wrapper != .array
    else { return nil }
    self.offset = offset
    isOptional = field.type.storage.wrapper == .optional
  }

  /// Whether the words are those of `nil`.
  @inline(__always)
  func isNil(_ words: StringWords) -> Bool { isOptional && words.isNil }

  /// Calls `body` with the bytes of the string, and whether it is known to be ASCII. Returns nil for `nil`, and
  /// for a string that cannot be read in place.
  @inline(__always)
  func withBytes<Result>(
    _ row: Row, _ body: (UnsafeBufferPointer<UInt8>, Bool) -> Result
  ) -> Result? {
    let words = StringWords(row, at: offset)
    if words.isSmall {
      let isASCII = words.isSmallASCII
      return words.withSmallBytes { body($0, isASCII) }
    }
    guard !isNil(words), words.isNative else { return nil }
    return body(
      UnsafeBufferPointer(start: words.nativeBytes, count: words.nativeCount), words.isNativeASCII)
  }
}

/// `length(name)`: UTF-16 units.
struct LengthColumn: ColumnSource {
  let field: TextField

  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Int64>) -> LaneMasks {
    var masks = LaneMasks()
    var rest = block.candidates
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest &- 1
      let row = block.base.advanced(by: lane &* block.stride)
      row.willRead(at: field.offset &+ ReadAhead.near)
      let words = StringWords(row, at: field.offset)
      if words.isSmallASCII && words.isSmall {
        lanes[lane] = Int64(words.smallCount)
      } else if let length = field.withBytes(row, { Self.units($0, isASCII: $1) }) {
        lanes[lane] = Int64(length)
      } else {
        masks.failures |= 1 &<< UInt64(truncatingIfNeeded: lane)
      }
    }
    return masks
  }

  private static func units(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Int {
    if isASCII { return bytes.count }
    var units = 0
    for byte in bytes {
      // Each scalar has one byte that is not a continuation byte. A scalar of four bytes takes two units.
      units &+= (byte & 0xC0 != 0x80 ? 1 : 0) &+ (byte >= 0xF0 ? 1 : 0)
    }
    return units
  }
}

extension RowFilter {
  /// Compares two string fields byte for byte for equality. Rows with strings that cannot be read in place
  /// fail.
  static func equal(_ left: TextField, _ right: TextField, isInverted: Bool) -> RowFilter {
    let one: @Sendable (Row) -> Answer = { row in
      let (a, b) = (StringWords(row, at: left.offset), StringWords(row, at: right.offset))
      if a.isSmall && b.isSmall {
        let difference = (a.low ^ b.low) | ((a.high ^ b.high) & StringWords.contentMask)
        return Answer((difference == 0) != isInverted)
      }
      let isEqual = left.withBytes(row) { first, _ in
        right.withBytes(row) { second, _ in first.hasSameBytes(as: second) }
      }
      guard case .some(.some(let isEqual)) = isEqual else { return .failed }
      return Answer(isEqual != isInverted)
    }
    return rowByRow(left.offset, one)
  }

  /// A test of a short string in upper or lower case. Rows with longer strings fail.
  static func folded(
    _ field: TextField, toUpper: Bool,
    _ test: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> RowFilter {
    rowByRow(field.offset) { row in
      let answer = field.withBytes(row) { bytes, isASCII in
        let answer =
          isASCII
          ? CaseBuffer.with(ascii: bytes, toUpper: toUpper, test)
          : CaseBuffer.with(bytes, toUpper: toUpper, test)
        return answer.map { Answer($0) } ?? .failed
      }
      return answer ?? .failed
    }
  }

  /// A filter that tests one row after another. It reads `offset` bytes into a row, and does not need a run.
  static func rowByRow(
    _ offset: Int, _ one: @escaping @Sendable (Row) -> Answer
  ) -> RowFilter {
    RowFilter(
      one: { row, _ in one(row) },
      many: rowByRow { row, _ in
        row.willRead(at: offset &+ ReadAhead.near)
        return one(row)
      }, runUse: .never)
  }
}

/// A short text in upper or lower case, on the stack.
///
/// Calls `body` with the bytes; nil if they do not fit.
private enum CaseBuffer {
  static let capacity = 256

  @inline(__always)
  static func with<Result>(
    ascii bytes: UnsafeBufferPointer<UInt8>, toUpper: Bool,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    guard bytes.count <= capacity else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
      for (index, byte) in bytes.enumerated() {
        let isLetter = byte &- (toUpper ? 0x61 : 0x41) < 26
        buffer[index] = isLetter ? byte ^ 0x20 : byte
      }
      return body(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(buffer)[..<bytes.count]))
    }
  }

  /// The general case. Each scalar is mapped on its own, as in `String.uppercased()` and `lowercased()`.
  @inline(never)
  static func with<Result>(
    _ bytes: UnsafeBufferPointer<UInt8>, toUpper: Bool,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
      var count = 0
      var rest = bytes.makeIterator()
      var decoder = UTF8()
      while case .scalarValue(let scalar) = decoder.decode(&rest) {
        let properties = scalar.properties
        // The longest mapping has three scalars, which fit a small string.
        let mapping = toUpper ? properties.uppercaseMapping : properties.lowercaseMapping
        for byte in mapping.utf8 {
          guard count < capacity else { return nil }
          buffer[count] = byte
          count += 1
        }
      }
      return body(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(buffer)[..<count]))
    }
  }
}
