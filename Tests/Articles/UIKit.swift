import FilterableResultsUI
import ListViewGlue
import ListViewStandIn

@MainActor let results = ResultsController<Person>(identifiedBy: \.id)

@MainActor let tableView = UITableView(frame: .zero, style: .plain)

@MainActor func cell(
  _ tableView: UITableView, _ indexPath: IndexPath, _ row: ResultsRow<Person>
) -> UITableViewCell { UITableViewCell(style: .default, reuseIdentifier: nil) }

final class Store: Sendable { func load() async {} }

let store = Store()

@MainActor let adapter = ListViewAdapter(tableView, following: results)

@MainActor let source = TableDataSource(adapter, cell: cell)
