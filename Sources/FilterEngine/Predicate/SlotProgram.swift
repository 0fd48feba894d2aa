package import FilterSyntax

/// A predicate that is compiled for lines with slots. Any number of threads can share it.
package struct SlotProgram: Sendable {
  /// The key paths of the slots, in the order of the slots.
  package let paths: [[String]]

  private let plan: Plan?
  fileprivate let filter: RowFilter

  /// The units of work of a line besides reading it.
  package let weight: Int

  /// Compiles a predicate with its variables bound to constants.
  ///
  /// Patterns that the predicate has compiled are not compiled again.
  /// If it cannot be compiled within `limits`, all lines must be read as values.
  package init(
    _ predicate: FilterPredicate<FilterValue>, bindings: [String: FilterValue] = [:],
    limits: EvaluationLimits = .standard
  ) {
    var compiler = Compiler(
      CompilationOptions(
        layout: .slots, libraries: predicate.libraries.index, rules: predicate.rules,
        limits: .beginning(limits), bindings: bindings))
    compiler.products.patterns = predicate.program.program.patterns
    let compiled = try? compiler.compile(whole: predicate.syntax)
    plan = compiled?.plan
    paths = compiled == nil ? [] : compiler.products.slotPaths.paths
    filter = compiled?.filter ?? .failure
    weight = compiler.cost.weight
  }

  /// The comparisons that are answered in place, from left to right.
  package var comparisons: [AST.Predicate] {
    var result: [AST.Predicate] = []
    func collect(_ plan: Plan) {
      if case .predicate(let predicate) = plan.part, !plan.needsValue { result.append(predicate) }
      for part in plan.parts { collect(part) }
    }
    if let plan { collect(plan) }
    return result
  }
}

/// A predicate over lines with slots, ready for one line after another.
///
/// Used by one thread at a time; threads share the program. Each matcher has its own closure, so that threads
/// do not count references at the same address.
package final class SlotMatcher {
  private let test: (Row) -> Answer

  /// A matcher in the run of `matcher`, which evaluates the lines that must be read as values.
  package init(_ program: SlotProgram, in matcher: FilterMatcher) {
    let test = program.filter.one
    let run = matcher.run
    self.test = { row in
      run.beginRow()
      return test(row, run)
    }
  }

  /// The answer for the line whose slots begin at `slots`, one for each path of the program; nil if the line
  /// must be read as a value.
  package func answer(_ slots: UnsafeRawPointer) -> Bool? {
    switch test(Row(slots)) {
    case .yes: true
    case .no: false
    case .failed: nil
    }
  }
}
