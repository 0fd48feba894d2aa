import FilterSyntax
import TestSupport
import Testing

/// Every form of a read is listed, or the list says that it is not complete.
@Suite struct KeyReadsTests {
  @Test(arguments: [
    ("SUBQUERY(a, $x, $x.secret == 1).@count > 0", ["a", "a.secret"]),
    ("SUBQUERY(a.b, $x, ANY $x.c.d == 1)[0].e == 1", ["a.b", "a.b.c.d", "a.b.e"]),
    ("(a)[0].secret == 1", ["a", "a.secret"]),
    ("(a)[FIRST].secret == 1", ["a", "a.secret"]),
    ("TERNARY(x == 1, a, b).secret == 1", ["x", "a", "b", "a.secret", "b.secret"]),
    ("FUNCTION(SELF, 'objectForKey:', 'secret') == 1", ["SELF", "secret"]),
    ("objectFrom:withIndex:(a, 'secret') == 1", ["a", "a.secret"]),
    ("noindex(a).secret == 1", ["a", "a.secret"]),
    ("($x := owner) != nil AND $x.secret == 1", ["owner", "owner.secret"]),
    ("$x.secret == 1 OR ($x := owner) != nil", ["owner.secret", "owner"]),
    ("($x := a) != nil AND ($y := $x.b) != nil AND $y.c == 1", ["a", "a.b", "a.b.c"]),
    ("self['secret'] == 1", ["SELF", "secret"]),
    ("(a['b']).c == 1", ["a", "a.b", "a.b.c"]),
    ("ANY {secret}.x == 1", ["secret", "secret.x"]),
    ("ANY {a, {b}}.x == 1", ["a", "b", "a.x", "b.x"]),
    ("(owner).secret == 1", ["owner", "owner.secret"]),
    ("(a UNION b).secret == {1}", ["a", "b", "a.secret", "b.secret"]),
    ("CAST(a, 'NSString').length == 1", ["a", "a.length"]),
    ("SUBQUERY(a, $x, $x.b == 1).@sum.c == 1", ["a", "a.b", "a.c"]),
    ("a.@max.b == 1 AND a.@count > 1", ["a.@max.b", "a.@count"]),
    ("`a.b` == 1 AND a.b == 2", ["`a.b`", "a.b"]),
    ("SUBQUERY(`c d`, $x, $x.`e.f` == 1).@count == 0", ["`c d`", "`c d`.`e.f`"]),
  ])
  func aFormIsListed(_ text: String, _ keyPaths: [String]) throws {
    let tree = try AST.Predicate(parsing: text)
    #expect(tree.usedKeyPaths == keyPaths)
    #expect(tree.usedKeyPathsAreComplete)
  }

  @Test(arguments: [
    "a[$k] == 1", "SELF[name] == 1", "a.$k == 1", "ANYKEY == 1",
    "FUNCTION(a, 'objectForKey:', b) == 1", "(a)[TERNARY(x == 1, 'b', 'c')] == 1",
    "SUBQUERY(a, $x, $x[$x.k] == 1).@count == 1", "($x := a) == 1 AND $x[$y] == 1",
  ])
  func aComputedKeyMakesTheListIncomplete(_ text: String) throws {
    let tree = try AST.Predicate(parsing: text)
    #expect(!tree.usedKeyPathsAreComplete)
  }

  /// Indices that are numbers, and keys of values that do not come from the item, are no computed keys.
  @Test(arguments: [
    "(a)[0] == 1", "(a)[n + 1] == 1", "(a)[-1] == 1", "$v[$k] == 1", "$v.$k == 1",
    "{1, 2}[$k] == 1",
  ])
  func aNumberIsNoComputedKey(_ text: String) throws {
    #expect(try AST.Predicate(parsing: text).usedKeyPathsAreComplete)
  }

  /// A variable that is bound to what is below itself ends the passes, and is read whole.
  @Test func aVariableBoundToItselfEnds() throws {
    let text = "SUBQUERY(a, $y, ($x := TERNARY($x == nil, owner, $x.next)) != nil).@count > 0"
    let reads = KeyReads(try AST.Predicate(parsing: text))
    #expect(
      reads.reads.contains { $0.extent == .whole && $0.path.map(\.wrappedValue) == ["owner"] })
    #expect(reads.reads.count < 100)
  }

  /// Many sources of one value are read whole and not kept apart.
  @Test func manyOriginsAreReadWhole() throws {
    let names = (0..<200).map { "k\($0)" }.joined(separator: ", ")
    let tree = try AST.Predicate(parsing: "ANY {\(names)}.secret == 1")
    let reads = KeyReads(tree)
    #expect(reads.reads.filter { $0.extent == .whole && $0.path.count == 1 }.count == 400)
    let bound = (0..<200).map { "($x := k\($0)) == nil" }.joined(separator: " AND ")
    let variables = KeyReads(try AST.Predicate(parsing: bound + " AND $x.secret == 1"))
    let whole = Set(
      variables.reads.filter { $0.extent == .whole || $0.path.count == 2 }
        .compactMap { $0.path.first })
    #expect(whole.count == 200)
  }

  @Test func aDeepTreeNeedsNoStack() throws {
    onSmallStack {
      var tree = AST.Expression.keyPath(AST.KeyPath([AST.KeyPath.Component(.key, "a")]))
      for _ in 0..<2_000 { tree = .minus(AST.Minus(tree)) }
      #expect(tree.usedKeyPaths == ["a"])
    }
  }

  /// Each key takes constant time: this does not end in the square of the keys.
  @Test func aLongPathIsRead() throws {
    let path = "a" + String(repeating: ".b", count: 200_000)
    #expect(try AST.Predicate(parsing: "\(path) == 1").usedKeyPaths == [path])
    #expect(try AST.Predicate(parsing: "(\(path)) != nil").usedKeyPaths == [path])
  }
}
