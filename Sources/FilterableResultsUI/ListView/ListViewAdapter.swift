public import FilterableResults
public import FilterEngine

/// Drives a list view with the changes of a controller, and answers the questions of the view.
///
/// ```swift
/// let adapter = ListViewAdapter(tableView, following: results)
/// tableView.dataSource = TableDataSource(adapter) { tableView, indexPath, row in … }
/// ```
///
/// The answers change inside each batch.
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

  /// The rows of the view at this moment.
  public internal(set) var rows: ListRows<Item>

  /// The snapshot that the view shows; between the batches of a change the one to which they lead.
  public var snapshot: ResultsSnapshot<Item> { rows.snapshot }

  /// How many rows each section of the view has; differs from the snapshot's between steps.
  public var counts: [Int] { rows.counts }

  /// How changes are given to the view. A view that counts step by step gets steps, all in one batch.
  public var form: Form

  /// Whether the view animates the changes of the controller that the adapter follows.
  public var isAnimated = true

  /// Called after each change of the controller that the adapter follows, once the view has animated it;
  /// with false if an animation did not finish.
  public var didApply: ((_ change: ResultsChange<Item>, _ finished: Bool) -> Void)?

  /// Whether rows with new content are reloaded; false if the caller redraws them.
  public var reloadsItems = true

  /// Whether a row keeps its cell, which is reconfigured then. Nil, the initial value, reloads each row
  /// with new content. Steps always reload.
  public var keepsCell: ((_ old: ResultsRow<Item>, _ new: ResultsRow<Item>) -> Bool)?

  /// The number of changes above which the view reloads; nil for none.
  public var reloadThreshold: Int?

  /// The text of a section's foot; nil for a section without one.
  public var footer: ((ResultsSection<Item>) -> String?)?

  /// The content of a supplementary view of a kind; nil for none.
  public var supplementary:
    ((_ kind: String, _ path: ItemPath, _ section: ResultsSection<Item>) -> FilterValue?)?

  /// The controller that finds selected rows again after a reload.
  public weak var controller: ResultsController<Item>?

  /// Whether the view has a reload that it has not carried out.
  private var isLayoutPending = false

  /// The change from the rows of the view to those of the controller, while a move by the user is under way.
  var held: ResultsChange<Item>?
  var heldCompletions: [(Bool) -> Void] = []

  var view: (any ListView)? { ownView ?? otherView }
  private weak var otherView: (any ListView)?
  private let ownView: (any ListView)?
  private let isDriven: Bool
  private var observation: ResultsObservation?

  /// An adapter that is called by hand. The view has to outlive it, or changes have no effect.
  public init(_ view: any ListView, form: Form = .batch) {
    otherView = view
    ownView = nil
    isDriven = view is any DrivenListView<Item>
    self.form = form
    rows = ListRows(ResultsSnapshot(sections: nil), hasSections: view.hasSections)
  }

  /// An adapter that keeps its view, which is a wrapper of one.
  package init(keeping view: any ListView, form: Form) {
    ownView = view
    isDriven = view is any DrivenListView<Item>
    self.form = form
    rows = ListRows(ResultsSnapshot(sections: nil), hasSections: view.hasSections)
  }

  /// An adapter that follows a controller for as long as it lives.
  ///
  /// A view that has a data source is not called before the first change: it loads the present rows when
  /// the data source is set, or with ``reload()``. A ``DrivenListView`` shows them at once.
  public convenience init(
    _ view: any ListView, following controller: ResultsController<Item>, form: Form = .batch
  ) {
    self.init(view, form: form)
    follow(controller)
  }

  /// Follows a controller, in place of any other one, for as long as the adapter lives.
  ///
  /// A view that has a data source is not called before the first change: it loads the present rows when
  /// the data source is set, or with ``reload()``. A ``DrivenListView`` shows them at once.
  public func follow(_ controller: ResultsController<Item>) {
    observation?.cancel()
    self.controller = controller
    rows = ListRows(ResultsSnapshot(sections: nil), hasSections: view?.hasSections ?? true)
    var isPresentState = true
    observation = controller.observe(for: self, sendingCurrent: true) { [weak self] change in
      guard let self else { return }
      guard !isPresentState else { return begin(with: change.new) }
      apply(change, animated: isAnimated) { [weak self] in self?.didApply?(change, $0) }
    }
    isPresentState = false
  }

  /// Takes the rows that a controller has when the adapter begins to follow it.
  private func begin(with snapshot: ResultsSnapshot<Item>) {
    show(snapshot)
    isLayoutPending = true
    if isDriven { reload() }
  }

  /// Loads the view again with the rows that it has.
  public func reload() {
    guard let view else { return }
    reload(snapshot, view)
  }

  /// Gives a change to the view.
  ///
  /// The view reloads if it does not take batches, if the change does not begin with the rows that the view
  /// shows, and above the threshold. Selected rows stay selected.
  ///
  /// `completion` is called when the view has animated the whole change; with false if an animation did not
  /// finish. A change during a move by the user is applied, and completed, after the move.
  ///
  /// - Complexity: That of the form: O(k log n) for k changes in a batch, O(n) for stages and steps, and for
  ///   views without sections; O(s) besides for s sections.
  public func apply(
    _ change: ResultsChange<Item>, animated: Bool = true, completion: ((Bool) -> Void)? = nil
  ) {
    if let held {
      self.held = held.followed(by: change)
      if let completion { heldCompletions.append(completion) }
      return
    }
    guard let view else { return }
    let end = BatchCompletion(completion ?? { _ in })
    defer { end.end() }
    let batches = ListViewBatches(view: view, isAnimated: animated, end: end)
    let change = reloadsItems ? change : change.withoutUpdatedItems
    guard !change.isReload, view.takesBatches, change.old.isSame(as: snapshot),
      snapshot.isLoaded, change.changeset.count <= reloadThreshold ?? .max
    else { return keepingSelection(through: change, view) { reload(change.new, view) } }
    layOut(view)
    keepingSelection(through: change, view) { apply(change, batches) }
  }

  private func apply(_ change: ResultsChange<Item>, _ batches: ListViewBatches) {
    let view = batches.view
    guard view.hasSections else { return applyFlat(change, batches) }
    switch form {
    case _ where view.countsStepByStep: applySteps(change, batches)
    case .sequential: applySteps(change, batches)
    case .batch where change.changeset.isSafeAsOneBatch: applyBatch(change, batches)
    case .batch, .staged:
      for stage in change.stages { applyBatch(stage, batches) }
      show(change.new)
    }
  }

  /// Makes the rows those of a snapshot.
  func show(_ snapshot: ResultsSnapshot<Item>) {
    rows = ListRows(snapshot, hasSections: view?.hasSections ?? true)
  }

  /// Gives the rows to a view that has no data source.
  func drive(_ view: any ListView) {
    if isDriven { (view as? any DrivenListView<Item>)?.take(rows) }
  }

  func reload(_ snapshot: ResultsSnapshot<Item>, _ view: any ListView) {
    show(snapshot)
    drive(view)
    view.reloadData()
    isLayoutPending = true
    // A table that lays out outside a window logs a warning, and loads cells that are not visible.
    if view.takesBatches { layOut(view) }
  }

  private func layOut(_ view: any ListView) {
    guard isLayoutPending else { return }
    isLayoutPending = false
    view.layoutIfNeeded()
  }
}

/// A view that takes batches, and what they have in common.
struct ListViewBatches {
  let view: any ListView
  let isAnimated: Bool
  let end: BatchCompletion

  func perform(_ updates: () -> Void) {
    view.performBatch(animated: isAnimated, updates, completion: end.batch())
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
