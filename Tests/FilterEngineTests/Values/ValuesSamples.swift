import FoundationEssentials

@testable import FilterEngine

/// Values that are easy to get wrong, for tests over all pairs and triples.
enum Samples {
  static let numbers: [FilterValue] = [
    .bool(false), .bool(true), .int(0), .int(1), .int(-1), .int(2), .int(.max), .int(.min),
    .int(.max - 1), .int(9_007_199_254_740_992), .int(9_007_199_254_740_993),
    .int(-9_007_199_254_740_993), FilterValue(integer: UInt64(Int64.max) + 1),
    FilterValue(integer: UInt64.max), FilterValue(integer: Int128(Int64.min) - 1),
    FilterValue(integer: Int128.min), FilterValue(integer: UInt128.max), .double(0), .double(-0.0),
    .double(1), .double(-1), .double(2), .double(0.5), .double(0.1), .double(1.5), .double(-1.5),
    .double(9_007_199_254_740_992), .double(0x1p63), .double(-0x1p63), .double(0x1p64),
    .double(0x1p127), .double(-0x1p127), .double(0x1p128), .double(1e300), .double(-1e300),
    .double(.leastNonzeroMagnitude), .double(-.leastNonzeroMagnitude),
    .double(.greatestFiniteMagnitude), .double(.infinity), .double(-.infinity), .double(.nan),
    .double(-.nan), decimal("0"), decimal("1"), decimal("2.00"), decimal("0.1"), decimal("0.5"),
    decimal("-1.5"), decimal("9007199254740993"), decimal("9223372036854775808"),
    decimal("18446744073709551615"), decimal("340282366920938463463374607431768211455"),
    decimal("1e127"), decimal("1e-128"), decimal("0.1000000000000000055511151231257827"),
    .decimal(.nan), wide("340282366920938463463374607431768211456"),
    wide("340282366920938463463374607431768211457"),
    wide("-340282366920938463463374607431768211457"),
    // The double 1e40, the decimal 1e40, and one more.
    wide("10000000000000000303786028427003666890752"), .double(1e40), wide("1" + zeros(40)),
    decimal("1e40"),
    wide("1" + zeros(39) + "1"), decimal("-1e127"), wide("-1" + zeros(127)),
    wide("-1" + zeros(126) + "1"),
    wide("1606938044258990275541962092341162602522202993782792835301376"), .double(0x1p200),
    wide("1606938044258990275541962092341162602522202993782792835301377"),
    // The first numbers beyond those of all doubles.
    wide("1" + zeros(309)), wide("-1" + zeros(309)), wide("1" + zeros(308) + "1"),
    wide("2" + zeros(308)),
  ]

  static let others: [FilterValue] = [
    .null, .string(""), .string("a"), .string("b"), .string("\u{E9}"), .string("e\u{301}"),
    .string("1"), .date(Date(timeIntervalSinceReferenceDate: 0)),
    .date(Date(timeIntervalSinceReferenceDate: -0.0)),
    .date(Date(timeIntervalSinceReferenceDate: 1.5)),
    .date(Date(timeIntervalSinceReferenceDate: .nan)), .data(Data()), .data(Data([1, 2])),
    .uuid(uuid), .list([]), .list([.int(1)]), .list([.double(1)]), .list([.null]),
    .list([.list([])]),
    .list([.int(1), .int(2)]), .list([.int(2), .int(1)]), .set(FilterSet([])),
    .set(FilterSet([.int(1)])), .set(FilterSet([.int(1), .int(2)])),
    .set(FilterSet([.double(2), .bool(true)])), .object(FilterObject([])),
    .object(FilterObject([("a", .int(1)), ("b", .int(2))])),
    .object(FilterObject([("b", .double(2)), ("a", .bool(true))])),
    .object(FilterObject([("a", .null)])), .item(Fruit(name: "fig")), .item(Fruit(name: "plum")),
  ]

  static let all = numbers + others

  static let uuid = UUID(
    uuid: (
      0xE6, 0x21, 0xE1, 0xF8, 0xC3, 0x6C, 0x49, 0x5A, 0x93, 0xFC, 0x0C, 0x24, 0x7A, 0x3E, 0x6E, 0x5F
    ))

  /// An integer outside 64 bits, of its digits.
  static func wide(_ digits: String) -> FilterValue {
    FilterValue(integerDigits: digits.utf8) ?? .null
  }

  private static func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }

  static func decimal(_ text: String) -> FilterValue { .decimal(Decimal(string: text) ?? .nan) }
}

struct Fruit: FilterItem {
  var name: String
  var typeName: String { "Fruit" }
  var filterKeys: [String] { ["name"] }
  func filterValue(forKey key: String) -> FilterValue? { key == "name" ? .string(name) : nil }
  func isEqual(to other: any FilterItem) -> Bool { (other as? Fruit)?.name == name }
}
