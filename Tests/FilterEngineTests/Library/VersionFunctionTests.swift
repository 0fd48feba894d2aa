import TestSupport
import Testing

@testable import FilterEngine

/// `version:`, held against the rules of semantic versioning.
@Suite struct VersionFunctionTests {
  /// The parts of a version.
  private struct Version {
    var numbers: [Int]
    var identifiers: [String]

    init(_ random: inout SeededGenerator) {
      numbers = (0..<random.below(4) + 1).map { _ in [0, 0, 1, 2, 9, 10, 11, 100][random.below(8)] }
      let words = ["alpha", "a", "aa", "B", "a-b", "-", "rc", "1a", "0", "2", "10", "9"]
      identifiers = (0..<random.below(4)).map { _ in words[random.below(words.count)] }
    }

    func text(_ random: inout SeededGenerator) -> String {
      var numbers = numbers.map(String.init)
      if random.below(4) == 0 { numbers.append("0") }
      if random.below(4) == 0 { numbers[0] = "00" + numbers[0] }
      return (random.below(3) == 0 ? "v" : "") + numbers.joined(separator: ".")
        + (identifiers.isEmpty ? "" : "-" + identifiers.joined(separator: "."))
        + (random.below(4) == 0 ? "+build.7-x" : "")
    }

    /// The order relative to another version: negative, 0 or positive.
    func order(_ other: Version) -> Int {
      for index in 0..<max(numbers.count, other.numbers.count) {
        let left = index < numbers.count ? numbers[index] : 0
        let right = index < other.numbers.count ? other.numbers[index] : 0
        if left != right { return left < right ? -1 : 1 }
      }
      if identifiers.isEmpty || other.identifiers.isEmpty {
        return (identifiers.isEmpty ? 1 : 0) - (other.identifiers.isEmpty ? 1 : 0)
      }
      for (left, right) in zip(identifiers, other.identifiers) where left != right {
        switch (Int(left), Int(right)) {
        case (let left?, let right?): return left < right ? -1 : 1
        case (_?, nil): return -1
        case (nil, _?): return 1
        case (nil, nil): return Array(left.utf8).lexicographicallyPrecedes(right.utf8) ? -1 : 1
        }
      }
      return identifiers.count - other.identifiers.count
    }
  }

  /// The version of a key has this key, and is written without what the order leaves out.
  @Test(arguments: RandomSearch.seeds(50))
  func aKeyHasItsVersion(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let version = Version(&random)
      let key = try #require(VersionKey(version.text(&random)))
      let found = try #require(VersionKey.version(ofKey: String(decoding: key.text, as: UTF8.self)))
      #expect(VersionKey(found)?.text == key.text, "\(found), seed \(seed)")
      var numbers = version.numbers
      while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
      let expected =
        numbers.map(String.init).joined(separator: ".")
        + (version.identifiers.isEmpty ? "" : "-" + version.identifiers.joined(separator: "."))
      #expect(found == expected, "seed \(seed)")
    }
  }

  @Test func longNumbersHaveTheirVersion() throws {
    for count in [25, 26, 50, 51, 100] {
      let text = "1." + String(repeating: "7", count: count)
      let key = try #require(VersionKey(text))
      #expect(VersionKey.version(ofKey: String(decoding: key.text, as: UTF8.self)) == text)
    }
  }

  @Test(arguments: [
    "", "a", "a1", "b1.", "abc", "1.0", "a1.x", "a1-", "a1-x", "a1-#", "a1-#b1", "z.",
  ])
  func otherTextsAreNoKeys(_ text: String) {
    #expect(VersionKey.version(ofKey: text) == nil)
  }

  @Test(arguments: RandomSearch.seeds(200))
  func theReferenceAgrees(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let left = Version(&random)
      var right = random.below(2) == 0 ? left : Version(&random)
      if random.below(4) == 0 { right.identifiers = left.identifiers }
      if random.below(4) == 0 { right.numbers = left.numbers }
      let texts = [left.text(&random), right.text(&random)]
      let item = FilterValue.object(
        FilterObject([("a", .string(texts[0])), ("b", .string(texts[1]))]))
      let order = left.order(right)
      for (sign, expected) in [("<", order < 0), ("==", order == 0), (">", order > 0)] {
        let filter = try FilterPredicate<FilterValue>(text: "version(a) \(sign) version(b)")
        #expect(try filter.matches(item) == expected, "FRC_SEED=\(seed) \(texts) \(sign)")
      }
    }
  }

  /// Numbers of many digits, whose counts of digits are written by several letters.
  @Test func longNumbersAreOrdered() throws {
    let keys = try (1...120).map { count in
      let digits = "1" + String(repeating: "0", count: count - 1)
      return "\(try LibraryRun.call("version:", [.string(digits)]))"
    }
    for (left, right) in zip(keys, keys.dropFirst()) {
      #expect(left.utf8.lexicographicallyPrecedes(right.utf8))
    }
  }

  @Test(
    arguments: [
      "", "v", "latest", "1.", ".1", "1..2", "1.a", "1.2-", "1.2-a..b", "1.2+", "1.2-é", "1 ", " 1",
      "vv1", "1.2rc1", "1:2", "-1", "1.2-a_b", "1+2+3",
    ])
  func anyOtherTextIsNil(_ text: String) throws {
    #expect(try LibraryRun.call("version:", [.string(text)]).isNull)
  }
}
