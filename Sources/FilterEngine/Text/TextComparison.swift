import FilterSyntax

/// The comparison of two strings that are not constant.
///
/// The rules are those of `TextFolding`. A match begins and ends at boundaries (`FoldedText.isBoundary`). An
/// empty needle is never found.
struct TextComparison: Sendable {
  let folding: TextFolding

  init(_ options: AST.Comparison.Options) { folding = TextFolding(options) }

  /// `a == b`: compares bytes, unless `c`, `d` or `l` is given.
  func areEqual(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
    TextWords.areSame(a, b) || !folding.comparesBytes && order(a, b) == 0
  }

  /// The order of `a` relative to `b`: negative, 0 or positive.
  ///
  /// Without options, 0 means canonical equivalence, which is weaker than `areEqual`.
  func order(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int {
    if folding.isLiteral || a.isASCII && b.isASCII {
      return TextWords.order(a, b, foldsCase: folding.foldsCase)
    }
    return folding.withFolded(a) { left in
      folding.withFolded(b) { right in TextWords.order(left.bytes, right.bytes) }
    }
  }

  /// `text BEGINSWITH needle`
  func begins(
    _ text: UnsafeBufferPointer<UInt8>, with needle: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    withNeedle(needle) { $0.begins(text) }
  }

  /// `text ENDSWITH needle`
  func ends(_ text: UnsafeBufferPointer<UInt8>, with needle: UnsafeBufferPointer<UInt8>) -> Bool {
    withNeedle(needle) { $0.ends(text) }
  }

  /// `text CONTAINS needle`
  func contains(_ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>) -> Bool {
    withNeedle(needle) { $0.isContained(in: text) }
  }

  private func withNeedle(
    _ needle: UnsafeBufferPointer<UInt8>, _ body: (FoldedNeedle) -> Bool
  ) -> Bool {
    guard !folding.isLiteral else { return withMasks(FoldedText(needle), body) }
    return folding.withFolded(needle) { withMasks($0, body) }
  }

  private func withMasks(_ needle: FoldedText, _ body: (FoldedNeedle) -> Bool) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: needle.count + 1) { masks in
      guard let base = masks.baseAddress else { return false }
      for place in 0..<needle.count { base[place] = folding.mask(needle.base[place]) }
      let bytes = ByteNeedle(base: needle.base, masks: base, count: needle.count)
      return body(
        FoldedNeedle(
          bytes: bytes, folding: folding, traits: FoldedNeedle.Traits(needle.bytes, folding)))
    }
  }
}

extension TextComparison {
  /// `a == b`
  func areEqual(_ a: String, _ b: String) -> Bool { withBytes(a, b) { areEqual($0, $1) } }

  /// The order of `a` relative to `b`: negative, 0 or positive.
  func order(_ a: String, _ b: String) -> Int { withBytes(a, b) { order($0, $1) } }

  /// `text BEGINSWITH needle`
  func begins(_ text: String, with needle: String) -> Bool {
    withBytes(text, needle) { begins($0, with: $1) }
  }

  /// `text ENDSWITH needle`
  func ends(_ text: String, with needle: String) -> Bool {
    withBytes(text, needle) { ends($0, with: $1) }
  }

  /// `text CONTAINS needle`
  func contains(_ text: String, _ needle: String) -> Bool {
    withBytes(text, needle) { contains($0, $1) }
  }

  private func withBytes<Result>(
    _ a: String, _ b: String,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    var a = a
    var b = b
    return a.withUTF8 { a in b.withUTF8 { b in body(a, b) } }
  }
}
