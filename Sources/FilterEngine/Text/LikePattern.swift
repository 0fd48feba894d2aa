import FilterSyntax

/// The right side of `LIKE`, prepared once.
///
/// The whole string has to fit. `*` matches any run of scalars, including none and newlines, `?`
/// for exactly one scalar of the text as it is written, whatever that decomposes or folds to. `\*`,
/// `\?` and `\\` are literal; a backslash before anything else, or at the end, is literal.
///
/// The literal parts compare as `TextFolding` says. Beside a `*`, they begin and end where a match of
/// `CONTAINS` may; beside a `?`, with a whole scalar of the text. So `e*` is `BEGINSWITH "e"`, and
/// neither fits `é`, composed or not. The empty pattern fits the empty string alone.
struct LikePattern: Sendable {
  /// A pattern that another operator answers.
  enum Shape: Equatable, Sendable {
    /// `abc`: where the order is 0. Without options that is canonical equivalence, and not `==`.
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
      // Other operators never find an empty needle; a pattern does.
      self.shape = needle.isEmpty ? .general : shape
    case .anything, .general:
      needle = TextNeedle("", options)
      self.shape = shape
    }
    segments = LikeSegment.segments(pieces, folding)
  }

  /// Whether the whole text fits the pattern.
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

  /// The first segment is at the beginning, the last at the end, and each other as early as it can
  /// be: where an earlier place fits it never ends later, so nothing has to be tried again.
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
