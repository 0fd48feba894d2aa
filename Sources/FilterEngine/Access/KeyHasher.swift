internal import EssentialFoundation

/// Hashes the values that identify rows, with a random seed.
///
/// Equal values have the same hash, even if their kinds differ. Numbers, UUIDs and short strings take two
/// multiplications.
package struct KeyHasher: Sendable {
  private let first = UInt64.random(in: 0...UInt64.max)
  private let second = UInt64.random(in: 0...UInt64.max)

  package init() {}

  @inline(__always)
  func mixed(_ low: UInt64, _ high: UInt64) -> UInt64 {
    let (upper, lower) = (low ^ first).multipliedFullWidth(by: high ^ second)
    let product = (upper ^ second).multipliedFullWidth(by: lower ^ first)
    return product.high ^ product.low
  }

  /// The hash of an integer or a boolean.
  @inline(__always)
  func hash(_ value: Int64) -> UInt64 { mixed(UInt64(bitPattern: value), 1) }

  /// The hash of a point in time.
  @inline(__always)
  func hash(seconds: Double) -> UInt64 { hash(dateWord: ValueWords.ordered(seconds)) }

  @inline(__always)
  func hash(dateWord word: UInt64) -> UInt64 { mixed(word, 2) }

  /// The hash of up to 15 bytes. The lower half of the highest byte is the count.
  @inline(__always)
  func hash(low: UInt64, shortHigh high: UInt64) -> UInt64 { mixed(low, high | 1 << 63) }

  /// The hash of text.
  func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard let base = UnsafeRawPointer(text.baseAddress) else { return hash(low: 0, shortHigh: 0) }
    guard text.count > StringWords.smallCapacity else {
      var words: (UInt64, UInt64) = (0, 0)
      withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: UnsafeRawBufferPointer(text)) }
      return hash(
        low: UInt64(littleEndian: words.0),
        shortHigh: UInt64(littleEndian: words.1) | UInt64(text.count) << 56)
    }
    var hash = mixed(UInt64(text.count), 3)
    var place = 0
    while place + 16 < text.count {
      hash = mixed(hash ^ Self.word(base, place), Self.word(base, place + 8))
      place += 16
    }
    place = text.count - 16
    return mixed(hash ^ Self.word(base, place), Self.word(base, place + 8))
  }

  @inline(__always)
  private static func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The hash of any value.
  package func hash(_ value: FilterValue) -> UInt64 {
    switch value {
    case .int(let value): hash(value)
    case .bool(let value): hash(value ? 1 as Int64 : 0)
    case .uuid(let value): withUnsafeBytes(of: value.uuid) { mixed(uuid: $0) }
    case .date(let value): hash(seconds: value.timeIntervalSinceReferenceDate)
    case .string(var value): value.withUTF8 { (text: UnsafeBufferPointer<UInt8>) in hash(text) }
    case .double, .decimal:
      if let whole = value.wholeNumber { hash(whole) } else { other(value) }
    default: other(value)
    }
  }

  @inline(__always)
  private func mixed(uuid bytes: UnsafeRawBufferPointer) -> UInt64 {
    mixed(
      bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
      bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  private func other(_ value: FilterValue) -> UInt64 {
    mixed(UInt64(bitPattern: Int64(value.hashValue)), 4)
  }
}

extension FilterValue {
  /// The 64-bit integer that equals a number of another kind; nil if there is none.
  fileprivate var wholeNumber: Int64? {
    switch self {
    case .double(let value): Int64(exactly: value)
    case .decimal(let value): value.isNaN ? nil : ExactNumber(finite: value).int64
    default: nil
    }
  }
}
