import FilterSyntax
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FilterEngine

/// What is evaluated when a predicate is made, and what for each row.
@Suite struct CompilerConstantTests {
  private final class Calls: Sendable {
    let count = Mutex(0)

    func add() { count.withLock { $0 += 1 } }

    var taken: Int {
      count.withLock { count in
        defer { count = 0 }
        return count
      }
    }
  }

  private static func libraries(_ calls: Calls, isPure: Bool) -> FilterLibraries {
    let documentation = FilterDocumentation("Nothing.", example: "TRUEPREDICATE")
    return [
      .standard,
      FilterLibrary(
        name: "counting",
        functions: [
          FilterFunction(
            "same:", parameters: [nil], result: nil, isPure: isPure, documentation: documentation
          ) { arguments, _ in
            calls.add()
            return arguments[0]
          }
        ]),
    ]
  }

  /// A pure function of constants is called once, wherever it stands, and any other one for each row.
  @Test(arguments: [
    "same(1) == 1", "1 == same(1)", "same(same(1)) > 0", "x == 5 OR same(1) == 1", "-same(1) == -1",
    "{same(1), 2} == {1, 2}", "same({1, 2})[0] == 1", "{1}[same(0)] == 1",
    "CAST(same(1), 'NSString') == '1'",
    "FUNCTION(same('a'), 'uppercaseString') == 'A'",
    "FUNCTION('a', 'stringByAppendingString:', same('b')) == 'ab'",
    "(same({1}) UNION {2})[SIZE] == 2", "2 - same(1) == 1", "same('ab').length == 2",
    "same({1}).@count == 1",
    "same(1) IN {1, 2}", "same('a') LIKE 'a'", "same('a') MATCHES 'a'", "1 BETWEEN {same(1), 2}",
  ])
  func aFunctionOfConstantsIsCalledOnceIfItIsPure(_ text: String) throws {
    let rows = Array(repeating: ["x": 1] as FilterValue, count: 10)
    let inner = text.components(separatedBy: "same(").count - 1
    let calls = Calls()
    for isPure in [true, false] {
      let predicate = try FilterPredicate<FilterValue>(
        text: text, options: FilterOptions(libraries: Self.libraries(calls, isPure: isPure)))
      #expect(try predicate.matches(rows[0]))
      let first = calls.taken
      #expect(try rows.count(where: predicate) == 10)
      let later = calls.taken
      #expect(first == inner)
      #expect(later == (isPure ? 0 : 10 * inner))
    }
  }

  /// What depends on a row or a variable is evaluated for each row.
  @Test(arguments: [
    "same(x) == 1", "same($v) == 1", "same({x}) == {1}", "same(SELF) != nil",
    "{1}[same(x - 1)] == 1",
  ])
  func aFunctionOfARowIsCalledForEachRow(_ text: String) throws {
    let rows = Array(repeating: ["x": 1] as FilterValue, count: 10)
    let calls = Calls()
    let predicate = try FilterPredicate<FilterValue>(
      text: text, options: FilterOptions(libraries: Self.libraries(calls, isPure: true)))
    _ = predicate.notes
    #expect(calls.taken == 0)
    #expect(try rows.count(where: predicate, bindings: ["v": 1]) == 10)
    #expect(calls.taken == 10)
  }

  private struct Row: Filterable {
    var number = 1
    var text = "a"

    static let filterFields = FilterFields<Row>(
      FilterField("number", \.number), FilterField("text", \.text))
  }

  /// The last kind of a function of any number of arguments is that of all further ones.
  @Test func furtherArgumentsAreOfTheLastKind() throws {
    let documentation = FilterDocumentation("Nothing.", example: "TRUEPREDICATE")
    let libraries = FilterLibraries([
      .standard,
      FilterLibrary(
        name: "many",
        functions: [
          FilterFunction(
            "many:", parameters: [.string, .number], arity: 1...(.max), result: .number,
            documentation: documentation
          ) { arguments, _ in .int(Int64(arguments.count)) }
        ]),
    ])
    for count in 1...5 {
      let numbers = Array(repeating: ", number", count: count - 1).joined()
      let predicate = try FilterPredicate<Row>(
        text: "many(text\(numbers)) == \(count)", options: FilterOptions(libraries: libraries))
      #expect(try predicate.matches(Row()))
      let error = #expect(throws: SyntaxError.self) {
        try FilterPredicate<Row>(
          text: "many(text\(numbers), text) > 1", options: FilterOptions(libraries: libraries))
      }
      #expect(error?.kind == .argumentKind(function: "many:", expected: "number", found: "string"))
      #expect(error?.range.lowerBound == "many(text\(numbers), ".utf8.count)
    }
    let error = #expect(throws: SyntaxError.self) {
      try FilterPredicate<Row>(
        text: "many(number) == 1", options: FilterOptions(libraries: libraries))
    }
    #expect(error?.kind == .argumentKind(function: "many:", expected: "string", found: "number"))
  }

  /// Each level of a tree is one of the levels that the compiler recurses over.
  @Test(arguments: [
    ("TRUEPREDICATE", 1), ("x == 1", 2), ("NOT x == 1", 3), ("NOT NOT x == 1", 4),
    ("x == 1 AND y == 2", 3),
    ("x == 1 AND (y == 2 OR z == 3)", 4), ("-x == 1", 3), ("1 == --x", 4), ("x + 1 == 1", 3),
    ("1 == y - x * 2", 4),
    ("{x} == {1}", 3), ("f == {{{1}}}", 5), ("length(x) == 1", 3),
    ("CAST(x, 'NSString') == 'a'", 3),
    ("FUNCTION(x, 'uppercaseString') == 'A'", 3), ("TERNARY(x == 1, 2, 3) == 1", 4),
    ("TERNARY(TRUEPREDICATE, 2, -x) == 1", 4),
    ("SUBQUERY(x, $y, $y == 1) == x", 4), ("(x)[0] == 1", 3), ("x[-y] == 1", 4),
    ("x UNION y == z", 3), ("($x := y) == 1", 3),
  ])
  func theLevelsAreThoseOfTheTree(_ text: String, _ levels: Int) throws {
    // A path from the item to a key is one level.
    #expect(try FilterPredicate<FilterValue>(text: text).program.levels >= levels)
    let deeper = try FilterPredicate<FilterValue>(text: "NOT (\(text))").program.levels
    #expect(try FilterPredicate<FilterValue>(text: text).program.levels == deeper - 1)
    let joined = try FilterPredicate<FilterValue>(
      text: "TRUEPREDICATE AND (\(text) OR TRUEPREDICATE)")
    let isCompound = text.contains(" AND ")
    #expect(joined.program.levels >= levels + (isCompound ? 2 : 2))
  }

  /// As many nodes and levels as the limits say, and one more.
  @Test func aTreeIsRefusedBeyondTheLimits() {
    let (depth, nodes) = (3 * SyntaxLimits.maximumDepth, SyntaxLimits.maximumNodes)
    #expect(Compiler.maximumDepth == depth)
    #expect(Compiler.refusal(depth, nodes) == nil && Compiler.refusal(0, 1) == nil)
    #expect(Compiler.refusal(depth + 1, 1) == .tooDeep(limit: SyntaxLimits.maximumDepth))
    #expect(Compiler.refusal(1, nodes + 1) == .tooManyNodes(limit: nodes))
    #expect(Compiler.refusal(depth + 1, nodes + 1) == .tooDeep(limit: SyntaxLimits.maximumDepth))
  }

  /// Trees that were made in code, of each height near the limit.
  @Test(arguments: [3, 17, 598, 599, 600, 601, 602])
  func aTreeMadeInCodeIsAsHighAsTheLimit(_ height: Int) throws {
    let leaf = try AST.Predicate(parsing: "$x == 1")
    let negations = (0..<height - 1).reduce(leaf) { tree, _ in .not(AST.Negation(tree)) }
    #expect(negations.measure().height == height)
    let variable = AST.Expression.variable(AST.Variable("x"))
    let minuses = (0..<height - 1).reduce(variable) { tree, _ in .minus(AST.Minus(tree)) }
    let signs = AST.Predicate.comparison(
      AST.Comparison(minuses, .equal, .literal(AST.Literal(.integer(1)))))
    #expect(signs.measure().height == height)
    for tree in [negations, signs] {
      // The compiler counts a level more than the edges of the tree.
      guard height < 600 else {
        let error = #expect(throws: SyntaxError.self) { try FilterPredicate<FilterValue>(tree) }
        #expect(error?.kind == .tooDeep(limit: SyntaxLimits.maximumDepth))
        continue
      }
      let predicate = try FilterPredicate<FilterValue>(tree)
      let isEven = (height - 1).isMultiple(of: 2)
      #expect(try predicate.matches(nil, bindings: ["x": 1]) == isEven)
    }
  }

  /// Operators of collections nest in each other: two hundred of them are as many as a text nests.
  @Test(arguments: [198, 199, 200, 201])
  func operatorsOfAPathNestAsDeepAsATextDoes(_ count: Int) throws {
    let text = "l" + String(repeating: ".@flatten", count: count) + " == nil"
    let error = Result { () throws(SyntaxError) in try FilterPredicate<FilterValue>(text: text) }
    switch error {
    case .success: #expect(count <= 200)
    case .failure(let error):
      #expect(count > 200, "\(error.message)")
      #expect(error.kind == .tooDeep(limit: 200))
      #expect(
        error.range.lowerBound == 0
          && error.range.upperBound == text.utf8.count - " == nil".utf8.count)
    }
  }

  /// What is found deep in a tree, where the compiler takes a larger stack, counts for the whole.
  @Test func whatIsFoundDeepIsKept() throws {
    let deep = { (core: String) in String(repeating: "-", count: 150) + core }
    let text =
      "\(deep("abs($first)")) == 1 AND \(deep("abs($second)")) == 2 AND 3 == $third AND NOT \(deep("(1 / 0)")) == 1"
    onSmallStack {
      guard let predicate = try? FilterPredicate<FilterValue>(text: text) else {
        Issue.record("the text is refused")
        return
      }
      let bindings: [String: FilterValue] = ["first": 1, "second": -2, "third": 3]
      #expect((try? predicate.matches(nil, bindings: bindings)) == nil)
      #expect(predicate.notes.count == 1)
      #expect(
        (try? predicate.matches(nil, bindings: ["first": 2, "second": -2, "third": 3])) == false)
      #expect(
        (try? predicate.matches(nil, bindings: ["first": 1, "second": 5, "third": 3])) == false)
      #expect(
        (try? predicate.matches(nil, bindings: ["first": 1, "second": -2, "third": 4])) == false)
    }
  }
}
