/// What SQLite makes of the values of a column that is not STRICT, from the name of its declared type.
public enum SQLAffinity: Hashable, Sendable {
  /// Values are kept as they are: `BLOB`, or no type
  case none

  /// Texts that read as numbers become numbers: `INTEGER`, `REAL`, `NUMERIC`
  case numeric

  /// Numbers become texts: `TEXT`, `VARCHAR`
  case text
}
