import FilterSyntax
import TestSupport
import Testing

@testable import FilterEngine

/// Texts that are read in words of eight bytes: every byte counts, and none beside them.
@Suite struct TextWordsTests {
  private static let base = Array(
    "The quick BROWN fox jumps over 13 lazy DOGS [in] {this} `text`!".utf8)

  /// Bytes that differ from `byte` in case, in one bit, or altogether.
  private static func others(than byte: UInt8) -> [UInt8] {
    [byte ^ 0x20, byte ^ 0x01, byte ^ 0x40, 0, 0x7F].filter { $0 != byte && $0 < 0x80 }
  }

  /// `==` without options and the comparisons that go with it.
  private func areEqual(_ left: [UInt8], _ right: [UInt8]) -> [Bool] {
    let (a, b) = (String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
    return [
      a.hasSameBytes(as: b), ByteKey(a) == ByteKey(b), FilterValue.string(a) == .string(b),
      TextComparison([]).areEqual(a, b), TextComparison(.normalized).areEqual(a, b),
      TextNeedle(b, []).equals(a), TextNeedle(b, .normalized).equals(a),
      TextNeedle(a, .localeSensitive).equals(b),
    ]
  }

  @Test func everyByteCountsForEquality() {
    for length in 0...Self.base.count where length <= 40 || length > 60 {
      let text = Array(Self.base.prefix(length))
      #expect(areEqual(text, text).allSatisfy { $0 })
      #expect(areEqual(text, text + [0]).allSatisfy { !$0 })
      for place in text.indices {
        for other in Self.others(than: text[place]) {
          var changed = text
          changed[place] = other
          #expect(areEqual(text, changed).allSatisfy { !$0 }, "\(length) \(place) \(other)")
        }
      }
    }
  }

  /// Of texts that are equal up to a place but for their case, and differ or end there.
  @Test func theFirstDifferenceDecidesTheOrder() {
    func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 32 : byte }
    func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
      left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
    }
    var random = SeededGenerator(seed: RandomSearch.seed)
    for length in 0...40 {
      let text = Array(Self.base[7..<7 + length])
      for place in 0...length {
        var changed = text
        if place < length { changed[place] = random.pick(Self.others(than: text[place])) }
        if random.chance(20) { changed = Array(changed.prefix(place)) }
        let folded = changed.map { byte in
          (0x61...0x7A).contains(lower(byte)) && random.chance(30) ? byte ^ 0x20 : byte
        }
        let (a, b) = (
          String(decoding: text, as: UTF8.self), String(decoding: folded, as: UTF8.self)
        )
        for options in TextOptions.allOfText {
          let isFolded = options.contains(.caseInsensitive)
          let expected =
            isFolded ? order(text.map(lower), folded.map(lower)) : order(text, folded)
          #expect(TextComparison(options).order(a, b).signum() == expected, "\(a) \(b) \(options)")
          let found = text.withUnsafeBufferPointer { TextNeedle(b, options).order($0).signum() }
          #expect(found == expected, "\(a) \(b) \(options)")
        }
      }
    }
  }

  @Test func aTextIsASCIIIfAllItsBytesAre() {
    for length in 0...70 {
      for place in -1..<length {
        for high in [0x80, 0xFF] as [UInt8] {
          // Beside the text are others.
          var bytes = [UInt8](repeating: 0xFF, count: length + 80)
          for offset in 0..<length { bytes[40 + offset] = offset == place ? high : 0x7F }
          let isASCII = bytes.withUnsafeBufferPointer {
            TextWords.isASCII($0.baseAddress! + 40, length)
          }
          #expect(isASCII == (place < 0), "\(length) \(place)")
        }
      }
    }
  }

  @Test func lettersOfASCIIHaveALowerCase() {
    for byte in 0...UInt8.max {
      let expected = (0x41...0x5A).contains(byte) ? byte + 32 : byte
      #expect(TextWords.lowercased(byte) == expected)
      for shift in stride(from: 0, to: 64, by: 8) {
        for rest in [0, .max, 0x4142_5A5B_4060_617A] as [UInt64] {
          let word = rest & ~(0xFF << UInt64(shift)) | UInt64(byte) << UInt64(shift)
          let lower = TextWords.lowercased(word)
          #expect(UInt8(truncatingIfNeeded: lower >> UInt64(shift)) == expected)
        }
      }
    }
  }
}
