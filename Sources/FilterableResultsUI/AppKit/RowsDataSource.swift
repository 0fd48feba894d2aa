#if LIST_VIEW_STAND_IN
  public import FilterEngine
  public import FilterableResults
  public import FilterableResultsUI
  public import ListViewStandIn
#elseif canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import FilterEngine
  public import FilterableResults
#endif

#if LIST_VIEW_STAND_IN || (canImport(AppKit) && !targetEnvironment(macCatalyst))
  /// The data source and delegate of a table of rows whose adapter follows a controller.
  ///
  /// ```swift
  /// let source = RowsDataSource(adapter) { tableView, column, row in
  ///   let view = tableView.makeView(withIdentifier: column.identifier, owner: nil) as? NSTableCellView
  ///   view?.textField?.stringValue = row.item?.name ?? ""
  ///   return view
  /// }
  /// tableView.dataSource = source
  /// tableView.delegate = source
  /// ```
  ///
  /// The table does not keep it; it keeps the adapter.
  @MainActor
  public final class RowsDataSource<Item: Filterable>: NSObject, NSTableViewDataSource,
    NSTableViewDelegate
  {
    /// Makes the view of a row in a column.
    public typealias ViewProvider =
      @MainActor (
        _ tableView: NSTableView, _ column: NSTableColumn?, _ row: ResultsRow<Item>
      ) -> NSView?

    /// The adapter that has the rows.
    public let adapter: ListViewAdapter<Item>

    private let view: ViewProvider

    /// A data source with the rows of an adapter, in the views of `view`.
    public init(_ adapter: ListViewAdapter<Item>, view: @escaping ViewProvider) {
      self.adapter = adapter
      self.view = view
      super.init()
    }

    /// How many rows all sections have.
    public func numberOfRows(in tableView: NSTableView) -> Int {
      adapter.numberOfItems(inSection: 0)
    }

    /// The view of a row in a column.
    public func tableView(
      _ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int
    ) -> NSView? {
      adapter.row(at: ItemPath(section: 0, item: row)).flatMap { view(tableView, tableColumn, $0) }
    }
  }
#endif
