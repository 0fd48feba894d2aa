package import FilterSQL
internal import FilterSyntax

/// The affinity of a column: the conversion of values that are stored in it.
package enum SQLiteAffinity {
  case integer, text, blob, real, numeric

  /// The affinity of a declared type, by the rules of SQLite.
  package init(type: String) {
    let type = type.uppercased()
    if type.has("INT") {
      self = .integer
    } else if ["CHAR", "CLOB", "TEXT"].contains(where: type.has) {
      self = .text
    } else if type.isEmpty || type.has("BLOB") {
      self = .blob
    } else {
      self = ["REAL", "FLOA", "DOUB"].contains(where: type.has) ? .real : .numeric
    }
  }

  /// The conversion as translations know it.
  package var values: SQLAffinity {
    switch self {
    case .text: .text
    case .blob: .none
    case .integer, .real, .numeric: .numeric
    }
  }
}
