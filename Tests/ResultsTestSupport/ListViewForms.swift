package import FilterableResults
internal import FilterableResultsUI
package import FilterableResultsTesting

/// A strict list view in each form, all following the same changes.
package final class ListViewForms {
  private let views: [(view: StrictListView, adapter: ListViewAdapter<Row>)]

  package init() {
    views = [ListViewAdapter<Row>.Form.batch, .staged, .sequential].map { form in
      let view = StrictListView()
      let adapter = ListViewAdapter<Row>(view, form: form)
      view.counts = { [unowned adapter] in adapter.rows.counts }
      view.cell = { [unowned adapter] path in adapter.rows.row(at: path).map(text) }
      return (view, adapter)
    }
  }

  package func apply(_ change: ResultsChange<Row>) {
    for (_, adapter) in views { adapter.apply(change) }
  }

  /// What the views show.
  package var shown: [[[String]]] { views.map(\.view.rows) }

  /// The rules that were broken.
  package var problems: [BrokenListViewRule] { views.flatMap(\.view.problems) }

  /// How often the views were told to reload.
  package var reloads: Int { views.reduce(0) { $0 + $1.view.reloads } }
}
