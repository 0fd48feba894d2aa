public import FilterEngine

/// Keeps items, shows those that its filters let pass in sections and order, and reports exactly what
/// changed.
///
/// ```swift
/// let results = ResultsController<Person>(
///   identifiedBy: \.id, sectionedBy: \.city, sortedBy: .ascending(\.name))
/// results.filters.add(Filter("Adults", group: "age", predicate: adults))
/// try results.setItems(people)
/// results.snapshot[ItemPath(section: 0, item: 3)]
/// ```
///
/// A controller belongs to the isolation domain that made it.
public final class ResultsController<Item: Filterable> {
  /// What is stored and how it is arranged, with all edits.
  let store: ResultsStore

  /// Who receives changes, and what they have received.
  let delivery: ResultsDelivery<Item>

  /// How the rows are identified, arranged and reported.
  public internal(set) var configuration: ResultsConfiguration<Item>

  /// Which sections have their rows put away.
  var collapsed = CollapsedSections()

  /// What each open batch goes back to, of what the store does not hold.
  var batches: [SavedSettings<Item>] = []

  /// The source that is followed.
  var followed: AnyObject?

  /// Whether `filters` follows the store, and not the store `filters`.
  var restoresFilters = false

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

  /// The rows that the filters could not decide on in the last edit.
  ///
  /// - Complexity: O(log n) for each of the rows that are remembered.
  public var failures: FilterFailures {
    let state = store.settledState()
    var failures = store.failures
    if let state {
      failures.positions = failures.rows.compactMap { state.store.position(of: $0) }
    }
    return failures
  }

  /// The keys that the last edit met twice.
  public var duplicateKeys: [FilterValue] { store.duplicateKeys }

  /// A controller without data.
  ///
  /// - Throws: `unfittingSections`.
  public convenience init(_ configuration: ResultsConfiguration<Item>) throws(ResultsError) {
    try configuration.checkSections()
    self.init(checked: configuration)
  }

  /// A controller of settings that fit.
  package init(checked configuration: ResultsConfiguration<Item>) {
    self.configuration = configuration
    store = ResultsStore(ResultsRules(configuration, SectionNumbers()))
    delivery = ResultsDelivery(store)
  }
}

/// What a rollback goes back to, beside the store.
struct SavedSettings<Item: Filterable> {
  let configuration: ResultsConfiguration<Item>
  let filters: FilterRegistry<Item>
  let collapsed: CollapsedSections
}
