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
  /// The filter of a search field, which takes the place of the one before.
  @MainActor struct ResultsSearch<Item: Filterable> {
    private var filter: Filter<Item>?

    /// Puts the filter of a text in force; an empty text removes the filter.
    ///
    /// - Throws: What `makeFilter` throws, or the error of the filter; the filter of the text before stays.
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
    /// Shows a search field.
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
