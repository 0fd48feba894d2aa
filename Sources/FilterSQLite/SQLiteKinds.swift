#if SQLite
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterTables

  /// Determines the kinds of the values in the columns of a table.
  ///
  /// Unless a table is STRICT, its columns hold values of any type, regardless of their declarations. SQLite orders
  /// numbers before texts and texts before bytes, so the least and the greatest value of a column show whether all
  /// values are of one type. An index has both at its ends; a column without an index is searched for a value of
  /// another type, within a number of steps. The statements run in the transaction of the statements that use the
  /// result.
  struct SQLiteKinds {
    private let database: SQLiteDatabase
    private let table: TableModel

    /// Whether texts are stored in UTF-8, as the engine compares them.
    private let isUTF8: Bool

    /// Integers in this range, and those that are rounded to one of its bounds, are exact as doubles.
    private static let exactDoubles = -9_007_199_254_740_991.0...9_007_199_254_740_991.0

    init(_ database: SQLiteDatabase, _ table: TableModel) throws(TableError) {
      self.database = database
      self.table = table
      isUTF8 = try database.value("PRAGMA encoding") == .string("UTF-8")
    }

    /// The kinds of columns by name, without columns that the database cannot test. No rows are read.
    ///
    /// Columns of views and virtual tables cannot be tested: an expression or a program computes their values, and
    /// SQLite may convert them in comparisons.
    func kinds(of names: Set<String>) throws(TableError) -> [String: SQLColumn.Kind] {
      var kinds: [String: SQLColumn.Kind] = [:]
      for column in table.columns {
        if let kind = column.kind {
          kinds[column.name] = kind
        } else if names.contains(column.name), table.isTable, column.hasUsualCollation {
          let kind = column.isIndexed ? try self.kind(ofIndexed: column) : nil
          kinds[column.name] = kind ?? .dynamic(column.affinity.values)
        }
      }
      guard !isUTF8 else { return kinds }
      return kinds.filter { _, kind in
        if case .dynamic = kind { false } else { kind != .text }
      }
    }

    /// The least and the greatest value of a column.
    private struct Extent {
      let least: FilterValue
      let greatest: FilterValue

      func kind(_ affinity: SQLiteAffinity) -> SQLColumn.Kind? {
        switch (least, greatest) {
        case (.null, .null):
          switch affinity {
          case .integer: return .integer
          case .real, .numeric: return .real(isFinite: true)
          case .text: return .text
          case .blob: return .bytes
          }
        // Numeric affinity would convert a text that a condition compares the column with.
        case (.string, .string): return affinity.values == .numeric ? nil : .text
        case (.data, .data): return .bytes
        default: break
        }
        guard let low = Self.number(least), let high = Self.number(greatest) else { return nil }
        // A column with REAL affinity stores integers as doubles.
        if affinity == .real { return .real(isFinite: true) }
        // Integers that are exact as doubles are compared as doubles.
        let isExact =
          SQLiteKinds.exactDoubles.contains(low) && SQLiteKinds.exactDoubles.contains(high)
        return isExact ? .real(isFinite: true) : nil
      }

      private static func number(_ value: FilterValue) -> Double? {
        switch value {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
      }
    }

    /// The kind of an indexed column, from two lookups in the index; nil if it cannot be determined.
    private func kind(ofIndexed column: TableModel.Column) throws(TableError) -> SQLColumn.Kind? {
      try extent(column.name.quotedIdentifier)?.kind(column.affinity)
    }

    /// The least and the greatest value of a column that has an index or is the rowid.
    private func extent(_ name: String) throws(TableError) -> Extent? {
      let table = self.table.quotedName
      let statement = try database.statement(
        "SELECT (SELECT min(\(name)) FROM \(table)), (SELECT max(\(name)) FROM \(table))")
      guard try statement.next() else { return nil }
      // Invalid UTF-8 is a text as well.
      return Extent(
        least: statement.value(at: 0) ?? .string(""),
        greatest: statement.value(at: 1) ?? .string("")
      )
    }
  }

  // MARK: - Columns without an index

  extension SQLiteKinds {
    /// The kinds of columns that hold only values of their declared type, by name. Reads rows for at most `steps` steps
    /// of SQLite; if that does not suffice for all rows, the kinds remain unknown.
    func kinds(
      searching names: Set<String>, within steps: Int
    ) throws(TableError) -> [String: SQLColumn.Kind] {
      let columns = table.columns.compactMap { column -> Search? in
        guard names.contains(column.name), isUTF8 || column.affinity != .text else { return nil }
        return Search(column)
      }
      // Without rowids a search may be in vain, so that it takes fewer steps.
      let steps = table.rowID == nil ? steps / 4 : steps
      guard !columns.isEmpty, try mayReadAllRows(within: steps) else { return [:] }
      let found = try database.limitingSteps(to: steps) { () throws(TableError) in
        try database.unsatisfied(columns.map(\.condition), in: table)
      }
      return Dictionary(
        uniqueKeysWithValues: (found ?? []).map { (columns[$0].name, columns[$0].kind) })
    }

    /// The search for a value of another type than the column declares.
    private struct Search {
      let name: String
      let kind: SQLColumn.Kind

      /// The condition of such a value.
      let condition: String

      /// Nil for a column whose declaration suggests no kind.
      init?(_ column: TableModel.Column) {
        name = column.name
        let quoted = column.name.quotedIdentifier
        switch column.affinity {
        case .integer, .numeric:
          let range = SQLiteKinds.exactDoubles
          kind = .real(isFinite: true)
          condition = """
            \(quoted) < \(Int64(range.lowerBound)) OR \(quoted) > \(Int64(range.upperBound))
            """
        case .real: (kind, condition) = (.real(isFinite: true), "\(quoted) >= ''")
        // TEXT affinity converts numbers. The type of a value is known without the pages of a long text.
        case .text: (kind, condition) = (.text, "typeof(\(quoted)) = 'blob'")
        case .blob: return nil
        }
      }
    }

    /// False if the numbers of rows show that there are more than `steps` steps can read.
    private func mayReadAllRows(within steps: Int) throws(TableError) -> Bool {
      guard let name = table.rowID else { return true }
      guard
        case (.int(let low), .int(let high))? = try extent(name.quotedIdentifier).map({
          ($0.least, $0.greatest)
        })
      else { return true }
      // A row takes four steps or more: to go to it, to read a value and to compare it.
      let (span, overflows) = high.subtractingReportingOverflow(low)
      return !overflows && span < Int64(steps / 4)
    }
  }

  extension TableModel.Column {
    fileprivate var affinity: SQLiteAffinity { SQLiteAffinity(type: type) }

    /// Whether the collation is built into SQLite. A custom collation is known only to the program that defines it.
    fileprivate var hasUsualCollation: Bool {
      ["binary", "nocase", "rtrim"].contains(collation?.lowercased() ?? "")
    }
  }
#endif
