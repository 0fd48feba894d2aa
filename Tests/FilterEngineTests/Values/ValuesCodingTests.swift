import FilterEngine
import Foundation
import Testing

/// Values as data, and predicates with arguments in plain JSON.
@Suite struct ValuesCodingTests {
  private func json(_ value: FilterValue) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func value(_ json: String) throws -> FilterValue {
    try JSONDecoder().decode(FilterValue.self, from: Data(json.utf8))
  }

  @Test(
    arguments: [
      ("null", .null), ("true", .bool(true)), ("5", .int(5)), ("-2.5", .double(-2.5)),
      ("\"5\"", .string("5")), ("[]", .list([])), ("[1,\"a\",null]", .list([.int(1), "a", .null])),
      ("{\"$date\":5.5}", .date(Date(timeIntervalSinceReferenceDate: 5.5))),
      ("{\"$data\":\"AQI=\"}", .data(Data([1, 2]))),
      ("{\"$float\":\"-inf\"}", .double(-.infinity)), ("{\"$float\":\"nan\"}", .double(.nan)),
      ("{\"$int\":\"18446744073709551616\"}", FilterValue(integer: Int128(1) << 64)),
      (
        "{\"$int\":\"-123456789012345678901234567890123456789012345678901234567890\"}",
        Samples.wide("-123456789012345678901234567890123456789012345678901234567890")
      ),
      ("{\"$decimal\":\"0.1\"}", .decimal(Decimal(string: "0.1")!)),
      ("{\"$set\":[1,2]}", .set(FilterSet([.int(1), .int(2)]))),
      (
        "{\"$uuid\":\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"}",
        .uuid(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!)
      ),
      (
        "{\"a\":{\"b\":[]}}",
        .object(FilterObject([("a", .object(FilterObject([("b", .list([]))])))]))
      ),
      ("{\"$object\":{\"$date\":0}}", .object(FilterObject([("$date", .int(0))]))),
      ("{\"$other\":0}", .object(FilterObject([("$other", .int(0))]))),
      ("{}", .object(FilterObject([]))),
    ] as [(String, FilterValue)])
  func aValueIsPlainDataAndTags(_ text: String, _ expected: FilterValue) throws {
    #expect(try json(expected) == text)
    let decoded = try value(text)
    #expect(decoded == expected && decoded.kind == expected.kind)
  }

  @Test func numbersKeepTheirValue() throws {
    for number in [FilterValue.double(3), .int(.min), .int(.max), .double(1e300), .double(0.1)] {
      #expect(try value(json(number)) == number)
    }
    #expect(try value("18446744073709551615") == FilterValue(integer: UInt64.max))
  }

  @Test(arguments: [
    "{\"$date\":\"x\"}", "{\"$data\":\"?\"}", "{\"$int\":\"x\"}", "{\"$decimal\":\"1x\"}",
    "{\"$set\":5}", "{\"$uuid\":\"x\"}", "{\"$float\":\"x\"}", "{\"$object\":5}",
  ])
  func aTagThatCannotHoldItsContentIsRefused(_ text: String) {
    #expect(throws: DecodingError.self) { try value(text) }
  }

  @Test func depthIsBounded() throws {
    var deep = FilterValue.int(1)
    for _ in 0..<150 { deep = .list([deep]) }
    #expect(try value(json(deep)) == deep)
    for _ in 0..<60 { deep = .list([deep]) }
    #expect(throws: EncodingError.self) { try json(deep) }
    let text = String(repeating: "[", count: 250) + String(repeating: "]", count: 250)
    #expect(throws: DecodingError.self) { try value(text) }
  }

  private static let nests:
    [(steps: Int, start: String, end: String, make: @Sendable (FilterValue) -> FilterValue)] = [
      (1, "[", "]", { value in [value] }), (1, "{\"a\":", "}", { value in ["a": value] }),
      (2, "{\"$set\":[", "]}", { value in .set(FilterSet([value])) }),
    ]

  /// A value can take several levels of JSON, of which there may be 200.
  @Test(arguments: nests.indices)
  func eachLevelOfJSONCounts(_ index: Int) throws {
    let (steps, start, end, make) = Self.nests[index]
    func value(_ depth: Int) -> FilterValue { (0..<depth).reduce(1) { value, _ in make(value) } }
    func text(_ depth: Int) -> String {
      String(repeating: start, count: depth) + "1" + String(repeating: end, count: depth)
    }
    let limit = 200 / steps
    for depth in [1, limit] {
      #expect(try json(value(depth)) == text(depth))
      #expect(try self.value(text(depth)) == value(depth))
    }
    #expect(throws: EncodingError.self) { try json(value(limit + 1)) }
    #expect(throws: DecodingError.self) { try self.value(text(limit + 1)) }
  }

  @Test func aValueInsideAnEncodedValueStaysItself() throws {
    struct Row: Encodable { var value: FilterValue }
    let row = try FilterValue(encoding: Row(value: .set(FilterSet([.int(1)]))))
    #expect(row == .object(FilterObject([("value", .set(FilterSet([.int(1)])))])))
  }

  // MARK: - Predicates

  private func predicate(_ json: String) throws -> FilterPredicate<FilterValue> {
    try JSONDecoder.ofFilters.decode(FilterPredicate<FilterValue>.self, from: Data(json.utf8))
  }

  @Test(arguments: [
    ("{\"text\":\"x == %@\",\"arguments\":[\"a\"]}", "x == \"a\""),
    ("{\"text\":\"x IN %@\",\"arguments\":[[1,2.5,null]]}", "x IN {1, 2.5, nil}"),
    ("{\"text\":\"x > %@\",\"arguments\":[{\"$date\":60}]}", "x > CAST(60.000000, \"NSDate\")"),
    ("{\"text\":\"%K == %@\",\"arguments\":[\"a.b\",true]}", "a.b == 1"),
    // As earlier versions wrote them.
    ("{\"text\":\"x == %@\",\"arguments\":[{\"text\":\"a\"}]}", "x == \"a\""),
    ("{\"text\":\"x > %@\",\"arguments\":[{\"seconds\":0}]}", "x > CAST(0.000000, \"NSDate\")"),
    ("{\"text\":\"x IN %@\",\"arguments\":[{\"list\":[{\"integer\":1}]}]}", "x IN {1}"),
  ])
  func argumentsArePlainJSONOrConstants(_ json: String, _ expected: String) throws {
    #expect(try predicate(json).description == expected)
  }

  @Test func aPredicateIsCodedWithTheSameBits() throws {
    let arguments: [FilterValue] = [
      .double(.nan), .list([.double(3), .int(3)]), .date(Date(timeIntervalSinceReferenceDate: 0.1)),
    ]
    let predicate = try FilterPredicate<FilterValue>(
      text: "a == %@ OR b IN %@ OR c > %@", arguments: arguments)
    let again = try JSONDecoder.ofFilters.decode(
      FilterPredicate<FilterValue>.self, from: JSONEncoder().encode(predicate))
    #expect(again == predicate)
  }
}
