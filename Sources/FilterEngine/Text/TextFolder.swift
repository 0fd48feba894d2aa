/// Writes folded text, scalar by scalar and without making strings.
///
/// Unsafe for speed: it writes to memory of its caller: `TextFolding.capacity` bytes for the text and, if case
/// is folded or scalars are tracked, as many for its breaks. It never writes past them.
struct TextFolder {
  /// No match begins or ends before this byte, because it is inside the folding of one scalar.
  static let inFolding: UInt8 = 1

  /// The byte does not begin the folding of a scalar.
  static let inScalar: UInt8 = 2

  let folding: TextFolding
  let output: UnsafeMutablePointer<UInt8>
  let breaks: UnsafeMutablePointer<UInt8>
  let capacity: Int

  /// Whether `inScalar` is recorded. Otherwise only `inFolding` is recorded.
  let tracksScalars: Bool

  var count = 0

  /// Whether `breaks` has been written.
  var hasBreaks = false

  /// The offset of the marks after the last starter.
  var runStart = 0

  /// The combining class of the last mark written, 0 after a starter.
  var lastClass: UInt8 = 0

  /// Whether these marks are out of order, or contain an iota subscript to fold.
  var runNeedsWork = false

  /// Writes `text`. It can stop after more than `limit` bytes.
  init(
    _ text: UnsafeBufferPointer<UInt8>, _ folding: TextFolding, tracksScalars: Bool = false,
    limit: Int = .max, into memory: UnsafeMutablePointer<UInt8>
  ) {
    capacity = TextFolding.capacity(text.count)
    self.folding = folding
    self.tracksScalars = tracksScalars
    output = memory
    breaks = memory + capacity
    if tracksScalars { startBreaks() }
    if let base = text.baseAddress { append(base, text.count, limit) }
    endRun()
  }

  private mutating func append(_ text: UnsafePointer<UInt8>, _ length: Int, _ limit: Int) {
    var offset = 0
    while offset < length {
      if text[offset] < 0x80 {
        endRun()
        offset &+= appendASCII(text, offset, length)
        runStart = count
      } else {
        let entry = UnicodeData.entry(text, offset, length)
        switch entry.value & 3 {
        case 0:
          endRun()
          copy(text + offset, entry.length, length &- offset)
          runStart = count
        case 1: appendMark(text + offset, entry, length &- offset)
        case 2: appendMapping(UnicodeData.Mapping(entry.value))
        default:
          endRun()
          appendHangul(text + offset)
          runStart = count
        }
        offset &+= entry.length
      }
      if count > limit, runStart == count { return }
    }
  }

  /// Writes up to eight bytes of ASCII at `offset`, and returns their number.
  @inline(__always)
  private mutating func appendASCII(
    _ text: UnsafePointer<UInt8>, _ offset: Int, _ length: Int
  ) -> Int {
    guard offset &+ 8 <= length else {
      let byte = text[offset]
      output[count] = folding.foldsCase ? TextWords.lowercased(byte) : byte
      count &+= 1
      return 1
    }
    let word = UnsafeRawPointer(text + offset).loadUnaligned(as: UInt64.self).littleEndian
    let lower = folding.foldsCase ? TextWords.lowercased(word) : word
    // The bytes after the ASCII are written as well, and then overwritten.
    UnsafeMutableRawPointer(output + count).storeBytes(of: lower.littleEndian, as: UInt64.self)
    let ascii = (word & TextWords.high).trailingZeroBitCount / 8
    count &+= ascii
    return ascii
  }

  @inline(__always)
  private mutating func appendMark(
    _ bytes: UnsafePointer<UInt8>, _ entry: UnicodeData.Entry, _ left: Int
  ) {
    let combiningClass = entry.combiningClass
    if combiningClass == 0 { endRun() }
    if !folding.dropsMarks || !entry.isDropped {
      if combiningClass < lastClass
        || folding.foldsCase && combiningClass == UnicodeData.iotaSubscriptClass
      {
        runNeedsWork = true
      }
      lastClass = combiningClass
      copy(bytes, entry.length, left)
    }
    if combiningClass == 0 { runStart = count }
  }

  @inline(__always)
  private mutating func appendMapping(_ mapping: UnicodeData.Mapping) {
    let (start, length) = mapping.text(folding)
    if mapping.isAllMarks {
      guard length > 0 else { return }
      runNeedsWork = true
    } else {
      endRun()
      runStart = count + min(length, mapping.starterLength(folding))
    }
    let first = count
    UnsafeMutableRawPointer(output + count).storeBytes(
      of: start.loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
    count &+= length
    lastClass = folding.dropsMarks && mapping.losesMarks ? 0 : mapping.lastClass
    if folding.foldsCase {
      if mapping.hasIotaSubscript, !folding.dropsMarks { runNeedsWork = true }
      if mapping.isExpansion { noteBreaks(after: first, Self.inFolding | Self.inScalar) }
    }
    if tracksScalars { noteBreaks(after: first, Self.inScalar) }
  }

  private mutating func appendHangul(_ bytes: UnsafePointer<UInt8>) {
    let scalar =
      Int(bytes[0] & 0xF) << 12 | Int(bytes[1] & 0x3F) << 6 | Int(bytes[2] & 0x3F)
    let syllable = scalar - 0xAC00
    let first = count
    appendJamo(0x1100 + syllable / 588)
    appendJamo(0x1161 + syllable % 588 / 28)
    if syllable % 28 > 0 { appendJamo(0x11A7 + syllable % 28) }
    if tracksScalars { noteBreaks(after: first, Self.inScalar) }
  }

  @inline(__always)
  private mutating func appendJamo(_ scalar: Int) {
    output[count] = 0xE1
    output[count + 1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
    output[count + 2] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
    count += 3
  }

  /// Writes the scalar of `length` bytes at `bytes`, where `left` bytes are valid.
  @inline(__always)
  private mutating func copy(_ bytes: UnsafePointer<UInt8>, _ length: Int, _ left: Int) {
    if left >= 4 {
      UnsafeMutableRawPointer(output + count).storeBytes(
        of: UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self), as: UInt32.self)
    } else {
      for offset in 0..<length { output[count &+ offset] = bytes[offset] }
    }
    count &+= length
  }
}
