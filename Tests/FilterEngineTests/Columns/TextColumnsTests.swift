import FilterEngine
import Testing

/// The case functions of strings that are compared where they lie.
@Suite struct TextColumnsTests {
  private struct Named: Filterable, Sendable {
    var name: String

    static let filterFields = FilterFields<Named>(FilterField("name", \.name))
  }

  /// Every scalar that either case changes, between letters, as one text of a few scalars each.
  @Test func everyMappingIsThatOfTheStandardLibrary() throws {
    var texts: [String] = []
    var text = "a"
    for code in 0x80...(0x1_FFFF as UInt32) {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let properties = scalar.properties
      guard properties.changesWhenUppercased || properties.changesWhenLowercased else { continue }
      text.unicodeScalars.append(scalar)
      if text.utf8.count > 60 {
        texts.append(text + "Z")
        text = "a"
      }
    }
    #expect(texts.count > 50)
    for text in texts {
      let item = Named(name: text)
      let (upper, lower) = (text.uppercased(), text.lowercased())
      for (isEqual, end) in [(true, ""), (false, "x")] {
        let isUpper = try FilterPredicate<Named>("uppercase(name) == \(upper + end)")
        #expect(try isUpper.matches(item) == isEqual)
        let isLower = try FilterPredicate<Named>("lowercase(name) == \(lower + end)")
        #expect(try isLower.matches(item) == isEqual)
      }
    }
  }

  /// What does not fit on the stack is evaluated with values.
  @Test(arguments: [80, 84, 85, 86, 90, 127, 128, 129, 256, 300])
  func aMappingMayBeLongerThanItsText(_ count: Int) throws {
    let item = Named(name: String(repeating: "ŉ", count: count))
    let predicate = try FilterPredicate<Named>("uppercase(name) == \(item.name.uppercased())")
    #expect(try predicate.matches(item))
    #expect(try [item, Named(name: "ŉ")].filter(predicate).count == 1)
  }

  private struct Pair: Filterable, Sendable {
    var name: String
    var nick: String?

    static let filterFields = FilterFields<Pair>(
      FilterField("name", \.name), FilterField("nick", \.nick))
  }

  /// Of texts in a word, in memory, and with letters that take several units.
  @Test func aLengthCountsUnitsOfUTF16() throws {
    for part in ["a", "é", "日", "😀", "e\u{301}", "a😀"] {
      for count in 0...24 {
        let text = String(repeating: part, count: count)
        for (field, pair) in [
          ("name", Pair(name: text, nick: nil)), ("nick", Pair(name: "", nick: text)),
        ] {
          for (sign, other) in [("==", 0), ("!=", 1), ("<", 1), (">", -1)] {
            let filter = "length(\(field)) \(sign) \(text.utf16.count + other)"
            #expect(try FilterPredicate<Pair>(text: filter).matches(pair), "\(filter) \(text)")
          }
        }
      }
    }
    let missing = try FilterPredicate<Pair>("length(nick) == 0")
    #expect(throws: EvaluationError.self) { try missing.matches(Pair(name: "", nick: nil)) }
  }

  @Test func fieldsAreEqualWhereAllTheirBytesAre() throws {
    let equal = try FilterPredicate<Pair>("name == nick")
    let different = try FilterPredicate<Pair>("name != nick")
    var pairs: [(Pair, Bool)] = [
      (Pair(name: "", nick: nil), false), (Pair(name: "é", nick: "e\u{301}"), false),
      (Pair(name: "a name of more than fifteen bytes", nick: nil), false),
    ]
    for part in ["a", "é", "日"] {
      for count in 0...20 {
        let text = String(repeating: part, count: count)
        pairs.append((Pair(name: text, nick: text), true))
        pairs.append((Pair(name: text, nick: text + "b"), false))
        pairs.append((Pair(name: "b" + text, nick: "c" + text), false))
        pairs.append((Pair(name: text + "b", nick: text + "c"), false))
        pairs.append((Pair(name: text + "b" + text, nick: text + "B" + text), false))
      }
    }
    for (pair, isEqual) in pairs {
      #expect(try equal.matches(pair) == isEqual, "\(pair)")
      #expect(try different.matches(pair) == !isEqual, "\(pair)")
    }
    #expect(try pairs.map(\.0).count(where: equal) == pairs.count { $0.1 })
    #expect(try pairs.map(\.0).count(where: different) == pairs.count { !$0.1 })
  }
}
