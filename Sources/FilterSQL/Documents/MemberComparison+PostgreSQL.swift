extension MemberComparison {
  /// A test of a member by containment, which a GIN index serves, or by its kind and its number. Neither fails, because
  /// a cast is inside CASE: the planner reorders the parts of AND.
  func inPostgreSQL(_ test: Test) -> SQLCondition {
    switch test {
    case .null: return .test("coalesce(jsonb_typeof(\(member)), 'null') = 'null'")
    case .notNull: return .test("coalesce(jsonb_typeof(\(member)), 'null') <> 'null'")
    case .text(let text): return contains(SQLValue.quoted(text))
    case .number(let numbers, let isOrdered):
      let bounds = numbers.aroundDecimals
      if isOrdered { return cases(numbers.isEmpty ? nil : bounds, otherwise: "TRUE") }
      guard !numbers.isEmpty else { return .never }
      let flags: [SQLCondition] = [(0.0, "false"), (1.0, "true")].compactMap { number, word in
        numbers.low <= number && number <= numbers.high ? contains(word) : nil
      }
      // A document can have other digits for the same double, unless it is canonical.
      let same =
        path.isCanonical && numbers.low == numbers.high && numbers.low.isFinite
        ? contains(Self.digits(numbers.low)) : cases(bounds, otherwise: "FALSE")
      return .any([same] + flags)
    case .never: return .never
    }
  }

  /// The documents in which a value on the path is not an object.
  var postgreSQLDetours: [SQLCondition] {
    path.placesOnTheWay.map { count in
      .test("jsonb_typeof(\(value(after: count))) NOT IN ('object', 'null')")
    }
  }

  private var member: SQLText { value(after: path.keys.count) }

  /// The value after the first keys.
  func value(after count: Int) -> SQLText {
    path.keys.prefix(count).reduce(path.column) { "\($0)->\(SQLValue.text($1))" }
  }

  /// A test of a number against bounds, or of no number if `bounds` is nil. `otherwise` is the answer for other kinds.
  private func cases(_ bounds: DocumentNumbers?, otherwise: StaticString) -> SQLCondition {
    let text: SQLText =
      path.keys.last.map { "\(value(after: path.keys.count - 1))->>\(SQLValue.text($0))" }
      ?? "\(path.column) #>> '{}'"
    let number: SQLText = "(\(text))::numeric"
    var parts: [SQLCondition] = []
    if let bounds {
      if bounds.low > -.infinity {
        parts.append(.test("\(number) >= \(SQLValue.text(DecimalText.text(bounds.low)))::numeric"))
      }
      if bounds.high < .infinity {
        parts.append(.test("\(number) <= \(SQLValue.text(DecimalText.text(bounds.high)))::numeric"))
      }
    }
    let inside: SQLCondition = bounds == nil ? .never : .all(parts)
    return .test(
      """
      CASE coalesce(jsonb_typeof(\(member)), 'null') WHEN 'number' THEN \(filter: inside) \
      WHEN 'null' THEN FALSE ELSE \(word: otherwise) END
      """)
  }

  /// The documents whose member has a value, which is given as JSON.
  private func contains(_ json: String) -> SQLCondition {
    let document = path.keys.reversed().reduce(json) { "{\(SQLValue.quoted($1)):\($0)}" }
    return .test("\(path.column) @> \(SQLValue.text(document))::jsonb")
  }

  /// A finite number as JSON.
  static func digits(_ number: Double) -> String {
    Int64(exactly: number).map { String($0) } ?? "\(number)"
  }
}
