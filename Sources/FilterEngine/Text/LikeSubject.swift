/// The folded text that is matched with a pattern.
struct LikeSubject {
  let text: FoldedText

  /// The parts of the pattern.
  let parts: LikeParts

  /// Whether there are offsets where a match cannot begin or end.
  let hasBoundaries: Bool

  /// The end of `segment` if it matches at `place`; otherwise nil. `reached` is where the comparison ended.
  private func end(of segment: LikeSegment, at start: Int, reached place: inout Int) -> Int? {
    place = start
    if segment.followsStar, !mayCut(place, segment.parts.first) { return nil }
    for part in segment.parts {
      if part.isOne {
        guard place < text.count, isScalarStart(place) else { return nil }
        place = scalarEnd(place)
      } else {
        guard has(part, at: place) else { return nil }
        place += part.count
      }
    }
    if segment.precedesStar, !mayCut(place, segment.parts.last) { return nil }
    return place
  }

  /// The end of `segment` if it matches at `place`; otherwise nil.
  func end(of segment: LikeSegment, at place: Int) -> Int? {
    var reached = place
    return end(of: segment, at: place, reached: &reached)
  }

  /// The end of the first match from `start` on of a `segment` between two `*`.
  ///
  /// - Parameter goesOn: Called with units of work; false ends the search, without a match.
  /// - Complexity: O(n) for a segment without `?`, otherwise O(n × m / 64).
  func firstEnd(
    of segment: LikeSegment, from start: Int, patience: Int? = nil, _ goesOn: (Int) -> Bool
  ) -> Int? {
    let first = segment.parts.first
    if segment.parts.count == 1, let first, first.count > 0 {
      let place = parts.withNeedle(first) { needle in
        needle.find(in: text.base, text.count, from: start) {
          mayCut($0, first) && mayCut($0 + first.count, first)
        }
      }
      return place < 0 ? nil : place + first.count
    }
    // The bytes that may be compared in vain.
    var patience = patience ?? 1_024 + text.count / 4
    var place = start
    while place <= text.count {
      if let first, first.count > 0 {
        place = find(first, from: place)
        if place < 0 { return nil }
      }
      var reached = place
      if let end = end(of: segment, at: place, reached: &reached) { return end }
      patience -= reached - place
      guard patience > 0 else {
        return LikeAutomaton(segment, of: parts).firstEnd(in: self, from: place, goesOn)
      }
      place += 1
    }
    return nil
  }

  /// The start of `segment` if it matches at the end of the text; otherwise nil.
  func start(ofLast segment: LikeSegment) -> Int? {
    var place = text.count
    for part in segment.parts.reversed() {
      if part.isOne {
        guard place > 0, isScalarStart(place) else { return nil }
        place = scalarStart(before: place)
      } else {
        place -= part.count
        guard place >= 0, has(part, at: place) else { return nil }
      }
    }
    return mayCut(place, segment.parts.first) ? place : nil
  }

  // MARK: - Places

  /// Whether a segment can begin or end at `place` beside a `*`, with this part of the segment there.
  func mayCut(_ place: Int, _ part: LikeParts.Part?) -> Bool {
    guard let part else { return true }
    return part.isOne ? isScalarStart(place) : !hasBoundaries || text.isBoundary(place)
  }

  /// Whether a scalar of the original text begins at `place`, or the text ends there.
  func isScalarStart(_ place: Int) -> Bool {
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

  private func has(_ literal: LikeParts.Part, at place: Int) -> Bool {
    guard literal.count > 0 else { return true }
    guard text.count - place >= literal.count else { return false }
    return parts.withNeedle(literal) { $0.matches(text.base, at: place) }
  }

  private func find(_ literal: LikeParts.Part, from start: Int) -> Int {
    parts.withNeedle(literal) { needle in
      needle.find(in: text.base, text.count, from: start) { _ in true }
    }
  }
}
