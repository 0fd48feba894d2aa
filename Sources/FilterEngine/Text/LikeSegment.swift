/// The parts of a pattern of `LIKE`: literals, `?`, and the segments between two `*`.
///
/// A pattern can have millions of parts, so they are small, and their bytes are stored together.
struct LikeParts: Sendable {
  /// A `?`, or a literal.
  struct Part: Sendable {
    /// The offset of the literal in the bytes of all literals.
    fileprivate let start: UInt32

    /// The number of its bytes; the greatest number for `?`.
    fileprivate let size: UInt32

    static let one = Part(start: 0, size: .max)

    var isOne: Bool { size == .max }

    /// The number of bytes of a literal; 0 for `?`.
    var count: Int { isOne ? 0 : Int(size) }
  }

  private(set) var parts: [Part] = []

  /// The end of each segment among the parts; never empty.
  private(set) var segmentEnds: [Int] = []

  /// The literal at the beginning, as it is written; empty if there is none.
  private(set) var head = ""

  /// The only literal, as it is written; nil if there are several or none.
  private(set) var onlyLiteral: String?

  private var literalCount = 0

  /// The number of `?`.
  private var oneCount = 0

  /// The number of bytes of the longest literal.
  private var longestLiteral = 0

  /// The most states of a segment that is not a literal alone.
  private var mostStates = 0

  /// The folded bytes of all literals.
  private var bytes: [UInt8] = []

  /// The masks of a needle. They are zero because the text is folded as well.
  private var masks: [UInt8] = []

  /// The parts of a pattern.
  init(_ pattern: String, _ folding: TextFolding) {
    var pattern = pattern
    pattern.withUTF8 { utf8 in
      bytes.reserveCapacity(utf8.count)
      parts.reserveCapacity(Self.maximumParts(utf8))
      var index = 0
      var followsStar = false
      while index < utf8.count {
        switch utf8[index] {
        case UInt8(ascii: "*"):
          // Adjacent ones mean the same as one.
          if !followsStar { closeSegment() }
          index += 1
          followsStar = true
          continue
        case UInt8(ascii: "?"):
          parts.append(.one)
          oneCount += 1
          index += 1
        default: index = addLiteral(utf8, from: index, folding)
        }
        followsStar = false
      }
      closeSegment()
    }
    masks = [UInt8](repeating: 0, count: longestLiteral)
  }

  /// At least as many parts as a pattern has: each `?`, and each literal after another byte.
  private static func maximumParts(_ utf8: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 1
    var isInLiteral = false
    for byte in utf8 {
      let isLiteral = byte != UInt8(ascii: "*") && byte != UInt8(ascii: "?")
      if isLiteral ? !isInLiteral : byte == UInt8(ascii: "?") { count += 1 }
      isInLiteral = isLiteral
    }
    return count
  }

  private mutating func closeSegment() {
    let segment = parts[(segmentEnds.last ?? 0)...]
    if segment.count > 1 { mostStates = max(mostStates, LikeSegment.stateCount(of: segment)) }
    segmentEnds.append(parts.count)
  }

  /// Adds the literal that begins at an index. Returns the index after it.
  private mutating func addLiteral(
    _ utf8: UnsafeBufferPointer<UInt8>, from first: Int, _ folding: TextFolding
  ) -> Int {
    let start = bytes.count
    var index = first
    var union: UInt8 = 0
    while index < utf8.count, utf8[index] != UInt8(ascii: "*"), utf8[index] != UInt8(ascii: "?") {
      if utf8[index] == UInt8(ascii: "\\"), index + 1 < utf8.count, Self.isSpecial(utf8[index + 1])
      {
        index += 1
      }
      bytes.append(utf8[index])
      union |= utf8[index]
      index += 1
    }
    if literalCount == 0 {
      let text = String(decoding: bytes[start...], as: UTF8.self)
      onlyLiteral = text
      if first == 0 { head = text }
    } else {
      onlyLiteral = nil
    }
    literalCount += 1
    fold(from: start, isASCII: union < 0x80, folding)
    longestLiteral = max(longestLiteral, bytes.count - start)
    // The text of a filter is far shorter than both numbers can say.
    parts.append(
      Part(start: UInt32(clamping: start), size: UInt32(clamping: bytes.count - start)))
    return index
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "\\")
  }

  /// Folds the bytes from `start` on.
  private mutating func fold(from start: Int, isASCII: Bool, _ folding: TextFolding) {
    guard !folding.isLiteral else { return }
    guard isASCII else {
      bytes.replaceSubrange(start..., with: folding.folded(Array(bytes[start...])))
      return
    }
    guard folding.foldsCase else { return }
    for index in start..<bytes.count { bytes[index] = TextWords.lowercased(bytes[index]) }
  }

  /// The folded bytes of a literal.
  func bytes(of literal: Part) -> ArraySlice<UInt8> {
    bytes[Int(literal.start)..<Int(literal.start) + literal.count]
  }

  /// Calls `body` with the bytes of a literal, which must not be empty.
  @inline(__always)
  func withNeedle<Result>(_ literal: Part, _ body: (ByteNeedle) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      masks.withUnsafeBufferPointer { masks in
        body(
          ByteNeedle(
            base: FoldedText(bytes).base + Int(literal.start), masks: FoldedText(masks).base,
            count: literal.count))
      }
    }
  }

  /// The segment at an index.
  func segment(_ index: Int) -> LikeSegment {
    LikeSegment(
      parts: parts[(index == 0 ? 0 : segmentEnds[index - 1])..<segmentEnds[index]],
      followsStar: index > 0, precedesStar: index < segmentEnds.count - 1)
  }

  /// The least number of bytes of a text that matches: each `?` takes one or more.
  var minimumCount: Int { bytes.count + oneCount }

  /// Whether no segment with `?` has more than `count` states.
  func hasSegments(upTo count: Int) -> Bool { mostStates <= count }
}

/// The parts of a pattern between two `*`.
struct LikeSegment {
  let parts: ArraySlice<LikeParts.Part>

  /// Whether a `*` comes before.
  let followsStar: Bool

  /// Whether a `*` comes after.
  let precedesStar: Bool

  /// The number of bytes of literals and of `?`.
  var stateCount: Int { Self.stateCount(of: parts) }

  fileprivate static func stateCount(of parts: ArraySlice<LikeParts.Part>) -> Int {
    var count = 0
    for part in parts { count += part.isOne ? 1 : part.count }
    return count
  }
}
