#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterTables

  /// The kinds of the columns of a table, as a request compares them.
  struct ComparedKinds {
    private let table: DatabaseTable

    /// The kinds of the stored values.
    private var stored: [String: SQLColumn.Kind]

    /// The stated kinds of columns.
    let stated: [String: StatedKind]

    /// The columns whose values are stated to be dates.
    private let dates: [String: ColumnKind]

    /// Asks the database for the kinds of columns. Those in `known` replace them; `documents` are columns of JSON. Columns
    /// of other names than `names` may have none.
    init(
      of names: Set<String>, _ request: DatabaseRequest, _ table: DatabaseTable,
      known: [String: SQLColumn.Kind], documents: Set<String>
    ) throws(ToolError) {
      let types = try table.kinds(stated: request.types)
      let stated = types.compactMapValues { StatedKind(rawValue: $0.rawValue) }
      let statesKinds = table.driver.statesKinds
      var stored = try table.driver.kinds(of: names, in: table).merging(known) { $1 }
        .merging(statesKinds ? stated.mapValues(\.kind) : [:]) { $1 }
      for name in documents { stored[name] = table.kindOfDocuments }
      // The texts are not those that the request compares.
      if !statesKinds { stored = stored.filter { stated[$0.key] != .json } }
      (self.table, self.stated, self.stored) = (table, stated, stored)
      dates = types.filter { $0.value.isConverted }
    }

    /// The kinds as the database compares them. A column has none if its values are converted first.
    var compared: [String: SQLColumn.Kind] {
      var kinds = stored
      for (name, kind) in dates { kinds[name] = kind.form(of: stored[name]).map { .date($0) } }
      return kinds
    }

    /// Whether the values of a column are converted before they are compared.
    func isConverted(_ name: String) -> Bool {
      dates[name].map { $0.form(of: stored[name]) == nil } ?? false
    }

    /// Whether the database cannot test a column, and no date is stated for it.
    func isUntested(_ name: String) -> Bool { stored[name] == nil && dates[name] == nil }

    /// Searches the table for the kinds of columns on which it depends whether the translation of a request is exact.
    /// Returns false if no kind is found.
    mutating func search(
      _ request: DatabaseRequest, _ translation: SQLTranslation
    ) throws(ToolError) -> Bool {
      let open = request.tree.columnsWithDecisiveKinds.filter { name in
        stored[name]?.isDynamic ?? false && dates[name] != .date
      }
      if open.isEmpty { return false }
      // The search can save much of the work of a statement that reads all rows.
      let isWorthIt = request.readsAllRows && translation.canFailEarly
      let effort =
        isWorthIt
        ? SearchEffort.beside(
          SQLSelect(translation, columns: [], ordersByKey: false), tests: translation.tests)
        : .little
      let found = try table.driver.run(
        table.driver.source.kinds(searching: open, in: table.model, effort))
      stored.merge(found) { $1 }
      return !found.isEmpty
    }
  }

  extension SQLTranslation {
    /// Whether a part that can fail is tested for all rows that are read, or keeps later parts from being pushed down.
    fileprivate var canFailEarly: Bool {
      let parts = explanation.parts
      return parts.first?.precision != .exact
        || parts.contains { $0.reasons.contains(.behindFailure) }
    }
  }

  extension ColumnKind {
    /// The form of dates in a column of stored values of a kind; nil if the database cannot compare them as dates.
    fileprivate func form(of stored: SQLColumn.Kind?) -> SQLDateForm? {
      switch (self, stored) {
      case (.unix, .integer): .unixSeconds
      case (.unix, .real): .unixReal
      case (.unixms, .integer): .unixMilliseconds
      case (.date, .date(let form)): form
      default: nil
      }
    }
  }

  extension SQLColumn.Kind {
    var isDynamic: Bool { if case .dynamic = self { true } else { false } }
  }
#endif
