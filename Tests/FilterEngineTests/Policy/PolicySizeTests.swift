import FilterSyntax
import Testing

@testable import FilterEngine

/// The sizes of a policy: what is exactly as large is permitted, and what is larger by one is not.
@Suite struct PolicySizeTests {
  private func refusal(_ text: String, _ change: (inout FilterPolicy) -> Void) throws
    -> SyntaxError?
  {
    var policy = try FilterPolicy(keyPaths: ["SELF"])
    policy.variables = .all
    policy.allowsAssignments = true
    change(&policy)
    do throws(SyntaxError) {
      _ = try FilterPredicate<FilterValue>(text: text, options: FilterOptions(policy: policy))
      return nil
    } catch {
      return error
    }
  }

  private static let texts = [
    "a == 1", "a.b.c > 2", "NOT a == 1 AND b IN {1, 2, 3}", "ANY tags BEGINSWITH 'größe'",
    "{a, {b}} == c[0]",
    "SUBQUERY(a, $x, $x.b == 1).@count > 0", "TERNARY(a == 1, 2, 3) == length('abc')",
    "a LIKE[c] 'x*' OR a MATCHES 'y'",
    "sum({1, 2}) == -a", "a UNION {1} == b", "a", "FALSEPREDICATE",
  ]

  @Test(arguments: texts)
  func aTextIsAsLargeAsThePolicySays(_ text: String) throws {
    let tree = try AST.Predicate(parsing: text)
    let (height, nodes) = tree.measure()
    let whole = SourceRange(0, text.utf8.count)
    #expect(try refusal(text) { $0.maximumLength = text.utf8.count } == nil)
    let long = try refusal(text) { $0.maximumLength = text.utf8.count - 1 }
    #expect(long?.kind == .tooLong(limit: text.utf8.count - 1) && long?.range == whole)
    #expect(try refusal(text) { $0.maximumNodes = nodes } == nil)
    let many = try refusal(text) { $0.maximumNodes = nodes - 1 }
    #expect(many?.kind == .tooManyNodes(limit: nodes - 1) && many?.range == whole)
    #expect(try refusal(text) { $0.maximumDepth = height } == nil)
    let deep = try refusal(text) { $0.maximumDepth = height - 1 }
    #expect(deep?.kind == .tooDeep(limit: height - 1) && deep?.range == whole)
  }

  /// The estimate of the steps is the cost that a policy has to permit.
  @Test(arguments: texts)
  func aTextCostsItsEstimate(_ text: String) throws {
    var policy = try FilterPolicy(keyPaths: ["SELF"])
    policy.maximumCost = nil
    let predicate = try FilterPredicate<FilterValue>(text: text)
    guard let steps = policy.estimatedSteps(of: predicate) else { return }
    #expect(try refusal(text) { $0.maximumCost = steps } == nil)
    guard steps > 0 else { return }
    let error = try refusal(text) { $0.maximumCost = steps - 1 }
    #expect(error?.kind == .tooExpensive(steps: steps, limit: steps - 1))
    #expect(error?.range == SourceRange(0, text.utf8.count))
  }

  /// The highest tree that compiles has an estimate.
  @Test(arguments: [15, 16, 17, 300, 599])
  func aHighTreeHasAnEstimate(_ height: Int) throws {
    let leaf = try AST.Predicate(parsing: "$x == 1")
    let tree = (0..<height - 1).reduce(leaf) { tree, _ in .not(AST.Negation(tree)) }
    let policy = try FilterPolicy(keyPaths: ["SELF"])
    #expect(policy.estimatedSteps(of: try FilterPredicate<FilterValue>(tree)) != nil)
    let check = PolicyCheck(policy: policy, text: "")
    let higher = (height..<601).reduce(tree) { tree, _ in .not(AST.Negation(tree)) }
    #expect(higher.measure().height == 601)
    #expect(check.steps(of: higher, FilterValue.rowLayout, .standard) == .max)
    guard case .not(let node) = higher else { return }
    #expect(check.steps(of: node.operand, FilterValue.rowLayout, .standard) < .max)
  }

  @Test func aBoundOfBothHasTheGreaterParts() {
    let (few, many) = (CostBound(values: 2, bytes: 90), CostBound(values: 5, bytes: 7))
    for (left, right) in [(few, many), (many, few)] {
      #expect(left.merged(with: right) == CostBound(values: 5, bytes: 90))
      #expect(left.joined(with: right) == CostBound(values: 7, bytes: 90))
    }
    #expect(CostBound(values: .max, bytes: 0).joined(with: few).values == .max)
    #expect(CostBound(values: 3, bytes: 64).size == 9 && CostBound(values: 3, bytes: 31).size == 3)
  }
}
