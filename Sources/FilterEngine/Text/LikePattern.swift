import FilterSyntax

/// The right side of `LIKE`, prepared once.
///
/// The whole string must match. `*` matches any run of scalars, including an empty one and newlines. `?`
/// matches exactly one scalar of the original text, even if it decomposes or folds to several. `\*`, `\?` and
/// `\\` are literal. A backslash before another character, or at the end, is literal.
///
/// Literal parts are compared by the rules of `TextFolding`. Beside a `*`, they begin and end where a match of
/// `CONTAINS` can; beside a `?`, at a whole scalar of the text. So `e*` is `BEGINSWITH "e"`, and neither
/// matches `é`, composed or not. The empty pattern matches only the empty string.
package struct LikePattern: Sendable {
  /// A pattern that another operator answers.
  enum Shape: Equatable, Sendable {
    /// `abc`: matches if the order is 0. Without options that is canonical equivalence, unlike `==`.
    case exact(String)
    /// `abc*`: `BEGINSWITH`
    case prefix(String)
    /// `*abc`: `ENDSWITH`
    case suffix(String)
    /// `*abc*`: `CONTAINS`
    case contains(String)
    /// `*`
    case anything
    /// Anything else.
    case general
  }

  /// The simple form of the pattern, if it has one.
  let shape: Shape

  private let folding: TextFolding

  /// The test that replaces the pattern.
  private let needle: TextNeedle

  private let parts: LikeParts

  /// The literal text at the beginning, as it is written.
  package var head: String { parts.head }

  /// - Complexity: O(n) in the length of the pattern.
  init(_ pattern: String, _ options: AST.Comparison.Options) {
    let folding = TextFolding(options)
    self.folding = folding
    parts = LikeParts(pattern, folding)
    let shape = Self.shape(parts)
    switch shape {
    case .exact(let text):
      needle = TextNeedle(text, options)
      self.shape = shape
    case .prefix(let text), .suffix(let text), .contains(let text):
      needle = TextNeedle(text, options)
      // An empty needle matches in a pattern, but never in other operators.
      self.shape = needle.isEmpty ? .general : shape
    case .anything, .general:
      needle = TextNeedle("", options)
      self.shape = shape
    }
  }

  /// The simple form of these parts, if they have one.
  private static func shape(_ parts: LikeParts) -> Shape {
    let ends = parts.segmentEnds
    guard ends.count <= 3, parts.parts.count <= 1, !parts.parts.contains(where: \.isOne) else {
      return .general
    }
    guard let text = parts.onlyLiteral else { return ends.count == 1 ? .exact("") : .anything }
    return switch (ends.count, ends[0]) {
    case (1, _): .exact(text)
    case (2, 0): .suffix(text)
    case (2, _): .prefix(text)
    default: .contains(text)
    }
  }

  /// Whether a text takes a few operations a byte at most, so that it is matched without looking at the watch.
  var isQuick: Bool { parts.hasSegments(upTo: 2_048) }

  /// Whether the whole text matches the pattern.
  ///
  /// - Parameter goesOn: Called with units of work; false ends the match, and the result has no meaning.
  /// - Complexity: O(*n*) for a pattern without `?`, otherwise O(*n* × *m* / 64), with the lengths of text and pattern.
  func matches(
    _ text: UnsafeBufferPointer<UInt8>, goesOn: (Int) -> Bool = { _ in true }
  ) -> Bool {
    switch shape {
    case .exact: needle.order(text) == 0
    case .prefix: needle.begins(text)
    case .suffix: needle.ends(text)
    case .contains: needle.isContained(in: text)
    case .anything: true
    case .general: matchesInGeneral(text, goesOn)
    }
  }

  private func matchesInGeneral(
    _ text: UnsafeBufferPointer<UInt8>, _ goesOn: (Int) -> Bool
  ) -> Bool {
    guard !folding.isLiteral else {
      return fits(LikeSubject(text: FoldedText(text), parts: parts, hasBoundaries: false), goesOn)
    }
    let isASCII = text.baseAddress.map { TextWords.isASCII($0, text.count) } ?? true
    if isASCII, !folding.foldsCase {
      return fits(LikeSubject(text: FoldedText(text), parts: parts, hasBoundaries: false), goesOn)
    }
    return folding.withFolded(text, tracksScalars: !isASCII) {
      fits(LikeSubject(text: $0, parts: parts, hasBoundaries: !isASCII), goesOn)
    }
  }

  /// The first segment is at the beginning, the last one at the end, and each other one as early as possible:
  /// an earlier match never ends later, so there is no backtracking.
  private func fits(_ subject: LikeSubject, _ goesOn: (Int) -> Bool) -> Bool {
    guard parts.minimumCount <= subject.text.count else { return false }
    let last = parts.segmentEnds.count - 1
    guard var place = subject.end(of: parts.segment(0), at: 0) else { return false }
    guard last > 0 else { return place == subject.text.count }
    for index in 1..<last {
      if index % 1_024 == 0, !goesOn(1_024) { return false }
      guard let end = subject.firstEnd(of: parts.segment(index), from: place, goesOn) else {
        return false
      }
      place = end
    }
    return subject.start(ofLast: parts.segment(last)).map { $0 >= place } ?? false
  }
}
