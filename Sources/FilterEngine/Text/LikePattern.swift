import FilterSyntax

/// The right side of `LIKE`, prepared once.
///
/// The whole string has to match. `*` matches any run of scalars, including an empty one and newlines. `?`
/// matches exactly one scalar of the original text, even if it decomposes or folds to several. `\*`, `\?` and
/// `\\` are literal. A backslash before another character, or at the end, is literal.
///
/// Literal parts are compared by the rules of `TextFolding`. Beside a `*`, they begin and end where a match of
/// `CONTAINS` can; beside a `?`, at a whole scalar of the text. So `e*` is `BEGINSWITH "e"`, and neither
/// matches `é`, composed or not. The empty pattern matches only the empty string.
struct LikePattern: Sendable {
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

  /// The parts between the `*`; never empty.
  private let segments: [LikeSegment]

  init(_ pattern: String, _ options: AST.Comparison.Options) {
    let folding = TextFolding(options)
    let pieces = Self.pieces(pattern)
    let shape = Self.shape(pieces)
    self.folding = folding
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
    segments = LikeSegment.segments(pieces, folding)
  }

  /// Whether the whole text matches the pattern.
  ///
  /// - Complexity: O(*n* × *m*) at most, with the lengths of text and pattern.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch shape {
    case .exact: needle.order(text) == 0
    case .prefix: needle.begins(text)
    case .suffix: needle.ends(text)
    case .contains: needle.isContained(in: text)
    case .anything: true
    case .general: matchesInGeneral(text)
    }
  }

  private func matchesInGeneral(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !folding.isLiteral else {
      return fits(LikeSubject(text: FoldedText(text), hasBoundaries: false))
    }
    let isASCII = text.baseAddress.map { TextWords.isASCII($0, text.count) } ?? true
    if isASCII, !folding.foldsCase {
      return fits(LikeSubject(text: FoldedText(text), hasBoundaries: false))
    }
    return folding.withFolded(text, tracksScalars: !isASCII) {
      fits(LikeSubject(text: $0, hasBoundaries: !isASCII))
    }
  }

  /// The first segment is at the beginning, the last one at the end, and each other one as early as possible:
  /// an earlier match never ends later, so there is no backtracking.
  private func fits(_ subject: LikeSubject) -> Bool {
    guard let first = segments.first, let last = segments.last,
      var place = subject.end(of: first, at: 0)
    else { return false }
    guard segments.count > 1 else { return place == subject.text.count }
    for segment in segments[1..<(segments.count - 1)] {
      guard let end = subject.firstEnd(of: segment, from: place) else { return false }
      place = end
    }
    return subject.start(ofLast: last).map { $0 >= place } ?? false
  }
}
