#if canImport(CPCRE2)
  import FilterSyntax
  import TestSupport
  import Testing

  @testable import FilterEngine

  /// What compiled patterns take: their memory is limited, and their compilation is charged.
  @Suite struct RegexCompilationTests {
    /// Fifteen bytes that compile to more than 100,000.
    private static func large(_ number: Int) -> String { "z\(number)(12?){0,2500}" }

    private static let large = large(0)

    @Test func constantPatternsFitTheirMemory() throws {
      let text = (0..<20).map { "SELF MATCHES '\(Self.large($0))'" }.joined(separator: " OR ")
      let whole = try FilterPredicate<FilterValue>(text: text)
      #expect(try !whole.matches("a"))
      #expect(whole.notes.isEmpty)
      var limits = EvaluationLimits.standard
      limits.regularExpressions.compiledBytes = 1 << 20
      let predicate = try FilterPredicate<FilterValue>(
        text: text, options: FilterOptions(limits: limits))
      let error = #expect(throws: EvaluationError.self) { try predicate.matches("a") }
      #expect(error?.reason == .patternsTooLarge(limit: 1 << 20))
      #expect(
        error?.message
          == "the regular expressions take more than 1048576 bytes when they are compiled")
      #expect(predicate.notes.first?.message.contains("1048576 bytes") == true)
      // What fits is used, and the rest is an error only where it meets a text.
      #expect(try !predicate.matches(nil))
      #expect(try predicate.matches(.string("z0")))
    }

    /// A thousand of these patterns would take 170 MB.
    @Test func manyPatternsKeepNoMoreThanTheLimit() throws {
      let text = (0..<1_000).map { "SELF MATCHES '\(Self.large($0))'" }.joined(separator: " OR ")
      let before = try #require(ResidentMemory.bytes)
      let predicate = try FilterPredicate<FilterValue>(text: text)
      let after = try #require(ResidentMemory.bytes)
      #expect(after - before < 80 << 20)
      #expect(throws: EvaluationError.self) { try predicate.matches("a") }
    }

    @Test func patternsOfValuesAreChargedAndKept() throws {
      let predicate = try FilterPredicate<FilterValue>(text: "$t MATCHES SELF")
      let run = predicate.makeRun(bindings: ["t": "z0"], now: nil)
      func steps(_ pattern: String) throws -> Int {
        let item = FilterValue.string(pattern)
        let isMatch = try predicate.matches(item, in: run)
        #expect(isMatch == (pattern == Self.large))
        return EvaluationLimits.standard.steps - run.remainingSteps
      }
      #expect(try steps("b") < 1_000)
      // Thousands of items are written out.
      #expect(try steps(Self.large) > 20_000)
      #expect(try steps(Self.large) < 10)
      _ = try steps("b")
      #expect(try steps(Self.large) < 10)
    }

    @Test func aRunForgetsPatternsThatDoNotFit() throws {
      let predicate = try FilterPredicate<FilterValue>(text: "$t MATCHES SELF")
      var limits = EvaluationLimits.standard
      limits.regularExpressions.compiledBytes = 1 << 20
      let run = predicate.makeRun(bindings: ["t": "a"], now: nil, limits: limits)
      let before = try #require(ResidentMemory.bytes)
      for number in 0..<100 {
        #expect(try !predicate.matches(.string(Self.large(number)), in: run))
      }
      #expect(try #require(ResidentMemory.bytes) - before < 40 << 20)
      limits.regularExpressions.compiledBytes = 1 << 10
      let error = #expect(throws: EvaluationError.self) {
        try predicate.matches(.string(Self.large), bindings: ["t": "a"], limits: limits)
      }
      #expect(error?.reason == .patternsTooLarge(limit: 1 << 10))
    }

    /// A pattern that does not fit is an error of its own row.
    @Test func aPatternThatDoesNotFitLeavesRoomForOthers() throws {
      let predicate = try FilterPredicate<FilterValue>(text: "$t MATCHES SELF")
      var limits = EvaluationLimits.standard
      limits.regularExpressions.compiledBytes = 1 << 14
      let run = predicate.makeRun(bindings: ["t": "a"], now: nil, limits: limits)
      for pattern in ["a", Self.large, "a", Self.large, Self.large, "a+"] {
        let item = FilterValue.string(pattern)
        if pattern == Self.large {
          let error = #expect(throws: EvaluationError.self) { try predicate.matches(item, in: run) }
          #expect(error?.reason == .patternsTooLarge(limit: 1 << 14))
        } else {
          #expect(try predicate.matches(item, in: run), "\(pattern)")
        }
      }
    }

    @Test func patternsInAListAreChargedByTheirSize() throws {
      let list = (0..<100).map { "'\(Self.large($0))'" }.joined(separator: ", ")
      let predicate = try FilterPredicate<FilterValue>(
        text: "SUBQUERY({\(list)}, $p, SELF MATCHES $p).@count > 0")
      var limits = EvaluationLimits.standard
      limits.steps = 1_000_000
      let error = #expect(throws: EvaluationError.self) {
        try predicate.matches("a", limits: limits)
      }
      #expect(error?.kind == .budget)
      var policy = try FilterPolicy(keyPaths: ["s"])
      policy.maximumCost = 10_000_000
      #expect(throws: SyntaxError.self) {
        try FilterPredicate<FilterValue>(
          text: "SUBQUERY({\(list)}, $p, s MATCHES $p).@count > 0",
          options: FilterOptions(policy: policy))
      }
    }

    /// With a callout before each item, this pattern is too large for PCRE2. It looks ahead at each letter.
    @Test func aPatternThatCannotBeWatchedGivesUp() throws {
      let pattern = "(?:(?=.*[b])|a)*(?:b|c){3000}"
      let predicate = try FilterPredicate<FilterValue>(text: "SELF MATCHES '\(pattern)'")
      for count in [10_000, 100_000] {
        let text = FilterValue.string(String(repeating: "a", count: count))
        let error = #expect(throws: EvaluationError.self) { try predicate.matches(text) }
        #expect(error?.kind == .pattern && error?.message.hasSuffix("match limit exceeded") == true)
        var limits = EvaluationLimits.standard
        limits.steps = 100_000
        #expect(
          (#expect(throws: EvaluationError.self) { try predicate.matches(text, limits: limits) })?
            .kind == .budget)
      }
      #expect(try !predicate.matches("aab"))
      #expect(try predicate.matches(.string("aa" + String(repeating: "b", count: 3_000))))
    }
  }
#endif
