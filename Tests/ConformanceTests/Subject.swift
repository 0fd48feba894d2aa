import FilterEngine
import FilterSyntax

/// A filter or an expression that was made of a text.
struct Subject {
  private enum Content {
    case filter(FilterPredicate<FilterValue>)
    case expression(FilterExpression<FilterValue>)
  }

  private let content: Content
  private let text: String

  /// Makes what a text of the kind that `example` has stands for.
  init(
    _ text: String, like example: ConformanceCase, arguments: [FilterValue], strict: Bool
  ) throws(SyntaxError) {
    self.text = text
    if example.isValue {
      content = .expression(
        try FilterExpression(
          FilterText(runTime: text), arguments: arguments,
          options: FilterOptions(rules: strict ? .strict : .standard, limits: .standard),
          refusesUnused: false))
    } else {
      content = .filter(
        try FilterPredicate(
          FilterText(runTime: text), arguments: arguments,
          options: FilterOptions(rules: strict ? .strict : .standard, limits: .standard),
          refusesUnused: false))
    }
  }

  /// Makes what `example` is about.
  init(_ example: ConformanceCase) throws(SyntaxError) {
    try self.init(
      example.text, like: example, arguments: example.arguments, strict: example.isStrict)
  }

  var canonicalText: String {
    switch content {
    case .filter(let filter): filter.syntax.description
    case .expression(let expression): expression.syntax.description
    }
  }

  var sourceText: String {
    switch content {
    case .filter(let filter): filter.syntax.sourceText
    case .expression(let expression): expression.syntax.sourceText
    }
  }

  /// The text that programs print; nil for an expression.
  func rereadableText(strict: Bool) -> String? {
    guard case .filter(let filter) = content else { return nil }
    return filter.syntax.rereadable(under: SyntaxOptions(strict: strict)).text
  }

  func hasSameTree(as other: Subject) -> Bool {
    switch (content, other.content) {
    case (.filter(let a), .filter(let b)): a.syntax == b.syntax
    case (.expression(let a), .expression(let b)): a.syntax == b.syntax
    default: false
    }
  }

  func evaluated(for item: FilterValue, variables: [String: FilterValue]) -> Outcome {
    do throws(EvaluationError) {
      switch content {
      case .filter(let filter):
        return .value(.bool(try filter.matches(item, bindings: variables)))
      case .expression(let expression):
        return .value(try expression.value(of: item, bindings: variables))
      }
    } catch {
      return .failure(message: error.message, rendered: rendered(error), code: error.code)
    }
  }

  private func rendered(_ error: EvaluationError) -> String {
    guard let range = error.range else { return "evaluation error: \(error.message)" }
    return DiagnosticRenderer(text: text)
      .rendered(error.message, at: range, label: "evaluation error")
  }

  func evaluated(for example: ConformanceCase) -> Outcome {
    evaluated(for: example.item, variables: example.variables)
  }
}
