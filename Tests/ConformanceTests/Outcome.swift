import FilterEngine

/// What comes of evaluating a filter or an expression.
enum Outcome: Sendable {
  case value(FilterValue)
  case failure(message: String, rendered: String, code: String)

  /// The value, nil for an error.
  var value: FilterValue? {
    if case .value(let value) = self { value } else { nil }
  }
}

extension Outcome: Equatable {
  /// Whether both are the same value, or errors of the same message wherever they arose.
  static func == (lhs: Outcome, rhs: Outcome) -> Bool {
    switch (lhs, rhs) {
    case (.value(let a), .value(let b)): a == b
    case (.failure(let a, _, _), .failure(let b, _, _)): a == b
    default: false
    }
  }
}
