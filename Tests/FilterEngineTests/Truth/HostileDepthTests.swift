import FilterEngine
import FilterSyntax
import Foundation
import Synchronization
import TestSupport
import Testing

/// What nests as deep as the language allows, and trees made in code that nest deeper.
@Suite struct HostileDepthTests {
  struct Nest: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var opening: String
    var core: String
    var closing: String
    var suffix = " == 1"

    func text(_ depth: Int) -> String {
      String(repeating: opening, count: depth) + core + String(repeating: closing, count: depth)
        + suffix
    }
  }

  static let nests = [
    Nest(testDescription: "parentheses", opening: "(", core: "x", closing: ")"),
    Nest(testDescription: "NOT", opening: "NOT ", core: "x == 1", closing: "", suffix: ""),
    Nest(
      testDescription: "connectives", opening: "(x == 1 AND (x == 2 OR ", core: "x == 1",
      closing: "))", suffix: ""),
    Nest(testDescription: "minus", opening: "- ", core: "x", closing: ""),
    Nest(testDescription: "additions", opening: "", core: "x", closing: " + 1"),
    Nest(testDescription: "right additions", opening: "1 + (", core: "x", closing: ")"),
    Nest(testDescription: "functions", opening: "abs(", core: "x", closing: ")"),
    Nest(testDescription: "aggregates", opening: "{", core: "x", closing: "}"),
    Nest(testDescription: "constant aggregates", opening: "{", core: "1", closing: "}"),
    Nest(testDescription: "indices", opening: "l[", core: "0", closing: "]"),
    Nest(testDescription: "indices behind one another", opening: "", core: "l", closing: "[0]"),
    Nest(testDescription: "unions", opening: "", core: "l", closing: " UNION l"),
    Nest(
      testDescription: "assignments", opening: "$x := ", core: "x", closing: "", suffix: ") == 1"),
    Nest(testDescription: "casts", opening: "CAST(", core: "x", closing: ", 'NSNumber')"),
    Nest(
      testDescription: "messages", opening: "FUNCTION(", core: "'a'",
      closing: ", 'uppercaseString')"),
    Nest(testDescription: "ternaries", opening: "TERNARY(1 == ", core: "x", closing: ", 1, 2)"),
    Nest(
      testDescription: "ternaries in branches", opening: "TERNARY(x == 1, ", core: "x",
      closing: ", 2)"),
    Nest(
      testDescription: "subqueries", opening: "SUBQUERY(l, $x, 1 == ", core: "x",
      closing: ".@count)"),
    Nest(
      testDescription: "collections of subqueries", opening: "SUBQUERY(", core: "l",
      closing: ", $x, $x == 1)"),
    Nest(testDescription: "paths", opening: "", core: "o", closing: ".o"),
    Nest(testDescription: "paths of operators", opening: "", core: "l", closing: ".@flatten"),
  ]

  /// Reads, makes, asks, prints and frees on the smallest stack.
  @Test(arguments: nests)
  func theLimitIsMetOnASmallStack(_ nest: Nest) {
    onSmallStack {
      var deepest = 0
      let item: FilterValue = ["x": 1, "l": [1], "o": ["o": nil]]
      for depth in [1, 25, 50, 66, 99, 100, 198, 199, 200] {
        var text = nest.text(depth)
        if nest.opening.hasPrefix("$x :=") { text = "(" + text }
        guard let predicate = try? FilterPredicate<FilterValue>(text: text) else { continue }
        deepest = depth
        _ = try? predicate.matches(item)
        _ = try? [item, item].filter(predicate)
        _ = predicate.explain().utf8.count
        _ = predicate.syntax.description.utf8.count
        _ = try? FilterPredicate<FilterValue>(predicate.syntax)
      }
      #expect(deepest >= 50, "\(nest.testDescription) reach \(deepest)")
    }
  }

  @Test func whatIsDeeperIsRefused() {
    for nest in Self.nests where !nest.closing.hasPrefix(".") {
      var text = nest.text(10_000)
      if nest.opening.hasPrefix("$x :=") { text = "(" + text }
      #expect(throws: SyntaxError.self, "\(nest.testDescription)") {
        try FilterPredicate<FilterValue>(text: text)
      }
    }
  }

  /// A tree that no parser made. Freeing one recurses, which is why all of them are kept for good: a
  /// leaked reference is none to the optimizer, which frees what it finds unused.
  private final class Kept: Sendable {
    private static let all = Mutex<[AST.Predicate]>([])

    let tree: AST.Predicate

    init(_ tree: AST.Predicate) {
      self.tree = tree
      Self.all.withLock { $0.append(tree) }
    }
  }

  private func negations(_ depth: Int) -> Kept {
    var tree = AST.Predicate.literal(AST.BooleanLiteral(true))
    for _ in 0..<depth { tree = .not(AST.Negation(tree)) }
    return Kept(tree)
  }

  @Test(arguments: [2_000, 100_000])
  func treesMadeInCodeAreRefusedWhereTheyAreTooDeep(depth: Int) {
    let kept = negations(depth)
    #expect(kind(kept) == .tooDeep(limit: SyntaxLimits.maximumDepth))
    var sum = AST.Expression.literal(AST.Literal(.integer(1)))
    for _ in 0..<depth {
      sum = .arithmetic(AST.Arithmetic(.add, sum, .literal(AST.Literal(.integer(1)))))
    }
    let sums = Kept(.comparison(AST.Comparison(sum, .equal, .literal(AST.Literal(.integer(1))))))
    #expect(kind(sums) == .tooDeep(limit: SyntaxLimits.maximumDepth))
    var path = AST.Expression.selfReference(AST.SelfReference())
    for _ in 0..<depth {
      path = .keyPath(AST.KeyPath(base: path, [AST.KeyPath.Component(.key, "a")]))
    }
    let paths = Kept(.comparison(AST.Comparison(path, .equal, .literal(AST.Literal(.null)))))
    #expect(kind(paths) == .tooDeep(limit: SyntaxLimits.maximumDepth))
    var constant = AST.Constant.integer(1)
    for _ in 0..<depth { constant = .list([constant]) }
    let lists = Kept(
      .comparison(
        AST.Comparison(.literal(AST.Literal(constant)), .equal, .literal(AST.Literal(.null)))))
    #expect(kind(lists) == .tooDeep(limit: SyntaxLimits.maximumDepth))
  }

  private func kind(_ kept: Kept) -> SyntaxError.Kind? {
    do throws(SyntaxError) {
      _ = try FilterPredicate<FilterValue>(kept.tree)
      return nil
    } catch {
      return error.kind
    }
  }
}
