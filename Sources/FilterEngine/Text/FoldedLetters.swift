/// Folded text without marks, with one byte for each scalar that is not ASCII. Valid as long as its memory.
///
/// It decides whether text contains ASCII, and takes a fraction of the time that the folded bytes take.
///
/// Unsafe for speed: it writes to memory of its caller, as many bytes as `TextFolding.capacity`. Each scalar takes no more
/// bytes than its folding.
struct FoldedLetters {
  let base: UnsafePointer<UInt8>
  private(set) var count = 0

  /// Whether a match can begin and end at each ASCII byte. Otherwise the folded bytes decide about a match.
  private(set) var isExact = true

  /// The byte of a scalar that is not ASCII.
  private static let other: UInt8 = 0x80

  /// The byte of each scalar of two bytes with `[cd]`, by its number; 0 if it takes none or several.
  fileprivate static let shortScalars: [UInt8] = {
    let folding = TextFolding([.caseInsensitive, .diacriticInsensitive])
    return (UInt8.min..<32).flatMap { lead in
      (UInt8.min..<64).map { last in
        [0xC0 | lead, 0x80 | last].withUnsafeBufferPointer { scalar in
          withUnsafeTemporaryAllocation(of: UInt8.self, capacity: TextFolding.capacity(2)) {
            guard let output = $0.baseAddress else { return 0 }
            let letters = FoldedLetters(scalar, folding, nil, into: output)
            return letters.count == 1 && letters.isExact ? output[0] : 0
          }
        }
      }
    }
  }()

  /// The letters of `text`; `folding` drops marks. With `shortScalars`, they are looked up.
  @inline(__always)
  fileprivate init(
    _ text: UnsafeBufferPointer<UInt8>, _ folding: TextFolding,
    _ shortScalars: UnsafePointer<UInt8>?, into output: UnsafeMutablePointer<UInt8>
  ) {
    base = UnsafePointer(output)
    if let bytes = text.baseAddress { append(bytes, text.count, folding, shortScalars, output) }
  }

  @inline(__always)
  private mutating func append(
    _ text: UnsafePointer<UInt8>, _ length: Int, _ folding: TextFolding,
    _ shortScalars: UnsafePointer<UInt8>?, _ output: UnsafeMutablePointer<UInt8>
  ) {
    var offset = 0
    while offset < length {
      let lead = text[offset]
      if lead < 0x80 {
        let word = Self.word(text, offset, length)
        let lower = folding.foldsCase ? TextWords.lowercased(word) : word
        // The bytes after the ASCII are written as well, and then overwritten.
        UnsafeMutableRawPointer(output + count).storeBytes(of: lower.littleEndian, as: UInt64.self)
        let ascii = min((word & TextWords.high).trailingZeroBitCount / 8, length &- offset)
        count &+= ascii
        offset &+= ascii
        continue
      }
      if let shortScalars, lead &- 0xC2 < 0x1E, offset &+ 1 < length {
        let number = Int(lead & 0x1F) << 6 | Int(text[offset &+ 1] & 0x3F)
        if shortScalars[number] != 0 {
          output[count] = shortScalars[number]
          count &+= 1
          offset &+= 2
          continue
        }
      }
      let entry = UnicodeData.entry(text, offset, length)
      offset &+= entry.length
      switch entry.value & 3 {
      case 1:
        if entry.isDropped { continue }
        isExact = false
      case 2:
        append(UnicodeData.Mapping(entry.value), folding, output)
        continue
      default: break
      }
      output[count] = Self.other
      count &+= 1
    }
  }

  @inline(__always)
  private mutating func append(
    _ mapping: UnicodeData.Mapping, _ folding: TextFolding, _ output: UnsafeMutablePointer<UInt8>
  ) {
    let (start, length) = mapping.text(folding)
    guard length > 0 else { return }
    let first = start.load(as: UInt8.self)
    output[count] = min(first, Self.other)
    count &+= 1
    guard length > 1, first < 0x80 || mapping.isExpansion || mapping.isMark else { return }
    // Several scalars of one, or a letter with a mark that stays.
    isExact = false
    for offset in 1..<length {
      let byte = start.load(fromByteOffset: offset, as: UInt8.self)
      guard byte & 0xC0 != 0x80 else { continue }
      output[count] = min(byte, Self.other)
      count &+= 1
    }
  }

  /// Eight bytes from `offset` on, with the first one lowest, and zeros after the last.
  @inline(__always)
  private static func word(_ text: UnsafePointer<UInt8>, _ offset: Int, _ length: Int) -> UInt64 {
    let raw = UnsafeRawPointer(text)
    let left = length &- offset
    if left >= 8 { return raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian }
    guard length >= 8 else { return UInt64(text[offset]) | high(after: 1) }
    let last = raw.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self).littleEndian
    return last &>> UInt64(truncatingIfNeeded: 8 &* (8 &- left))
  }

  /// The high bits of all bytes but the first `count`.
  @inline(__always)
  private static func high(after count: Int) -> UInt64 {
    TextWords.high &<< UInt64(truncatingIfNeeded: 8 &* count)
  }
}

extension TextFolding {
  /// Calls `body` with the letters of text; the folding drops marks.
  @inline(__always)
  func withLetters<Result>(
    of text: UnsafeBufferPointer<UInt8>, _ body: (FoldedLetters) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.capacity(text.count)) { memory in
      // The capacity is never 0, so the buffer has an address.
      let output = memory.baseAddress.unsafelyUnwrapped
      guard foldsCase else { return body(FoldedLetters(text, self, nil, into: output)) }
      return FoldedLetters.shortScalars.withUnsafeBufferPointer {
        body(FoldedLetters(text, self, $0.baseAddress, into: output))
      }
    }
  }
}
