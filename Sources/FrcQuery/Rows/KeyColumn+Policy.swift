internal import FilterEngine
internal import FilterSyntax

extension KeyColumn {
  /// The column of a text under a policy. Of what the text can mean, only what the policy permits is left.
  func permitted(
    by policy: FilterPolicy?, _ libraries: FilterLibraries
  ) throws(ToolError) -> KeyColumn {
    guard let policy else { return self }
    return try choosing { expression throws(ToolError) in
      do throws(SyntaxError) {
        _ = try FilterExpression<FilterValue>(
          // The description is Foundation's, in which the key `a-b` reads as a difference of two others.
          text: expression.syntax.sourceText,
          options: FilterOptions(libraries: libraries, policy: policy))
      } catch {
        throw ToolError.syntax(error)
      }
    }
  }
}
