#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS))
  public import FilterEngine
  public import FilterableResults
  #if LIST_VIEW_STAND_IN
    public import FilterableResultsUI
    public import ListViewStandIn
  #else
    public import UIKit
  #endif

  /// A data source of a table view, with the rows of an adapter.
  ///
  /// ```swift
  /// let source = TableDataSource(adapter) { tableView, indexPath, row in
  ///   let cell = tableView.dequeueReusableCell(withIdentifier: "person", for: indexPath)
  ///   cell.textLabel?.text = row.item?.name
  ///   return cell
  /// }
  /// tableView.dataSource = source
  /// ```
  ///
  /// The table view does not retain its data source; the data source retains the adapter.
  @MainActor
  public final class TableDataSource<Item: Filterable>: ListDataSource<Item>, UITableViewDataSource
  {
    /// A closure that returns the cell of a row, new or dequeued from the table view.
    public typealias CellProvider =
      @MainActor (
        _ tableView: UITableView, _ indexPath: IndexPath, _ row: ResultsRow<Item>
      ) -> UITableViewCell

    /// Whether the titles of sections are shown as headers.
    public var showsTitles = true

    /// The text of a section's footer, or nil for none.
    public var footer: (@MainActor (_ section: ResultsSection<Item>) -> String?)?

    /// Deletes or inserts a row in the data when the user asks for it.
    ///
    /// If it is nil, the initial value, the user can neither delete nor insert rows.
    public var commit:
      (@MainActor (_ style: UITableViewCell.EditingStyle, _ path: ResultsPath) -> Void)?

    private let cell: CellProvider

    /// Creates a data source with the rows of an adapter and a cell for each row.
    public init(_ adapter: ListViewAdapter<Item>, cell: @escaping CellProvider) {
      self.cell = cell
      super.init(adapter, forwarding: "tableView:")
    }

    /// Returns the number of sections.
    public func numberOfSections(in tableView: UITableView) -> Int { adapter.rows.numberOfSections }

    /// Returns the number of rows in a section.
    public func tableView(
      _ tableView: UITableView, numberOfRowsInSection section: Int
    ) -> Int { adapter.rows.numberOfItems(inSection: section) }

    /// Returns the cell of a row.
    public func tableView(
      _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      row(at: indexPath).map { cell(tableView, indexPath, $0) }
        ?? UITableViewCell(style: .default, reuseIdentifier: nil)
    }

    /// Returns the title of a section.
    public func tableView(
      _ tableView: UITableView, titleForHeaderInSection section: Int
    ) -> String? { showsTitles ? adapter.rows.section(at: section)?.title : nil }

    /// Returns the text of a section's footer.
    public func tableView(
      _ tableView: UITableView, titleForFooterInSection section: Int
    ) -> String? { adapter.rows.section(at: section).flatMap { footer?($0) } }

    /// Returns the index titles of the sections.
    public func sectionIndexTitles(for tableView: UITableView) -> [String]? { indexTitles }

    /// Returns the first section with an index title.
    public func tableView(
      _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
    ) -> Int { section(forIndexTitle: title) }

    /// Returns whether the user may delete or move a row.
    public func tableView(
      _ tableView: UITableView, canEditRowAt indexPath: IndexPath
    ) -> Bool { commit != nil || moveRow != nil }

    /// Returns whether the user may move a row: a row with an item.
    public func tableView(
      _ tableView: UITableView, canMoveRowAt indexPath: IndexPath
    ) -> Bool { canMove(indexPath) }

    /// Deletes or inserts a row.
    public func tableView(
      _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
      forRowAt indexPath: IndexPath
    ) {
      if let path = ResultsPath(indexPath) { commit?(editingStyle, path) }
    }

    /// Moves a row in the data, which the table view already shows moved.
    public func tableView(
      _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath,
      to destinationIndexPath: IndexPath
    ) { move(from: sourceIndexPath, to: destinationIndexPath) }
  }
#endif
