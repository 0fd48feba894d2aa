/// What stands between two `*` of a pattern.
struct LikeSegment: Sendable {
  /// `?`, or folded bytes.
  enum Part: Sendable {
    case one
    case literal([UInt8])
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
      case .literal(let text): current.parts.append(.literal(folding.folded(Array(text.utf8))))
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
