internal import FilterEngine
internal import FilterSyntax

extension FilterPredicate<FilterValue> {
  /// The predicate with the filters that its policy joins to it, and without the policy, which has checked it.
  ///
  /// An inverted one is the opposite of what `text` asks for, beside these filters.
  func withoutPolicy(
    of text: String, isInverted: Bool
  ) throws(ToolError) -> FilterPredicate {
    do throws(SyntaxError) {
      return try (isInverted ? !self : self).withoutPolicy(of: text)
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
