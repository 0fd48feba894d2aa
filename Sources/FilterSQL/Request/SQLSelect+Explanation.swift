extension SQLSelect {
  /// The statement, its parameters and the evaluation of each part of the predicate, as text.
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
      lines.append("part    \(text)  \(part.words)")
    }
    return lines.joined(separator: "\n")
  }

  private static func shown(_ value: SQLValue, _ translation: SQLTranslation) -> String {
    if case .test(let index) = value { translation.tests[index].text } else { value.description }
  }
}

extension SQLExplanation.Operand {
  /// Whether the database tests it, whether the engine rechecks the returned rows, and the reasons.
  fileprivate var words: String {
    var causes = reasons.filter { $0 != .engineInDatabase }
    if causes.isEmpty { causes = [.noForm] }
    let engine = reasons.contains(.engineInDatabase) ? ", tested by the engine in the database" : ""
    return switch precision {
    case .exact: "pushed down" + engine
    case .superset:
      "pushed down\(engine); rows are rechecked because \(causes[0].cause)"
    case .none: "not pushed down: " + causes.map(\.obstacle).joined(separator: "; ")
    }
  }
}

extension SQLExplanation.Reason {
  /// The reason for testing the returned rows again, as a clause.
  fileprivate var cause: String {
    switch self {
    case .canFail: "the test can fail"
    case .valueOfOtherType: "a value may have the wrong type"
    case .noForm: "SQL has no exact equivalent"
    case .behindFailure, .notAColumn, .operatorOfLibrary, .assignment, .tooLarge, .engineInDatabase:
      obstacle
    }
  }

  /// The reason for testing nothing in the database, as a clause.
  fileprivate var obstacle: String {
    switch self {
    case .canFail: "the test can fail"
    case .valueOfOtherType: "a value may have the wrong type"
    case .behindFailure: "an earlier part can fail; put this part first"
    case .notAColumn: "it reads a key that is not a column"
    case .noForm: "SQL has no equivalent"
    case .operatorOfLibrary: "its operator is from a library"
    case .assignment: "the predicate assigns variables"
    case .tooLarge: "the statement would be larger than the database allows"
    case .engineInDatabase: "the engine tests it"
    }
  }
}
