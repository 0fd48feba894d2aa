public import FilterableResults
public import FilterableResultsUI
public import FilterEngine

extension ResultsChange where Item: Filterable & Equatable {
  /// Checks that list views can take the change, and that it leads to the new snapshot.
  ///
  /// A strict list view takes the change in the given form. A reload breaks no rule.
  ///
  /// - Throws: The first rule that the change breaks; `order` if the rows that it leads to are not those of
  ///   the new snapshot.
  /// - Complexity: O(n log n) in the number of rows.
  public func checkRules(as form: ListViewAdapter<Item>.Form = .batch) throws(BrokenRule) {
    guard !isReload else { return }
    do throws(ChangesetError) {
      try changeset.validate(from: old.sectionCounts, to: new.sectionCounts)
    } catch {
      throw BrokenRule(.counts, "\(error)")
    }
    let view = StrictView<ResultsRow<Item>>()
    let adapter = ListViewAdapter<Item>(view, form: form)
    view.counts = { [unowned adapter] in adapter.counts }
    view.cell = { [unowned adapter] path in adapter.row(at: path) }
    adapter.apply(ResultsChange(reloading: old, from: ResultsSnapshot(sections: nil)))
    adapter.apply(self)
    if let problem = view.problems.first { throw problem }
    guard view.rows == new.sections.map(\.rows) else {
      throw BrokenRule(.order, "\(view.rows) is shown for \(new.sections.map(\.rows))")
    }
  }
}
