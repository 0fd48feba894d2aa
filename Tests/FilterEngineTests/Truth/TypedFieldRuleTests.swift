import FilterEngine
import Foundation
import Testing

/// Edges of typed fields, one rule a test, as a filter writes them.
@Suite struct TypedFieldRuleTests {
  /// The values that match, tested in a block and one by one.
  private func matches<Value: FilterValueConvertible & SendableMetatype>(
    _ text: String, _ values: [Value], _ variables: [String: FilterValue] = [:],
    strict: Bool = false
  ) throws -> [Value] {
    let predicate = try FilterPredicate<Box<Value>>(
      text: text, options: FilterOptions(rules: strict ? .strict : .standard)
    )
    .substituting(variables)
    let rows = values.map { Box(value: $0) }
    let found = try rows.filter(predicate).map(\.value)
    let single = try rows.filter { try predicate.matches($0) }.map(\.value)
    #expect("\(found)" == "\(single)")
    #expect(try rows.count(where: predicate) == found.count)
    return found
  }

  // MARK: - Numbers

  /// No integer is from 2.5 to 2.75; 2 is from 2 to 2.5, in whichever order the bounds are given.
  @Test(arguments: [
    ("value BETWEEN {2.5, 2}", [2]), ("value BETWEEN {2, 2.5}", [2]),
    ("value BETWEEN {2.5, 2.75}", []), ("value BETWEEN {2.75, 2.5}", []),
    ("value BETWEEN {2.5, 3}", [3]), ("value BETWEEN {-0.5, 0.5}", [0]),
    ("value BETWEEN {-2, -2.5}", [-2]),
  ])
  func boundsMayShareAFloor(text: String, expected: [Int]) throws {
    #expect(try matches(text, Array(-4...4)) == expected)
    #expect(try matches(text, (-4...4).map { Int8($0) }) == expected.map { Int8($0) })
  }

  /// Not-a-number is above every negative number and below all others.
  @Test(arguments: [
    ("value > 0", false), ("value > -0.0", false), ("value >= 0", false), ("value < 0", true),
    ("value <= -0.0", true), ("value > -1", true), ("value < -1", false), ("value <= 1", true),
    ("value BETWEEN {0, 1}", false), ("value BETWEEN {-0.0, 1}", false),
    ("value BETWEEN {-1, 0}", true), ("value BETWEEN {-1, -0.5}", false),
    ("value BETWEEN {1, -1}", true), ("value == 0", false), ("value != 0", true),
  ])
  func notANumberIsBelowZero(text: String, isMatch: Bool) throws {
    #expect(try matches(text, [Double.nan]).count == (isMatch ? 1 : 0))
    #expect(try matches(text, [Float.nan]).count == (isMatch ? 1 : 0))
    #expect(try matches(text, [Double?.some(.nan)]).count == (isMatch ? 1 : 0))
    #expect(try matches("ANY " + text, [[Double.nan]]).count == (isMatch ? 1 : 0))
  }

  /// Nothing is below the negative or above the positive infinity.
  @Test func infinitiesAreTheEnds() throws {
    let values: [Double] = [-.infinity, -.greatestFiniteMagnitude, 0, .infinity, .nan]
    for (operation, limit, count) in [
      ("<", -Double.infinity, 0), ("<=", -.infinity, 1), (">", -.infinity, 4), (">", .infinity, 0),
      (">=", .infinity, 1), ("<", .infinity, 4), ("==", .infinity, 1),
    ] {
      let found = try matches("value \(operation) $x", values, ["x": .double(limit)])
      #expect(found.count == count, "\(operation) \(limit): \(found)")
      let integers = try matches(
        "value \(operation) $x", [Int.min, 0, .max], ["x": .double(limit)])
      let isAll = (operation == "<" || operation == "<=") == (limit > 0) && operation != "=="
      #expect(integers.count == (isAll ? 3 : 0), "\(operation) \(limit): \(integers)")
    }
  }

  /// An integer that is no double equals none.
  @Test func aDoubleIsNoIntegerBesideIt() throws {
    let values: [Double] = [9_007_199_254_740_992, 9_007_199_254_740_994]
    #expect(try matches("value == 9007199254740993", values) == [])
    #expect(try matches("value != 9007199254740993", values) == values)
    #expect(try matches("value < 9007199254740993", values) == [values[0]])
    #expect(try matches("value >= 9007199254740993", values) == [values[1]])
    #expect(try matches("value == 9007199254740992", values) == [values[0]])
    #expect(try matches("value BETWEEN {9007199254740993, 9007199254740993}", values) == [])
    #expect(try matches("value IN {9007199254740993}", values) == [])
  }

  /// Integers that only fields without a sign hold; no literal writes them, an argument does.
  @Test func theLargestIntegersAreFound() throws {
    let values: [UInt64] = [0, 1 << 63 - 1, 1 << 63, .max - 1, .max]
    let largest = FilterValue(integer: UInt64.max)
    #expect(try matches("value IN $x", values, ["x": [largest]]) == [.max])
    #expect(try matches("value IN {$x}", values, ["x": largest]) == [.max])
    #expect(try matches("value IN $x", values, ["x": [largest, 0, -1]]) == [0, .max])
    #expect(
      try matches("value IN $x", values, ["x": [0, .decimal(Decimal(UInt64.max))]]) == [0, .max])
    #expect(try matches("value == $x", values, ["x": largest]) == [.max])
    #expect(try matches("value < $x", values, ["x": largest]).count == 4)
    #expect(try matches("value == -1", values) == [])
    #expect(try matches("value IN {-1}", values) == [])
  }

  /// A constant that an integer field cannot hold equals nothing in it, fractions among them.
  @Test func membersOutsideTheFieldAreNone() throws {
    let values: [Int8] = [.min, -1, 0, 1, .max]
    #expect(try matches("value IN {0.5, 256, 255, -129, 384}", values) == [])
    #expect(try matches("value IN {1.0, 0.5, TRUE}", values) == [1])
    #expect(try matches("value IN {'1', nil, -1}", values) == [-1])
  }

  // MARK: - Texts

  /// `[c]` folds letters; what is beside them in ASCII is not folded.
  @Test(arguments: ["", "xyz", "x longer text of many bytes "])
  func onlyLettersAreFolded(before: String) throws {
    for (character, other) in [("[", "{"), ("@", "`"), ("A", "a"), ("Z", "z")] {
      let isLetter = character != "[" && character != "@"
      for (held, wanted) in [(character, other), (other, character)] {
        let values = [before + held, before + held + "!"]
        for (operation, needle, hits) in [
          ("==", before + wanted, 1), ("BEGINSWITH", before + wanted, 2),
          ("ENDSWITH", wanted, 1), ("CONTAINS", wanted, 2), ("LIKE", "*" + wanted + "*", 2),
        ] {
          let found = try matches(
            "value \(operation)[c] $x", values, ["x": .string(needle)])
          #expect(found.count == (isLetter ? hits : 0), "\(values) \(operation)[c] \(needle)")
        }
      }
    }
  }

  /// Parts of every length at the very end of a text, whose forms in memory differ at 8 and 15 bytes.
  @Test(arguments: 1...17) func aPartIsFoundAtTheVeryEnd(length: Int) throws {
    for total in length...18 {
      let text = FieldTextEdges.text(total)
      let end = String(text.suffix(length))
      #expect(try matches("value CONTAINS $x", [text], ["x": .string(end)]) == [text])
      #expect(try matches("value CONTAINS[c] $x", [text], ["x": .string(end)]) == [text])
      #expect(try matches("value ENDSWITH $x", [text], ["x": .string(end)]) == [text])
      for other in [text.dropLast() + "!", text.dropLast()].map(String.init) {
        #expect(try matches("value CONTAINS $x", [other], ["x": .string(end)]) == [])
      }
    }
  }

  /// Texts of equal length are equal only if the last byte is.
  @Test(arguments: 1...33) func theLastByteCounts(length: Int) throws {
    let text = FieldTextEdges.text(length)
    let other = FieldTextEdges.text(length, "!", at: length - 1)
    for variables: [String: FilterValue] in [["x": .string(text)]] {
      #expect(try matches("value == $x", [text, other, text + "!"], variables) == [text])
      #expect(try matches("value != $x", [text, other], variables) == [other])
      #expect(try matches("value IN {$x}", [text, other], variables) == [text])
      #expect(try matches("ANY value == $x", [[text], [other]], variables) == [[text]])
    }
  }

  @Test func theEmptyTextIsAMember() throws {
    let values = ["", "a", "b", "\u{0}"]
    #expect(try matches("value IN {''}", values) == [""])
    #expect(try matches("value IN {'', 'a'}", values) == ["", "a"])
    #expect(try matches("value IN {'a'}", values) == ["a"])
    #expect(try matches("value IN {}", values) == [])
    #expect(try matches("value IN {''}", [nil, "", "a"] as [String?]) == [""])
  }

  /// The strict language looks for the very element, whatever the options say.
  @Test func theStrictLanguageIgnoresOptionsOfElements() throws {
    let lists = [["a"], ["A"], ["b"], []]
    for text in ["value CONTAINS[c] 'A'", "'A' IN[c] value"] {
      #expect(try matches(text, lists, strict: true) == [["A"]])
      #expect(try matches(text, lists) == [["a"], ["A"]])
    }
    #expect(try matches("value IN[c] {'A'}", ["a", "A"], strict: true) == ["A"])
    #expect(try matches("value IN[c] {'A'}", ["a", "A"]) == ["a", "A"])
  }
}
