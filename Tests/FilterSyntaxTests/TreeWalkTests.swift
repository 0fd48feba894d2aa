import Testing

@testable import FilterSyntax

/// What goes through a tree reaches each child of each kind of node, in the order of the text.
@Suite struct TreeWalkTests {
  /// A form of the language. Its children are `%0`, `%1`, … in order.
  struct Form: CustomTestStringConvertible, Sendable {
    var text: String
    /// The levels of the tree above each child, as the limit of depth counts them.
    var levels: [Int]
    /// The height of the tree and the number of its nodes, with variables as children.
    var height: Int
    var nodes: Int
    /// What the parser counts as nodes and the tree does not have: the selector of a message, the variable of an
    /// assignment, an AND in parentheses that becomes a part of the AND around it.
    var parts = 0

    var testDescription: String { text }

    init(_ text: String, levels: [Int], height: Int, nodes: Int, parts: Int = 0) {
      (self.text, self.levels, self.parts) = (text, levels, parts)
      (self.height, self.nodes) = (height, nodes)
    }

    /// The text with a child in each place.
    func with(_ child: (Int) -> String) -> String {
      levels.indices.reduce(text) { $0.replacing("%\($1)", with: child($1)) }
    }
  }

  static let forms = [
    Form("%0 == %1", levels: [0, 0], height: 1, nodes: 3),
    Form("NOT %0 > %1", levels: [1, 1], height: 2, nodes: 4),
    Form("%0 NOT LIKE %1", levels: [1, 1], height: 2, nodes: 4),
    Form("ALL %0 NOT IN %1", levels: [0, 0], height: 1, nodes: 3),
    Form("%0 == 1 AND %1 == 2 AND 3 == %2", levels: [0, 0, 0], height: 2, nodes: 10),
    Form("%0 == 1 OR NOT %1 == 2", levels: [0, 1], height: 3, nodes: 8),
    Form("1 == %0 OR 2 == %1 AND %2 == 3", levels: [0, 1, 1], height: 3, nodes: 11),
    Form("(%0 == 1 OR 2 == %1) AND %2 == 3", levels: [1, 1, 0], height: 3, nodes: 11),
    Form("%0 BETWEEN %1 AND %2", levels: [0, 1, 1], height: 2, nodes: 5),
    Form("(%0)[%1] == %2", levels: [1, 1, 0], height: 2, nodes: 5),
    Form("(%0)[FIRST] == %1", levels: [1, 0], height: 2, nodes: 4),
    Form("{%0, %1, %2} == %3", levels: [1, 1, 1, 0], height: 2, nodes: 6),
    Form("f:g:(%0, %1) == %2", levels: [1, 1, 0], height: 2, nodes: 5),
    Form("FUNCTION(%0, 'f:', %1, %2) == %3", levels: [1, 1, 1, 0], height: 2, nodes: 6, parts: 1),
    Form("CAST(%0, %1) == %2", levels: [1, 1, 0], height: 2, nodes: 5),
    Form(
      "TERNARY(%0 == %1, %2, %3) == %4", levels: [1, 1, 1, 1, 0], height: 3, nodes: 8),
    Form(
      "SUBQUERY(%0, $x, %1 == %2) == %3", levels: [1, 1, 1, 0], height: 3, nodes: 7),
    Form("%0 + %1 * %2 == %3", levels: [1, 2, 2, 0], height: 3, nodes: 7),
    Form("%0 - %1 - %2 == %3", levels: [2, 2, 1, 0], height: 3, nodes: 7),
    Form("%0 % %1 == %2", levels: [1, 1, 0], height: 2, nodes: 5),
    Form("NOT %0 - 1 == %1", levels: [2, 1], height: 3, nodes: 6),
    Form("SUBQUERY({}, $x, NOT %0 == 1)[0] - 5 - 6 == %1", levels: [5, 0], height: 7, nodes: 14),
    Form(
      "SUBQUERY({}, $x, (%0 == 1 AND 2 == %1) AND %2 == 3 OR 4 == %3)[0] - 5 - 6 == %4",
      levels: [5, 5, 5, 4, 0], height: 8, nodes: 24, parts: 1),
    Form("-%0 == -%1", levels: [1, 1], height: 2, nodes: 5),
    Form("(%0 UNION %1) == %2", levels: [1, 1, 0], height: 2, nodes: 5),
    Form("($x := %0) == %1", levels: [1, 0], height: 2, nodes: 4, parts: 1),
  ]

  /// The key paths that are children, as `k0`, by their order.
  private static func child(_ expression: AST.Expression) -> String? {
    guard case .keyPath(let path) = expression, case .selfReference = path.base else { return nil }
    return path.components.map(\.name).joined(separator: ".")
  }

  @Test(arguments: forms)
  func eachChildIsReplaced(_ form: Form) throws {
    let tree = try AST.Predicate(parsing: form.with { "k\($0)" })
    var order: [String] = []
    for index in form.levels.indices {
      order = []
      let replaced = tree.replacing { expression, _ in
        guard let name = Self.child(expression) else { return nil }
        order.append(name)
        return name == "k\(index)" ? .variable(AST.Variable("v")) : nil
      }
      let expected = form.with { $0 == index ? "$v" : "k\($0)" }
      #expect(try replaced == AST.Predicate(parsing: expected))
    }
    #expect(order == form.levels.indices.map { "k\($0)" })
  }

  @Test(arguments: forms)
  func eachNodeIsVisitedBeforeItsParts(_ form: Form) throws {
    let tree = try AST.Predicate(parsing: form.with { "k\($0)" })
    var replaced: [AST.Expression] = []
    _ = tree.replacing { expression, _ in
      replaced.append(expression)
      return nil
    }
    var visited: [AST.Expression] = []
    var comparisons = 0
    try tree.visit(expressions: { visited.append($0) }, comparisons: { _ in comparisons += 1 })
    #expect(visited == replaced)
    #expect(visited.compactMap(Self.child) == form.levels.indices.map { "k\($0)" })
    #expect(comparisons == form.text.split(separator: " ").count { Self.signs.contains($0) })
  }

  private static let signs: Set<Substring> = ["==", ">", "LIKE", "IN", "BETWEEN"]

  @Test(arguments: forms)
  func theKeysAndVariablesOfEachChildAreUsed(_ form: Form) throws {
    let keys = try AST.Predicate(parsing: form.with { "k\($0)" })
    #expect(keys.usedKeyPaths == form.levels.indices.map { "k\($0)" })
    #expect(keys.usedVariables == [])
    let variables = try AST.Predicate(parsing: form.with { "$k\($0)" })
    #expect(variables.usedVariables == form.levels.indices.map { "k\($0)" })
    let twice = try AST.Predicate(parsing: form.with { "$k\($0 % 2)" })
    #expect(twice.usedVariables == form.levels.indices.prefix(2).map { "k\($0)" })
    let computed = try AST.Predicate(parsing: form.with { "SELF.$k\($0)" })
    #expect(computed.usedVariables == form.levels.indices.map { "k\($0)" })
  }

  @Test(arguments: forms)
  func heightAndNodesAreThoseOfTheTree(_ form: Form) throws {
    let tree = try AST.Predicate(parsing: form.with { "$k\($0)" })
    let (height, nodes) = tree.measure()
    #expect(height == form.height && nodes == form.nodes)
    #expect(tree.isWithin(height: form.height, nodes: form.nodes))
    #expect(!tree.isWithin(height: form.height - 1, nodes: form.nodes))
    #expect(!tree.isWithin(height: form.height, nodes: form.nodes - 1))
    // A key is a node, and SELF below it a level.
    let keys = try AST.Predicate(parsing: form.with { "k\($0)" })
    #expect(keys.measure().nodes == form.nodes)
    #expect(keys.measure().height >= form.height && keys.measure().height <= form.height + 1)
  }

  /// A constant's elements are nodes of a level below it.
  @Test func theElementsOfAConstantAreMeasured() throws {
    let inner = AST.Constant.map([(key: "k", value: .integer(1))])
    for outer in [AST.Constant.list([.null, inner]), .set([inner, .null])] {
      let arguments = SyntaxArguments([.constant(outer)])
      let tree = try AST.Predicate(parsing: "$x == %@", arguments: arguments)
      #expect(tree.measure().height == 3 && tree.measure().nodes == 6)
      let value = try AST.Expression(parsing: "%@", arguments: arguments)
      #expect(value.measure().height == 2 && value.measure().nodes == 4)
    }
  }

  /// The variable of a subquery is bound in its predicate, and not in its collection.
  @Test func theVariablesAroundAnExpressionAreThoseOfTheSubqueries() throws {
    let tree = try AST.Predicate(
      parsing: "k0 == SUBQUERY(k1, $x, k2 == SUBQUERY(k3, $y, k4 == 1)) AND NOT k5 == 1")
    var bound: [String: [String]] = [:]
    _ = tree.replacing { expression, variables in
      if let name = Self.child(expression) { bound[name] = variables.map(\.wrappedValue) }
      return nil
    }
    #expect(
      bound == ["k0": [], "k1": [], "k2": ["x"], "k3": ["x"], "k4": ["x", "y"], "k5": []])
    let variables = try AST.Predicate(
      parsing: "SUBQUERY($x, $x, $x == SUBQUERY($y, $y, $y == $x)) == $z AND ($z := 1) == 1")
    #expect(variables.usedVariables == ["x", "y", "z"])
  }
}
