package import FilterEngine
package import FilterSyntax

/// A collation of a connection, which orders texts as the engine does.
///
/// Use it in no index, because other programs could not write to the table.
package enum SQLCollation: CaseIterable, Sendable {
  case plain
  case ignoringCase
  case ignoringDiacritics
  case ignoringCaseAndDiacritics
  case numeric
  case numericIgnoringCase
  case numericIgnoringDiacritics
  case numericIgnoringCaseAndDiacritics

  /// The collation for the options of a sort key; nil if bytes are compared.
  package init?(_ options: AST.Comparison.Options, isNumeric: Bool) {
    guard !options.contains(.normalized) else { return nil }
    let (ignoresCase, ignoresDiacritics) = (
      options.contains(.caseInsensitive), options.contains(.diacriticInsensitive)
    )
    self =
      switch (isNumeric, ignoresCase, ignoresDiacritics) {
      case (false, false, false): .plain
      case (false, true, false): .ignoringCase
      case (false, false, true): .ignoringDiacritics
      case (false, true, true): .ignoringCaseAndDiacritics
      case (true, false, false): .numeric
      case (true, true, false): .numericIgnoringCase
      case (true, false, true): .numericIgnoringDiacritics
      case (true, true, true): .numericIgnoringCaseAndDiacritics
      }
  }

  /// The name in statements.
  package var name: StaticString {
    switch self {
    case .plain: "frc"
    case .ignoringCase: "frc_c"
    case .ignoringDiacritics: "frc_d"
    case .ignoringCaseAndDiacritics: "frc_cd"
    case .numeric: "frc_numeric"
    case .numericIgnoringCase: "frc_numeric_c"
    case .numericIgnoringDiacritics: "frc_numeric_d"
    case .numericIgnoringCaseAndDiacritics: "frc_numeric_cd"
    }
  }

  /// The order of texts.
  package var comparison: SortComparison {
    let (options, isNumeric): (AST.Comparison.Options, Bool) =
      switch self {
      case .plain: ([], false)
      case .ignoringCase: (.caseInsensitive, false)
      case .ignoringDiacritics: (.diacriticInsensitive, false)
      case .ignoringCaseAndDiacritics: ([.caseInsensitive, .diacriticInsensitive], false)
      case .numeric: ([], true)
      case .numericIgnoringCase: (.caseInsensitive, true)
      case .numericIgnoringDiacritics: (.diacriticInsensitive, true)
      case .numericIgnoringCaseAndDiacritics: ([.caseInsensitive, .diacriticInsensitive], true)
      }
    return SortComparison(options: options, isNumeric: isNumeric)
  }
}
