extension MemberComparison {
  /// The rows for which the member can differ from a constant or the comparison can fail: all rows but those where the
  /// database knows that the member is equal. Nil if it never knows.
  func differing(from test: Test) -> SQLCondition? {
    switch dialect.documents {
    case .text: differingInSQLite(from: test)
    case .binary: differingInPostgreSQL(from: test)
    case .none: nil
    }
  }

  private func differingInSQLite(from test: Test) -> SQLCondition? {
    let member: SQLText = "json_extract(\(path.column), \(place(path.keys.count)))"
    let kind: SQLText = "json_type(\(path.column), \(place(path.keys.count)))"
    switch test {
    case .text(let text):
      var other = SQLCondition.test("\(member) IS NOT \(SQLValue.text(text))")
      if !path.isCanonical {
        other = other || .test("instr(\(path.column), '\\u0000') > 0")
      }
      // The constant can be the text of a list or of an object.
      return other || .test("\(kind) IN ('array', 'object')")
    case .number(let numbers, _):
      // SQLite and the engine read the same integer.
      guard numbers.low == numbers.high, abs(numbers.low) <= 0x1p53,
        let integer = Int64(exactly: numbers.low)
      else { return nil }
      return .test("\(kind) IS NOT 'integer'")
        || .test("\(member) <> \(SQLValue.integer(integer))")
    case .null, .notNull, .never: return nil
    }
  }

  private func differingInPostgreSQL(from test: Test) -> SQLCondition? {
    let constant: String
    switch test {
    case .text(let text): constant = SQLValue.quoted(text)
    case .number(let numbers, _):
      guard numbers.low == numbers.high, numbers.low.isFinite else { return nil }
      constant = Self.digits(numbers.low)
    case .null, .notNull, .never: return nil
    }
    return .test(
      "\(value(after: path.keys.count)) IS DISTINCT FROM \(SQLValue.text(constant))::jsonb")
  }
}
