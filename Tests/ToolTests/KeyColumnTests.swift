import FilterEngine
import FilterJSON
import Testing

@testable import frc_query

/// Key paths of the command line: what they are called, and which of them are read in place.
struct KeyColumnTests {
  private struct Case: Sendable {
    let text: String
    let name: String
    var path: [String]?
    var plainPath: [String]?
    var aggregate: [String]?

    /// A path that is read in place.
    static func plain(_ text: String, _ path: String..., name: String? = nil) -> Case {
      Case(
        text: text, name: name ?? path.joined(separator: "."), path: path, plainPath: path)
    }

    /// A path that is only known to the language.
    static func path(_ text: String, _ path: String...) -> Case {
      Case(text: text, name: path.isEmpty ? text : path.joined(separator: "."), path: path)
    }

    /// A path with a collection operator.
    static func operation(_ text: String, _ aggregate: String...) -> Case {
      Case(
        text: text, name: text.filter { $0 != "`" }, aggregate: aggregate.isEmpty ? nil : aggregate)
    }
  }

  private static let cases: [Case] = [
    .plain("a", "a"), .plain("a.b", "a", "b"), .plain("a b", "a b"), .plain("AND", "AND"),
    .plain("`a.b`.c", "a.b", "c"), .plain("`a``b`", "a`b"), .plain("#size", "size"),
    .plain("o.#in", "o", "in"), .plain("#d", "#d"), .plain("a_b", "a_b"),
    .plain("selfish", "selfish"),
    .path("SELF"), .path("self", "self"), .path("a.Self", "a", "Self"), .path("tags[0]", "tags[0]"),
    .path("`a$`", "a$"), .path("`a[`.b", "a[", "b"),
    .operation("tags.@count", "tags"), .operation("a.b9.@sum.price", "a", "b9"),
    .operation("A.Z.@max.z.a", "A", "Z"), .operation("a9.@avg.self", "a9"),
    .operation("a_b.@count"), .operation("a.@sum.b_c"), .operation("`a`.@count"),
    .operation("self.@count"), .operation("a.SELF.@count"), .operation("é.@count"),
    .operation("a[0].@count"),
  ]

  @Test(arguments: cases)
  private func aKeyPathIsNamedAndPlainOrNot(_ expected: Case) throws {
    let key = try KeyColumn(expected.text)
    #expect(key.name == expected.name)
    #expect(key.path == expected.path)
    #expect(key.plainPath == expected.plainPath)
    #expect(key.aggregate?.path == expected.aggregate)
    #expect(key.firstKey == (expected.path ?? expected.aggregate)?.first)
  }

  @Test(arguments: ["", ".", "a.", ".a", "a..b", "`a", "a.`b", "``", "@", "a.@", "a.@nothing"])
  func whatIsNoKeyPathIsRefused(_ text: String) {
    #expect(throws: ToolError.self) { try KeyColumn(text) }
  }

  @Test(arguments: [
    ("a", "a"), ("`a`", "a"), ("``", ""), ("`", "`"), ("`a", "`a"), ("a`", "a`"), ("`a``b`", "a`b"),
    ("````", "`"), ("`a```", "a`"), ("", ""),
  ])
  func backquotesAreTakenOff(_ key: String, _ expected: String) {
    #expect(KeyColumn.unquoted(key) == expected)
  }

  /// The value of a list that is read in place is that of the whole row, and so is that of anything else.
  @Test(arguments: [
    "l.@count", "l.@sum.self", "o.l.@max.self", "l.@min.self", "n.@count", "missing.@count",
    "r.@sum.k",
  ])
  func anAggregateIsThatOfTheRow(_ text: String) throws {
    let row = try JSONReader().read(
      #"{"l":[3,1,2],"o":{"l":[5,7]},"n":null,"r":[{"k":1},{"k":4}]}"#)
    let key = try KeyColumn(text)
    let aggregate = try #require(key.aggregate)
    let list = try KeyColumn(aggregate.path.joined(separator: ".")).value(of: row)
    guard list.kind == .list else { return }
    #expect(aggregate.value(of: list) == key.value(of: row))
    #expect(aggregate.value(of: list) != .null)
  }

  /// The nearest key, or the only longer one.
  @Test(
    arguments: [
      ("nme", "name"), ("inter", "interests"), ("INTER", "interests"), ("na", nil), ("name", nil),
      ("zzz", nil),
      ("interests", nil), ("", nil),
    ] as [(String, String?)])
  func aMisspeltKeyIsLikelyTheNearest(_ name: String, _ expected: String?) {
    let keys = ["name", "nation", "interests", "x.length"]
    #expect(NearestKey.nearest(to: name, in: keys) == expected)
  }
}
