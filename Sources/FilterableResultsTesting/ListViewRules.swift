public import FilterEngine
public import FilterableResults
public import FilterableResultsUI

/// A rule of list views about changes and batches.
public enum ListViewRule: Int, CaseIterable, Sendable {
  /// Deletions, reloads and sources of moves are old index paths; insertions and destinations are new ones.
  case numbering = 1
  /// Deletions come first, inserted and moved rows take their new index paths, other rows fill the gaps in order.
  case order
  /// The old rows without the deleted ones and with the inserted ones are as many as the new rows.
  case counts
  /// No row or section is deleted, moved or reloaded twice, and no new index path is filled twice.
  case uniqueness
  /// No row moves out of a deleted section or into an inserted one.
  case borders
  /// No row is both reloaded and moved in a batch.
  case animations
  /// No row changes in a section that moves in the same batch.
  case movedSections
  /// No row changes in a section that is reloaded in the same batch.
  case reloadedSections
  /// No deletion or insertion is reported twice, or in addition to that of its section.
  case once
  /// The data source has the old data before the batch, and the new data after it.
  case data
  /// No reload is pending when a batch begins, and none is requested during it.
  case reloads
  /// No row or section moves to its own index path.
  case still
  /// The first rows of an empty view are loaded by a reload. Only old systems have this rule.
  case first
  /// A nested batch is part of the outer one, and each end has a beginning.
  case nesting
  /// A view that is not on screen is reloaded.
  case screen
  /// Above a maximum number of changes, a view is reloaded. Only views with a maximum have this rule.
  case many
  /// Changes of several sections that depend on one another are one batch.
  case together
}

/// An error that names the rule of list views that a change or batch breaks.
public struct BrokenListViewRule: Error, Hashable, CustomStringConvertible {
  /// The broken rule.
  public let rule: ListViewRule

  /// The call or number that breaks the rule.
  public let reason: String

  package init(_ rule: ListViewRule, _ reason: String) {
    self.rule = rule
    self.reason = reason
  }

  /// The number of the rule and the reason, such as `R3: 2 rows in section 0, the data has 3`.
  public var description: String { "R\(rule.rawValue): \(reason)" }
}

extension ResultsChange where Item: Filterable & Equatable {
  /// Checks that a list view can apply the change in a form, and that it then shows the new snapshot.
  ///
  /// A reload breaks no rule.
  ///
  /// - Throws: The first rule that the change breaks; `order` if the view does not show the new snapshot.
  /// - Complexity: O(n log n) for n rows.
  public func checkRules(as form: ListViewAdapter<Item>.Form = .batch) throws(BrokenListViewRule) {
    guard !isReload else { return }
    do throws(ChangesetError) {
      try changeset.validate(from: old.sectionCounts, to: new.sectionCounts)
    } catch {
      throw BrokenListViewRule(.counts, "\(error)")
    }
    let view = StrictView<ResultsRow<Item>>()
    let adapter = ListViewAdapter<Item>(view, form: form)
    view.counts = { adapter.rows.counts }
    view.cell = { path in adapter.rows.row(at: path) }
    adapter.apply(ResultsChange(reloading: old, from: ResultsSnapshot(sections: nil)))
    adapter.apply(self)
    if let problem = view.problems.first { throw problem }
    guard view.rows == new.sections.map(\.rows) else {
      throw BrokenListViewRule(
        .order, "the view shows \(view.rows) for \(new.sections.map(\.rows))")
    }
  }
}
