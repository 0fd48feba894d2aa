extension SQLSelect {
  /// The statement, its values and the evaluation of each part of the predicate, as text.
  ///
  /// `plan` contains the lines of the database's query plan.
  public func explain(_ translation: SQLTranslation, plan: [String] = []) -> String {
    var lines = [text]
    if !parameters.isEmpty {
      let mark = translation.dialect.placeholder == .dollar ? "$" : "?"
      lines.append(
        "  "
          + parameters.enumerated().map { index, value in
            "\(mark)\(index + 1) \(Self.shown(value, translation))"
          }.joined(separator: "   "))
    }
    lines += plan.map { "plan    \($0)" }
    let parts = translation.explanation.parts
    let width = parts.map(\.text.count).max() ?? 0
    for part in parts {
      let text = part.text + String(repeating: " ", count: width - part.text.count)
      let words = ([part.precision.rawValue] + part.reasons.map(\.words)).joined(separator: ", ")
      lines.append("\(part.precision == .none ? "here  " : "pushed")  \(text)  \(words)")
    }
    return lines.joined(separator: "\n")
  }

  private static func shown(_ value: SQLValue, _ translation: SQLTranslation) -> String {
    if case .test(let index) = value { translation.tests[index].text } else { value.description }
  }
}

extension SQLExplanation.Reason {
  /// The reason in words.
  fileprivate var words: String {
    switch self {
    case .canFail: "a row may be an error"
    case .behindFailure: "after a part that can fail; write it first"
    case .notAColumn: "reads a key that is not a column"
    case .noForm: "SQL has no form for it"
    case .operatorOfLibrary: "an operator of a library"
    case .assignment: "the predicate binds variables"
    case .tooLarge: "more than the database takes in one statement"
    case .engineInDatabase: "by the engine in the database"
    }
  }
}
