extension SQLDialect {
  /// SQLite 3.38 or later.
  ///
  /// If `functions` is true, the connection has the function `frc_test`, by which SQLite asks the engine about
  /// conditions that have no form in SQL.
  public static func sqlite(functions: Bool = false) -> SQLDialect {
    var dialect = SQLDialect("SQLite")
    dialect.texts = .bytes(collation: "BINARY")
    dialect.reals = .withoutNaN
    dialect.lists = .json
    dialect.hasUUIDs = true
    dialect.search = .blobs
    dialect.documents = .text
    dialect.asciiFolding = .collation
    dialect.extremes = ("min", "max")
    dialect.extremesLeaveNullAside = false
    dialect.hasBooleans = false
    dialect.hasDynamicTypes = true
    dialect.hasRelations = true
    dialect.ordersNULLFirst = true
    dialect.hasNullSafeIs = true
    dialect.comparesNumbersExactly = true
    // A table has no two columns whose names differ in case.
    dialect.foldsNames = false
    dialect.limits = .sqlite
    dialect.hasFunctions = functions
    return dialect
  }

  /// PostgreSQL 12 or later, with a database in UTF-8.
  public static let postgreSQL: SQLDialect = {
    var dialect = SQLDialect("PostgreSQL")
    dialect.placeholder = .dollar
    dialect.texts = .operators(collation: "\"C\"")
    dialect.reals = .nanAbove
    dialect.lists = .array(above: 1)
    dialect.dates = .values
    dialect.hasUUIDs = true
    dialect.search = .strpos
    dialect.documents = .binary
    dialect.asciiFolding = .function
    dialect.hasDecimals = true
    dialect.hasRelations = true
    dialect.storesNUL = false
    dialect.foldsNames = false
    dialect.limits = .postgreSQL
    return dialect
  }()

  /// DuckDB 1.0 or later, over its own tables and files of Parquet.
  ///
  /// Columns of texts are written with the collation `C`, as the default collation can be any. Timestamps have
  /// microseconds. Columns of other types, such as decimals, enums and timestamps in nanoseconds, are not for this
  /// dialect.
  public static let duckDB: SQLDialect = {
    var dialect = SQLDialect("DuckDB")
    dialect.texts = .collation("C")
    // Files of other writers have least and greatest values without NaN.
    dialect.reals = .nanByFunction(inCase: true)
    dialect.lists = .array(above: 64)
    dialect.dates = .casts(zoned: "TIMESTAMPTZ", local: "TIMESTAMP")
    dialect.hasUUIDs = true
    dialect.search = .contains(byteCount: "strlen")
    dialect.hasRelations = true
    dialect.prunesRanges = true
    dialect.limits = .duckDB
    return dialect
  }()

  /// Spark 4.0 or later, over files of Parquet and JSON.
  ///
  /// Texts are compared plainly, since only that is pushed into Parquet. Columns of texts with another collation than
  /// `UTF8_BINARY`, and of the type `CHAR`, are not for this dialect.
  public static let spark: SQLDialect = {
    var dialect = SQLDialect("Spark")
    dialect.quote = "`"
    dialect.texts = .bytes(collation: nil)
    dialect.reals = .nanByFunction(inCase: false)
    dialect.dates = .casts(zoned: "TIMESTAMP", local: "TIMESTAMP_NTZ")
    dialect.search = .contains(byteCount: "octet_length")
    dialect.distinguishesZeros = true
    dialect.ordersNULLFirst = true
    // The text of a statement is searched for variables first, also within quotes.
    dialect.wordOutsideNames = "${"
    dialect.prunesRanges = true
    dialect.limits = .spark
    return dialect
  }()
}
