public import FilterEngine

/// Drives a list view with the changes of a controller, and answers what the view asks.
///
/// What it answers changes inside each batch.
public final class ListViewAdapter<Item: Filterable> {
  /// How a change is given to the view.
  public enum Form: Hashable, Sendable {
    /// As one batch, and contents in a second one; in stages where a view could not take that.
    case batch
    /// In stages of one batch each.
    case staged
    /// Step by step, each a batch.
    case sequential
  }

  /// What the view shows; between the batches of a change what it is to show in the end.
  public internal(set) var snapshot = ResultsSnapshot<Item>(sections: nil)

  /// How many rows each section of the view has; differs from the snapshot's between steps.
  public internal(set) var counts: [Int] = []

  /// How changes are given to the view. One that counts step by step gets steps, all in one batch.
  public var form: Form

  /// Whether rows with other content are reloaded; false where the caller redraws them.
  public var reloadsItems = true

  /// Above how many changes the view reloads; nil for never.
  public var reloadThreshold: Int?

  /// What the foot of a section says; nil for a section without one.
  public var footer: ((ResultsSection<Item>) -> String?)?

  /// What a supplementary view of a kind shows at a place; nil for nothing.
  public var supplementary:
    ((_ kind: String, _ path: ItemPath, _ section: ResultsSection<Item>) -> FilterValue?)?

  /// What the view shows between steps.
  var steps: StepwiseSections<Item>?

  weak var view: (any ListView)?
  private var observation: ResultsObservation<Item>?

  /// An adapter that is called by hand.
  public init(_ view: any ListView, form: Form = .batch) {
    self.view = view
    self.form = form
  }

  /// An adapter that follows a controller for as long as it lives.
  public convenience init(
    _ view: any ListView, following controller: ResultsController<Item>, form: Form = .batch
  ) {
    self.init(view, form: form)
    observation = controller.observe { [weak self] change in self?.apply(change) }
  }

  /// Gives a change to the view.
  ///
  /// The view reloads where it does not take batches, where the change does not begin with what it
  /// shows, and above the threshold.
  ///
  /// - Complexity: That of the form: O(k log n) for k changes in a batch, O(n) for stages and steps,
  ///   and for views without sections.
  public func apply(_ change: ResultsChange<Item>) {
    guard let view else { return }
    let change = reloadsItems ? change : change.withoutUpdatedItems
    guard !change.isReload, view.takesBatches, change.old.sectionCounts == counts,
      snapshot.isLoaded, change.changeset.count <= reloadThreshold ?? .max
    else { return reload(change.new, view) }
    guard view.hasSections else { return applyFlat(change, view) }
    switch form {
    case _ where view.countsStepByStep: applySteps(change, view)
    case .sequential: applySteps(change, view)
    case .batch where change.changeset.isSafeAsOneBatch: applyBatch(change, view)
    case .batch, .staged:
      for stage in change.stages { applyBatch(stage, view) }
      show(change.new)
    }
  }

  func show(_ snapshot: ResultsSnapshot<Item>) {
    self.snapshot = snapshot
    counts = snapshot.sectionCounts
  }

  func reload(_ snapshot: ResultsSnapshot<Item>, _ view: any ListView) {
    show(snapshot)
    view.reloadData()
    view.layoutIfNeeded()
  }

  private func applyBatch(_ change: ResultsChange<Item>, _ view: any ListView) {
    applyBatch(change.changeset, showing: change.new, view)
  }
}

extension ResultsChange {
  /// The change without the rows whose content is another.
  fileprivate var withoutUpdatedItems: ResultsChange {
    guard !isReload else { return self }
    var changes = changeset
    changes.updatedItems = []
    return ResultsChange(from: old, to: new, changeset: changes)
  }
}
