public import FilterSyntax

/// How each operand of a predicate is evaluated: by the database, by the engine, or by both.
public struct SQLExplanation: Sendable {
  /// The relation of a pushed part to the rows that match or fail.
  public enum Precision: String, Sendable {
    /// The database does not test the operand
    case none
    /// The database returns the rows that match or fail, and possibly others
    case superset
    /// The database returns the rows that match
    case exact
  }

  /// A reason for an operand not being tested exactly by SQL alone.
  public enum Reason: Hashable, Sendable {
    /// The operand can fail for a row.
    case canFail
    /// A value of its column or document can have another type, for which the operand fails.
    case valueOfOtherType
    /// It follows an operand that can fail. Pushed down, it would exclude rows whose failures are to be reported.
    case behindFailure
    /// It reads a key that is not a column of the table.
    case notAColumn
    /// SQL has no form with the same meaning.
    case noForm
    /// Its operator is from a library.
    case operatorOfLibrary
    /// The predicate binds variables.
    case assignment
    /// The statement would exceed a limit of the database.
    case tooLarge
    /// The database calls the engine by the function `frc_test`.
    case engineInDatabase
  }

  /// An operand of the top-level AND of a predicate.
  public struct Operand: Sendable {
    /// The text of the operand.
    public let text: String

    /// The range in the text of the filter.
    public let range: SourceRange

    /// The relation of its condition to its rows.
    public let precision: Precision

    /// The condition, with its own placeholders; nil if the database does not test the operand.
    public let sql: String?

    /// Whether the engine evaluates it for the returned rows.
    package let isResidual: Bool

    /// The reasons for not testing it exactly by SQL alone, without repetitions.
    public let reasons: [Reason]
  }

  let usesAliases: Bool

  private let translated: [TranslatedPart]
  private let reach: Int
  private let dialect: SQLDialect

  init(_ parts: [TranslatedPart], reach: Int, _ dialect: SQLDialect, usesAliases: Bool) {
    translated = parts
    self.reach = reach
    self.dialect = dialect
    self.usesAliases = usesAliases
  }

  /// The operands in the order of the predicate.
  ///
  /// The texts are written on each access, because most translations are never explained.
  ///
  /// ```swift
  /// let contacts = try SQLTableDeclaration(
  ///   "contact", key: ["id"], columns: [.integer("id"), .text("name")])
  /// let translation = SQLTranslation(
  ///   try FilterPredicate<FilterValue>("id > 3 AND name MATCHES 'A.*'"), table: contacts,
  ///   dialect: .sqlite())
  /// for part in translation.explanation.parts {
  ///   print(part.text, part.precision, part.sql ?? "-")
  /// }
  /// ```
  ///
  /// - Complexity: O(n) in the sizes of the predicate and of its SQL.
  public var parts: [Operand] {
    translated.enumerated().map { index, part in
      let isReached = index < reach
      let pass = part.pushdown.pass
      var writer = SQLWriter(dialect, usesAliases: usesAliases)
      if isReached, let condition = pass.part { writer.write(condition) }
      var reasons = isReached ? part.reasons : [.behindFailure]
      if pass.precision == .exact {
        reasons.removeAll { $0 != .engineInDatabase && $0 != .behindFailure }
      }
      return Operand(
        text: part.predicate.sourceText, range: part.predicate.range,
        precision: isReached ? Precision(pass.precision) : .none,
        sql: isReached && pass.part != nil ? writer.text : nil,
        isResidual: !isReached || pass.precision != .exact,
        reasons: reasons.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }
  }
}

extension SQLExplanation.Precision {
  fileprivate init(_ precision: PushedSide<SQLCondition>.Precision) {
    self =
      switch precision {
      case .none: .none
      case .superset: .superset
      case .exact: .exact
      }
  }
}

/// An operand of a top-level AND, translated.
struct TranslatedPart: Sendable {
  let predicate: AST.Predicate
  let pushdown: Pushdown<SQLCondition>
  let reasons: [SQLExplanation.Reason]
}
