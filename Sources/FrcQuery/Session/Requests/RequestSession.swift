internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax
internal import FilterableResults

/// The state of a pipe: a list of rows with its filters, and the libraries of the language.
final class RequestSession {
  let store = RowStore()
  let controller: ResultsController<OpenRow>
  let libraries: FilterLibraries

  /// The policy of each request; nil without one.
  let policy: SessionPolicy?

  /// The limits of the current request, whose time has begun.
  private(set) var limits: EvaluationLimits

  /// What the current request charges beside evaluations and edits: making and writing its answer.
  private(set) var run: EvaluationContext

  /// The limits of each request.
  private let limitsOfEach: EvaluationLimits
  private var changes: [ResultsChange<OpenRow>] = []
  private let reader = JSONReader(tagged: true)

  private struct WeakKey {
    weak var key: RequestKey?
  }

  /// The key paths that rows are read by.
  private var keys: [String: WeakKey] = [:]

  /// Whether changes have the rows of insertions and updates.
  private var reportsRows = false

  /// The filters of the current request.
  private var newFilters:
    [(predicate: FilterPredicate<FilterValue>, bindings: [String: FilterValue])] = []

  /// The facets and aggregates of the controller, and those at the begin of each open batch.
  private(set) var summaries = RequestSummary()
  private var savedSummaries: [RequestSummary] = []

  /// The facets and aggregates whose numbers the client has.
  private var deliveredSummaries = RequestSummary()
  private var summaryVersion = 0

  /// The source that stores the rows; nil if only the controller stores them.
  var source: (any RequestSource)?

  /// The seconds for which a source waits for other programs.
  let lockTimeout: Double

  init(
    libraries: FilterLibraries, limits: EvaluationLimits = .standard,
    lockTimeout: Double = Query.usualLockTimeout, policy: SessionPolicy? = nil
  ) {
    let limits = policy?.limits(beside: limits) ?? limits
    self.lockTimeout = lockTimeout
    self.libraries = libraries
    self.policy = policy
    self.limits = limits
    limitsOfEach = limits
    run = EvaluationContext(of: limits)
    controller = .ofRows(store.content)
    controller.setLimits(limits)
    controller.observe(for: self) { [unowned self] in changes.append($0) }
  }

  /// Begins the time of a request.
  func begin() {
    limits = limitsOfEach.beginning()
    run = EvaluationContext(of: limits)
    controller.setRequest(limits)
  }

  /// Makes an edit and returns the changes of the visible rows; an edit that throws changes nothing.
  func edit(_ edit: ReferenceEdit) throws(ToolError) -> Answer {
    if let source { return try self.edit(edit, in: source) }
    return try change(edit)
  }

  /// Makes an edit of the rows that are here.
  func change(_ edit: ReferenceEdit) throws(ToolError) -> Answer {
    try change { () throws(ResultsError) in
      let ignored = try perform(edit)
      switch edit {
      case .begin: savedSummaries.append(summaries)
      case .end: savedSummaries.removeLast()
      case .rollback: summaries = savedSummaries.popLast() ?? summaries
      default: break
      }
      return ignored
    }
  }

  /// Makes an edit. If it changes more than a row, facets and aggregates are counted within the limits too.
  private func perform(_ edit: ReferenceEdit) throws(ResultsError) -> [IgnoredKey] {
    let isCounted = !summaries.isEmpty
    switch edit {
    case .end where isCounted: try controller.countSummaries()
    case .setItems, .setSections, .merge, .insertSection, .replaceSection, .configure, .setFilters:
      guard isCounted, !controller.isInBatch else { break }
      var ignored: [IgnoredKey] = []
      try controller.performBatch { () throws(ResultsError) in
        ignored = try controller.perform(edit)
        try controller.countSummaries()
      }
      return ignored
    default: break
    }
    return try controller.perform(edit)
  }

  /// Adds a row to texts. Those of requests are read from tagged JSON, and those of sources are not.
  func add(_ value: FilterValue, to texts: inout RowTextBuilder, isRead: Bool = true) {
    texts.append(value, reader, isRead: isRead)
  }

  /// Stores the rows of texts.
  func rows(of texts: inout RowTextBuilder) -> [OpenRow] { texts.finish().flatMap(store.add) }

  /// Stores values as rows.
  func rows(_ values: [FilterValue], isRead: Bool = true) -> [OpenRow] {
    var texts = RowTextBuilder()
    for value in values { add(value, to: &texts, isRead: isRead) }
    return rows(of: &texts)
  }

  /// The value of the row with a key, hidden or visible; nil if no row has the key.
  func value(ofKey key: FilterValue) -> FilterValue? {
    controller.item(forKey: key).map(store.value)
  }

  /// The row of `item`, which must be there.
  func row(_ members: RequestMembers) throws(ToolError) -> OpenRow {
    let value = try members.value("item")
    let row = rows([value])[0]
    store.expect(value, of: row)
    return row
  }

  /// The rows of `items`, which must be there.
  func rows(_ members: RequestMembers) throws(ToolError) -> [OpenRow] {
    if let items = members.items { return items }
    return rows(try members.list(RequestMembers.itemsKey))
  }

  /// The reader of a key path in rows. Those of one key path share the cells.
  func reading(_ reader: KeyPathReader<FilterValue>) -> KeyPathReader<OpenRow> {
    let key = reader.text.flatMap { keys[$0]?.key } ?? RequestKey(reader, store)
    if let text = reader.text { keys[text] = WeakKey(key: key) }
    return KeyPathReader(reader) { row throws(EvaluationError) in try key.value(of: row) }
  }

  /// Runs `body`, which returns the keys that it ignored, or nil if it edits nothing. Returns the changes of the visible
  /// rows.
  func change(
    _ body: () throws(ResultsError) -> [IgnoredKey]?
  ) throws(ToolError) -> Answer {
    // Old snapshots are not to be kept alive: edits copy what others hold.
    defer {
      changes = []
      if !controller.isInBatch { deliveredSummaries = summaries }
    }
    let ignored: [IgnoredKey]?
    do throws(ResultsError) {
      ignored = try body()
    } catch {
      throw .refused(error)
    }
    if changes.isEmpty, !controller.isInBatch, summaries.versions != deliveredSummaries.versions {
      // Numbers that are the same can have other names.
      let snapshot = controller.shownRows()
      changes = [ResultsChange(from: snapshot, to: snapshot, changeset: Changeset())]
    }
    // In a batch rows can be tested at its end.
    let failed = ignored == nil || controller.isInBatch ? 0 : controller.failures.count
    return .changes(
      changes, ignored: (ignored ?? []).map(\.json), failed: failed,
      ChangeForm(hasRows: reportsRows, summaries: summaries, earlier: deliveredSummaries))
  }

  /// Changes the settings that a request names, that of the answers too.
  func configure(_ members: RequestMembers) throws(ToolError) -> Answer {
    keys = keys.filter { $0.value.key != nil }
    let configuration = try configuration(after: members)
    var summaries = try summaries(after: members)
    let before = reportsRows
    if members["rows"] != nil { reportsRows = try members.flag("rows") ?? false }
    do throws(ToolError) {
      guard members["facets"] != nil || members["aggregates"] != nil else {
        return try edit(.configure(configuration))
      }
      try checkIdentity(of: configuration)
      return try change { () throws(ResultsError) in
        try controller.performBatch { () throws(ResultsError) in
          _ = try controller.perform(.configure(configuration))
          if members["facets"] != nil { controller.facets = summaries.facets.map(\.facet) }
          if members["aggregates"] != nil {
            controller.aggregates = summaries.aggregates.map {
              ResultsAggregate($0.function, of: $0.key)
            }
          }
          try controller.countSummaries()
        }
        summaryVersion += 1
        if members["facets"] != nil { summaries.versions.facets = summaryVersion }
        if members["aggregates"] != nil { summaries.versions.aggregates = summaryVersion }
        self.summaries = summaries
        return []
      }
    } catch {
      reportsRows = before
      throw error
    }
  }

  /// Changes the filters.
  func editFilters(
    _ body: (inout FilterRegistry<OpenRow>) throws(ToolError) -> Void
  ) throws(ToolError) -> Answer {
    newFilters = []
    defer { newFilters = [] }
    var filters = controller.filters
    try body(&filters)
    let answer = try edit(.setFilters(filters))
    let notes = notesOnFilters
    return notes.isEmpty ? answer : .noted(answer, notes: notes)
  }

  /// Notes on what the filters of the request probably mean otherwise, if they show none of the rows or all of them.
  private var notesOnFilters: [String] {
    guard !newFilters.isEmpty, !controller.isInBatch, controller.count > 0 else { return [] }
    let shown = controller.shownRows().rowCount
    guard shown == 0 || shown == controller.count else { return [] }
    let rows = firstRows(RowDiagnosis.maximumRows)
    let unknown = UnknownKeys(
      rows: rows, isWhole: rows.count == controller.count, run: EvaluationContext(of: limits),
      libraries: libraries)
    return newFilters.flatMap { predicate, bindings in
      let tree = predicate.syntax
      let diagnosis = RowDiagnosis(predicate, bindings: bindings, rows: rows, limits: limits)
      var notes = predicate.notes.filter { $0.isMistake || shown == 0 }.map(\.message)
      let paths = KeyReads(tree).paths(hasNilTests: shown == 0)
      notes += unknown.notes(on: paths) { tree.question($0, $1, in: rows) }
      notes += diagnosis.notes
      var lost = LostParts(in: tree, [])
      let sample = LostParts.Sample(
        rows: rows, isWhole: unknown.isWhole, limits: limits)
      lost.add(predicate, sample, bindings: bindings)
      return notes + lost.notes
    }
  }

  /// The first rows of the store, hidden or visible.
  private func firstRows(_ count: Int) -> [FilterValue] {
    var rows: [FilterValue] = []
    var place = (section: 0, offset: 0)
    while rows.count < count {
      let position = StorePosition(section: place.section, offset: place.offset)
      if let row = controller.item(at: position) {
        rows.append(store.value(of: row))
        place.offset += 1
      } else if place.offset > 0 {
        place = (place.section + 1, 0)
      } else {
        break
      }
    }
    return rows
  }

  /// Removes the filters of a name, a group, or both.
  func removeFilters(_ members: RequestMembers) throws(ToolError) -> Answer {
    let name = try members.optionalText("name")
    let group = try members.optionalText("group")
    guard name != nil || group != nil else { throw .missing("'name' or 'group'") }
    var isKnown = false
    let answer = try editFilters { isKnown = $0.remove(name: name, group: group) }
    guard !isKnown, case .changes(let changes, _, let failed, let form) = answer else {
      return answer
    }
    let names = [("name", name), ("group", group)].compactMap { key, text in
      text.map { (key, FilterValue.string($0)) }
    }
    return .changes(
      changes, ignored: [.object(FilterObject(names + [("reason", "unknown")]))], failed: failed,
      form)
  }

  /// The visible rows, or a window of them.
  func snapshot(_ members: RequestMembers) throws(ToolError) -> Answer {
    let (from, count) = (try members.optionalCount("from"), try members.optionalCount("count"))
    let window =
      from == nil && count == nil ? nil : RowWindow(from: from ?? 0, count: count ?? .max)
    let hasChecksum = try members.flag("checksum") ?? false
    return .snapshot(controller.shownRows(), summaries, window, hasChecksum: hasChecksum)
  }

  /// The predicate of a request.
  func predicate(_ members: RequestMembers) throws(ToolError) -> FilterPredicate<FilterValue> {
    try members.predicate(libraries, limits, policy, paths: paths(members))
  }

  /// The key paths of the item of a request, or of the first rows.
  func paths(_ members: RequestMembers) -> [[String]] {
    UnknownKeys.paths(of: members["item"].map { [$0] } ?? firstRows(RowDiagnosis.maximumRows))
  }

  /// The filter of a list in a request.
  func filter(of value: FilterValue) throws(ToolError) -> ResultsFilter<OpenRow> {
    let members = try RequestMembers(value, "a filter")
    try members.allow(RequestMembers.filterNames, of: "a filter")
    return try filter(members)
  }

  /// The filter that the members of a request describe.
  func filter(_ members: RequestMembers) throws(ToolError) -> ResultsFilter<OpenRow> {
    let (name, group) = (try members.text("name"), try members.optionalText("group"))
    let (predicate, bindings) = (try self.predicate(members), try members.bindings)
    newFilters.append((predicate, bindings))
    do throws(EvaluationError) {
      try predicate.checkVariables(bindings)
    } catch {
      throw .refused(error, in: try members.text("filter"))
    }
    let test = RowTest(predicate, bindings: bindings, of: store, limits: limitsOfEach)
    return ResultsFilter(name, group: group, bulk: test)
  }
}

extension IgnoredKey {
  /// `{"key":7,"reason":"unknown"}`
  fileprivate var json: FilterValue {
    .object(FilterObject([("key", key), ("reason", .string(reason.rawValue))]))
  }
}
