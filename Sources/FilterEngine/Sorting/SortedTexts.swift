/// Folded texts in words of eight bytes, with the first byte highest.
struct SortedTexts {
  private var words: [UInt64] = []
  private var ends: [Int] = [0]
  private var lengths: [Int] = []
  let isAscending: Bool

  init(capacity: Int, isAscending: Bool) {
    self.isAscending = isAscending
    words.reserveCapacity(capacity * 2)
    ends.reserveCapacity(capacity + 1)
    lengths.reserveCapacity(capacity)
  }

  // MARK: - Reading

  /// The word at `depth` of a row; nil after the last one.
  @inline(__always)
  func word(_ row: Int, _ depth: Int) -> UInt64? {
    let place = ends[row] &+ depth
    guard place < ends[row + 1] else { return nil }
    return isAscending ? words[place] : ~words[place]
  }

  /// The word for positions after the last one.
  @inline(__always) var padding: UInt64 { isAscending ? 0 : .max }

  /// Distinguishes texts whose words are the same, by their padding and zeros.
  @inline(__always)
  func lengthWord(_ row: Int) -> UInt64 {
    let length = UInt64(lengths[row])
    return isAscending ? length : ~length
  }

  func order(_ left: Int, _ right: Int, from depth: Int) -> Int {
    var depth = depth
    while true {
      let (first, second) = (word(left, depth), word(right, depth))
      guard first != nil || second != nil else { break }
      let words = (first ?? padding, second ?? padding)
      if words.0 != words.1 { return words.0 < words.1 ? -1 : 1 }
      depth += 1
    }
    let order = lengths[left] - lengths[right]
    return isAscending ? order : -order
  }

  // MARK: - Filling

  /// Adds the next row's text, of at most fifteen bytes in two words.
  @inline(__always)
  mutating func append(small: StringWords, foldsCase: Bool) {
    let count = small.smallCount
    if count > 0 {
      words.append(Self.folded(small.low.byteSwapped, foldsCase))
      if count > 8 {
        words.append(Self.folded((small.high & StringWords.byteMask).byteSwapped, foldsCase))
      }
    }
    end(count)
  }

  /// Adds the next row's text.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>, foldsCase: Bool) {
    guard let base = UnsafeRawPointer(text.baseAddress) else { return end(0) }
    var place = 0
    while place + 8 <= text.count {
      words.append(
        Self.folded(
          UInt64(bigEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self)),
          foldsCase))
      place += 8
    }
    if place < text.count {
      var word: UInt64 = 0
      for offset in place..<place + 8 {
        word = word << 8 | (offset < text.count ? UInt64(text[offset]) : 0)
      }
      words.append(Self.folded(word, foldsCase))
    }
    end(text.count)
  }

  /// Adds a row without a text.
  mutating func appendMissing() { end(0) }

  @inline(__always)
  private mutating func end(_ count: Int) {
    ends.append(words.count)
    lengths.append(count)
  }

  @inline(__always)
  private static func folded(_ word: UInt64, _ foldsCase: Bool) -> UInt64 {
    foldsCase ? TextWords.lowercased(word) : word
  }
}
