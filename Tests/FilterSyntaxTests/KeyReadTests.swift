import FilterSyntax
import Testing

/// What each form reads of a value, and where in the text.
@Suite struct KeyReadTests {
  /// The reads of a text but for the ways, each as its path, its extent and the part of the text that reads.
  private static func reads(_ text: String) throws -> [String] {
    let reads = KeyReads(try AST.Predicate(parsing: text))
    let bytes = Array(text.utf8)
    return reads.reads.filter { $0.extent != .way }.map { read in
      let place = bytes[read.range.lowerBound..<read.range.upperBound]
      return "\(path(read)) \(read.extent) \(String(decoding: place, as: UTF8.self))"
    }
  }

  private static func path(_ read: KeyReads.Read) -> String {
    read.path.isEmpty ? "SELF" : read.path.map(\.wrappedValue).joined(separator: ".")
  }

  @Test(arguments: [
    ("a == b", ["a whole a", "b whole b"]),
    ("a.b > nil", ["a.b whole a.b"]),
    ("a == nil", ["a shape a"]), ("nil != a", ["a shape a"]), ("a IS NULL", ["a shape a"]),
    ("ANY a == nil", ["a whole a"]), ("a > nil", ["a whole a"]), ("a == 1", ["a whole a"]),
    ("NOT a == b AND c < d", ["a whole a", "b whole b", "c whole c", "d whole d"]),
    ("a + b == c", ["a whole a", "b whole b", "c whole c"]),
    ("-a == -b", ["a whole a", "b whole b"]),
    (
      "(a UNION b) == c",
      ["a whole a", "b whole b", "a whole a UNION b", "b whole a UNION b", "c whole c"]
    ),
    ("CAST(a, b) == c", ["a whole a", "b whole b", "a whole CAST(a, b)", "c whole c"]),
    (
      "TERNARY(a == b, c, d) == e",
      [
        "a whole a", "b whole b", "c whole TERNARY(a == b, c, d)", "d whole TERNARY(a == b, c, d)",
        "e whole e",
      ]
    ),
    (
      "f:g:(a, b) == c",
      ["a whole a", "b whole b", "a whole f:g:(a, b)", "b whole f:g:(a, b)", "c whole c"]
    ),
    (
      "FUNCTION(a, 'f:', b) == c",
      [
        "a whole a", "b whole b", "a whole FUNCTION(a, 'f:', b)", "b whole FUNCTION(a, 'f:', b)",
        "c whole c",
      ]
    ),
    (
      "{a, b} == c",
      ["a whole a", "b whole b", "a whole {a, b}", "b whole {a, b}", "c whole c"]
    ),
    ("($x := a) == b", ["a whole $x := a", "b whole b"]),
    ("SELF == a", ["SELF whole SELF", "a whole a"]),
  ])
  func aNodeReadsItsChildren(_ text: String, _ reads: [String]) throws {
    #expect(try Self.reads(text) == reads)
  }

  @Test(arguments: [
    ("a.@count > 0", ["a shape @count"]), ("@count > 0", ["SELF shape @count"]),
    (
      "a.@max.b == c",
      ["a.b whole a.@max.b", "a.b whole a.@max.b", "c whole c"]
    ),
    ("a.@max.b.@count > 0", ["a.b shape @count", "a.b whole @count"]),
    ("a.@sum.self == 1", ["a whole a.@sum.self", "a whole a.@sum.self"]),
    ("a[SIZE] > 0", ["a shape a[SIZE]"]),
    ("a[FIRST] == 1", ["a whole a[FIRST]", "a whole a[FIRST]"]),
    (
      "{a, b}[LAST] == 1",
      ["a whole a", "b whole b", "a whole {a, b}[LAST]", "b whole {a, b}[LAST]"]
    ),
    (
      "(a UNION b)[FIRST] == 1",
      ["a whole a", "b whole b", "a whole (a UNION b)[FIRST]", "b whole (a UNION b)[FIRST]"]
    ),
    (
      "f(a)[FIRST] == 1", ["a whole a", "a whole f(a)[FIRST]", "a whole f(a)[FIRST]"]
    ),
    (
      "SUBQUERY(a, $x, $x.b == 1)[FIRST] == 1",
      ["a.b whole $x.b", "a whole SUBQUERY(a, $x, $x.b == 1)[FIRST]"]
    ),
    ("a[b] == 1", ["b whole b", "a whole a[b]", "a whole a[b]"]),
    ("a[b + 1] == 1", ["b whole b", "a whole a[b + 1]"]),
    ("a[-b] == 1", ["b whole b", "a whole a[-b]"]),
    ("a['k'] == 1", ["a.k whole a['k']"]), ("a[0] == 1", ["a whole a[0]"]),
    ("a.$v == 1", ["a whole $v"]),
    ("($v := b) == 1 AND a.$v == 1", ["b whole $v := b", "b whole $v", "a whole $v"]),
  ])
  func anIndexOrAnOperatorReadsItsBase(_ text: String, _ reads: [String]) throws {
    #expect(try Self.reads(text) == reads)
  }

  /// A path leads through its keys, and knows where each of them is written.
  @Test(arguments: [
    ("a.b.c == 1", ["a.b.c: a, b, c"]), ("(a.b).c == 1", ["a.b: a, b", "a.b.c: c"]),
    ("ANY SUBQUERY(a, $x, $x.b == 1).c == 1", ["a: a", "a.b: b", "a.c: c"]),
    ("(a)['k'].b == 1", ["a: a", "a.k: 'k'", "a.k.b: b"]), ("a.@max.b == 1", ["a.b: a, b"]),
    ("a.b.$v == 1", ["a.b: a, b"]), ("SELF == 1", []), ("a.@sum.self == 1", ["a: a"]),
  ])
  func theStepsOfAWayAreThoseOfTheText(_ text: String, _ ways: [String]) throws {
    let bytes = Array(text.utf8)
    let found = KeyReads(try AST.Predicate(parsing: text)).reads.filter { $0.extent == .way }
    let shown = found.map { read in
      let steps = read.steps.map {
        String(decoding: bytes[$0.lowerBound..<$0.upperBound], as: UTF8.self)
      }
      return Self.path(read) + ": " + steps.joined(separator: ", ")
    }
    #expect(shown == ways)
  }

  /// A key is computed where it is not written, unless the value is not of the item.
  @Test(arguments: [
    ("a[$k] == 1", ["a[$k]"]), ("a.$k == 1 AND b[c] == 1", ["$k", "b[c]"]),
    ("ANYKEY == 1", ["ANYKEY"]),
    ("$a[$k] == 1", []), ("f(1)[$k] == 1", []), ("a[1] == 1", []), ("a['b'] == 1", []),
    ("objectFrom:withIndex:(a, $k) == 1", ["objectFrom:withIndex:(a, $k)"]),
    ("FUNCTION(a, 'objectForKey:', $k) == 1", ["FUNCTION(a, 'objectForKey:', $k)"]),
    ("FUNCTION(a, 'objectForKey:', 'k') == 1", []), ("FUNCTION(a, 'other:', $k) == 1", []),
  ])
  func aComputedKeyIsMarked(_ text: String, _ marked: [String]) throws {
    let bytes = Array(text.utf8)
    let places = KeyReads(try AST.Predicate(parsing: text)).computed.map {
      String(decoding: bytes[$0.lowerBound..<$0.upperBound], as: UTF8.self)
    }
    #expect(places == marked)
  }

  /// Sixty-four sources of a value are kept apart, and more are read whole.
  @Test(arguments: [64, 65])
  func soManyOriginsAreKeptApart(_ count: Int) throws {
    let keys = (0..<count).map { "k\($0)" }
    let below = keys.map { "\($0).secret" }
    let list = "ANY {\(keys.joined(separator: ", "))}.secret == 1"
    #expect(
      try AST.Predicate(parsing: list).usedKeyPaths.filter(below.contains).count
        == (count > 64 ? 0 : 64))
    let bound = keys.map { "($x := \($0)) == nil" }.joined(separator: " AND ")
    let variable = try AST.Predicate(parsing: bound + " AND $x.secret == 1")
    #expect(variable.usedKeyPaths.filter(below.contains) == Array(below.prefix(64)))
    #expect(try Self.reads(bound).contains("k64 whole $x := k64") == (count > 64))
  }

  /// Variables that are bound in the opposite order take a pass each. After eight passes, what they are bound to
  /// is read whole.
  @Test(arguments: [1, 6, 7, 8])
  func variablesAreFollowedForEightPasses(_ count: Int) throws {
    let bindings = (0..<count).reversed().map { index in
      index == 0 ? "($x0 := a) == nil" : "($x\(index) := $x\(index - 1)) == nil"
    }
    let text = (["$x\(count - 1).secret == 1"] + bindings).joined(separator: " AND ")
    #expect(try AST.Predicate(parsing: text).usedKeyPaths.contains("a.secret") == (count < 8))
    #expect(try Self.reads(text).contains("a whole $x0 := a") == (count == 8))
  }
}
