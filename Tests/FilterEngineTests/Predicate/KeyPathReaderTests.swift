import FilterSyntax
import Foundation
import Testing

@testable import FilterEngine

private struct Deep: Filterable {
  var value = 7

  static let filterFields = FilterFields<Deep>(FilterField("value", \.value))
}

private struct Inner: Filterable {
  var name = "inner"
  var deep = Deep()

  static let filterFields = FilterFields<Inner>(
    FilterField("name", \.name), FilterField("deep", \.deep))
}

private struct Outer: Filterable {
  var id = 5
  var inner = Inner()
  var maybe: Inner? = Inner(name: "maybe", deep: Deep(value: 8))
  var none: Inner?
  var tags = ["a", "b"]
  var words = "two words"
  var dotted = 1.5

  var computed: Int { id + 1 }

  static let filterFields = FilterFields<Outer>(
    FilterField("id", \.id), FilterField("inner", \.inner), FilterField("maybe", \.maybe),
    FilterField("none", \.none), FilterField("tags", \.tags), FilterField("two words", \.words),
    FilterField("dot.ted", \.dotted), FilterField("computed", \.computed))
}

/// Key paths of settings: what they read, and where their mistakes are.
@Suite struct KeyPathReaderTests {
  static let values: [(String, FilterValue, isStored: Bool)] = [
    ("id", 5, true), ("inner.name", "inner", true), ("inner.deep.value", 7, true),
    ("maybe.name", "maybe", false), ("maybe.deep.value", 8, false), ("none.name", nil, false),
    ("none.deep.value", nil, false), ("none", nil, false), ("tags", ["a", "b"], false),
    ("tags.@count", 2, false), ("two words", "two words", true),
    ("`two words`", "two words", false),
    ("`dot.ted`", 1.5, false), ("inner.`name`", "inner", false), ("computed", 6, false),
    ("inner.deep", ["value": 7], false),
  ]

  @Test func aPathReadsItsValue() throws {
    for (path, expected, isStored) in Self.values {
      let reader = try KeyPathReader<Outer>(path)
      #expect(reader.text == path)
      let item = Outer()
      let value = reader.value(of: item)
      if case .item = value {
        #expect(expected.kind == .object && value.kind == .object, "\(path)")
      } else {
        #expect(value == expected, "\(path)")
      }
      guard isStored else { continue }
      #expect(reader.column != nil && reader.readInPlace != nil, "\(path)")
      withUnsafePointer(to: item) { #expect(reader.readInPlace?(UnsafeRawPointer($0)) == expected) }
    }
  }

  /// Objects have the keys that they have; anything else on the way is evaluated.
  @Test(
    arguments: [
      ("a", ["b": ["c": 1]]), ("a.b", ["c": 1]), ("a.b.c", 1), ("a.x", nil), ("x", nil),
      ("x.y.z", nil),
      ("`d.e`", 2), ("list", [["k": 1], ["k": 2]]), ("list.k", [1, 2]), ("list.@count", 2),
      ("list.@sum.k", 3),
      ("text.length", 3), ("null.b", nil), ("d.e", nil), ("a.b.c.d", nil),
    ] as [(String, FilterValue)])
  func aPathOfAnObjectReadsItsValue(_ path: String, _ expected: FilterValue) throws {
    let item: FilterValue = [
      "a": ["b": ["c": 1]], "d.e": 2, "list": [["k": 1], ["k": 2]], "text": "abc", "null": nil,
    ]
    #expect(try KeyPathReader<FilterValue>(path).value(of: item) == expected)
    #expect(try KeyPathReader<FilterValue>(path).value(of: nil) == nil)
  }

  /// The mark of a mistake, and the path with the fix.
  @Test(arguments: [
    ("‹idd›", "id"), ("inner.‹nmae›", "inner.name"), ("inner.deep.‹valeu›", "inner.deep.value"),
    ("‹iner›.deep.value", "inner.deep.value"), ("maybe.‹nam›", "maybe.name"),
    ("maybe.deep.‹vale›", "maybe.deep.value"),
    ("‹xyzzy›", nil), ("inner.‹xyzzy›.deep", nil), ("‹two word›", "two words"),
    ("inner.deep.‹größe›", nil),
  ])
  func aMistakeIsMarked(_ marked: String, _ fixed: String?) throws {
    let path = marked.filter { $0 != "‹" && $0 != "›" }
    let error = try #require(#expect(throws: SyntaxError.self) { try KeyPathReader<Outer>(path) })
    let bytes = Array(path.utf8)
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let (lower, upper) = (error.range.lowerBound, error.range.upperBound)
    #expect(part(0..<lower) + "‹" + part(lower..<upper) + "›" + part(upper..<bytes.count) == marked)
    #expect(error.text == path)
    guard case .unknownKey = error.kind else {
      Issue.record("\(error.message)")
      return
    }
    let fix = error.fix.map {
      part(0..<$0.range.lowerBound) + $0.replacement + part($0.range.upperBound..<bytes.count)
    }
    #expect(fix == fixed)
  }

  /// A path without a key somewhere is refused.
  @Test(arguments: ["", ".", "id.", ".id", "inner..name", "inner.deep.", "@", "tags.@"])
  func aPathWithoutAKeyIsRefused(_ path: String) {
    #expect(throws: SyntaxError.self) { try KeyPathReader<Outer>(path) }
    #expect(throws: SyntaxError.self) { try KeyPathReader<FilterValue>(path) }
  }

  /// The missing key is marked between its dots.
  @Test func aMissingKeyIsMarked() {
    for (path, place) in [("inner..name", 6), (".id", 0), ("inner.deep..value", 11)] {
      let error = #expect(throws: SyntaxError.self) { try KeyPathReader<Outer>(path) }
      #expect(error?.range == SourceRange(place, place), "\(path)")
    }
  }

  /// A property is that of its field, by whatever way it is named.
  @Test func aPropertyIsItsField() throws {
    let item = Outer()
    #expect(KeyPathReader<Outer>(\Outer.id).text == "id")
    #expect(KeyPathReader<Outer>(\Outer.id) == (try KeyPathReader<Outer>("id")))
    #expect(KeyPathReader<Outer>(\Outer.words).value(of: item) == "two words")
    #expect(KeyPathReader<Outer>(\Outer.dotted).text == "`dot.ted`")
    #expect(KeyPathReader<Outer>(\Outer.computed).value(of: item) == 6)
    #expect(KeyPathReader<Outer>(\Outer.id) != KeyPathReader<Outer>(\Outer.computed))
    #expect(try KeyPathReader<Outer>("id") != KeyPathReader<Outer>("inner.name"))
  }
}
