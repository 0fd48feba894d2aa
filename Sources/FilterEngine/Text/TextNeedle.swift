import FilterSyntax

/// The constant side of a comparison of strings, prepared once.
///
/// An empty needle, or a needle of marks that `[d]` drops, is never found.
struct TextNeedle: Sendable {
  private let folding: TextFolding
  private let traits: FoldedNeedle.Traits

  /// Whether `==` compares bytes.
  private let isEqualByBytes: Bool

  /// The needle as it is written.
  private let original: [UInt8]

  /// The folded bytes and their masks.
  private let storage: [UInt8]

  init(_ needle: String, _ options: AST.Comparison.Options) {
    let folding = TextFolding(options)
    self.folding = folding
    isEqualByBytes = folding.comparesBytes
    original = Array(needle.utf8)
    let folded = folding.folded(original)
    traits = folded.withUnsafeBufferPointer { FoldedNeedle.Traits($0, folding) }
    var storage = folded
    storage.reserveCapacity(2 * folded.count)
    for byte in folded { storage.append(folding.mask(byte)) }
    self.storage = storage
  }

  /// Whether the needle is empty after folding.
  var isEmpty: Bool { traits.count == 0 }

  /// The bytes that ASCII text is compared with, in lower case with `[c]`.
  var preparedUTF8: [UInt8] { Array(storage.prefix(traits.count)) }

  /// `text BEGINSWITH needle`
  @inline(never)
  func begins(_ text: UnsafeBufferPointer<UInt8>) -> Bool { withNeedle { $0.begins(text) } }

  /// `text ENDSWITH needle`
  @inline(never)
  func ends(_ text: UnsafeBufferPointer<UInt8>) -> Bool { withNeedle { $0.ends(text) } }

  /// `text CONTAINS needle`
  @inline(never)
  func isContained(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    withNeedle { $0.isContained(in: text) }
  }

  /// Calls `body` with each offset of the needle's bytes, those that overlap among them.
  func visitPlaces(in text: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Void) {
    guard let base = text.baseAddress else { return }
    withNeedle { needle in
      _ = needle.bytes.find(in: base, text.count) { place in
        body(place)
        return false
      }
    }
  }

  /// `text == needle`: compares bytes, unless `c`, `d` or `l` is given.
  @inline(__always)
  func equals(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if isEqualByBytes { return original.withUnsafeBufferPointer { TextWords.areSame(text, $0) } }
    return order(text) == 0
  }

  /// The order of the text relative to the needle: negative, 0 or positive.
  ///
  /// Without options, 0 means canonical equivalence, which is weaker than `equals`.
  @inline(never)
  func order(_ text: UnsafeBufferPointer<UInt8>) -> Int { withNeedle { $0.order(text) } }

  @inline(__always)
  private func withNeedle<Result>(_ body: (FoldedNeedle) -> Result) -> Result {
    storage.withUnsafeBufferPointer { storage in
      let base = FoldedText(storage).base
      return body(
        FoldedNeedle(
          bytes: ByteNeedle(base: base, masks: base + traits.count, count: traits.count),
          folding: folding, traits: traits))
    }
  }
}

extension TextFolding {
  /// The bytes of `text` that are compared.
  func folded(_ text: [UInt8]) -> [UInt8] {
    guard !isLiteral else { return text }
    return text.withUnsafeBufferPointer { withFolded($0) { Array($0.bytes) } }
  }

  /// The bits to set in a byte of text before comparing it with this byte of a needle.
  @inline(__always)
  func mask(_ byte: UInt8) -> UInt8 { foldsCase && byte &- 0x61 < 26 ? 0x20 : 0 }
}
