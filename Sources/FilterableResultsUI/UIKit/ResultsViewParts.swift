#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS) && !os(tvOS))
  import FilterEngine
  import FilterableResults
  #if LIST_VIEW_STAND_IN
    import FilterableResultsUI
    import ListViewStandIn
  #else
    import UIKit
  #endif

  /// The filter of a search field.
  @MainActor struct ResultsSearch<Item: Filterable> {
    private var filter: ResultsFilter<Item>?

    /// Replaces the filter of the previous text by that of a search field; an empty text removes it.
    ///
    /// Returns the error of `makeFilter` or of the filter. The filter of the previous text then stays in force.
    mutating func search(
      by controller: UISearchController, in results: ResultsController<Item>,
      _ makeFilter: ((String) throws -> ResultsFilter<Item>)?
    ) -> (any Error)? {
      let text = controller.searchBar.text ?? ""
      guard !text.isEmpty else {
        if let filter { results.filters.remove(filter) }
        filter = nil
        return nil
      }
      do {
        guard let next = try makeFilter?(text) else { return nil }
        var filters = results.filters
        if let filter { filters.remove(filter) }
        filters.add(next)
        try results.setFilters(filters)
        filter = next
        return nil
      } catch {
        return error
      }
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

  /// A button in a header that collapses or expands its section.
  @MainActor final class SectionButton {
    let button = UIButton(type: .system)
    private var onTap: () -> Void = {}

    /// Adds a button that fills a view.
    init(in view: UIView) {
      button.frame = view.bounds
      button.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      button.contentHorizontalAlignment = .leading
      button.addAction(UIAction { [weak self] _ in self?.onTap() }, for: .touchUpInside)
      view.addSubview(button)
    }

    /// Shows the title of a section. A tap collapses or expands it; `didExpand` is called with its index after it expands.
    func show<Item>(
      _ section: ResultsSection<Item>, of results: ResultsController<Item>,
      didExpand: @escaping (Int) -> Void
    ) {
      let key = section.key
      button.setTitle((section.isCollapsed ? "▸ " : "▾ ") + (section.title ?? ""), for: .normal)
      onTap = { [weak results] in
        guard let results else { return }
        let isCollapsed = results.sections.isCollapsed(forKey: key)
        results.sections.setCollapsed(!isCollapsed, forKey: key)
        if isCollapsed, let number = results.snapshot.section(forKey: key) { didExpand(number) }
      }
    }
  }

  /// A header of a table view with a button.
  @MainActor final class SectionHeader: UITableViewHeaderFooterView {
    static let identifier = "FilterableResults.SectionHeader"

    private(set) lazy var sectionButton = SectionButton(in: contentView)

    override init(reuseIdentifier: String?) { super.init(reuseIdentifier: reuseIdentifier) }

    required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  /// A header of a collection view with a button.
  @MainActor final class CollectionSectionHeader: UICollectionReusableView {
    private(set) lazy var sectionButton = SectionButton(in: self)

    override init(frame: CGRect) { super.init(frame: frame) }

    required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  extension UIScrollView {
    /// Scrolls the shortest way that makes a part of the content visible, or its top if it is higher than the view.
    func show(_ part: CGRect) {
      var part = part
      let insets = adjustedContentInset
      part.size.height = min(part.height, bounds.height - insets.top - insets.bottom)
      scrollRectToVisible(part, animated: true)
    }
  }
#endif
