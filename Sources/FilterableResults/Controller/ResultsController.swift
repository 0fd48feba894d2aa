public import FilterEngine

/// A store of items that filters, orders and groups them in sections, and reports exactly what changes.
///
/// ```swift
/// let results = ResultsController<Person>(
///   identifiedBy: \.id, sectionedBy: \.city, sortedBy: [.ascending(\.name)])
/// results.filters.add(ResultsFilter("Adults", group: "age") { $0.age >= 18 })
/// try results.setItems(people)
/// let person = results.snapshot[ResultsPath(section: 0, item: 3)]
/// ```
///
/// Hidden rows stay in the store. A position in the store is a `StorePosition`, and the position of a visible row an
/// `ResultsPath`.
///
/// A controller belongs to the isolation domain that created it.
///
/// Filters, keys, comparators and other closures that an edit calls can read the controller. They cannot edit it: that
/// stops the program. Observers can.
///
/// ## Edits that find no row
///
/// | Edit | of an unknown row |
/// | --- | --- |
/// | `remove(key:)`, `remove(_:)`, `replace(_:)`, `replace(_:with:)` | returns false |
/// | `itemDidChange(key:)`, `refilter(key:)` | returns false |
/// | `remove(_:)` and `replace(_:)` of many items | returns the items that have no row |
/// | `insert(_:at:)`, `remove(at:)`, `replace(at:with:)`, `move(from:to:)` with `StorePosition` | throws `noPosition` |
/// | the same with `ResultsPath` | throws `noPath` |
/// | `sections.remove(forKey:)`, `sections.replace(forKey:with:)` | returns false |
/// | `sections` by index, and `add(_:toSection:)` | throws `noSection` |
/// | any of them with a key of a type that no key of a row can equal | stops a debug build |
public final class ResultsController<Item: Filterable> {
  /// The rows and their arrangement, with all edits.
  let store: ResultsStore

  /// The receivers of changes, and the version that they have received.
  let delivery: ResultsDelivery<Item>

  /// The settings, which open batches may share.
  private(set) var settings: ResultsSettings<Item>

  /// The settings at the begin of each open batch.
  var batches: [ResultsSettings<Item>] = []

  /// The followed source.
  var followed: AnyObject?

  /// Receives each change as a sequence of events.
  public weak var delegate: (any ResultsControllerDelegate<Item>)? {
    didSet { store.gate.hasDelegate = delegate != nil }
  }

  /// The identity, arrangement and delivery of rows, changed by `configure(_:)`.
  public var configuration: ResultsConfiguration<Item> { settings.configuration }

  /// The filters, all of which a visible row passes.
  ///
  /// ```swift
  /// results.filters.add(ResultsFilter("Adults") { $0.age >= 18 })
  /// ```
  ///
  /// A change is an edit. If a filter hits a limit, the filters stay as they were and `failures.limit` is set;
  /// `setFilters(_:)` throws instead.
  ///
  /// A filter is evaluated for a row only if its verdict is unknown and the row passes all filters before it.
  /// `refilter()` evaluates all filters again.
  public var filters: FilterRegistry<Item> {
    get { settings.filters }
    set { try? setFilters(newValue) }
  }

  /// The facets whose counts snapshots have.
  ///
  /// ```swift
  /// results.facets = [.values(of: \.city, ignoring: "city")]
  /// let cities = results.snapshot.facets[0].counts
  /// ```
  ///
  /// A change is an edit, and in a batch a rollback reverts it. Each facet takes memory for each row: 4 bytes for values
  /// and ranges, and 2 bits for each candidate filter. If a filter hits a limit, the counts are unknown and the rows are
  /// right.
  ///
  /// - Complexity: O(n) for n rows to set them, and O(c) for c candidates for each edit of a row.
  public var facets: [ResultsFacet<Item>] {
    get { settings.facets }
    set { setSummaries(newValue, aggregates) }
  }

  /// The aggregates that snapshots and their sections have.
  ///
  /// ```swift
  /// results.aggregates = [.sum(\.price), .maximum(\.due)]
  /// let total = results.snapshot.aggregates[0].value
  /// ```
  ///
  /// A change is an edit, and in a batch a rollback reverts it. Each aggregate takes 8 bytes for each row, and about 300
  /// bytes for each section.
  ///
  /// - Complexity: O(n) for n rows to set them, and O(log n) for most edits of a row.
  public var aggregates: [ResultsAggregate<Item>] {
    get { settings.aggregates }
    set { setSummaries(facets, newValue) }
  }

  /// The rows on which filters failed in the last edit.
  ///
  /// - Complexity: O(log n) for each of at most 100 positions.
  public var failures: FilterFailures {
    let state = store.settledState()
    var failures = store.failures
    if let state {
      failures.positions = failures.rows.compactMap { state.store.position(of: $0) }
    }
    return failures
  }

  /// The keys that occurred more than once in the last edit.
  public var duplicateKeys: [FilterValue] { store.duplicateKeys }

  /// The sections of the store, and which sections are collapsed.
  public var sections: ResultsSections<Item> { ResultsSections(self) }

  /// The selected rows, which stay selected while they move, change, or are hidden.
  ///
  /// ```swift
  /// results.selection.select(at: ResultsPath(section: 0, item: 3))
  /// ```
  ///
  /// Each `ResultsSelection(of:)` is another selection of the same rows.
  public private(set) lazy var selection = ResultsSelection(of: self)

  /// Creates a controller without data.
  ///
  /// - Throws: `unfittingSections` if the order or the titles of sections do not fit their keys.
  public convenience init(_ configuration: ResultsConfiguration<Item>) throws(ResultsError) {
    try configuration.checkSections()
    self.init(checked: configuration)
  }

  /// Creates a controller with a configuration that was checked.
  package init(checked configuration: ResultsConfiguration<Item>) {
    settings = ResultsSettings(configuration)
    store = ResultsStore(ResultsRules(configuration, SectionNumbers()))
    delivery = ResultsDelivery(store)
  }

  /// Changes the settings, in a copy if an open batch restores them.
  func set(_ change: (ResultsSettings<Item>) -> Void) {
    if !isKnownUniquelyReferenced(&settings) { settings = ResultsSettings(copying: settings) }
    change(settings)
  }

  /// Restores settings that a batch began with.
  func restore(_ saved: ResultsSettings<Item>) { settings = saved }
}

/// The settings of a controller, as one value that a batch saves and restores.
// A class: a batch saves a reference, and copying the parts would look up the type of the items.
final class ResultsSettings<Item: Filterable> {
  var configuration: ResultsConfiguration<Item>
  var filters = FilterRegistry<Item>()
  var facets: [ResultsFacet<Item>] = []
  var aggregates: [ResultsAggregate<Item>] = []
  var collapsed = CollapsedSections()

  init(_ configuration: ResultsConfiguration<Item>) { self.configuration = configuration }

  convenience init(copying other: ResultsSettings) {
    self.init(other.configuration)
    filters = other.filters
    facets = other.facets
    aggregates = other.aggregates
    collapsed = other.collapsed
  }
}
