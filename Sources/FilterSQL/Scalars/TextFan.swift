/// Ranges of bytes that hold every text that may begin with another, whatever options fold.
///
/// A text that begins with a needle for the engine either has the ASCII letters that the needle begins with, in
/// whatever case `[c]` allows, or it goes on with a scalar that is not ASCII after some of them.
struct TextFan: Sendable {
  /// From a text on, and below another; to the end without one.
  struct ByteRange: Sendable {
    let low: String
    let high: String?
  }

  private(set) var ranges: [ByteRange] = []

  /// The most ranges that one test is made of.
  static let limit = 64

  /// The ranges for a needle; nil where it begins with no ASCII.
  ///
  /// - Parameters:
  ///   - isPlain: Whether neither case nor marks are folded and the whole needle is ASCII, so that no more than
  ///     the few scalars that look like ASCII can stand for it.
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

  /// The texts that may lie below `needle`, which is ASCII: those below its bytes, and those that go on with a
  /// scalar that is not ASCII.
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
      // A fan of many letters is cut, however many there are.
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

extension UInt8 {
  fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}

extension String {
  /// The least text above all that begin with this one; nil where there is none.
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
