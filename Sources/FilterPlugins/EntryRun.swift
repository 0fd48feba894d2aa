internal import FilterEngine

/// Runs an entry and checks the kinds of its arguments and of its result.
struct EntryRun: Sendable {
  private let name: String
  private let body: PluginBody
  private let parameters: [FilterKind?]
  private let result: FilterKind?

  /// An entry with a name. The last parameter kind applies to all further arguments.
  init(
    name: String, body: PluginBody, parameters: [FilterKind?], result: FilterKind?
  ) throws(EntryError) {
    guard !body.isMissing else { throw EntryError("the body is missing") }
    self.name = name
    self.body = body
    self.parameters = parameters
    self.result = result
  }

  /// The declared kind of argument number `index`.
  func parameter(_ index: Int) -> FilterKind? {
    index < parameters.count ? parameters[index] : parameters.last ?? nil
  }

  /// The result for `arguments`, whose kinds are checked, after the leading values, whose kinds are not.
  func callAsFunction(
    _ arguments: [FilterValue], behind first: [FilterValue] = []
  ) throws(EvaluationError) -> FilterValue {
    for (index, argument) in arguments.enumerated() {
      guard let kind = parameter(index), !argument.kind.fits(kind) else { continue }
      throw EvaluationError(
        .wrongArgument(
          function: name, expected: kind, found: argument.kind,
          position: arguments.count == 1 ? nil : index + 1)
      ).about(.argument(index))
    }
    let value = try PluginCall.result(of: body, name, first + arguments)
    guard let result, value.kind != result, !value.isNull else { return value }
    throw wrongResult(value, result)
  }

  /// The answer of an operator.
  func condition(_ left: FilterValue, _ right: FilterValue) throws(EvaluationError) -> Bool {
    let value = try self([left, right])
    guard case .bool(let answer) = value else { throw wrongResult(value, .boolean) }
    return answer
  }

  private func wrongResult(_ value: FilterValue, _ kind: FilterKind) -> EvaluationError {
    EvaluationError(
      .custom, "'\(name)' gave \(value.kind.phrase) where it should give \(kind.phrase)")
  }
}
