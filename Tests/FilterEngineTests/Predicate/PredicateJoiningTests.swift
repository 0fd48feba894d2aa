import FilterSyntax
import Foundation
import TestSupport
import Testing

@testable import FilterEngine

/// Joins of predicates: what they are made of, and that making one compiles nothing again.
@Suite struct PredicateJoiningTests {
  typealias Predicate = FilterPredicate<FilterValue>

  private func size(_ predicate: Predicate) -> TreeSize {
    let (height, nodes) = predicate.syntax.measure()
    return TreeSize(height: height, nodes: nodes)
  }

  @Test(arguments: [true, false])
  func aJoinIsNotCompiledBeforeItIsUsed(isConjunction: Bool) throws {
    var joined = try Predicate(text: "a != 0")
    var rounds: [Predicate] = []
    for number in 1...300 {
      let next = try Predicate(text: "a != \(number)")
      joined = isConjunction ? try joined && next : try joined || next
      rounds.append(joined)
    }
    #expect(rounds.allSatisfy { !$0.program.isCompiled })
    // What is joined next takes the size from the join, and goes over no tree.
    #expect(rounds.allSatisfy { $0.program.size == size($0) })
    #expect(try joined.matches(["a": 301]))
    #expect(try joined.matches(["a": 5]) == !isConjunction)
    #expect(joined.program.isCompiled)
    #expect(rounds.dropLast().allSatisfy { !$0.program.isCompiled })
    let text = (0...300).map { "a != \($0)" }.joined(separator: isConjunction ? " AND " : " OR ")
    #expect(joined == (try Predicate(text: text)))
    #expect(joined.description == (try Predicate(text: text)).description)
    #expect(joined.explain() == (try Predicate(text: text)).explain())
    #expect(joined.usedKeyPaths == ["a"])
    let coded = try JSONDecoder.ofFilters.decode(Predicate.self, from: JSONEncoder().encode(joined))
    #expect(coded == joined)
  }

  @Test func joinsOfAllSortsKnowTheirSize() throws {
    let parts = try [
      "a == 1", "a == 1 AND b == 2", "a == 1 OR b == 2", "NOT a == 1", "TRUEPREDICATE",
      "SUBQUERY(a, $x, $x == {1, 2}).@count == 1", "a[b + 1] IN {1, {2, 3}}",
    ].map { try Predicate(text: $0) }
    for left in parts {
      for right in parts {
        for joined in try [
          left && right, left || right, !left, !(left && right), !(!left) || right,
        ] {
          #expect(joined.program.size == size(joined))
          let compiled = try Predicate(joined.syntax)
          #expect(joined.program.levels == compiled.program.levels)
          #expect(joined.explain() == compiled.explain())
        }
      }
    }
  }

  @Test func aJoinThatIsTooDeepIsRefused() throws {
    var joined = try Predicate(text: "a == 1")
    let other = try Predicate(text: "b == 1")
    var rounds = 0
    let error = #expect(throws: SyntaxError.self) {
      while rounds < 10_000 {
        joined = try rounds.isMultiple(of: 2) ? joined && other : joined || other
        rounds += 1
      }
    }
    #expect(error?.kind == .tooDeep(limit: SyntaxLimits.maximumDepth))
    // The deepest one that was made compiles.
    #expect(throws: Never.self) { try Predicate(joined.syntax) }
    #expect(try !joined.matches(["a": 0, "b": 0]))
  }

  /// Operators of a path nest when they are compiled, although the tree is not higher for them.
  @Test func theOperatorsOfAPathAreLevelsOfAJoin() throws {
    let path = "a" + String(repeating: ".@flatten", count: 150) + ".#self"
    var joined = try Predicate(text: "\(path) == nil")
    let other = try Predicate(text: "b == 1")
    var rounds = 0
    let error = #expect(throws: SyntaxError.self) {
      while rounds < 1_000 {
        joined = try rounds.isMultiple(of: 2) ? joined && other : joined || other
        rounds += 1
      }
    }
    #expect(error?.kind == .tooDeep(limit: SyntaxLimits.maximumDepth))
    #expect((440..<450).contains(rounds))
    #expect(throws: Never.self) { try Predicate(joined.syntax) }
  }

  /// However many joins follow one another, on either side, their trees are made and released on a small stack.
  @Test(arguments: [true, false])
  func manyJoinsFitASmallStack(isOnTheLeft: Bool) {
    onSmallStack {
      guard let one = try? Predicate(text: "a == 1") else {
        Issue.record("a comparison is refused")
        return
      }
      var joined = one
      for _ in 0..<2_000 {
        guard let next = try? isOnTheLeft ? joined && one : one && joined else { break }
        joined = next
      }
      #expect(joined.program.size?.nodes == 2_001 * 3 + 1)
      guard case .compound(let node) = joined.syntax else {
        Issue.record("not a compound")
        return
      }
      #expect(node.operands.count == 2_001)
    }
  }

  @Test func aJoinThatIsTooLargeIsRefused() throws {
    let list = FilterValue.list(Array(repeating: 1, count: 400_000))
    let half = try Predicate(text: "a == %@", arguments: [list])
    let both = try half && half
    let error = #expect(throws: SyntaxError.self) { try both || half }
    #expect(error?.kind == .tooManyNodes(limit: SyntaxLimits.maximumNodes))
  }

  /// Where a name means something else in the joined libraries, the join says so at once.
  @Test func aJoinWithOtherLibrariesIsChecked() throws {
    struct Row: Filterable {
      var name: String
      static let filterFields = FilterFields<Row>(FilterField("name", \.name))
    }
    func library(_ name: String, _ kind: FilterKind) -> FilterLibraries {
      [
        .standard,
        FilterLibrary(
          name: name,
          functions: [
            FilterFunction(
              "twice:", parameters: [kind], result: .string,
              documentation: FilterDocumentation("Nothing.", example: "TRUEPREDICATE")
            ) { arguments, _ in arguments[0] }
          ]),
      ]
    }
    let texts = library("texts", .string)
    let numbers = library("numbers", .number)
    let left = try FilterPredicate<Row>(
      text: "name == 'a'", options: FilterOptions(libraries: numbers))
    let right = try FilterPredicate<Row>(
      text: "twice(name) == 'a'", options: FilterOptions(libraries: texts))
    #expect(throws: SyntaxError.self) { try left && right }
    #expect(try (right && left).matches(Row(name: "a")))
  }

  /// A join has the names of both libraries, whichever side they are on.
  @Test func aJoinHasTheNamesOfBothLibraries() throws {
    func libraries(_ name: String) -> FilterLibraries {
      [
        .standard,
        FilterLibrary(
          name: name,
          functions: [
            FilterFunction(
              "\(name):", parameters: [nil], result: nil,
              documentation: FilterDocumentation("Nothing.", example: "TRUEPREDICATE")
            ) { arguments, _ in arguments[0] }
          ]),
      ]
    }
    let one = try Predicate(
      text: "one(a) == 1", options: FilterOptions(libraries: libraries("one")))
    let two = try Predicate(
      text: "two(b) == 2", options: FilterOptions(libraries: libraries("two")))
    for joined in try [one && two, two && one, (one || two) && one, !(!one || !two)] {
      #expect(try joined.matches(["a": 1, "b": 2]))
      #expect(try !joined.matches(["a": 0, "b": 0]))
      #expect(throws: Never.self) { try Predicate(joined.syntax, options: joined.options) }
    }
  }
}
