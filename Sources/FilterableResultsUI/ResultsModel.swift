public import FilterableResults
public import FilterEngine
public import Observation

/// An observable model of a controller for SwiftUI.
///
/// ```swift
/// struct PeopleList: View {
///   @State private var people = ResultsModel(
///     ResultsController<Person>(sectionedBy: \.city, sortedBy: [.ascending(\.name)]),
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
/// Each property notifies its observers when it changes, and only then. Edit the items with ``controller``.
@MainActor @Observable
public final class ResultsModel<Item: Filterable> {
  /// The controller of the items.
  @ObservationIgnored public let controller: ResultsController<Item>

  /// The current snapshot of the controller.
  public var snapshot: ResultsSnapshot<Item> {
    access(keyPath: \.snapshot)
    return shown
  }

  /// The counts of the facets of ``controller``, which notify observers only when one of them differs.
  public var facets: [FacetCounts] {
    access(keyPath: \.facets)
    return shown.facets
  }

  /// The aggregates of all rows that pass the filters, in the order of the aggregates of ``controller``.
  ///
  /// Those of a section are in ``snapshot``.
  public var aggregates: [AggregateValue] {
    access(keyPath: \.aggregates)
    return shown.aggregates
  }

  /// The rows for which the filters failed in the last edit.
  public private(set) var failures: FilterFailures

  /// The error of the last search, of the last change of ``filters``, or of the last call of ``perform(_:)``; nil if
  /// it succeeded.
  public private(set) var error: (any Error)?

  /// The search text. If it is empty, there is no search filter.
  public var searchText = "" {
    didSet { if searchText != oldValue { search() } }
  }

  @ObservationIgnored private var shown: ResultsSnapshot<Item>
  @ObservationIgnored private let selected: ResultsSelection<Item>
  @ObservationIgnored private let predicate: ((String) throws -> FilterPredicate<Item>?)?

  /// The group of the search filter.
  public nonisolated static var searchGroup: String { "search" }

  /// Creates a model of a controller.
  ///
  /// `search` returns the predicate for a search text that is not empty, or nil if all rows match. If it throws, the
  /// previous search filter stays, and ``error`` is set.
  public init(
    _ controller: ResultsController<Item>,
    search predicate: ((String) throws -> FilterPredicate<Item>?)? = nil
  ) {
    self.controller = controller
    self.predicate = predicate
    shown = controller.snapshot
    failures = controller.failures
    selected = ResultsSelection(of: controller)
    controller.observe(for: self) { [unowned self] change in follow(change) }
  }

  private func follow(_ change: ResultsChange<Item>) {
    let old = shown
    withMutation(keyPath: \.snapshot) { shown = change.new }
    // A change does not list facets and aggregates that are no longer set.
    if !change.facets.isEmpty || controller.facets.isEmpty && !old.facets.isEmpty {
      withMutation(keyPath: \.facets) {}
    }
    if !change.aggregates.isEmpty || old.aggregates.count != shown.aggregates.count {
      withMutation(keyPath: \.aggregates) {}
    }
    noteFailures()
    if change.isReload || !change.changeset.isEmpty { withMutation(keyPath: \.selection) {} }
  }

  // Notifies observers of failures only if there are any, or were.
  private func noteFailures() {
    let failures = controller.failures
    if failures.count > 0 || self.failures.count > 0 { self.failures = failures }
  }

  // MARK: - Filters

  /// The filters in force. If one of a new value exceeds a limit, the filters stay unchanged and ``error`` is set.
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
        try filters.add(ResultsFilter(searchText, group: Self.searchGroup, predicate: predicate))
      }
      try controller.setFilters(filters)
    }
  }

  /// Performs edits as a batch, and undoes all of them if `edits` throws.
  ///
  /// ``error`` is then the error that was thrown; otherwise it becomes nil.
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

  /// Chooses values of a value facet, by a filter in the group of the facet.
  ///
  /// ```swift
  /// ForEach(people.facets[0].counts, id: \.value) { city in
  ///   Button("\(city.value): \(city.count)") { people.choose([city.value], in: 0) }
  /// }
  /// ```
  ///
  /// If values of the facet cannot be chosen, ``error`` says why, as the method of the controller does.
  ///
  /// - Parameters:
  ///   - values: The values, all that are to be chosen; none to remove the filter.
  ///   - facet: The index of the facet.
  public func choose(_ values: [any FilterValueConvertible], in facet: Int) {
    perform { try $0.choose(values, in: facet) }
  }

  // MARK: - Selection

  /// The selected items, including hidden ones.
  public var selection: [Item] {
    access(keyPath: \.selection)
    return selected.items
  }

  /// Whether the row with an item's key is selected.
  public func isSelected(_ item: Item) -> Bool {
    access(keyPath: \.selection)
    return selected.contains(item)
  }

  /// Changes the selection, as in `select { $0.toggle(at: path) }`.
  public func select(_ change: (ResultsSelection<Item>) -> Void) {
    withMutation(keyPath: \.selection) { change(selected) }
  }
}

extension FilterRegistry {
  /// Whether both have the same filters in the same order.
  fileprivate func hasSameFilters(as other: FilterRegistry) -> Bool {
    elementsEqual(other) { $0.identity == $1.identity }
  }
}
