import FilterEngine
import Testing

/// Numbers at the ends of what an integer holds, wherever a limit, a policy or a library takes a number.
@Suite struct LimitNumberTests {
  private static let numbers: [Int] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]

  private static let limits: [@Sendable (inout EvaluationLimits, Int) -> Void] = [
    { $0.steps = $1 }, { $0.elements = $1 }, { $0.bytes = $1 }, { $0.textBytes = $1 },
    { $0.depth = $1 }, { $0.regularExpressions.tries = $1 }, { $0.regularExpressions.depth = $1 },
    { $0.regularExpressions.memory = $1 }, { $0.time = .seconds($1) },
    { $0.time = .nanoseconds($1) }, { $0.time = .seconds($1) - .seconds(1) },
  ]

  private static let texts = [
    "TRUEPREDICATE", "ANY l == 2", "SUBQUERY(l, $x, $x > 1).@count == 2", "t MATCHES '(a|b)*c?'",
    "t MATCHES[c] 'x+y'", "({l, l} UNION {1})[SIZE] == 3", "uppercase(t) CONTAINS 'AB'",
    "FUNCTION(t, 'stringByAppendingString:', t) != ''", "{l, {l, {l}}} == {1}",
    "FUNCTION(t, 'stringByReplacingOccurrencesOfString:withString:', 'a', 'bb') != ''",
    "l[0] == 1 AND l[$n] == 1", "t LIKE '*a*b*'", "charge($n) == 0", "$n + 1 > $n", "$n * $n > $n",
    "abs($n) > 0", "-$n < 0", "($n << 1) != ($n >> $n)", "$n ** 2 > 0", "l BETWEEN {$n, $n}",
  ]

  private static let library = FilterLibrary(
    name: "test",
    functions: [
      FilterFunction(
        "charge:", parameters: [nil], result: nil, isPure: false,
        documentation: FilterDocumentation("Charges steps.", example: "charge(1) == 0")
      ) { arguments, run throws(EvaluationError) in
        if case .int(let count) = arguments[0] { try run.spend(Int(count)) }
        return 0
      }
    ])

  private static let item: FilterValue = ["l": [1, 2, 3], "t": "abab"]

  /// Every predicate ends under every limit, with an answer or an error.
  @Test(arguments: texts) func everyLimitIsALimit(_ text: String) throws {
    let predicate = try FilterPredicate<FilterValue>(
      text: text, options: FilterOptions(libraries: [.standard, Self.library]))
    for set in Self.limits {
      for number in Self.numbers {
        var limits = EvaluationLimits.standard
        set(&limits, number)
        for argument in Self.numbers {
          let bindings: [String: FilterValue] = ["n": .int(Int64(argument))]
          let one = try? predicate.matches(Self.item, bindings: bindings, limits: limits)
          let all = [Self.item].filter(
            predicate, bindings: bindings, limits: limits, onError: { _, _ in })
          #expect(all.isEmpty == (one != true), "\(number) \(argument)")
        }
      }
    }
  }

  /// A negative limit is 0.
  @Test func aNegativeLimitIsNone() throws {
    let predicate = try FilterPredicate<FilterValue>(text: "ANY l == 2")
    for number in [Int.min, -1, 0] {
      var limits = EvaluationLimits.standard
      limits.steps = number
      let error = #expect(throws: EvaluationError.self) {
        try predicate.matches(Self.item, limits: limits)
      }
      #expect(error?.kind == .budget)
    }
  }

  @Test(arguments: numbers) func everyPolicyPermitsOrRefuses(_ number: Int) throws {
    let sets: [(inout FilterPolicy) -> Void] = [
      { $0.maximumLength = number }, { $0.maximumNodes = number }, { $0.maximumDepth = number },
      { $0.maximumCost = number }, { $0.matchCost = number },
      { $0.libraryCosts = ["charge:": number] },
      { $0.sizes = FilterPolicy.Sizes(values: number, bytes: number) },
      { $0.sizes.values = number }, { $0.sizes.bytes = number },
      {
        ($0.sizes, $0.matchCost, $0.libraryCosts, $0.maximumCost) = (
          FilterPolicy.Sizes(values: number, bytes: number), number, ["charge:": number], nil
        )
      },
    ]
    for set in sets {
      var policy = try FilterPolicy(keyPaths: ["SELF"])
      policy.variables = .all
      set(&policy)
      for text in Self.texts {
        let libraries = FilterLibraries([.standard, Self.library])
        _ = try? FilterPredicate<FilterValue>(
          text: text, options: FilterOptions(libraries: libraries, policy: policy))
        let predicate = try FilterPredicate<FilterValue>(
          text: text, options: FilterOptions(libraries: libraries))
        #expect(policy.estimatedSteps(of: predicate).map { $0 >= 0 } ?? true, "\(text)")
      }
      _ = try? policy.check(keyPath: "a.b.@count")
    }
  }

  @Test func functionsHaveAnyNumberOfArguments() throws {
    let documentation = FilterDocumentation("Nothing.", example: "f(1) == 0")
    for first in Self.numbers {
      for last in Self.numbers where last >= first {
        for parameters in [[], [.number], [nil, .string]] as [[FilterKind?]] {
          let function = FilterFunction(
            "f:", parameters: parameters, arity: first...last, result: .number,
            documentation: documentation
          ) { arguments, _ in .int(Int64(arguments.count)) }
          let libraries = FilterLibraries([
            .standard, FilterLibrary(name: "test", functions: [function]),
          ])
          for count in 1...3 {
            let arguments = Array(repeating: "1", count: count).joined(separator: ", ")
            let text = "f(\(arguments)) == \(count)"
            let predicate = try? FilterPredicate<FilterValue>(
              text: text, options: FilterOptions(libraries: libraries))
            if !(first...last).contains(count) { #expect(predicate == nil) }
            _ = try? predicate?.matches(nil)
          }
        }
      }
    }
  }

  @Test(arguments: numbers) func interpolationsReserveNothing(_ number: Int) throws {
    var text = FilterText.Interpolation(literalCapacity: number, interpolationCount: number)
    text.appendInterpolation(number)
    text.appendLiteral(" == 1")
    let predicate = try FilterPredicate<FilterValue>(FilterText(stringInterpolation: text))
    #expect(try predicate.matches(nil) == (number == 1))
  }
}
