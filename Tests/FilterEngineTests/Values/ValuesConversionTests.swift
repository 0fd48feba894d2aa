import FilterSyntax
import FoundationEssentials
import Testing

@testable import FilterEngine

@Suite struct ValuesConversionTests {
  enum Color: String, FilterValueConvertible { case red, teal }

  class Animal: Encodable {
    var name = "Rex"
  }

  final class Dog: Animal {
    var age = 3
    enum Keys: String, CodingKey { case age }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(age, forKey: .age)
    }
  }

  struct Row: Encodable {
    var flag = true
    var small: Int8 = -1
    var large = UInt64.max
    var huge = Int128.min
    var float: Float = 0.5
    var text = "e\u{301}"
    var date = Date(timeIntervalSinceReferenceDate: 5)
    var data = Data([1])
    var uuid = Samples.uuid
    var decimal = Decimal(1) / 10
    var link = URL(string: "https://example.com/a")
    var none: Int?
    var list = [[1], []]
    var set: Set<Int> = [1, 2]
    var dog = Dog()
  }

  struct Deep: Encodable {
    var levels: Int
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      if levels > 0 { try container.encode(Deep(levels: levels - 1)) }
    }
  }

  struct Hidden {}

  @Test func anEncodableKeepsItsKinds() throws {
    let object = try FilterValue(encoding: Row())
    #expect(
      object == [
        "flag": true, "small": -1, "large": FilterValue(integer: UInt64.max),
        "huge": FilterValue(integer: Int128.min), "float": 0.5, "text": "e\u{301}",
        "date": .date(Date(timeIntervalSinceReferenceDate: 5)), "data": .data(Data([1])),
        "uuid": .uuid(Samples.uuid), "decimal": Samples.decimal("0.1"),
        "link": "https://example.com/a", "list": [[1], []], "set": .set(FilterSet([1, 2])),
        "dog": ["name": "Rex", "age": 3],
      ])
    guard case .object(let members) = object else { return }
    #expect(Array(members.shape.keys.prefix(3)) == ["flag", "small", "large"])
  }

  @Test func plainValuesAreEncoded() throws {
    #expect(try FilterValue(encoding: 5) == 5)
    #expect(try FilterValue(encoding: [1, nil]) == [1, nil])
    #expect(try FilterValue(encoding: ["a": Int128(1)]) == ["a": 1])
    #expect(try FilterValue(encoding: Date(timeIntervalSinceReferenceDate: 0)).kind == .date)
    #expect(try FilterValue(encoding: Optional<Int>.none) == nil)
  }

  @Test func deepEncodablesAreAnErrorAndNoCrash() throws {
    let limit = FilterValue.maximumConversionDepth
    #expect(try FilterValue(encoding: Deep(levels: limit)).kind == .list)
    #expect(throws: EncodingError.self) { try FilterValue(encoding: Deep(levels: limit + 1)) }
    #expect(throws: EncodingError.self) { try FilterValue(encoding: Deep(levels: .max)) }
  }

  @Test func anythingWithAValueIsConverted() throws {
    let nested: Any? = Optional(Optional(5) as Any)
    #expect(FilterValue(any: nested as Any) == 5)
    #expect(FilterValue(any: Optional<Hidden>.none as Any) == .some(.null))
    #expect(
      FilterValue(any: ["b": 1, "a": [true, "x", 2.5] as [Any]] as [String: Any])
        == ["a": [true, "x", 2.5], "b": 1])
    #expect(
      FilterValue(any: ["b": 1, "a": 2] as [String: Any])?.description == "{\"a\": 2, \"b\": 1}")
    #expect(FilterValue(any: Set<AnyHashable>([1, "a"])) == .set(FilterSet([1, "a"])))
    #expect(FilterValue(any: AnyHashable(7)) == 7)
    #expect(FilterValue(any: Color.teal) == "teal")
    #expect(FilterValue(any: Fruit(name: "fig")) == .item(Fruit(name: "fig")))
    #expect(FilterValue(any: true)?.kind == .boolean)
    #expect(FilterValue(any: UInt8(3))?.kind == .number)
    #expect(FilterValue(any: Hidden()) == nil as FilterValue?)
    #expect(FilterValue(any: [Hidden()]) == nil as FilterValue?)
  }

  @Test func deepValuesOfAnyTypeHaveNone() {
    func nested(_ depth: Int) -> Any {
      (0..<depth).reduce([] as [Any]) { value, _ in [value] as [Any] }
    }
    let limit = FilterValue.maximumConversionDepth
    #expect(FilterValue(any: nested(limit)) != nil as FilterValue?)
    #expect(FilterValue(any: nested(limit + 1)) == nil as FilterValue?)
  }

  @Test func typesSayTheirKinds() {
    #expect([Int].filterKind == .list)
    #expect(Int?.filterKind == .number)
    #expect(Set<String>.filterKind == .set)
    #expect([String: Int].filterKind == .object)
    #expect(Color.filterKind == .string)
    #expect(FilterValue.filterKind == nil)
    #expect(UInt64.max.filterValue == FilterValue(integer: UInt64.max))
    #expect(Optional<Int>.none.filterValue == nil)
    #expect(["b": 1, "a": 2].filterValue.description == "{\"a\": 2, \"b\": 1}")
  }

  @Test(arguments: Samples.all)
  func aConstantBringsTheValueBack(_ value: FilterValue) {
    if case .item = value {
      #expect(FilterValue(constant: value.constant).kind == .object)
    } else {
      #expect(isSame(FilterValue(constant: value.constant), value), "\(value.constant)")
    }
  }

  @Test func digitsThatAreNoneAreNotANumber() {
    #expect(FilterValue(constant: .decimal("x")) == .double(.nan))
    #expect(FilterValue(constant: .uuid("x")) == "x")
    #expect(
      FilterValue(constant: .decimal("18446744073709551616")).description == "18446744073709551616")
    #expect(
      FilterValue(constant: .decimal("-18446744073709551616"))
        == FilterValue(integer: -Int128(UInt64.max) - 1))
  }

  @Test(
    arguments: [
      (nil, "nil"), (true, "TRUE"), (5, "5"), (5.0, "5.0"), ("a\"\\\n", "\"a\\\"\\\\\\n\""),
      ([1, "two", nil], "{1, \"two\", nil}"),
      (.date(Date(timeIntervalSinceReferenceDate: 0)), "#2001-01-01T00:00:00Z#"),
      (.date(Date(timeIntervalSinceReferenceDate: 1e300)), "CAST(1e+300, \"NSDate\")"),
      (Samples.decimal("0.1"), "CAST(\"0.1\", \"NSDecimalNumber\")"),
      (.data(Data([1])), "<1 byte>"),
      (["a": 1], "{\"a\": 1}"), (.item(Fruit(name: "fig")), "Fruit"),
    ] as [(FilterValue, String)])
  func aValuePrintsAsTheLanguageWritesIt(_ value: FilterValue, _ expected: String) {
    #expect(value.description == expected)
  }

  @Test func aLongValueIsClipped() {
    let list = FilterValue.list(Array(repeating: 1, count: 1_000_000))
    #expect(list.clipped.count == 60)
    #expect(list.clipped.hasSuffix("…"))
    #expect(FilterValue.string(String(repeating: "a", count: 58)).clipped.count == 60)
    #expect(FilterValue.string(String(repeating: "a", count: 59)).clipped.hasSuffix("…"))
  }

  /// A message shows 60 characters of a value at most, of whatever scalars they are.
  @Test func whatIsTooLongForAMessageEndsInAnEllipsis() {
    func check(_ make: (Int) -> FilterValue) {
      for count in Array(0...64) + [200, 1_000] {
        let whole = make(count).description.unicodeScalars
        let expected = whole.count > 60 ? String(whole.prefix(59)) + "…" : String(whole)
        #expect(make(count).clipped == expected)
      }
    }
    for part in ["a", "é", "e\u{301}", "日", "😀", "\"", "\n", "\\é"] {
      check { .string(String(repeating: part, count: $0)) }
      check { .list([.string(String(repeating: part, count: $0 / 2)), .int(1), .string("é")]) }
      check { .object(FilterObject([(String(repeating: part, count: $0), .int(1))])) }
      check { .list(FilterList((0..<$0).map { .string(part + "\($0)") })) }
      check { .set(FilterSet((0..<$0).map { .string(part + "\($0)") })) }
    }
    check { .list(FilterList((0..<$0).map { .int(Int64($0)) })) }
    check { .object(FilterObject((0..<$0).map { ("\($0)", .null) })) }
    check { (0..<$0 / 8).reduce(.string("é")) { value, _ in .list([value, .list([])]) } }
  }
}
