import FilterableResults
import FilterableResultsTesting
import FilterableResultsUI
import Foundation
import ListViewGlue
import ListViewStandIn

/// A cell that knows its text.
final class TextCell: UITableViewCell {
  var text = ""
}

final class TextItem: UICollectionViewCell {
  var text = ""
}

/// A table view that asks its data source as UIKit's does.
final class LiveTable: UITableView {
  var isOnScreen = true

  override var window: UIWindow? { isOnScreen ? UIWindow() : nil }

  /// The texts of the cells that the table shows.
  var texts: [[String]] {
    asked.view.rows.map { $0.map { ($0 as? TextCell)?.text ?? "" } }
  }
}

final class LiveCollection: UICollectionView {
  override var window: UIWindow? { UIWindow() }

  var texts: [[String]] {
    asked.view.rows.map { $0.map { ($0 as? TextItem)?.text ?? "" } }
  }
}

/// A table view with its adapter and data source, which follow a controller.
@MainActor final class FruitTable {
  let view = LiveTable(frame: .zero, style: .plain)
  let adapter: ListViewAdapter<Fruit>
  let source: TableDataSource<Fruit>

  init(
    _ controller: ResultsController<Fruit>, updates: TableViewUpdates = TableViewUpdates(),
    form: ListViewAdapter<Fruit>.Form = .batch
  ) {
    adapter = ListViewAdapter(view, following: controller, updates: updates, form: form)
    source = TableDataSource(adapter) { tableView, indexPath, row in
      let dequeued = tableView.dequeueReusableCell(withIdentifier: "fruit", for: indexPath)
      let cell = dequeued as? TextCell ?? TextCell(style: .default, reuseIdentifier: "fruit")
      cell.text = row.item?.text ?? ""
      return cell
    }
    view.dataSource = source
  }

  var problems: [String] { view.asked.problems }
}

@MainActor final class FruitCollection {
  let view = LiveCollection()
  let adapter: ListViewAdapter<Fruit>
  let source: CollectionDataSource<Fruit>

  init(_ controller: ResultsController<Fruit>) {
    adapter = ListViewAdapter(view, following: controller)
    source = CollectionDataSource(adapter) { _, _, row in
      let cell = TextItem()
      cell.text = row.item?.text ?? ""
      return cell
    }
    view.dataSource = source
  }

  var problems: [String] { view.asked.problems }
}

/// An item of AppKit's collection view that knows its text.
final class GridItem: NSCollectionViewItem {
  var text = ""
}

/// A collection view of AppKit that asks its data source as AppKit's does.
final class LiveGrid: NSCollectionView {
  override var window: NSWindow? { NSWindow() }

  var texts: [[String]] {
    asked.view.rows.map { $0.map { ($0 as? GridItem)?.text ?? "" } }
  }
}

@MainActor final class FruitGrid {
  let view = LiveGrid()
  let adapter: ListViewAdapter<Fruit>
  let source: ItemsDataSource<Fruit>

  init(_ controller: ResultsController<Fruit>) {
    adapter = ListViewAdapter(view, following: controller)
    source = ItemsDataSource(adapter) { _, _, row in
      let item = GridItem()
      item.text = row.item?.text ?? ""
      return item
    }
    view.dataSource = source
  }

  var problems: [String] { view.asked.problems }
}

extension Fruit {
  /// `3 Elstar`
  var text: String { name.isEmpty ? "\(id)" : "\(id) \(name)" }
}

extension ResultsController<Fruit> {
  /// The texts of the rows that are shown.
  var texts: [[String]] { snapshot.sections.map { $0.items.map(\.text) } }
}
