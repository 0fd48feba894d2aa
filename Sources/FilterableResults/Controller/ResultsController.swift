public import FilterEngine

/// Keeps items, shows those that its filters let pass in sections and order, and tells exactly what
/// changed.
///
/// ```swift
/// let results = ResultsController<Person>(identifiedBy: "id", sectionedBy: "city", sortedBy: "name")
/// results.filters.add(Filter("Adults", group: "age", predicate: adults))
/// try results.setItems(people)
/// results.snapshot[ItemPath(section: 0, item: 3)]
/// ```
///
/// A controller belongs to the isolation domain that made it.
public final class ResultsController<Item: Filterable> {
  // MARK: State

  /// The store and the arrangement, with all edits.
  var state: ResultsState<Item>?

  /// What the settings mean.
  var rules: ResultsRules<Item>

  /// Rows by key.
  var index = IdentityIndex()

  /// What the filters said of rows. Versions do not hold it: what is unknown is asked again.
  var verdicts = FilterVerdicts()

  /// The rows about which filters were asked one by one in the open batches.
  var askedRows: [UInt32] = []

  /// How often filters were asked about all rows, and how often rows were numbered afresh.
  var passCount = 0

  /// Row numbers that can be given again.
  var freeIDs: [UInt32] = []

  /// What observers have been told last.
  var delivered: ResultsVersion<Item>

  /// What observers are about to be told: edits of their callbacks come after it.
  var upcoming: ResultsVersion<Item>?

  /// What may have changed since.
  var pending = PendingChanges()

  /// What the store was when each open batch began.
  var batches: [SavedResults<Item>] = []

  /// Called with every row whose stamp is kept, by row number.
  var stamps: [UInt32: FilterValue] = [:]

  var collapsed = CollapsedSections()
  var isDelivering = false
  var pauses = 0
  var isLoadedGateOpen = false
  var observations: [WeakObservation<Item>] = []
  var streams: [WeakMailbox<Item>] = []
  var followers: [WeakFollower<Item>] = []
  var silenced: [ObjectIdentifier] = []
  var completions: [() -> Void] = []
  var substitute: ((ResultsSnapshot<Item>, ResultsSnapshot<Item>) -> ResultsSnapshot<Item>?)?

  // MARK: Settings

  /// Is told of every change, event by event.
  public weak var delegate: (any ResultsControllerDelegate<Item>)?

  /// The filters in force. Changing them is an edit; where one hits a limit, they stay as they were and
  /// `failures.limit` is set.
  ///
  /// A filter is asked about a row only where its verdict is unknown and all filters before it let the row
  /// pass. `refilter()` asks all of them again.
  public var filters = FilterRegistry<Item>() {
    didSet { filtersDidChange(from: oldValue) }
  }

  /// What the edit under way may take, its time begun.
  var limits = EvaluationLimits.standard

  /// How often filters were asked about a single item.
  var asked = 0

  /// Whether `filters` is being put back to what it was.
  var restoresFilters = false

  /// The rows that the filters could not decide on in the last edit.
  ///
  /// - Complexity: O(log n) for each of the rows that are remembered.
  public var failures: FilterFailures {
    var failures = failureLog
    if let state { failures.storedPaths = failures.rows.compactMap { state.storePlace(of: $0) } }
    return failures
  }

  /// The failures of the last edit by the numbers of their rows.
  var failureLog = FilterFailures()

  /// The keys that the last edit met twice.
  public internal(set) var duplicateKeys: [FilterValue] = []

  /// A controller without data.
  public init(_ configuration: ResultsConfiguration<Item> = ResultsConfiguration()) {
    rules = ResultsRules(configuration, SectionNumbers())
    delivered = ResultsVersion(
      state: nil, snapshot: ResultsSnapshot(sections: nil), rules: rules)
  }

  /// A controller without data, with key paths for identity, sections and order.
  public convenience init(
    identifiedBy identity: String? = nil, sectionedBy section: String? = nil,
    sortedBy sort: SortKey...
  ) {
    var configuration = ResultsConfiguration<Item>()
    configuration.identity = identity.map { ResultsKey($0) }
    configuration.section = section.map { ResultsKey($0) }
    configuration.sort = sort
    self.init(configuration)
  }

  deinit {
    for stream in streams { stream.mailbox?.finish() }
  }
}

/// What a rollback goes back to.
struct SavedResults<Item: Filterable> {
  let state: ResultsState<Item>?
  let rules: ResultsRules<Item>
  let filters: FilterRegistry<Item>
  let pending: PendingChanges
  let collapsed: CollapsedSections
  let freeIDs: [UInt32]
  let stamps: [UInt32: FilterValue]

  /// The `passCount`, and how many of `askedRows` there were.
  let passCount: Int
  let askedCount: Int
}
