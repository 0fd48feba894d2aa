import FilterSyntax
import Foundation
import TestSupport
import Testing

@testable import FilterEngine

/// Scalars as they are folded one by one, against Foundation and the standard library.
@Suite struct TextTableTests {
  /// Every assigned scalar; of ideographs, syllables and private use, some. Latin, Greek and Cyrillic
  /// letters in each run, of the others a sample.
  private static let scalars =
    (Array(0..<0x530) + RandomSearch.sample(0x530..<0x110000 as Range<UInt32>, oneOf: 8))
    .compactMap(Unicode.Scalar.init).filter { scalar in
      switch scalar.value {
      case 0x3400...0x9FFF, 0xAC00...0xD7A3, 0x17000...0x18CFF, 0x20000...0x2F7FF,
        0x30000...0xE0000, 0xE0200...0x10FFFF:
        scalar.value % 97 == 0
      default: scalar.properties.age != nil
      }
    }

  @Test(arguments: TextOptions.allOfText)
  func scalarsFoldAsUnicodeSays(_ options: TextOptions) {
    let folding = TextFolding(options)
    var wrong: [String] = []
    var newer = 0
    for scalar in Self.scalars {
      let utf8 = Array(String(scalar).utf8)
      let folded = folding.folded(utf8)
      let expected = TextReference(String(scalar), options).elements.map(\.scalar)
      if folded.count > 3 * utf8.count {
        wrong.append("\(TextFixtures.written(String(scalar))) long")
      }
      guard String(decoding: folded, as: UTF8.self).unicodeScalars.map(\.value) != expected
      else { continue }
      if Self.isNewer(scalar) {
        newer += 1
      } else {
        wrong.append(TextFixtures.written(String(scalar)))
      }
    }
    #expect(wrong.isEmpty)
    #expect(newer < 30)
  }

  /// Whether a scalar is not decomposed by Foundation as it is younger than Unicode 15.1.
  private static func isNewer(_ scalar: Unicode.Scalar) -> Bool {
    let text = String(scalar)
    return (scalar.properties.age?.major ?? 0) >= 16
      && text.decomposedStringWithCanonicalMapping.utf8.elementsEqual(text.utf8)
  }

  @Test func marksAreThoseOfTheStandardLibrary() {
    var wrong: [String] = []
    for scalar in Self.scalars where scalar.value >= 0x80 {
      let utf8 = Array(String(scalar).utf8)
      let entry = utf8.withUnsafeBufferPointer { utf8 in
        utf8.baseAddress.map { UnicodeData.entry($0, 0, utf8.count) }
      }
      if entry?.length != utf8.count || entry?.isMark != TextReference.isMark(scalar) {
        wrong.append(TextFixtures.written(String(scalar)))
      }
      if let entry, entry.isSimpleMark,
        entry.combiningClass != scalar.properties.canonicalCombiningClass.rawValue
      {
        wrong.append(TextFixtures.written(String(scalar)))
      }
    }
    #expect(wrong.isEmpty)
  }

  /// ASCII is found beside each scalar, and in what it folds to, as in the folded bytes.
  @Test(
    arguments: [.diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive]] as [TextOptions])
  func asciiIsFoundBesideScalars(_ options: TextOptions) {
    let parts = ["ab", "b", "s", "as", "sb"]
    let needles = parts.map { (TextNeedle($0, options), TextReference($0, options)) }
    var wrong: [String] = []
    for scalar in RandomSearch.sample(Self.scalars, oneOf: 6)
    where scalar.value >= 0x80 && !Self.isNewer(scalar) {
      let text = "a\(scalar)b"
      let reference = TextReference(text, options)
      let folded = String(decoding: TextFolding(options).folded(Array(text.utf8)), as: UTF8.self)
      let own = (TextNeedle(folded, options), TextReference(folded, options))
      for (needle, expected) in needles + [own]
      where TextAnswers(text, needle).contains != reference.contains(expected) {
        wrong.append(TextFixtures.written(text))
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func bytesThatAreNoTextAreReadWithinTheirEnd() {
    for lead in UInt8.min...UInt8.max {
      for tail in [[], [0x80], [0xBF, 0x41], [0xBF, 0xBF, 0xBF], [0xFF, 0xFF, 0xFF, 0xFF]]
        as [[UInt8]]
      {
        let folded = TextFolding([.caseInsensitive]).folded([lead] + tail)
        #expect(folded.count <= TextFolding.capacity(tail.count + 1))
      }
    }
  }
}
