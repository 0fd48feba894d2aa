#if LIST_VIEW_STAND_IN
  public import FilterEngine
  public import FilterableResults
  public import FilterableResultsUI
  public import ListViewStandIn
#elseif canImport(UIKit) && !os(watchOS)
  public import FilterEngine
  public import FilterableResults
  public import UIKit
#endif

#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS))
  /// The data source of a table view whose adapter follows a controller.
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
  /// The table view does not keep its data source; the data source keeps the adapter.
  @MainActor
  public final class TableDataSource<Item: Filterable>: ForwardingDataSource,
    UITableViewDataSource
  {
    /// Makes the cell of a row, or takes one from the table view.
    public typealias CellProvider =
      @MainActor (
        _ tableView: UITableView, _ indexPath: IndexPath, _ row: ResultsRow<Item>
      ) -> UITableViewCell

    /// The adapter that has the rows.
    public let adapter: ListViewAdapter<Item>

    /// Whether sections have their titles as headers.
    public var showsTitles = true

    /// Whether the table view has an index of its sections.
    public var showsIndexTitles = false

    /// Moves a row in the data, as the user has moved it in the table view, which shows that already. Nil lets
    /// no row be moved. ``ListViewAdapter/userMovedRow(from:to:in:)`` is such a move.
    public var moveRow: (@MainActor (_ from: ItemPath, _ to: ItemPath) -> Void)?

    /// Deletes or inserts a row in the data, at the wish of the user. Nil lets no row be edited.
    public var commit:
      (@MainActor (_ style: UITableViewCell.EditingStyle, _ path: ItemPath) -> Void)?

    private let cell: CellProvider

    /// A data source with the rows of an adapter, in the cells of `cell`.
    public init(_ adapter: ListViewAdapter<Item>, cell: @escaping CellProvider) {
      self.adapter = adapter
      self.cell = cell
      super.init(forwarding: "tableView:")
    }

    /// How many sections there are.
    public func numberOfSections(in tableView: UITableView) -> Int { adapter.numberOfSections }

    /// How many rows a section has.
    public func tableView(
      _ tableView: UITableView, numberOfRowsInSection section: Int
    ) -> Int { adapter.numberOfItems(inSection: section) }

    /// The cell of a row.
    public func tableView(
      _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      guard let row = ItemPath(indexPath).flatMap(adapter.row) else {
        return UITableViewCell(style: .default, reuseIdentifier: nil)
      }
      return cell(tableView, indexPath, row)
    }

    /// The title of a section.
    public func tableView(
      _ tableView: UITableView, titleForHeaderInSection section: Int
    ) -> String? { showsTitles ? adapter.title(ofSection: section) : nil }

    /// The text of a section's foot.
    public func tableView(
      _ tableView: UITableView, titleForFooterInSection section: Int
    ) -> String? { adapter.footer(ofSection: section) }

    /// The index titles of the sections.
    public func sectionIndexTitles(for tableView: UITableView) -> [String]? {
      showsIndexTitles ? adapter.indexTitles : nil
    }

    /// The first section with an index title.
    public func tableView(
      _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
    ) -> Int { adapter.section(forIndexTitle: title) ?? 0 }

    /// Whether the user may delete a row, or move it.
    public func tableView(
      _ tableView: UITableView, canEditRowAt indexPath: IndexPath
    ) -> Bool { commit != nil || moveRow != nil }

    /// Whether the user may move a row: one with an item.
    public func tableView(
      _ tableView: UITableView, canMoveRowAt indexPath: IndexPath
    ) -> Bool { moveRow != nil && ItemPath(indexPath).flatMap(adapter.item) != nil }

    /// Deletes or inserts a row.
    public func tableView(
      _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
      forRowAt indexPath: IndexPath
    ) {
      if let path = ItemPath(indexPath) { commit?(editingStyle, path) }
    }

    /// Takes the move of a row that the table view shows already.
    public func tableView(
      _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath,
      to destinationIndexPath: IndexPath
    ) {
      guard let from = ItemPath(sourceIndexPath), let to = ItemPath(destinationIndexPath) else {
        return
      }
      moveRow?(from, to)
    }
  }
#endif
