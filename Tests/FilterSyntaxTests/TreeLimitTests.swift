import Testing

@testable import FilterSyntax

/// The parser counts the levels and the nodes of each form of the language.
@Suite struct TreeLimitTests {
  private static func minuses(_ count: Int) -> AST.Expression {
    (0..<count).reduce(.variable(AST.Variable("v"))) { tree, _ in .minus(AST.Minus(tree)) }
  }

  /// The forms, and those with `%0 - 9` in place of each child that is not an operand already.
  private static let forms =
    TreeWalkTests.forms
    + TreeWalkTests.forms.compactMap { form in
      let operands = [" + ", " - ", " % ", "-%", "UNION", "(%0)"]
      guard !operands.contains(where: form.text.contains) else { return nil }
      return TreeWalkTests.Form(
        form.with { "%\($0) - 9" }, levels: form.levels.map { $0 + 1 }, height: form.height + 1,
        nodes: form.nodes + 2 * form.levels.count, parts: form.parts)
    }

  /// A child is as high as the limit less the levels above it, and no higher.
  @Test(arguments: forms)
  func theLevelsAboveEachChildCount(_ form: TreeWalkTests.Form) {
    let limit = SyntaxLimits.maximumDepth
    for (index, levels) in form.levels.enumerated() {
      let text = form.with { $0 == index ? "%@" : "$k\($0)" }
      let highest = SyntaxArguments([.expression(Self.minuses(limit - levels))])
      #expect(throws: Never.self, "\(text)") {
        try AST.Predicate(parsing: text, arguments: highest)
      }
      let higher = SyntaxArguments([.expression(Self.minuses(limit - levels + 1))])
      let error = #expect(throws: SyntaxError.self, "\(text)") {
        try AST.Predicate(parsing: text, arguments: higher)
      }
      #expect(error?.kind == .tooDeep(limit: limit))
    }
  }

  /// As many nodes as the tree has are counted, and may be left.
  @Test(arguments: forms)
  func eachNodeCounts(_ form: TreeWalkTests.Form) throws {
    let limit = SyntaxLimits.maximumNodes
    let text = form.with { "$k\($0)" }
    let count = form.nodes + form.parts
    for (start, isRefused) in [
      (0, false), (limit - count, false), (limit - count + 1, true),
    ] {
      var parser = try Parser(text, options: SyntaxOptions(), arguments: nil)
      parser.nodes = start
      guard isRefused else {
        _ = try parser.parseFilter()
        #expect(parser.nodes == start + count)
        continue
      }
      let error = #expect(throws: SyntaxError.self) { try parser.parseFilter() }
      #expect(error?.kind == .tooManyNodes(limit: limit))
    }
  }

  /// The nodes of an argument count where it is inserted.
  @Test(arguments: forms)
  func theNodesOfArgumentsCount(_ form: TreeWalkTests.Form) throws {
    let children = form.levels.indices.map { SyntaxArguments.Value.expression(Self.minuses($0)) }
    var parser = try Parser(
      form.with { _ in "%@" }, options: SyntaxOptions(), arguments: SyntaxArguments(children))
    let tree = try parser.parseFilter()
    #expect(tree.measure().nodes == form.nodes + form.levels.indices.reduce(0, +))
    #expect(parser.nodes == tree.measure().nodes + form.parts)
  }

  /// A value as a condition is a comparison with TRUE.
  @Test(arguments: [
    ("$a", 3), ("$a OR NOT $b", 8), ("TRUEPREDICATE", 1), ("$a IS NULL", 3), ("$a IS NOT NULL", 3),
    ("TERNARY($a, 1, 2)", 8), ("SUBQUERY($a, $x, $x)", 7), ("$a == -9223372036854775808", 3),
    ("$a == .5", 3), ("f() == {}", 3),
  ])
  func aFormWithoutChildrenCountsItsNodes(_ text: String, _ nodes: Int) throws {
    var parser = try Parser(text, options: SyntaxOptions(), arguments: nil)
    let tree = try parser.parseFilter()
    #expect(parser.nodes == nodes)
    #expect(tree.measure().nodes == nodes)
  }

  /// A form that ends leaves no level open.
  @Test(arguments: forms)
  func whatIsClosedDoesNotCount(_ form: TreeWalkTests.Form) throws {
    var parser = try Parser(
      "(\(form.with { "$k\($0)" }))", options: SyntaxOptions(), arguments: nil)
    _ = try parser.parseFilter()
    #expect(parser.depth == 0)
  }
}
