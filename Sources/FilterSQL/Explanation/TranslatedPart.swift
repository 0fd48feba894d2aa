internal import FilterSyntax

/// An operand of the AND that a predicate is, translated.
struct TranslatedPart: Sendable {
  let predicate: AST.Predicate
  let pushdown: Pushdown<SQLCondition>
  let reasons: [SQLExplanation.Reason]
}
