import FilterEngine

/// What an example says of its filter.
enum Expectation: Sendable {
  /// `age >= 18`
  case canonicalText(String)

  /// `source: age >= 18`
  case sourceText(String)

  /// `=> true`
  case answer(Bool)

  /// `=> 5`
  case value(FilterValue)

  /// `names: ann bob`
  case names([String])

  /// `error: …`, whole; nil for any error
  case syntaxError(String?)

  /// `evaluation error: …`, whole; nil for any error
  case evaluationError(String?)

  /// Whether it says that no filter is made.
  var isSyntaxError: Bool {
    if case .syntaxError = self { true } else { false }
  }

  /// Whether it says what comes of evaluating the filter for the item.
  var isResult: Bool {
    switch self {
    case .answer, .value, .evaluationError: true
    case .canonicalText, .sourceText, .names, .syntaxError: false
    }
  }
}

extension Expectation {
  /// Whether it expects an error without its message.
  var isUnworded: Bool {
    switch self {
    case .syntaxError(nil), .evaluationError(nil): true
    default: false
    }
  }
}
