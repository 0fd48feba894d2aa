internal import FilterEngine
internal import FilterSyntax

extension FilterPredicate<FilterValue> {
  /// The predicate with the filters that its policy joins to it, and without the policy, which has checked it.
  ///
  /// An inverted one is the opposite of what the text asks for, beside these filters.
  func withoutPolicy(isInverted: Bool = false) throws(ToolError) -> FilterPredicate {
    do throws(SyntaxError) {
      let predicate = try isInverted ? !self : self
      return try FilterPredicate(
        predicate.syntax,
        options: FilterOptions(libraries: libraries, rules: rules, limits: options.limits))
    } catch {
      throw .syntax(error)
    }
  }

  /// Throws if a constant part fails for every row with a value: a pattern, a time zone, a unit, a network, or a variable
  /// without a value.
  func checkConstants(
    _ bindings: [String: FilterValue], _ text: String
  ) throws(ToolError) {
    let missing = syntax.usedVariables.filter { bindings[$0] == nil }
    if let name = missing.first {
      throw .message("the variable $\(name) has no value: give it with --var \(name)=VALUE")
    }
    let failing = notes.first { $0.code == FilterNote.Code.failsOnTexts.rawValue }
    if let failing {
      throw .diagnostic(
        "error: " + failing.rendered(in: text).dropFirst("note: ".count),
        failing.diagnostic(in: text))
    }
  }
}
