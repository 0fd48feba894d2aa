/// Two words that represent a value among others of one field.
///
/// Equal words represent equal values. If the field is not a string, equal values also have equal words.
/// Numbers and dates have the order of their words, `high` first, which is 0 for `nil`.
package struct ValueWords: Equatable, Sendable {
  package var low: UInt64
  package var high: UInt64

  @inline(__always)
  package init(low: UInt64, high: UInt64 = 1) {
    self.low = low
    self.high = high
  }

  /// `nil`
  static var missing: ValueWords { ValueWords(low: 0, high: 0) }

  /// The word of a number, ordered without a sign.
  @inline(__always)
  static func ordered(_ value: Int64) -> UInt64 { UInt64(bitPattern: value) ^ (1 << 63) }

  /// The integer of a word that `ordered(_:)` made.
  @inline(__always)
  package static func integer(ofOrdered word: UInt64) -> Int64 {
    Int64(bitPattern: word ^ (1 << 63))
  }

  /// The double of a word that `ordered(_:)` made; 0 for both zeros.
  @inline(__always)
  package static func double(ofOrdered word: UInt64) -> Double {
    if word == notANumber { return .nan }
    return Double(bitPattern: word & 1 << 63 != 0 ? word & ~(1 << 63) : ~word)
  }

  /// The word of NaN.
  package static var notANumber: UInt64 { (1 << 63) - 1 }

  /// The word of a number, to be compared as an unsigned integer: NaN is above every negative number and below
  /// every other one, and both zeros are the same.
  @inline(__always)
  static func ordered(_ value: Double) -> UInt64 {
    if value == 0 { return 1 << 63 }
    if value.isNaN { return notANumber }
    return value < 0 ? ~value.bitPattern : value.bitPattern | 1 << 63
  }
}

// Reads strings in place. The layout of `String` is not public. `isKnown` compares once what this file reads
// with the public view. If they differ, nothing in this file is used.
//
// A string is two words. Up to 15 bytes of UTF-8 are in the words themselves, zero padded, with the
// count in the low nibble of the last byte and 0xE (ASCII) or 0xA above it. A longer one has its
// count in the low 48 bits of the first word, flags above, and its storage's address in the second,
// with the bytes 32 bytes on.

/// The two words of a string in an item, valid during one call.
struct StringWords {
  let low: UInt64
  let high: UInt64

  @inline(__always)
  init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// The words of the string, or the optional string, at `row` + `offset`.
  @inline(__always)
  init(_ row: Row, at offset: Int) {
    low = row.load(UInt64.self, at: offset)
    high = row.load(UInt64.self, at: offset &+ 8)
  }

  /// The words of a constant, which must live longer than they do.
  init(_ string: borrowing String) {
    self = withUnsafePointer(to: string) { StringWords(Row($0), at: 0) }
  }

  /// The bits of `high` that hold bytes.
  static let byteMask: UInt64 = 0x00FF_FFFF_FFFF_FFFF

  /// The bits of `high` that hold bytes and the count of a small string.
  static let contentMask: UInt64 = 0x0FFF_FFFF_FFFF_FFFF

  /// The greatest number of bytes of a small string.
  static let smallCapacity = 15

  /// The flag of `high` that a small string has.
  static let smallFlag: UInt64 = 0x2000_0000_0000_0000

  /// The flags of `high` that a small string of ASCII has.
  static let smallASCIIFlags = smallFlag | asciiFlag

  private static let asciiFlag: UInt64 = 0x4000_0000_0000_0000

  /// Whether an optional string is `nil`.
  @inline(__always) var isNil: Bool { high == 0 }

  /// Whether the bytes are in the words.
  @inline(__always) var isSmall: Bool { high & Self.smallFlag != 0 }

  /// Whether a small string is ASCII.
  @inline(__always) var isSmallASCII: Bool { high & Self.asciiFlag != 0 }

  /// The number of bytes of a small string.
  @inline(__always) var smallCount: Int { Int(truncatingIfNeeded: (high >> 56) & 0xF) }

  /// Whether a string that is not small has native storage, with its bytes 32 bytes after the address.
  @inline(__always) var isNative: Bool {
    high & 0x1000_0000_0000_0000 == 0 && low & 0x1000_0000_0000_0000 != 0
  }

  /// The number of bytes of a native string.
  @inline(__always) var nativeCount: Int { Int(truncatingIfNeeded: low & 0xFFFF_FFFF_FFFF) }

  /// Whether a native string is known to be ASCII.
  @inline(__always) var isNativeASCII: Bool { low & 0x8000_0000_0000_0000 != 0 }

  /// The bytes of a native string.
  @inline(__always) var nativeBytes: UnsafePointer<UInt8> {
    // The storage of a native string is never at address zero.
    UnsafePointer(
      bitPattern: UInt(truncatingIfNeeded: high & 0x0FFF_FFFF_FFFF_FFFF) &+ 32
    ).unsafelyUnwrapped
  }

  /// Calls `body` with the bytes of a small string.
  @inline(__always)
  func withSmallBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withUnsafeBytes(of: (low.littleEndian, high.littleEndian)) {
      $0.withMemoryRebound(to: UInt8.self) {
        body(UnsafeBufferPointer(rebasing: $0[..<smallCount]))
      }
    }
  }

  /// Whether strings have the layout that this file assumes.
  static let isKnown: Bool = {
    guard MemoryLayout<String>.size == 16, MemoryLayout<UInt>.size == 8, 1.littleEndian == 1,
      MemoryLayout<String?>.size == 16, MemoryLayout<String>.stride == 16
    else { return false }
    let samples = [
      "", "a", "\0", "é", "seven b", "eight by", "nine byte", "fifteen bytes..", "ääääääää.",
      "sixteen bytes...", "fünfzehn bytes.", String(repeating: "long ", count: 40),
      String(repeating: "länger ", count: 40), String("a longer one, in parts".dropFirst(2)),
      {
        var grown = ""; grown.reserveCapacity(64); grown += "short"; return grown
      }(),
    ]
    let none: String? = nil
    return withUnsafePointer(to: none) { StringWords(Row($0), at: 0).isNil }
      && samples.allSatisfy(isRead) && samples.allSatisfy { isRead(Optional($0)) }
  }()

  private static func isRead(_ sample: String?) -> Bool {
    guard let sample else { return false }
    return withUnsafePointer(to: sample) { StringWords(Row($0), at: 0).agrees(with: sample) }
  }

  private func agrees(with string: String) -> Bool {
    let bytes = Array(string.utf8)
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    if isNil { return false }
    if isSmall {
      return smallCount == bytes.count && isSmallASCII == isASCII
        && withSmallBytes { $0.elementsEqual(bytes) }
        && withUnsafeBytes(of: (low, high & Self.byteMask)) {
          $0.dropFirst(bytes.count).allSatisfy { $0 == 0 }
        }
    }
    guard isNative else { return true }
    return nativeCount == bytes.count && (!isNativeASCII || isASCII)
      && UnsafeBufferPointer(start: nativeBytes, count: nativeCount).elementsEqual(bytes)
  }
}
