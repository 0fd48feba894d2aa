/// `UTI-CONFORMS-TO` and `UTI-EQUALS`.
enum UTIOperator {
  static func body(
    _ name: String, _ test: @escaping @Sendable (String, String) -> Bool
  ) -> ComparisonBody {
    SubstringOperator.body(name) { left, right, _ in test(left, right) }
  }
}
