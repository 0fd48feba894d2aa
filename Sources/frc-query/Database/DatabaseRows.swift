#if SQLite
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSQLite

  /// The rows that a plan's statement gives, one after another.
  final class DatabaseRows {
    private let plan: DatabasePlan
    private let statement: SQLiteStatement
    private let shape: FilterObject.Shape

    init(_ plan: DatabasePlan) throws(ToolError) {
      self.plan = plan
      let select = plan.select
      statement = try plan.table.errors.run { () throws(SQLiteError) in
        try plan.table.database.statement(
          select.text, select.parameters, tests: plan.translation.tests)
      }
      shape = FilterObject.Shape(plan.columns)
    }

    /// A row that came back.
    enum Row {
      case value(FilterValue)

      /// A row with a value that cannot be read
      case bad(ToolError)
    }

    /// The next row; nil behind the last one. Throws failures of SQLite, `interrupted` among them.
    func next() throws(SQLiteError) -> Row? {
      guard try statement.step() else { return nil }
      var values: [FilterValue] = []
      values.reserveCapacity(plan.columns.count)
      for (index, name) in plan.columns.enumerated() {
        guard let value = statement.value(at: index) else {
          return .bad(.message("\(place): column '\(name)' holds a text that is not valid UTF-8"))
        }
        values.append(value)
      }
      return .value(.object(FilterObject(shape: shape, values: values)))
    }

    /// The file, the table and the key of the row in hand.
    var place: String {
      let table = "\(plan.table.errors.path):\(plan.table.name)"
      guard !plan.table.key.isEmpty else { return table }
      let key = plan.keyPlaces.map { place in
        statement.value(at: place).map(Columns.text(of:)) ?? "?"
      }
      return table + ":" + key.joined(separator: ",")
    }
  }
#endif
