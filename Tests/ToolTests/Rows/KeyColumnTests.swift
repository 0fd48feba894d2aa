import FilterEngine
import FilterJSON
import Testing

@testable import FrcQuery

/// Columns of the command line: their names, and the key paths that they read.
struct KeyColumnTests {
  private struct Case: Sendable {
    let text: String
    let name: String

    /// The keys of a path of nothing but names
    var path: [String]?

    /// The key paths that are read in place, nil if the whole row is read
    var read: [[String]]?

    /// A path of names.
    static func path(_ text: String, _ path: String..., name: String? = nil) -> Case {
      Case(text: text, name: name ?? path.joined(separator: "."), path: path, read: [path])
    }

    /// An expression over key paths of names.
    static func computed(_ text: String, name: String? = nil, _ read: [String]...) -> Case {
      Case(text: text, name: name ?? text, read: read)
    }
  }

  private static let cases: [Case] = [
    .path("a", "a"), .path("a.b", "a", "b"), .path("a b", "a b"), .path("AND", "AND"),
    .path("`a.b`.c", "a.b", "c"), .path("`a``b`", "a`b"), .path("#size", "size"),
    .path("o.#in", "o", "in"), .path("#d", "#d"), .path("a_b", "a_b"), .path("`a$`", "a$"),
    .path("selfish", "selfish"), .path("`a[`.b", "a[", "b"), .path("SELF.a", "a", name: "SELF.a"),
    Case(text: "SELF", name: "SELF", path: []),
    .computed("tags.@count", ["tags"]), .computed("a.b9.@sum.price", ["a", "b9", "price"]),
    .computed("tags[0]", ["tags"]), .computed("cards[0].peak", ["cards", "peak"]),
    .computed("price * 1.19", ["price"]), .computed("a/b", ["a"], ["b"]),
    .computed("a > 3", ["a"]), .computed("total=price*n", name: "total", ["price"], ["n"]),
    .computed("x = length(name)", name: "x", ["name"]),
    .computed("TERNARY(a == ',', 1, 2)", ["a"]), .computed("a.b + a", ["a"]),
    Case(text: "SELF.@count", name: "SELF.@count"), Case(text: "SELF[k]", name: "SELF[k]"),
    .path("mem=memory.size", "memory", "size", name: "mem"),
  ]

  @Test(arguments: cases)
  private func aColumnIsNamedAndReadsKeyPaths(_ expected: Case) throws {
    let key = try KeyColumn(expected.text)
    #expect(key.name == expected.name)
    #expect(key.path == expected.path)
    #expect(key.projection?.paths == expected.read)
  }

  /// A text with an operator is the key that rows have, and an expression otherwise.
  @Test(arguments: [
    ("Multi-Arch", #"{"Multi-Arch":"same"}"#, #""same""#), ("a-b", #"{"a":3,"b":1}"#, "2"),
    ("x=y", #"{"x=y":5,"y":1}"#, "5"), ("x=y", #"{"y":1}"#, "1"), ("a/", #"{"a/":1}"#, "1"),
    ("$id", #"{"$id":7}"#, "7"), ("Name in full", #"{"Name in full":"A"}"#, #""A""#),
    ("t=a-b", #"{"a-b":4}"#, "4"), ("O'Hara", #"{"O'Hara":1}"#, "1"),
  ])
  func rowsDecideBetweenKeyAndExpression(_ text: String, _ row: String, _ value: String) throws {
    let row = try JSONReader().read(row)
    let column = try KeyColumn(text)
    #expect(column.isAmbiguous)
    let found = try column.resolved(in: [row])
    #expect(!found.isAmbiguous)
    #expect(String(decoding: JSONWriter().bytes(found.value(of: row)), as: UTF8.self) == value)
  }

  /// A text that is neither an expression nor a key of the rows is an error.
  @Test(arguments: ["a/", "O'Hara", "f(", "a b + "])
  func aTextThatRowsDoNotHaveIsRefused(_ text: String) throws {
    let column = try KeyColumn(text)
    let row = try JSONReader().read(#"{"a":1}"#)
    #expect(throws: ToolError.self) { try column.resolved(in: [row]) }
  }

  @Test(arguments: ["", ".", "a.", ".a", "a..b", "`a", "a.`b", "``", "a.@cuont"])
  func aTextThatIsNoColumnIsRefused(_ text: String) {
    #expect(throws: ToolError.self) { try KeyColumn(text) }
  }

  /// A step that begins as a collection operator and is none is a key.
  @Test(arguments: ["@timestamp", "a.@id", "@", "a.@nothing", "@a b"])
  func aKeyMayBeginAsAnOperatorDoes(_ text: String) throws {
    #expect(try KeyColumn(text).path == text.split(separator: ".").map(String.init))
    #expect(try KeyColumn("a.@count").path == nil)
  }

  /// Separators in quotes, backquotes and brackets do not end a part, unless those are not closed.
  @Test(arguments: [
    ("a,b", ["a", "b"]), (" a , b ", ["a", "b"]), ("f(a,b),c", ["f(a,b)", "c"]),
    ("TERNARY(a == ',', 1, 2),b", ["TERNARY(a == ',', 1, 2)", "b"]), ("`a,b`,c", ["`a,b`", "c"]),
    ("O'Hara,b", ["O'Hara", "b"]), ("a[,b", ["a[", "b"]), ("a),b", ["a)", "b"]),
    (#"'\'',a"#, [#"'\''"#, "a"]), ("", [""]),
  ])
  func aListIsSplitOutsideQuotesAndBrackets(_ text: String, _ parts: [String]) {
    #expect(ColumnText.list(text) == parts)
  }

  @Test(arguments: [
    ("a", "a"), ("`a`", "a"), ("``", ""), ("`", "`"), ("`a", "`a"), ("a`", "a`"), ("`a``b`", "a`b"),
    ("````", "`"), ("`a```", "a`"), ("", ""),
  ])
  func backquotesAreTakenOff(_ key: String, _ expected: String) {
    #expect(ColumnText.unquoted(key) == expected)
  }

  /// An expression over the values that are read in place has the value that it has for the whole row.
  @Test(arguments: [
    "l.@count", "l.@sum.self", "o.l.@max.self", "l.@min.self", "n.@count", "missing.@count",
    "r.@sum.k", "r[1].k", "o.l[0] + l[0]", "r.k", "o.l.@count > 1", "length(s) * 2", "s + 1",
  ])
  func aProjectionHasTheValueOfTheRow(_ text: String) throws {
    let row = try JSONReader().read(
      #"{"l":[3,1,2],"o":{"l":[5,7]},"n":null,"r":[{"k":1},{"k":4}],"s":"abc"}"#)
    let key = try KeyColumn(text)
    let projection = try #require(key.projection)
    let values = try projection.paths.map {
      try KeyColumn($0.joined(separator: ".")).value(of: row)
    }
    // A path through a list requires the whole row.
    let part = projection.row { number -> FilterValue? in
      let path = projection.paths[number]
      guard path.count == 1 || path[0] != "r" else { return Optional.none }
      return values[number]
    }
    #expect(key.value(of: part ?? row) == key.value(of: row))
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
