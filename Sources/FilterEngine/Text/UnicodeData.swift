/// The properties of each scalar for the comparison of text.
///
/// The tables are string literals that are read by address, so nothing is built at start-up. Every read is
/// inside the tables for any input: a block index is checked, and entries, blocks and records contain only
/// valid offsets.
enum UnicodeData {
  /// The combining class of the iota subscript, the highest one, which no other scalar has.
  static let iotaSubscriptClass: UInt8 = 240

  /// One scalar in UTF-8.
  struct Entry {
    /// The length of the scalar in bytes.
    let length: Int

    /// 0, a mark, or an offset in `mappings`.
    let value: UInt32

    /// Whether the scalar is a mark that does not decompose.
    @inline(__always) var isSimpleMark: Bool { value & 3 == 1 }

    /// The canonical combining class of a simple mark.
    @inline(__always) var combiningClass: UInt8 { UInt8(truncatingIfNeeded: value >> 2) }

    /// Whether `[d]` drops a simple mark.
    @inline(__always) var isDropped: Bool { value & 0x400 != 0 }

    /// Whether the scalar is a mark, or its decomposition begins with one.
    var isMark: Bool { isSimpleMark || value & 3 == 2 && Mapping(value).isMark }
  }

  /// A Hangul syllable, which decomposes by arithmetic.
  static let hangul: UInt32 = 3

  private static let indexed = 0x30000 >> 6

  /// The scalar that begins at `offset`, where `count` bytes of `text` are valid.
  ///
  /// A byte that does not begin a scalar maps to itself.
  @inline(__always)
  static func entry(_ text: UnsafePointer<UInt8>, _ offset: Int, _ count: Int) -> Entry {
    let lead = Int(text[offset])
    let left = count - offset
    if lead < 0xE0 {
      guard lead >= 0xC2, left >= 2 else { return Entry(length: 1, value: 0) }
      return Entry(length: 2, value: value(lead & 0x1F, text[offset + 1]))
    }
    if lead < 0xF0 {
      guard left >= 3 else { return Entry(length: 1, value: 0) }
      let block = (lead & 0xF) << 6 | Int(text[offset + 1] & 0x3F)
      // U+AC00 ... U+D7A3. The scalars after the last syllable map to themselves.
      if block >= 0xAC00 >> 6, block <= 0xD7A3 >> 6 {
        let isSyllable = block < 0xD7A3 >> 6 || text[offset + 2] <= 0xA3
        return Entry(length: 3, value: isSyllable ? hangul : 0)
      }
      return Entry(length: 3, value: value(block, text[offset + 2]))
    }
    guard left >= 4 else { return Entry(length: 1, value: 0) }
    let block =
      (lead & 7) << 12 | Int(text[offset + 1] & 0x3F) << 6 | Int(text[offset + 2] & 0x3F)
    if block < indexed { return Entry(length: 4, value: value(block, text[offset + 3])) }
    // Of the other scalars, only the variation selectors U+E0100 ... U+E01EF matter: they are marks that are
    // dropped.
    let scalar = block << 6 | Int(text[offset + 3] & 0x3F)
    return Entry(length: 4, value: scalar >= 0xE0100 && scalar <= 0xE01EF ? 0x401 : 0)
  }

  @inline(__always)
  private static func value(_ block: Int, _ last: UInt8) -> UInt32 {
    let index = UnsafeRawPointer(blockIndex.utf8Start)
    let digits = index.loadUnaligned(fromByteOffset: 2 * block, as: UInt16.self) &- 0x3F3F
    let number = Int(digits & 0x3F | digits >> 2 & 0xFC0)
    let place = (number << 6 | Int(last & 0x3F)) << 2
    let packed =
      UnsafeRawPointer(blocks.utf8Start).loadUnaligned(fromByteOffset: place, as: UInt32.self)
      &- 0x3F3F_3F3F
    return packed & 0x3F | packed >> 2 & 0xFC0 | packed >> 4 & 0x3F000 | packed >> 6 & 0xFC0000
  }
}
