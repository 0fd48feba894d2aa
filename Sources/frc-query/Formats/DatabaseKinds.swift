#if SQLite
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSQLite

  /// Determines the kinds of the values in the columns of a table.
  ///
  /// Unless a table is STRICT, its columns hold values of any type, regardless of their declarations. SQLite orders
  /// numbers before texts and texts before bytes, so the least and the greatest value of a column show whether all
  /// values are of one type. An index has both at its ends. A column without an index is treated as dynamic: no rows
  /// are read to determine its kind. The statements run in the transaction of the statements that use the result.
  struct DatabaseKinds {
    let table: DatabaseTable

    /// Whether texts are stored in UTF-8, as the engine compares them.
    private let isUTF8: Bool

    /// Integers in this range, and those that are rounded to one of its bounds, are exact as doubles.
    private static let exactDoubles = -9_007_199_254_740_991.0...9_007_199_254_740_991.0

    init(_ table: DatabaseTable) throws(ToolError) {
      self.table = table
      isUTF8 = try table.errors.run { () throws(SQLiteError) in
        let kinds: [SQLColumn.Kind] = [.text]
        return try table.database.rows("PRAGMA encoding", [], kinds).first == [.string("UTF-8")]
      }
    }

    /// The kinds of columns by name, without columns that the database cannot test.
    ///
    /// Columns of views and virtual tables cannot be tested: an expression or a program computes their values, and
    /// SQLite may convert them in comparisons.
    func kinds(of names: Set<String>) throws(ToolError) -> [String: SQLColumn.Kind] {
      var kinds: [String: SQLColumn.Kind] = [:]
      for column in table.columns {
        if let kind = column.kind(inStrictTable: table.isStrict) {
          kinds[column.name] = kind
        } else if names.contains(column.name), table.isTable, column.hasUsualCollation {
          let kind = column.isIndexed ? try self.kind(ofIndexed: column) : nil
          kinds[column.name] = kind ?? column.dynamic
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
        case (.string, .string): return .text
        case (.data, .data): return .bytes
        default: break
        }
        guard let low = Self.number(least), let high = Self.number(greatest) else { return nil }
        // A column with REAL affinity stores integers as doubles.
        if affinity == .real { return .real(isFinite: true) }
        // Integers that are exact as doubles are compared as doubles.
        let isExact =
          DatabaseKinds.exactDoubles.contains(low) && DatabaseKinds.exactDoubles.contains(high)
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
    private func kind(ofIndexed column: DatabaseColumn) throws(ToolError) -> SQLColumn.Kind? {
      let (name, table) = (Self.quoted(column.name), Self.quoted(self.table.name))
      let sql = "SELECT (SELECT min(\(name)) FROM \(table)), (SELECT max(\(name)) FROM \(table))"
      let extent = try self.table.errors.run { () throws(SQLiteError) -> Extent? in
        let statement = try self.table.database.statement(sql)
        guard try statement.step() else { return nil }
        // Invalid UTF-8 is a text as well.
        return Extent(
          least: statement.value(at: 0) ?? .string(""),
          greatest: statement.value(at: 1) ?? .string(""))
      }
      return extent?.kind(column.affinity)
    }

    /// A name as a quoted identifier.
    static func quoted(_ name: String) -> String {
      "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        + "\""
    }
  }
#endif
