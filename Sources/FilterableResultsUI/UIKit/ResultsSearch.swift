#if LIST_VIEW_STAND_IN
  import FilterEngine
  import FilterableResults
  import FilterableResultsUI
  import ListViewStandIn
#elseif canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import FilterEngine
  import FilterableResults
  import UIKit
#endif

#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS) && !os(tvOS))
  /// The filter of a search field.
  @MainActor struct ResultsSearch<Item: Filterable> {
    private var filter: Filter<Item>?

    /// Replaces the filter of the previous text by that of `text`; an empty text removes it.
    ///
    /// - Throws: The error of `makeFilter` or of the filter. The filter of the previous text then stays in force.
    mutating func search(
      for text: String, in results: ResultsController<Item>,
      _ makeFilter: ((String) throws -> Filter<Item>)?
    ) throws {
      guard !text.isEmpty else {
        if let filter { results.filters.remove(filter) }
        filter = nil
        return
      }
      guard let next = try makeFilter?(text) else { return }
      var filters = results.filters
      if let filter { filters.remove(filter) }
      filters.add(next)
      try results.setFilters(filters)
      filter = next
    }
  }

  extension UINavigationItem {
    /// Adds a search field.
    func showSearchField(of updater: any UISearchResultsUpdating) {
      let controller = UISearchController(searchResultsController: nil)
      controller.searchResultsUpdater = updater
      controller.obscuresBackgroundDuringPresentation = false
      searchController = controller
    }
  }

  extension UIRefreshControl {
    /// A control that spins while `refresh` runs.
    convenience init(_ refresh: @escaping @MainActor () async -> Void) {
      self.init()
      let action = UIAction { [weak self] _ in
        Task {
          await refresh()
          self?.endRefreshing()
        }
      }
      addAction(action, for: .valueChanged)
    }
  }
#endif
