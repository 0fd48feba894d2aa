#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterJSON
  internal import FilterSQL
  internal import FilterTables

  /// The rows of a table that satisfy conditions, in order and in sections.
  ///
  /// Rows are read from the database when they are asked for. If the database cannot order them as the engine does, or if
  /// there are sections, the keys of all rows are read once, and rows by their keys.
  final class TableView {
    /// A row that was read.
    struct Row {
      /// The key in the table; null if its rows have none.
      let key: FilterValue
      let section: FilterValue?
      let json: [UInt8]
    }

    /// The rows of a section.
    private struct Section {
      let key: FilterValue?
      var keys: [FilterValue] = []
    }

    /// The most rows that are read by one statement.
    private static let pageSize = 128

    private let scan: TableScan
    private let section: KeyColumn?

    /// The view whose sections give the order of these; nil for the order of their first rows.
    private let unfiltered: TableView?
    private var arranged: [Section]?

    /// The plan for whole rows of the current line.
    private var planned: DatabasePlan?
    private var knownCount: Int?

    /// The rows that the conditions could not be evaluated on, if all rows were tested.
    private(set) var knownFailures: TableScan.Failures?

    init(_ scan: TableScan, section: KeyColumn? = nil, orderedAs unfiltered: TableView? = nil) {
      self.scan = scan
      self.section = section
      self.unfiltered = unfiltered
    }

    private func plan() throws(ToolError) -> DatabasePlan {
      if let planned { return planned }
      let plan = try scan.plan(section: section)
      planned = plan
      return plan
    }

    /// Forgets the plan, as a new line has limits and a time of its own.
    func forgetPlan() { planned = nil }

    // MARK: - Counts

    /// The number of rows.
    func count() throws(ToolError) -> Int {
      if let knownCount { return knownCount }
      try scan.connection.beginReading()
      let count = try arranged == nil ? countedRows() : keyCount
      knownCount = count
      return count
    }

    private func countedRows() throws(ToolError) -> Int {
      let plan =
        if let planned { scan.narrowed(planned, isCount: true) } else {
          try scan.plan(isCount: true)
        }
      if let counted = try scan.count(plan) {
        knownFailures = TableScan.Failures()
        return counted
      }
      if try arrange() { return keyCount }
      var found = 0
      knownFailures = try scan.run(plan) { _ in
        found += 1
        return true
      }
      return found
    }

    /// The number of rows, with those that cannot be read; nil if the rows are not planned or the database does not count.
    func countWithUnreadable() throws(ToolError) -> Int? {
      if arranged == nil, let knownCount { return knownCount }
      return try planned.flatMap { plan throws(ToolError) in
        try scan.count(scan.narrowed(plan, isCount: true))
      }
    }

    /// The number of sections; 1 without sections.
    func sectionCount() throws(ToolError) -> Int { try arrange() ? arranged?.count ?? 0 : 1 }

    /// The rows that the conditions could not be evaluated on.
    func failures() throws(ToolError) -> TableScan.Failures {
      _ = try count()
      return knownFailures ?? TableScan.Failures()
    }

    /// The number of keys that were read because the database cannot order the rows; 0 if it can.
    var keyCount: Int { arranged?.reduce(0) { $0 + $1.keys.count } ?? 0 }

    // MARK: - Rows

    /// Calls `body` with the first `limit` rows in order.
    func visit(
      limit: Int, _ body: (Row) throws(ToolError) -> Void
    ) throws(ToolError) {
      guard limit > 0 else { return }
      try scan.connection.beginReading()
      guard try arrange() else { return try visitInOrder(limit, body) }
      var left = limit
      for section in arranged ?? [] where left > 0 {
        let keys = section.keys.prefix(left)
        left -= keys.count
        try visit(keys, section.key, body)
      }
    }

    private func visitInOrder(
      _ limit: Int, _ body: (Row) throws(ToolError) -> Void
    ) throws(ToolError) {
      var left = limit
      let plan = scan.narrowed(try plan(), limit: limit == .max ? nil : limit)
      try scan.run(plan) { rows throws(ToolError) in
        var json: [UInt8] = []
        rows.appendJSON(to: &json)
        try body(Row(key: rows.key, section: nil, json: json))
        left -= 1
        return left > 0
      }
    }

    /// Reads rows by their keys, a page at a time.
    private func visit(
      _ keys: ArraySlice<FilterValue>, _ section: FilterValue?,
      _ body: (Row) throws(ToolError) -> Void
    ) throws(ToolError) {
      // Without keys the whole rows were kept.
      guard !scan.connection.table.key.isEmpty else {
        for case .string(let json) in keys {
          try body(Row(key: .null, section: section, json: Array(json.utf8)))
        }
        return
      }
      let records = TableRecords(scan.connection, try plan())
      var rest = keys
      while !rest.isEmpty {
        try Interrupt.check()
        let page = rest.prefix(Self.pageSize)
        rest = rest.dropFirst(page.count)
        let rows = try records.json(of: Array(page))
        for key in page {
          if let json = rows[TableRecords.name(of: key)] {
            try body(Row(key: key, section: section, json: json))
          }
        }
      }
    }

    // MARK: - Order

    /// Reads the keys in order, unless the database gives the rows in order; whether it does not.
    private func arrange() throws(ToolError) -> Bool {
      if arranged != nil { return true }
      let columns = scan.sorting.map(\.column) + [section].compactMap { $0 }
      let hasKey = !scan.connection.table.key.isEmpty
      var plan = try plan()
      guard section != nil || !(plan.isOrdered || scan.sorting.isEmpty) else { return false }
      plan = scan.narrowed(plan, to: hasKey ? columns : nil)
      var keys: [FilterValue] = []
      var sections: [FilterValue] = []
      var values: [[FilterValue]] = scan.sorting.map { _ in [] }
      // The keys as the engine computes them, which enter documents.
      let computed = try plan.residual()
      let sorts = !plan.isOrdered && !scan.sorting.isEmpty
      let failures = try scan.run(plan) { rows throws(ToolError) in
        let row = rows.value
        if sorts {
          for (index, key) in computed.sortKeys.enumerated() {
            values[index].append(key.column.value(of: row))
          }
        }
        if let section = computed.section { sections.append(section.value(of: row)) }
        if hasKey {
          keys.append(rows.key)
        } else {
          var json: [UInt8] = []
          rows.appendJSON(to: &json)
          keys.append(.string(String(decoding: json, as: UTF8.self)))
        }
        return true
      }
      var arranged = Self.divided(
        keys, by: section == nil ? nil : sections,
        in: sorts ? Self.order(scan.sorting, values) : nil)
      if let unfiltered, try unfiltered.arrange() {
        let keys = unfiltered.arranged?.compactMap(\.key) ?? []
        let order = Dictionary(zip(keys, keys.indices)) { first, _ in first }
        arranged.sort { order[$0.key ?? .null] ?? 0 < order[$1.key ?? .null] ?? 0 }
      }
      self.arranged = arranged
      knownFailures = failures
      return true
    }

    /// The keys by section in an order, nil for their own; one section of all if they have none.
    private static func divided(
      _ keys: [FilterValue], by sections: [FilterValue]?, in order: [UInt32]?
    ) -> [Section] {
      var divided: [Section] = sections == nil ? [Section(key: nil)] : []
      var places: [FilterValue: Int] = [:]
      for number in keys.indices {
        let index = order.map { Int($0[number]) } ?? number
        guard let key = sections?[index] else {
          divided[0].keys.append(keys[index])
          continue
        }
        let place = places[key] ?? divided.count
        if place == divided.count {
          places[key] = place
          divided.append(Section(key: key))
        }
        divided[place].keys.append(keys[index])
      }
      return divided
    }

    /// The indices of the rows with these values of sort keys, in order.
    private static func order(_ keys: [SortColumn], _ values: [[FilterValue]]) -> [UInt32] {
      var columns = SortColumns(count: values.first?.count ?? 0)
      for (key, values) in zip(keys, values) {
        columns.append(
          values, SortComparison(options: key.options, isNumeric: key.isNumeric),
          isAscending: key.isAscending, nilsFirst: key.isAscending)
      }
      return columns.order()
    }
  }
#endif
