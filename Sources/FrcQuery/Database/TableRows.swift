#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterJSON
  internal import FilterSQL
  internal import FilterTables
  internal import FilterableResults

  /// The rows of a table as the rows of a session. The database keeps them; a line reads what it shows.
  final class TableRows: SessionRows {
    /// The settings that a rollback restores.
    private struct Settings {
      var filters: [OpenFilter] = []
      var section: KeyColumn?
      var sorting: [SortColumn] = []
      var numbers = SessionSummary()
    }

    var path: String { connection.name.path }
    private(set) var connection: DatabaseConnection
    private let limits: EvaluationLimits
    private var settings = Settings()

    /// The settings and the number of edits at the beginning of each batch.
    private var saved: [(settings: Settings, editCount: Int)] = []

    /// The edits of lines, to undo them.
    var history = EditHistory<TableEdit>()

    /// The JSON of the rows that were shown last, by the names of their keys.
    var shownRows: [[UInt8]: [UInt8]] = [:]

    /// The row that ends an edit because another program has changed it, as it is now.
    var conflict: (name: [UInt8], json: [UInt8])?

    private var view: TableView?

    /// The number of keys that reading was last noted for.
    private var notedCount = 0

    /// The fewest keys whose reading is noted.
    private static let manyKeys = 100_000

    private var knownCount: Int?

    /// The rows without filters, whose sections give the order of the visible ones.
    private var unfiltered: TableView?
    private var dataVersion = FilterValue.null

    /// The version of the last change that was reported, which may not have been readable.
    private var reportedVersion = FilterValue.null

    /// Whether another program may have written since the last look.
    private var isStale = true

    private var tracked = TrackedRows()
    private var tracksChanges = false
    var isWatched = false
    var isFileGone = false

    /// Whether a commit of another program is reported, and the number of rows of the last report that could not be tested.
    private var isFollowing = false
    private var reportedFailures = 0

    /// Whether the line may have changed what is visible.
    private var hasChanged = false

    init(
      _ name: DatabaseName, _ options: TableOptions, limits: EvaluationLimits
    ) throws(ToolError) {
      var limits = limits
      limits.isInterrupted = { Interrupt.isRaised }
      self.limits = limits
      connection = try DatabaseConnection(name, options, limits: limits)
    }

    func conversion(_ libraries: FilterLibraries) throws(ToolError) -> ColumnTypes.Conversion? {
      let types = try connection.options.types.conversions(of: connection.table.keys.names)
      return types.isEmpty ? nil : try types.conversion(libraries)
    }

    // MARK: - Views

    /// The visible rows.
    func visible() throws(ToolError) -> TableView {
      try refresh()
      if let view { return view }
      // A change of the schema may have taken a column away.
      for key in settings.sorting.map(\.column) + [settings.section].compactMap(\.self) {
        try connection.table.keys.check(key, in: path)
      }
      if settings.section != nil, !settings.filters.isEmpty, unfiltered == nil {
        unfiltered = TableView(
          try TableScan(connection, [], sorting: settings.sorting), section: settings.section)
      }
      let view = TableView(
        try TableScan(connection, settings.filters.map(\.condition), sorting: settings.sorting),
        section: settings.section, orderedAs: settings.filters.isEmpty ? nil : unfiltered)
      self.view = view
      return view
    }

    /// The rows for which conditions hold, in the order of the session.
    func rows(_ conditions: [RowCondition]) throws(ToolError) -> TableView {
      try refresh()
      return TableView(try TableScan(connection, conditions, sorting: settings.sorting))
    }

    /// A pass over the rows for which conditions hold, in any order.
    func unorderedScan(_ conditions: [RowCondition]) throws(ToolError) -> TableScan {
      try refresh()
      return try TableScan(connection, conditions, sorting: [])
    }

    /// Looks whether another program has written, at the first read of a line.
    private func refresh() throws(ToolError) {
      guard isStale else { return }
      view?.forgetPlan()
      unfiltered?.forgetPlan()
      try connection.beginReading()
      let version = try connection.driver.dataVersion()
      if version != dataVersion {
        try connection.checkSchema()
        dataVersion = version
        forgetViews()
      }
      isStale = false
    }

    /// Takes note of a change of the rows or the settings.
    func didChange() {
      forgetViews()
      hasChanged = true
    }

    private func forgetViews() {
      (view, unfiltered, knownCount) = (nil, nil, nil)
      connection.forgetKinds()
    }

    private func filtersDidChange() {
      view = nil
      hasChanged = true
    }

    func count() throws(ToolError) -> Int {
      try refresh()
      if let knownCount { return knownCount }
      let counted = filters.isEmpty ? try view?.countWithUnreadable() : nil
      let count = if let counted { counted } else { try rows([]).count() }
      knownCount = count
      return count
    }

    func visibleCount() throws(ToolError) -> Int { try visible().count() }
    func sectionCount() throws(ToolError) -> Int { try visible().sectionCount() }

    func visit(
      limit: Int, section: (FilterValue) throws(ToolError) -> Void,
      row: ([UInt8]) throws(ToolError) -> Void
    ) throws(ToolError) {
      var current: FilterValue?
      beginShowing()
      try visible().visit(limit: limit) { found throws(ToolError) in
        if let key = found.section, current != key {
          current = key
          try section(key)
        }
        show(found)
        try row(found.json)
      }
    }

    func visit(
      matching predicate: FilterPredicate<FilterValue>, limit: Int,
      row: ([UInt8]) throws(ToolError) -> Void
    ) throws(ToolError) -> RowMatches {
      let view = try rows([.predicate(predicate)])
      beginShowing()
      try view.visit(limit: limit) { found throws(ToolError) in
        show(found)
        try row(found.json)
      }
      return try matches(view)
    }

    /// The counts of a view.
    func matches(_ view: TableView) throws(ToolError) -> RowMatches {
      let (count, failures) = (try view.count(), try view.failures())
      var matches = RowMatches(count: count, failures: failures.count)
      if let (key, error) = failures.first {
        let record = try TableRecords(connection).record(of: key)
        matches.first = (record.map { connection.table.identity(of: $0) } ?? .null, error)
      }
      return matches
    }

    // MARK: - Shown rows

    private func beginShowing() { shownRows = [:] }

    /// Records the content of a row that is shown, so that an edit of it notices a change by others.
    private func show(_ row: TableView.Row) {
      guard shownRows.count < TrackedRows.maximumCount else { return }
      shownRows[TableRecords.name(of: row.key)] = row.json
    }

    // MARK: - Settings

    var filters: [OpenFilter] { settings.filters }
    var hasSections: Bool { settings.section != nil }
    var isIdentifiedByNumber: Bool { false }
    var identityName: String {
      let names = connection.table.identity
      return names.isEmpty ? "content" : names.joined(separator: ", ")
    }

    func add(
      _ name: String, group: String?, text: String, _ condition: RowCondition
    ) throws(ToolError) {
      settings.filters.add(OpenFilter(name: name, group: group, text: text, condition: condition))
      filtersDidChange()
    }

    func removeFilters(named name: String?, group: String?) {
      settings.filters.remove(named: name, group: group)
      filtersDidChange()
    }

    func setSection(_ key: KeyColumn?) throws(ToolError) {
      if let key { try connection.table.keys.check(key, in: path) }
      settings.section = key
      didChange()
    }

    func setSorting(_ keys: [SortColumn]) throws(ToolError) {
      for key in keys { try connection.table.keys.check(key.column, in: path) }
      settings.sorting = keys
      didChange()
    }

    var numbers: SessionSummary { settings.numbers }

    func setNumbers(_ numbers: SessionSummary) throws(ToolError) {
      for case .key(let key, _) in numbers.facets.map(\.subject) {
        try connection.table.keys.check(key.column, in: path)
      }
      for aggregate in numbers.aggregates {
        try connection.table.keys.check(aggregate.key.column, in: path)
      }
      settings.numbers = numbers
    }

    func sizeText() throws(ToolError) -> String {
      let table = connection.table.quotedName
      let limit = Self.countedRows
      let count = try connection.driver.value(
        "SELECT count(*) FROM (SELECT 1 FROM \(table) LIMIT \(limit + 1)) AS counted")
      guard case .int(let count) = count, count <= limit else { return "more than \(limit) rows" }
      return ValueText.count(Int(count), "row")
    }

    /// The most rows that are counted when a table is opened.
    private static let countedRows = 10_000

    func setIdentity(_ key: KeyColumn?) throws(ToolError) {
      guard let path = key?.path, path != connection.table.identity else { return }
      throw .message("rows of a table are identified by its key: \(identityName)")
    }

    func filters(hiding key: FilterValue) throws(ToolError) -> [OpenFilter] {
      let record = try record(key)
      var hiding: [OpenFilter] = []
      for filter in filters {
        let test = try ConditionTest(filter.condition, in: connection)
        let passes = try? test.passes(.object(record.value), record.json)
        if passes != true { hiding.append(filter) }
      }
      return hiding
    }

    func explanation(
      of filter: OpenFilter, for key: FilterValue
    ) throws(ToolError) -> FilterExplanation? {
      guard case .predicate(let predicate) = filter.condition else { return nil }
      let request = try TableScan(connection, [filter.condition], sorting: []).converted()
      let row = FilterValue.object(try record(key).value)
      return request.predicate.explanation(of: row, now: request.now, limits: request.limits)
        .replacing(predicate.syntax)
    }

    /// The row that people know by a key.
    func record(_ key: FilterValue) throws(ToolError) -> TableRecord {
      try refresh()
      guard let record = try TableRecords(connection).record(identifiedBy: key) else {
        throw .message("no row has the \(identityName) \(ValueText.text(key))")
      }
      return record
    }

    // MARK: - Batches

    var batchDepth: Int { connection.depth }

    func begin() throws(ToolError) {
      try connection.begin()
      isStale = true
      saved.append((settings, history.pending.count))
    }

    func end() throws(ToolError) {
      guard !saved.isEmpty else { throw .message("no batch was begun") }
      try connection.end()
      saved.removeLast()
      hasChanged = true
    }

    func rollback() throws(ToolError) {
      guard let last = saved.popLast() else { throw .message("no batch was begun") }
      settings = last.settings
      history.removePending(after: last.editCount)
      // They may be known with the edits that are taken back.
      shownRows = [:]
      didChange()
      try connection.rollback()
    }

    // MARK: - Lines

    func beginLine(tracksChanges: Bool) {
      connection.limits = limits.beginning()
      isStale = true
      (hasChanged, isFollowing) = (false, false)
      self.tracksChanges = tracksChanges
      // Without a report of what was there, later changes cannot be reported; the line runs all the same.
      if tracksChanges || isWatched { _ = try? track() }
    }

    func takeReport() throws(ToolError) -> RowReport {
      var report = RowReport()
      if let count = view?.keyCount, count != notedCount {
        if count >= Self.manyKeys {
          report.note =
            "the keys of \(count) rows were read, as \(connection.driver.title) has no such order"
        }
        notedCount = count
      }
      guard hasChanged else { return report }
      // The changes of a batch are reported at its end.
      if tracksChanges || isWatched, batchDepth == 0 {
        report.changes = try track()
        // A row whose change is reported is known as it is now.
        for change in report.changes { tracked.update(&shownRows, by: change) }
      }
      let failures = view?.knownFailures ?? TableScan.Failures()
      let failureCount = failures.count + failures.unreadable
      // Commits that change nothing here do not repeat what is known.
      if !isFollowing || failureCount != reportedFailures {
        report.failureCount = failureCount
        report.failure = failures.first?.error.message ?? failures.reason ?? ""
      }
      reportedFailures = failureCount
      (hasChanged, isFollowing) = (false, false)
      return report
    }

    /// The changes of the first visible rows since the last call.
    func track() throws(ToolError) -> [ResultsChange<OpenRow>] {
      tracked.forgetReported()
      return try tracked.update(visible(), hasSections: hasSections)
    }

    func endLine() {
      if batchDepth == 0 { history.endStep(size: \.size) }
      connection.endReading()
    }

    // MARK: - The file

    /// Takes note that another program may have changed the rows.
    func expectChanges() {
      connection.limits = limits.beginning()
      isStale = true
      hasChanged = true
      isFollowing = true
    }

    /// Whether another program has changed the rows since they were read and since the last call.
    func isChanged() throws(ToolError) -> Bool {
      let version = try connection.driver.dataVersion()
      guard version != dataVersion, version != reportedVersion else { return false }
      reportedVersion = version
      return true
    }

    /// Opens the file that has replaced the open one.
    func reopen() throws(ToolError) {
      connection = try DatabaseConnection(
        connection.name, connection.options, limits: limits)
      (dataVersion, reportedVersion) = (.null, .null)
      history = EditHistory()
      if isWatched { try connection.beginWatching() }
      didChange()
    }
  }
#endif
