#if SQLite
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSQLite

  /// Finds what the columns of a table hold.
  ///
  /// In a table that is not STRICT a column holds values of any type, whatever it declares. SQLite orders
  /// numbers before texts and texts before bytes, so the least and the greatest value of a column show whether
  /// all are of one type; an index has both at its ends. The statements run in the transaction of those that use
  /// the result.
  struct DatabaseKinds {
    let table: DatabaseTable

    /// Whether only columns are asked about for which an index answers at once: where the first rows may be
    /// enough, all rows are not read for a proof.
    let isBrief: Bool

    /// Whether texts are stored in UTF-8, as the engine compares them.
    private let isUTF8: Bool

    /// Integers of this range, and those that are rounded to a bound of it, are doubles too.
    private static let exactDoubles = -9_007_199_254_740_991.0...9_007_199_254_740_991.0

    init(_ table: DatabaseTable, isBrief: Bool) throws(ToolError) {
      self.table = table
      self.isBrief = isBrief
      isUTF8 = try table.errors.run { () throws(SQLiteError) in
        let kinds: [SQLColumn.Kind] = [.text]
        return try table.database.rows("PRAGMA encoding", [], kinds).first == [.string("UTF-8")]
      }
    }

    /// The kinds of columns by their names; columns whose values are of several types, or unknown, are left out.
    func kinds(of names: Set<String>) throws(ToolError) -> [String: SQLColumn.Kind] {
      var kinds: [String: SQLColumn.Kind] = [:]
      var unproved: [DatabaseColumn] = []
      for column in table.columns {
        if let kind = column.kind(inStrictTable: table.isStrict) {
          kinds[column.name] = kind
        } else if names.contains(column.name) {
          unproved.append(column)
        }
      }
      for column in unproved where column.isIndexed {
        kinds[column.name] = try kind(ofIndexed: column)
      }
      // An index does not show whether large numbers are all integers.
      if !isBrief { try add(unproved.filter { kinds[$0.name] == nil }, to: &kinds) }
      if !isUTF8 { kinds = kinds.filter { $0.value != .text } }
      return kinds
    }

    /// The least and the greatest value of a column.
    private struct Extent {
      let least: FilterValue
      let greatest: FilterValue

      /// Whether an integer and a double are among the values; true where that is not known.
      var mixesNumbers = true

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
        // Such a column stores integers as doubles.
        if affinity == .real { return .real(isFinite: true) }
        if !mixesNumbers {
          if case .int = least { return .integer }
          return .real(isFinite: true)
        }
        // Integers that all are doubles too are compared as such.
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

    /// Two look-ups in the index.
    private func kind(ofIndexed column: DatabaseColumn) throws(ToolError) -> SQLColumn.Kind? {
      let (name, table) = (quoted(column.name), quoted(self.table.name))
      let values = try values(
        of: "SELECT (SELECT min(\(name)) FROM \(table)), (SELECT max(\(name)) FROM \(table))",
        count: 2)
      return values.flatMap { Extent(least: $0[0], greatest: $0[1]).kind(column.affinity) }
    }

    /// One scan for all columns without an index.
    private func add(
      _ columns: [DatabaseColumn], to kinds: inout [String: SQLColumn.Kind]
    ) throws(ToolError) {
      guard !columns.isEmpty else { return }
      let terms = columns.map { column in
        let name = quoted(column.name)
        return "min(\(name)), max(\(name)), "
          + "max(typeof(\(name)) = 'integer') AND max(typeof(\(name)) = 'real')"
      }
      let statement = "SELECT \(terms.joined(separator: ", ")) FROM \(quoted(table.name))"
      guard let values = try values(of: statement, count: 3 * columns.count) else { return }
      for (index, column) in columns.enumerated() {
        var extent = Extent(least: values[3 * index], greatest: values[3 * index + 1])
        extent.mixesNumbers = values[3 * index + 2] == .int(1)
        kinds[column.name] = extent.kind(column.affinity)
      }
    }

    /// The values of the one row of a statement; nil where they cannot be told, as for a column with a
    /// collation that SQLite does not have.
    private func values(of sql: String, count: Int) throws(ToolError) -> [FilterValue]? {
      do throws(SQLiteError) {
        let statement = try table.database.statement(sql)
        guard try statement.step() else { return nil }
        // A text that is not UTF-8 is one too.
        return (0..<count).map { statement.value(at: $0) ?? .string("") }
      } catch {
        guard case .other = error.reason else { throw table.errors.tool(error) }
        return nil
      }
    }

    /// A name of the schema as statements have it.
    private func quoted(_ name: String) -> String {
      "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        + "\""
    }
  }
#endif
