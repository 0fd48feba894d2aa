import FoundationEssentials
import Testing

@testable import FilterEngine

@Suite struct LibraryStandardTests {
  @Test(
    arguments: [
      (412, "NSString", "412"), (1.0, "NSString", "1"), (0.1, "NSString", "0.1"),
      (true, "NSString", "1"), ("a", "NSString", "a"), (nil, "NSString", nil),
      (Samples.decimal("0.10"), "NSString", "0.1"),
      (.date(Date(timeIntervalSinceReferenceDate: 0)), "NSString", "2001-01-01T00:00:00Z"),
      (
        .date(Date(timeIntervalSinceReferenceDate: 817_034_400.25)), "NSString",
        "2026-11-22T10:00:00.25Z"
      ),
      (.date(Date(timeIntervalSinceReferenceDate: -0.5)), "NSString", "2000-12-31T23:59:59.5Z"),
      (
        .date(Date(timeIntervalSinceReferenceDate: -26_524_800)), "NSString", "2000-02-29T00:00:00Z"
      ),
      (.uuid(Samples.uuid), "NSString", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
      ("0377", "NSNumber", 255), ("0x1F", "NSNumber", 31), ("-0x10", "NSNumber", -16),
      (" 42 km", "NSNumber", 42), ("abc", "NSNumber", 0), ("0x", "NSNumber", 0),
      ("089", "NSNumber", 0),
      ("-9223372036854775808", "NSNumber", .int(.min)), ("4.5", "NSNumber", Samples.decimal("4.5")),
      ("0.1", "NSNumber", Samples.decimal("0.1")), ("1.5e3", "NSNumber", Samples.decimal("1500")),
      (2.5, "NSNumber", 2.5),
      (" -9223372036854775809 m", "NSNumber", Samples.wide("-9223372036854775809")),
      (
        "0xffffffffffffffffffffffffffffffffff", "NSNumber",
        Samples.wide("87112285931760246646623899502532662132735")
      ),
      ("01777777777777777777777", "NSNumber", Samples.wide("18446744073709551615")),
      (
        .date(Date(timeIntervalSinceReferenceDate: 86_400)), "NSNumber",
        .double(86_400)
      ), (0, "NSDate", .date(Date(timeIntervalSinceReferenceDate: 0))),
      (1.5, "NSDate", .date(Date(timeIntervalSinceReferenceDate: 1.5))),
      (0.1, "NSDecimalNumber", Samples.decimal("0.1")),
      ("0.1", "NSDecimalNumber", Samples.decimal("0.1")),
      (1e20, "NSDecimalNumber", Samples.decimal("1e20")),
      (7, "NSDecimalNumber", Samples.decimal("7")),
      ("e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "NSUUID", .uuid(Samples.uuid)),
    ] as [(FilterValue, String, FilterValue)])
  func aCastHasItsResult(_ value: FilterValue, _ type: String, _ expected: FilterValue) throws {
    let result = try LibraryRun.cast(value, type)
    #expect(isSame(result, expected), "\(result)")
  }

  @Test(
    arguments: [
      (.string("0x1" + String(repeating: "0", count: 1000)), "NSNumber", .arithmetic),
      (".", "NSNumber", .kindMismatch),
      ("1.0e99999999999999999999", "NSNumber", .kindMismatch), ([], "NSNumber", .kindMismatch),
      ([], "NSString", .kindMismatch), ("2026-11-21", "NSDate", .kindMismatch),
      (.double(.nan), "NSDate", .arithmetic), (.double(1e300), "NSDecimalNumber", .arithmetic),
      (.double(.infinity), "NSDecimalNumber", .arithmetic), ("x", "NSUUID", .kindMismatch),
      ("", "NSDecimalNumber", .kindMismatch), (5, "NSUUID", .kindMismatch),
      (.date(Date(timeIntervalSinceReferenceDate: 1e300)), "NSString", .arithmetic),
    ] as [(FilterValue, String, EvaluationError.Kind)])
  func aCastFails(_ value: FilterValue, _ type: String, _ expected: EvaluationError.Kind) {
    #expect(LibraryRun.error { try LibraryRun.cast(value, type) } == expected)
  }

  @Test func classesCannotBeReached() {
    #expect(LibraryRun.index.cast("Class") == nil)
  }

  @Test(
    arguments: [
      ("abc", "uppercaseString", [], "ABC"), ("ABC", "lowercaseString", [], "abc"),
      ("don't stop-the SEA", "capitalizedString", [], "Don't Stop-The Sea"),
      ("sea", "stringByAppendingString:", ["side"], "seaside"),
      ("a-b-c", "stringByReplacingOccurrencesOfString:withString:", ["-", "+="], "a+=b+=c"),
      ("aaa", "stringByReplacingOccurrencesOfString:withString:", ["aa", "b"], "ba"),
      ("abc", "stringByReplacingOccurrencesOfString:withString:", ["", "x"], "abc"),
      ("a,b,,", "componentsSeparatedByString:", [","], ["a", "b", "", ""]),
      ("abc", "componentsSeparatedByString:", [""], ["abc"]),
      ("", "componentsSeparatedByString:", [","], [""]),
      ("seaside", "substringFromIndex:", [3], "side"), ("seaside", "substringToIndex:", [3], "sea"),
      ("sea", "substringFromIndex:", [3], ""), ([4, 5], "objectAtIndex:", [1], 5),
      (["a": 1], "objectForKey:", ["a"], 1), (["a": 1], "objectForKey:", ["b"], nil),
      (.item(Fruit(name: "fig")), "objectForKey:", ["name"], "fig"),
      ([4, 5], "containsObject:", [5.0], true),
      (.set(FilterSet([4])), "containsObject:", [5], false),
    ] as [(FilterValue, String, [FilterValue], FilterValue)])
  func aMessageHasItsAnswer(
    _ receiver: FilterValue, _ selector: String, _ arguments: [FilterValue], _ expected: FilterValue
  ) throws {
    let result = try LibraryRun.send(receiver, selector, arguments)
    #expect(isSame(result, expected), "\(result)")
  }

  @Test(
    arguments: [
      (5, "uppercaseString", [], .kindMismatch),
      ("a", "stringByAppendingString:", [nil], .missingValue),
      ("a", "stringByAppendingString:", [5], .kindMismatch),
      ("a", "substringFromIndex:", [2], .index),
      ("a", "substringToIndex:", [-1], .index), ("\u{1F600}", "substringFromIndex:", [1], .index),
      ("a", "substringFromIndex:", ["1"], .kindMismatch),
      ("a", "objectAtIndex:", [0], .kindMismatch),
      ([1], "objectAtIndex:", [.int(.max)], .index), ([1], "objectForKey:", ["a"], .kindMismatch),
      ("a", "containsObject:", ["a"], .kindMismatch),
    ] as [(FilterValue, String, [FilterValue], EvaluationError.Kind)])
  func aMessageFails(
    _ receiver: FilterValue, _ selector: String, _ arguments: [FilterValue],
    _ expected: EvaluationError.Kind
  ) {
    #expect(LibraryRun.error { try LibraryRun.send(receiver, selector, arguments) } == expected)
  }

  @Test func textsMadeByMessagesAreLimited() throws {
    let half = FilterValue.string(
      String(repeating: "a", count: EvaluationLimits.standard.textBytes / 2))
    let whole = try LibraryRun.send(half, "stringByAppendingString:", [half])
    #expect(
      LibraryRun.error { try LibraryRun.send(whole, "stringByAppendingString:", ["a"]) } == .bytes)
    let selector = "stringByReplacingOccurrencesOfString:withString:"
    let long = FilterValue.string(String(repeating: "a", count: 5_000))
    #expect(LibraryRun.error { try LibraryRun.send(long, selector, ["a", long]) } == .bytes)
    #expect(try LibraryRun.send(long, selector, ["a", "bc"]).description.utf8.count == 10_002)
  }

  @Test(
    arguments: [
      ("length", "\u{1F600}a", 3), ("uppercaseString", "a", "A"), ("lowercaseString", "A", "a"),
      ("capitalizedString", "the \u{1C6}", "The \u{1C5}"), ("stringValue", 5, "5"),
      ("stringValue", 5.0, "5"), ("stringValue", true, "1"), ("intValue", "42 km", 42),
      ("intValue", "99999999999", 2_147_483_647), ("intValue", "0x1F", 0),
      ("integerValue", "-99999999999999999999", .int(.min)), ("integerValue", -7.9, -7),
      ("longLongValue", Samples.decimal("7.9"), 7), ("longLongValue", true, 1),
      ("floatValue", 0.1, .double(Double(Float(0.1)))), ("doubleValue", " 4.5kg", 4.5),
      ("doubleValue", "1e400", .double(.infinity)), ("doubleValue", "x", .double(0)),
      ("doubleValue", 5, .double(5)), ("boolValue", "yes", true), ("boolValue", " -007", true),
      ("boolValue", "no", false), ("boolValue", "0", false), ("boolValue", 0.0, false),
      ("boolValue", .double(.nan), true),
      (
        "timeIntervalSince1970", .date(Date(timeIntervalSinceReferenceDate: 0)),
        .double(978_307_200)
      ),
      (
        "timeIntervalSinceReferenceDate", .date(Date(timeIntervalSinceReferenceDate: 6)), .double(6)
      ),
    ] as [(String, FilterValue, FilterValue)])
  func aLeafKeyHasItsValue(_ key: String, _ value: FilterValue, _ expected: FilterValue) throws {
    #expect(try #require(LibraryRun.index.leafKey(key)).kinds.contains(value.kind))
    let result = try LibraryRun.key(key, value)
    #expect(isSame(result, expected), "\(result)")
  }

  @Test func anIntegerKeyOfANumberWithoutAPlaceIsAnError() {
    #expect(LibraryRun.error { try LibraryRun.key("intValue", 2_147_483_648) } == .arithmetic)
    #expect(LibraryRun.error { try LibraryRun.key("integerValue", 1e300) } == .arithmetic)
    #expect(LibraryRun.error { try LibraryRun.key("integerValue", .double(.nan)) } == .arithmetic)
  }

  @Test func everyLeafKeySurvivesEveryValueOfItsKinds() {
    for key in FilterLibrary.standard.leafKeys {
      for value in Samples.all where key.kinds.contains(value.kind) {
        let kind = LibraryRun.error { try key.body(value) }
        #expect(kind == nil || kind == .arithmetic, "\(key.key) \(value)")
      }
    }
  }

  @Test(
    arguments: [
      ("count", [1, nil], 2), ("sum", [], 0), ("sum", [1, nil, 2], 3), ("avg", [], nil),
      ("avg", [1, nil, 2], .double(1)), ("min", [], nil), ("min", [nil, 3, 2], 2),
      ("max", [nil], nil),
      ("max", ["a", nil, "b"], "b"), ("unionOfObjects", [1, nil, 1], [1, 1]),
      ("distinctUnionOfObjects", [2, nil, 1, 2.0], [2, 1]),
      ("unionOfArrays", [[1, nil], nil, [1]], [1, 1]),
      ("distinctUnionOfArrays", [[2, 1], [1, 3]], [2, 1, 3]),
      (
        "distinctUnionOfSets", [.set(FilterSet([2, 1])), .set(FilterSet([1, 3]))],
        .set(FilterSet([1, 2, 3]))
      ), ("flatten", [[1, [2]], nil, 3], [1, [2], 3]),
    ] as [(String, [FilterValue], FilterValue)])
  func aCollectionOperatorHasItsResult(
    _ name: String, _ elements: [FilterValue], _ expected: FilterValue
  ) throws {
    let result = try LibraryRun.reduce(name, elements)
    #expect(result == expected, "\(result)")
  }

  @Test(
    arguments: [
      ("sum", [1, "a"], .kindMismatch), ("sum", [.int(.max), 1], .arithmetic),
      ("max", [1, "a"], .kindMismatch), ("unionOfArrays", [1], .kindMismatch),
    ] as [(String, [FilterValue], EvaluationError.Kind)])
  func aCollectionOperatorFails(
    _ name: String, _ elements: [FilterValue], _ expected: EvaluationError.Kind
  ) {
    #expect(LibraryRun.error { try LibraryRun.reduce(name, elements) } == expected)
  }
}
