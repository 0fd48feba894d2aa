/// Ranges of bytes that contain every text that can begin with a needle, whatever the options fold.
///
/// If a text begins with the needle for the engine, it either begins with the leading ASCII characters of the needle, in
/// any case that `[c]` allows, or has a scalar outside ASCII after some of them.
struct TextFan: Sendable {
  /// The texts from `low` up to, not including, `high`; without `high`, all from `low` on.
  struct ByteRange: Sendable {
    let low: String
    let high: String?
  }

  private(set) var ranges: [ByteRange] = []

  /// The maximum number of ranges of one test.
  static let limit = 64

  /// The ranges for a needle; nil if it does not begin with ASCII.
  ///
  /// - Parameters:
  ///   - isPlain: Whether neither case nor marks are folded and the whole needle is ASCII, so that only the few
  ///     scalars that are canonically equivalent to ASCII can replace its characters.
  init?(_ needle: String, foldsCase: Bool, isPlain: Bool, limit: Int = TextFan.limit) {
    let head = Array(needle.utf8.prefix { $0 > 0 && $0 < 0x80 })
    guard !head.isEmpty else { return nil }
    for count in stride(from: head.count, to: 0, by: -1) {
      guard Self.count(head[..<count], foldsCase, isPlain) <= limit else { continue }
      add(head[..<count], foldsCase, isPlain)
      return
    }
    return nil
  }

  /// The texts that can be ordered below `needle`, which is ASCII, although their bytes are above it: those that have
  /// a scalar outside ASCII after some of its characters.
  static func detours(below needle: String) -> [ByteRange] {
    needle.utf8.indices.map { place in
      let head = String(needle[..<place])
      return ByteRange(low: head + "\u{80}", high: head.successor)
    }
  }

  private static func count(
    _ head: ArraySlice<UInt8>, _ foldsCase: Bool, _ isPlain: Bool
  ) -> Int {
    var (ranges, variants) = (0, 1)
    for byte in head {
      if !isPlain || lookalike(of: byte) != nil { ranges += variants }
      if foldsCase, byte.isLetter { variants *= 2 }
      // The caller shortens a needle with too many variants.
      if ranges > limit || variants > limit { return .max }
    }
    return ranges + variants
  }

  private mutating func add(_ head: ArraySlice<UInt8>, _ foldsCase: Bool, _ isPlain: Bool) {
    var variants = [""]
    for byte in head {
      for variant in variants {
        if !isPlain {
          ranges.append(ByteRange(low: variant + "\u{80}", high: variant.successor))
        } else if let scalar = Self.lookalike(of: byte) {
          let low = variant + String(scalar)
          ranges.append(ByteRange(low: low, high: low.successor))
        }
      }
      let letters = foldsCase && byte.isLetter ? [byte & ~0x20, byte | 0x20] : [byte]
      variants = variants.flatMap { variant in
        letters.map { variant + String(Unicode.Scalar($0)) }
      }
    }
    ranges += variants.map { ByteRange(low: $0, high: $0.successor) }
  }

  /// The scalar that is canonically equivalent to one of ASCII.
  private static func lookalike(of byte: UInt8) -> Unicode.Scalar? {
    switch byte {
    case UInt8(ascii: ";"): "\u{37E}"
    case UInt8(ascii: "`"): "\u{1FEF}"
    case UInt8(ascii: "K"): "\u{212A}"
    default: nil
    }
  }
}

extension String {
  /// The least text above all texts that begin with this one; nil if there is none.
  var successor: String? {
    var scalars = Array(unicodeScalars)
    while let last = scalars.popLast() {
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      var text = UnicodeScalarView()
      text.append(contentsOf: scalars)
      text.append(scalar)
      return String(text)
    }
    return nil
  }
}
