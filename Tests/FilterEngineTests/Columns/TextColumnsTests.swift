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
}
