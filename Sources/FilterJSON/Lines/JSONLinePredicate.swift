package import FilterEngine
package import FilterSyntax

/// A predicate compiled for lines of JSON, once for any number of threads.
///
/// Each thread filters with a ``JSONLineFilter`` of its own, which holds no more than memory.
package struct JSONLinePredicate: Sendable {
  /// What answers for a line that has to be read as a value.
  package let predicate: FilterPredicate<FilterValue>

  /// The values of its variables.
  package let bindings: [String: FilterValue]

  /// The predicate over values that are converted while they are read; nil if none are.
  ///
  /// It has the answers and errors of ``predicate``, which converts them itself.
  package struct Converted: Sendable {
    package let predicate: FilterPredicate<FilterValue>

    /// Converts the value of a slot; nil to read it as it is.
    package typealias Conversion = @Sendable (RowSlot) -> FilterValue?

    /// The conversion of the values of a key path; nil for none.
    package let conversion: @Sendable (_ path: [String]) -> Conversion?

    package init(
      _ predicate: FilterPredicate<FilterValue>,
      conversion: @escaping @Sendable (_ path: [String]) -> Conversion?
    ) {
      self.predicate = predicate
      self.conversion = conversion
    }
  }

  let converted: Converted?

  let program: SlotProgram

  /// Compiles a predicate for lines whose rows all see the same variables.
  package init(
    _ predicate: FilterPredicate<FilterValue>, bindings: [String: FilterValue] = [:],
    limits: EvaluationLimits = .standard, converted: Converted? = nil
  ) {
    self.converted = converted
    self.predicate = predicate
    self.bindings = bindings
    program = SlotProgram(predicate, bindings: bindings, limits: limits)
  }

  /// The comparisons that are answered from the text of a line, from left to right.
  package var comparisons: [AST.Predicate] { program.comparisons }
}
