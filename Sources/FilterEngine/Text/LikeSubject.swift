/// The folded text that is matched with a pattern.
struct LikeSubject {
  let text: FoldedText

  /// Whether there are offsets where a match cannot begin or end.
  let hasBoundaries: Bool

  /// The end of `segment` if it matches at `place`; otherwise nil.
  func end(of segment: LikeSegment, at place: Int) -> Int? {
    if segment.followsStar, !mayCut(place, segment.parts.first) { return nil }
    var place = place
    for part in segment.parts {
      switch part {
      case .one:
        guard place < text.count, isScalarStart(place) else { return nil }
        place = scalarEnd(place)
      case .literal(let literal):
        guard has(literal, at: place) else { return nil }
        place += literal.count
      }
    }
    if segment.precedesStar, !mayCut(place, segment.parts.last) { return nil }
    return place
  }

  /// The end of the first match of `segment` from `start` on.
  func firstEnd(of segment: LikeSegment, from start: Int) -> Int? {
    var place = start
    while place <= text.count {
      if case .literal(let literal)? = segment.parts.first, literal.count > 0 {
        place = find(literal, from: place)
        if place < 0 { return nil }
      }
      if let end = end(of: segment, at: place) { return end }
      place += 1
    }
    return nil
  }

  /// The start of `segment` if it matches at the end of the text; otherwise nil.
  func start(ofLast segment: LikeSegment) -> Int? {
    var place = text.count
    for part in segment.parts.reversed() {
      switch part {
      case .one:
        guard place > 0, isScalarStart(place) else { return nil }
        place = scalarStart(before: place)
      case .literal(let literal):
        place -= literal.count
        guard place >= 0, has(literal, at: place) else { return nil }
      }
    }
    return mayCut(place, segment.parts.first) ? place : nil
  }

  // MARK: - Places

  /// Whether a segment can begin or end at `place` beside a `*`, with this part of the segment there.
  private func mayCut(_ place: Int, _ part: LikeSegment.Part?) -> Bool {
    switch part {
    case .literal?: !hasBoundaries || text.isBoundary(place)
    case .one?: isScalarStart(place)
    case nil: true
    }
  }

  /// Whether a scalar of the original text begins at `place`, or the text ends there.
  private func isScalarStart(_ place: Int) -> Bool {
    if place >= text.count { return true }
    if text.base[place] & 0xC0 == 0x80 { return false }
    guard let breaks = text.breaks else { return true }
    return breaks[place] & TextFolder.inScalar == 0
  }

  private func scalarEnd(_ place: Int) -> Int {
    var end = place + 1
    while !isScalarStart(end) { end += 1 }
    return end
  }

  private func scalarStart(before place: Int) -> Int {
    var start = place - 1
    while start > 0, !isScalarStart(start) { start -= 1 }
    return start
  }

  // MARK: - Bytes

  private func has(_ literal: LikeSegment.Literal, at place: Int) -> Bool {
    guard literal.count > 0 else { return true }
    guard text.count - place >= literal.count else { return false }
    return literal.withNeedle { $0.matches(text.base, at: place) }
  }

  private func find(_ literal: LikeSegment.Literal, from start: Int) -> Int {
    literal.withNeedle { $0.find(in: text.base, text.count, from: start) }
  }
}
