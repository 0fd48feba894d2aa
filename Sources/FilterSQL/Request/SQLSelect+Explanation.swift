extension SQLSelect {
  /// The statement, its values and how each part of the predicate is evaluated, for people.
  ///
  /// `plan` has the lines of the database's own plan of the statement.
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
  /// The reason for people.
  fileprivate var words: String {
    switch self {
    case .canFail: "a row may be an error"
    case .behindFailure: "behind a part that can fail; write it first"
    case .notAColumn: "reads what is no column"
    case .noForm: "SQL has no form for it"
    case .operatorOfLibrary: "an operator of a library"
    case .assignment: "the predicate binds variables"
    case .tooLarge: "more than the database takes in one statement"
    case .engineInDatabase: "by the engine in the database"
    }
  }
}
