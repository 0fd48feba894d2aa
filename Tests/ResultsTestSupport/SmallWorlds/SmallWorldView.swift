import FilterableResults
import FilterableResultsUI
import FilterableResultsTesting

/// A strict list view with an adapter, for one form of changes.
final class SmallWorldView {
  private let view = StrictView<SmallRow>()
  private let adapter: ListViewAdapter<SmallRow>

  init(_ form: ListViewAdapter<SmallRow>.Form) {
    adapter = ListViewAdapter(view, form: form)
    view.counts = { [unowned adapter] in adapter.rows.counts }
    view.cell = { [unowned adapter] path in adapter.rows.item(at: path) }
  }

  /// What goes wrong where the view shows the old snapshot of a change and takes the change.
  func problem(_ change: ResultsChange<SmallRow>) -> String? {
    adapter.apply(ResultsChange(reloading: change.old, from: ResultsSnapshot(sections: nil)))
    let reloads = view.reloads
    adapter.apply(change)
    if let broken = view.problems.first { return "\(adapter.form) breaks \(broken)" }
    if view.reloads != reloads { return "\(adapter.form) reloads" }
    if view.rows != change.new.map({ Array($0.items) }) {
      return "\(adapter.form) shows \(view.rows)"
    }
    return nil
  }
}
