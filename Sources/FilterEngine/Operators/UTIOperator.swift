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
