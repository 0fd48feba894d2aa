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

  /// The folded bytes of all literals.
  private var bytes: [UInt8] = []

  /// The masks of a needle. They are zero because the text is folded as well.
  private var masks: [UInt8] = []

  /// The parts of a pattern.
  init(_ pattern: String, _ folding: TextFolding) {
    var pattern = pattern
    var literals = 0
    pattern.withUTF8 { utf8 in
      bytes.reserveCapacity(utf8.count)
      var literal: [UInt8] = []
      func close(_ self: inout LikeParts) {
        guard !literal.isEmpty else { return }
        if literals == 0 {
          let text = String(decoding: literal, as: UTF8.self)
          self.onlyLiteral = text
          if self.parts.isEmpty, self.segmentEnds.isEmpty { self.head = text }
        } else {
          self.onlyLiteral = nil
        }
        literals += 1
        self.append(literal, folding)
        literal.removeAll(keepingCapacity: true)
      }
      var index = 0
      var followsStar = false
      while index < utf8.count {
        let byte = utf8[index]
        index += 1
        switch byte {
        case UInt8(ascii: "*"):
          close(&self)
          // Adjacent ones mean the same as one.
          if !followsStar { segmentEnds.append(parts.count) }
          followsStar = true
          continue
        case UInt8(ascii: "?"):
          close(&self)
          parts.append(.one)
        case UInt8(ascii: "\\") where index < utf8.count && Self.isSpecial(utf8[index]):
          literal.append(utf8[index])
          index += 1
        default: literal.append(byte)
        }
        followsStar = false
      }
      close(&self)
      segmentEnds.append(parts.count)
    }
    masks = [UInt8](repeating: 0, count: Int(parts.lazy.map(\.count).max() ?? 0))
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "\\")
  }

  private mutating func append(_ literal: [UInt8], _ folding: TextFolding) {
    let start = bytes.count
    if folding.isLiteral {
      bytes += literal
    } else if literal.allSatisfy({ $0 < 0x80 }) {
      bytes += literal.lazy.map { folding.foldsCase ? TextWords.lowercased($0) : $0 }
    } else {
      bytes += folding.folded(literal)
    }
    // The text of a filter is far shorter than both numbers can say.
    parts.append(
      Part(start: UInt32(clamping: start), size: UInt32(clamping: bytes.count - start)))
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

  /// Whether no segment with `?` has more than `count` states.
  func hasSegments(upTo count: Int) -> Bool {
    parts.count <= count && bytes.count <= count
      || segmentEnds.indices.allSatisfy {
        let segment = segment($0)
        return segment.parts.count == 1 || segment.stateCount <= count
      }
  }
}

/// The parts of a pattern between two `*`.
struct LikeSegment {
  let parts: ArraySlice<LikeParts.Part>

  /// Whether a `*` comes before.
  let followsStar: Bool

  /// Whether a `*` comes after.
  let precedesStar: Bool

  /// The number of bytes of literals and of `?`.
  var stateCount: Int { parts.reduce(0) { $0 + ($1.isOne ? 1 : $1.count) } }
}
