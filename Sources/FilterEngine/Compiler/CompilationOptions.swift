import FilterSyntax

/// The input of the compiler besides the tree.
struct CompilationOptions: Sendable {
  var layout: RowLayout
  let libraries: LibraryIndex
  var rules = FilterOptions.Rules.standard

  /// The text of the predicate, for errors; nil if the predicate was made of a tree.
  var text: String?

  /// The limits on the work of the compiler; nil for a tree that has been compiled within them before.
  var limits: CompilationLimits?

  /// Whether an error for an unknown key names the nearest one of the field table.
  var suggestsKeys = true

  /// The values of variables that are constants for every row.
  var bindings: [String: FilterValue] = [:]

  /// Whether known kinds that do not fit are an error of the text.
  var checksKinds: Bool { layout.isTyped && rules != .lenient }

  /// Whether what Foundation refuses is refused.
  var isStrict: Bool { rules == .strict }

  /// An error at `range` of the text.
  @inline(never)
  func error(_ kind: SyntaxError.Kind, at range: SourceRange) -> SyntaxError {
    SyntaxError(kind, at: range, in: text ?? "")
  }
}
