internal import FilterEngine
internal import FilterSyntax

/// The condition for a comparison of a member of a JSON document with a constant.
///
/// The engine reads the text of the column, and the last of several members with the same name. The pushed part is a
/// superset on the pass side, because a member can be of any kind and databases read names and numbers differently.
struct MemberComparison {
  let path: SQLJSONPath
  let comparison: ConstantComparison
  let constant: FilterValue
  let dialect: SQLDialect

  /// A test of the member.
  enum Test {
    case null
    case notNull

    /// A number in bounds; a boolean counts as 0 or 1. If `isOrdered`, a value of any other kind fails
    case number(DocumentNumbers, isOrdered: Bool)

    /// A text with the same bytes
    case text(String)
    case never
  }

  func pushdown() -> Pushdown<SQLCondition> {
    let isOrdered = !isEquality && !isList && !isNilness
    let canFail = path.canFailOnTheWay || isOrdered
    guard dialect.has(.json(isObject: path.isObject)), path.isUnescaped, let tests else {
      return .nothing(canFail: canFail)
    }
    let unsure: [SQLCondition] =
      switch dialect.documents {
      case .text: sqliteDetours + ambiguities
      case .binary: postgreSQLDetours
      case .none: []
      }
    func superset(_ conditions: [SQLCondition]) -> PushedSide<SQLCondition> {
      .superset(guarded(.any(conditions + unsure)))
    }
    func side(_ tests: [Test]) -> PushedSide<SQLCondition> { superset(tests.map(condition)) }
    switch comparison.test {
    case .nilness(let whenNil):
      let opposite = whenNil ? Test.notNull : .null
      return Pushdown(pass: side(tests), block: side([opposite]), canFail: canFail)
    case _ where isEquality:
      let others = tests.first.flatMap { differing(from: $0) }
      let rest = others.map { superset([$0]) } ?? .none
      return comparison.operator == .notEqual
        ? Pushdown(pass: rest, block: side(tests), canFail: canFail)
        : Pushdown(pass: side(tests), block: rest, canFail: canFail)
    default: return Pushdown(pass: side(tests), block: .none, canFail: canFail)
    }
  }

  /// A condition that is true for texts that are not JSON, for which functions of SQLite raise an error.
  ///
  /// No index serves it, so a canonical column must be validated by its schema.
  private func guarded(_ condition: SQLCondition) -> SQLCondition {
    guard case .text = dialect.documents, !path.isCanonical, condition.constant == nil else {
      return condition
    }
    // Older versions of SQLite say that NULL is not valid.
    let isValid: SQLText =
      path.isNullable
      ? "\(path.column) IS NULL OR json_valid(\(path.column))" : "json_valid(\(path.column))"
    return .test("CASE WHEN \(isValid) THEN \(filter: condition) ELSE 1 END")
  }

  private func condition(_ test: Test) -> SQLCondition {
    switch dialect.documents {
    case .text: inSQLite(test)
    case .binary: inPostgreSQL(test)
    case .none: .always
    }
  }

  /// The tests of which the member must pass one; nil if SQL has no form for them.
  private var tests: [Test]? {
    switch comparison.test {
    case .nilness(let whenNil): return [whenNil ? .null : .notNull]
    case .numbers(let range):
      return DocumentNumbers(range).map { [.number($0, isOrdered: !isEquality)] }
    case .text(let text):
      // MATCHES can have this form too, but fails for a member of another kind.
      guard isEquality, case .equal = text.form, text.comparesBytes else { return nil }
      return self.text(text.literal).map { [$0] }
    case .oneOf(let set) where !set.foldsText:
      var tests: [Test] = []
      for value in set.values {
        switch value {
        case .null, .date, .uuid, .data: continue
        case .string(let string):
          guard let test = text(string) else { return nil }
          tests.append(test)
        default:
          guard let range = NumberRange(.equal, value), let numbers = DocumentNumbers(range) else {
            return nil
          }
          tests.append(.number(numbers, isOrdered: false))
        }
      }
      return tests
    default: return nil
    }
  }

  /// Functions of SQLite end a text at NUL, and no document of PostgreSQL contains NUL.
  private func text(_ text: String) -> Test? {
    guard text.utf8.contains(0) else { return .text(text) }
    return dialect.storesNUL ? nil : .never
  }

  private var isEquality: Bool {
    comparison.operator == .equal || comparison.operator == .notEqual
  }

  private var isList: Bool { if case .oneOf = comparison.test { true } else { false } }

  private var isNilness: Bool { if case .nilness = comparison.test { true } else { false } }
}

/// A key path into a column of JSON documents. Without keys it is the whole document.
struct SQLJSONPath: Sendable {
  let column: SQLText
  let keys: [String]

  /// Whether the column can be NULL.
  let isNullable: Bool

  /// Whether every document is an object.
  let isObject: Bool

  /// Whether every text is JSON in which each object has each name once, without escapes, and numbers are written as
  /// doubles are printed.
  let isCanonical: Bool

  /// Whether no key has a control character, a quote or a backslash: a path has no escapes for them.
  var isUnescaped: Bool {
    keys.allSatisfy { key in
      key.utf8.allSatisfy {
        $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
    }
  }

  /// Whether a value on the path to the member can be something other than an object.
  var canFailOnTheWay: Bool { !placesOnTheWay.isEmpty }

  /// The numbers of keys after which a value can be something other than an object.
  var placesOnTheWay: Range<Int> { min(isObject ? 1 : 0, keys.count)..<keys.count }
}
