public import FilterSyntax

/// How each operand of a predicate is evaluated: by the database, by the engine, or by both.
public struct SQLExplanation: Sendable {
  /// How a part of a statement lies to the rows that it has to keep.
  public enum Precision: String, Sendable {
    /// Nothing is tested
    case none
    /// The rows that match or fail, and maybe others
    case superset
    /// The rows that match
    case exact
  }

  /// Why an operand is not tested exactly by SQL alone.
  public enum Reason: Hashable, Sendable {
    /// A row may be an error.
    case canFail
    /// It comes behind an operand that can fail: its rows may be failures.
    case behindFailure
    /// It reads a key that is not a column of the table.
    case notAColumn
    /// SQL has no words for what it means.
    case noForm
    /// An operator of a library, which the database does not have
    case operatorOfLibrary
    /// The predicate binds variables.
    case assignment
    /// The statement would exceed a limit of the database.
    case tooLarge
    /// The database asks the engine by `frc_test`.
    case engineInDatabase
  }

  /// An operand of the AND that the predicate is.
  public struct Operand: Sendable {
    /// The operand, as it is printed.
    public let text: String

    /// The part of the filter's text.
    public let range: SourceRange

    /// How the database tests it.
    public let precision: Precision

    /// What the database tests, with placeholders of its own; nil where it tests nothing.
    public let sql: String?

    /// Whether the engine evaluates it on the rows that come back.
    public let isResidual: Bool

    /// Why it is not tested exactly by SQL alone, each reason once.
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
  /// Each call writes their texts: a translation is made more often than it is explained.
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

/// An operand of the AND that a predicate is, translated.
struct TranslatedPart: Sendable {
  let predicate: AST.Predicate
  let pushdown: Pushdown<SQLCondition>
  let reasons: [SQLExplanation.Reason]
}
