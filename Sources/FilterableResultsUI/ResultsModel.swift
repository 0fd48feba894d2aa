public import FilterableResults
public import FilterEngine
public import Observation

/// What a user interface shows of a controller, as an observable object of the main actor.
///
/// ```swift
/// struct PeopleList: View {
///   @State private var people = ResultsModel(
///     ResultsController<Person>(sectionedBy: \.city, sortedBy: .ascending(\.name)),
///     search: { text in try FilterPredicate("name CONTAINS[cd] \(text)") })
///
///   var body: some View {
///     List {
///       ForEach(people.snapshot) { section in
///         Section(section.title ?? "") { ForEach(section.items) { Text($0.name) } }
///       }
///     }
///     .searchable(text: $people.searchText)
///   }
/// }
/// ```
///
/// Each property tells its observers when it changes, and only then. Edits are made on the controller.
@MainActor @Observable
public final class ResultsModel<Item: Filterable> {
  /// The controller, whose edits the model follows.
  @ObservationIgnored public let controller: ResultsController<Item>

  /// What is shown.
  public private(set) var snapshot: ResultsSnapshot<Item>

  /// The rows on which the filters could not decide in the last edit.
  public private(set) var failures: FilterFailures

  /// The last error, nil after a success: a search text that is not a filter, a filter that hit a limit, an
  /// edit of `perform(_:)`.
  public private(set) var error: (any Error)?

  /// The text of the search field. Without a text nothing is searched.
  public var searchText = "" {
    didSet { if searchText != oldValue { search() } }
  }

  @ObservationIgnored private let selected: ResultsSelection<Item>
  @ObservationIgnored private let predicate: ((String) throws -> FilterPredicate<Item>?)?

  /// The group of the filter that the search text makes.
  public nonisolated static var searchGroup: String { "search" }

  /// A model of a controller.
  ///
  /// `search` makes the filter of a search text, which is not empty; nil lets all rows pass. Its error becomes
  /// `error`, and the filter before it stays.
  public init(
    _ controller: ResultsController<Item>,
    search predicate: ((String) throws -> FilterPredicate<Item>?)? = nil
  ) {
    self.controller = controller
    self.predicate = predicate
    snapshot = controller.snapshot
    failures = controller.failures
    selected = ResultsSelection(of: controller)
    controller.observe(for: self) { [unowned self] change in follow(change) }
  }

  private func follow(_ change: ResultsChange<Item>) {
    snapshot = change.new
    noteFailures()
    withMutation(keyPath: \.selection) {}
  }

  // Observers are told of failures only where there are some, or were.
  private func noteFailures() {
    let failures = controller.failures
    if failures.count > 0 || self.failures.count > 0 { self.failures = failures }
  }

  // MARK: - Filters

  /// The filters in force. Where one hits a limit they stay as they were, and `error` is set.
  public var filters: FilterRegistry<Item> {
    get {
      access(keyPath: \.filters)
      return controller.filters
    }
    set { perform { try $0.setFilters(newValue) } }
  }

  private func search() {
    perform { controller in
      var filters = controller.filters
      filters.remove(group: Self.searchGroup)
      if !searchText.isEmpty, let predicate = try predicate?(searchText) {
        try filters.add(Filter(searchText, group: Self.searchGroup, predicate: predicate))
      }
      try controller.setFilters(filters)
    }
  }

  /// Makes edits, all of which are taken back where one throws; `error` is what was thrown, nil for nothing.
  public func perform(_ edits: (ResultsController<Item>) throws -> Void) {
    let before = controller.filters
    do {
      try controller.performBatch { try edits(controller) }
      if error != nil { error = nil }
    } catch {
      self.error = error
    }
    noteFailures()
    if !before.hasSameFilters(as: controller.filters) { withMutation(keyPath: \.filters) {} }
  }

  // MARK: - Selection

  /// The selected items, hidden ones too, as `ResultsSelection.items` has them.
  public var selection: [Item] {
    access(keyPath: \.selection)
    return selected.items
  }

  /// Whether the row of an item's identity is selected.
  public func isSelected(_ item: Item) -> Bool {
    access(keyPath: \.selection)
    return selected.contains(item)
  }

  /// Changes the selection: `select { $0.toggle(at: path) }`.
  public func select(_ change: (ResultsSelection<Item>) -> Void) {
    withMutation(keyPath: \.selection) { change(selected) }
  }
}

extension FilterRegistry {
  /// Whether both have the very same filters in one order.
  fileprivate func hasSameFilters(as other: FilterRegistry) -> Bool {
    filters.elementsEqual(other.filters) { $0.identity == $1.identity }
  }
}
