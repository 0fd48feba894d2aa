package import FilterSQL

/// What SQLite makes of values that are stored in a column.
package enum SQLiteAffinity {
  case integer, text, blob, real, numeric

  /// By the rules of SQLite for the name of a declared type.
  package init(type: String) {
    let type = type.uppercased()
    if type.contains("INT") {
      self = .integer
    } else if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) {
      self = .text
    } else if type.isEmpty || type.contains("BLOB") {
      self = .blob
    } else {
      self = ["REAL", "FLOA", "DOUB"].contains(where: type.contains) ? .real : .numeric
    }
  }

  /// What becomes of values, for a column of values of any storage class.
  package var values: SQLAffinity {
    switch self {
    case .text: .text
    case .blob: .none
    case .integer, .real, .numeric: .numeric
    }
  }
}
