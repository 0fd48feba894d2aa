#if LIST_VIEW_STAND_IN || (canImport(AppKit) && !targetEnvironment(macCatalyst))
  public import FilterEngine
  public import FilterableResults
  #if LIST_VIEW_STAND_IN
    public import FilterableResultsUI
    public import ListViewStandIn
  #else
    public import AppKit
  #endif

  /// A data source and delegate of an AppKit table view, with the rows of an adapter.
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
  /// The table view does not retain it; it retains the adapter.
  @MainActor
  public final class RowsDataSource<Item: Filterable>: NSObject, NSTableViewDataSource,
    NSTableViewDelegate
  {
    /// The adapter that has the rows.
    public let adapter: ListViewAdapter<Item>

    private let view: @MainActor (NSTableView, NSTableColumn?, ResultsRow<Item>) -> NSView?

    /// Creates a data source with the rows of an adapter and a view for each row and column.
    public init(
      _ adapter: ListViewAdapter<Item>,
      view:
        @escaping @MainActor (
          _ tableView: NSTableView, _ column: NSTableColumn?, _ row: ResultsRow<Item>
        ) -> NSView?
    ) {
      self.adapter = adapter
      self.view = view
      super.init()
    }

    /// Returns the number of rows of all sections.
    public func numberOfRows(in tableView: NSTableView) -> Int {
      adapter.rows.numberOfItems(inSection: 0)
    }

    /// Returns the view of a row in a column.
    public func tableView(
      _ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int
    ) -> NSView? {
      adapter.rows.row(at: ResultsPath(section: 0, item: row)).flatMap {
        view(tableView, tableColumn, $0)
      }
    }
  }
#endif
