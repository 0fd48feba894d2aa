/// The part of a pattern between two `*`.
struct LikeSegment: Sendable {
  /// `?`, or a literal.
  enum Part: Sendable {
    case one
    case literal(Literal)
  }

  /// Folded bytes.
  struct Literal: Sendable {
    let count: Int

    /// The bytes and their masks, which are zero because the text is folded as well.
    private let storage: [UInt8]

    init(_ text: String, _ folding: TextFolding) {
      let bytes = folding.folded(Array(text.utf8))
      count = bytes.count
      storage = bytes + [UInt8](repeating: 0, count: bytes.count)
    }

    /// Calls `body` with the bytes, which must not be empty.
    @inline(__always)
    func withNeedle<Result>(_ body: (ByteNeedle) -> Result) -> Result {
      storage.withUnsafeBufferPointer { storage in
        let base = FoldedText(storage).base
        return body(ByteNeedle(base: base, masks: base + count, count: count))
      }
    }
  }

  /// The parts in order.
  var parts: [Part] = []

  /// Whether a `*` comes before.
  var followsStar: Bool

  /// Whether a `*` comes after.
  var precedesStar = false

  /// The segments of a pattern, one more than it has `*`.
  static func segments(_ pieces: [LikePattern.Piece], _ folding: TextFolding) -> [LikeSegment] {
    var segments: [LikeSegment] = []
    var current = LikeSegment(followsStar: false)
    for piece in pieces {
      switch piece {
      case .literal(let text): current.parts.append(.literal(Literal(text, folding)))
      case .one: current.parts.append(.one)
      case .many:
        current.precedesStar = true
        segments.append(current)
        current = LikeSegment(followsStar: true)
      }
    }
    segments.append(current)
    return segments
  }
}
