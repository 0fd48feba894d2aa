public import EssentialFoundation
import FilterSyntax

extension FilterPredicate {
  /// How the predicate is tested for an item, part by part.
  ///
  /// `bindings` gives values to the `$variables`, `now` replaces the current time, and `limits` bounds the work, as for
  /// `matches(_:bindings:now:limits:)`. The outcome of the whole is the answer or the error of that method.
  ///
  /// With a `policy`, or if the predicate was made with one, values are shown by its permitted keys only, at any depth:
  /// `owner != nil` shows no hidden key of the owner, and a hidden key gives the same explanation as a missing one. A
  /// comparison that reads more than the policy permits, such as one that the application joined to the filter of a
  /// user, shows no values.
  ///
  /// - Complexity: The predicate is compiled and its comparisons are evaluated once, up to the one that decides. If
  ///   compiling it exceeds the time of `limits`, the explanation has no parts.
  public func explanation(
    of item: Item, bindings: [String: any FilterValueConvertible] = [:],
    policy: FilterPolicy? = nil, now: Date? = nil, limits: EvaluationLimits? = nil
  ) -> FilterExplanation {
    let (tree, now) = (asked, now ?? Date())
    let limits = program.limits(of: limits).beginning()
    guard isAdmitted(item, bindings, now, limits) else {
      return FilterExplanation(tree, verdict(of: item, bindings, now, limits))
    }
    var compiler = compiler(within: limits)
    let parts: [ExplainedPart]
    do throws(SyntaxError) {
      parts = try compiler.parts(ofWhole: tree)
    } catch {
      // It was not compiled before either, or the time has passed.
      return FilterExplanation(tree, verdict(of: item, bindings, now, limits))
    }
    let keys = program.terms.policy(of: policy).map { ShownKeys.permitted(by: $0, in: tree) }
    let layout = RunLayout(compiler.products)
    let values = bindings.filterValues
    func explanation(_ limits: EvaluationLimits) -> FilterExplanation {
      withUnsafePointer(to: item) { address in
        func makeRun(_ limits: EvaluationLimits) -> EvaluationContext {
          layout.run(bindings: values, now: now, limits: limits)
        }
        var run = ExplanationRun(
          parts, keys, Row(address), in: makeRun(limits), makeFreeRun: { makeRun(limits.unbounded) }
        )
        return run.explanation()
          ?? FilterExplanation(tree, verdict(of: item, bindings, now, limits))
      }
    }
    let first = explanation(limits)
    // The program tests properties in place, which charges less than reading their values.
    guard case .failed = first.verdict, verdict(of: item, bindings, now, limits).answer != nil
    else {
      return first
    }
    return explanation(limits.unbounded)
  }

  /// How each comparison is answered for items with values of variables, in the order of the text and whatever the parts
  /// before it decide; a list for each item. Variables that a comparison binds are bound in those after it.
  ///
  /// - Complexity: The predicate is compiled once. The list ends before the item in which `limits` end the call, and is
  ///   empty if the predicate cannot be compiled.
  package func comparisons(
    of items: [(item: Item, bindings: [String: FilterValue])], now: Date? = nil,
    limits: EvaluationLimits = .standard
  ) -> [[FilterExplanation]] {
    let (now, limits) = (now ?? Date(), limits.beginning())
    var compiler = compiler(within: limits)
    guard let parts = try? compiler.parts(ofWhole: syntax) else { return [] }
    let layout = RunLayout(compiler.products)
    var explanations: [[FilterExplanation]] = []
    for (item, bindings) in items {
      let explained = withUnsafePointer(to: item) { address in
        var run = ExplanationRun(
          parts, nil, Row(address), in: layout.run(bindings: bindings, now: now, limits: limits),
          makeFreeRun: { layout.run(bindings: bindings, now: now, limits: limits.unbounded) })
        return run.comparisons()
      }
      guard let explained else { break }
      explanations.append(explained)
    }
    return explanations
  }

  /// A compiler of the parts, which have been compiled before.
  private func compiler(within limits: EvaluationLimits) -> Compiler {
    Compiler(
      CompilationOptions(
        layout: Item.rowLayout, libraries: libraries.index, rules: rules,
        limits: program.compilationLimits?.renewed(within: limits)))
  }

  /// The outcome of the whole.
  private func verdict(
    of item: Item, _ bindings: [String: any FilterValueConvertible], _ now: Date,
    _ limits: EvaluationLimits
  ) -> FilterExplanation.Verdict {
    FilterExplanation.Verdict(of: { () throws(EvaluationError) in
      try matches(item, bindings: bindings, now: now, limits: limits)
    })
  }
}

extension EvaluationLimits {
  /// The same limits without bounds on the work for an item that is known to have an answer within them.
  fileprivate var unbounded: EvaluationLimits {
    var limits = self
    (limits.steps, limits.elements, limits.bytes) = (.max, .max, .max)
    limits.depth = FilterValue.maximumDepth
    return limits
  }
}
