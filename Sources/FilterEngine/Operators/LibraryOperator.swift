import FilterSyntax

/// Word operators and selectors of libraries.
struct LibraryOperator: ComparisonOperator {
  let body: ComparisonBody
  let method: Plan.Method

  /// The operator of this name. If no library has it, every evaluation is an error.
  init(_ operation: FilterWordOperator?, _ name: String) {
    if let operation {
      let body = operation.body
      self.body = { left, right, run throws(EvaluationError) in
        _ = try run.reading(left)
        _ = try run.reading(right)
        return try body(left, right, run)
      }
      method = "calls a library"
    } else {
      body = { _, _, _ throws(EvaluationError) in
        throw EvaluationError(.unknownWordOperator(name))
      }
      method = "always an error: no library has this selector"
    }
  }

  var isPure: Bool { false }

  func form(with constant: FilterValue) -> ConstantForm { ConstantForm(.values) }
}

/// `UTI-CONFORMS-TO` and `UTI-EQUALS`.
struct UTIOperator: ComparisonOperator {
  let body: ComparisonBody

  init(_ name: String, _ test: @escaping @Sendable (String, String) -> Bool) {
    body = SubstringOperator.body(name) { left, right, run throws(EvaluationError) in
      try run.read(left)
      try run.read(right)
      return test(left, right)
    }
  }

  var method: Plan.Method { "looks up types" }

  func form(with constant: FilterValue) -> ConstantForm {
    ConstantForm(constant.kind == .null ? .always(false) : .values)
  }
}
