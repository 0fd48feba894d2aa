public import FilterEngine
public import FilterableResults

/// Applies the changes of a controller to a list view, and has the rows for its data source.
///
/// ```swift
/// let adapter = ListViewAdapter(tableView, following: results)
/// tableView.dataSource = TableDataSource(adapter) { tableView, indexPath, row in … }
/// ```
///
/// ``rows`` changes inside each batch, as list views require.
public final class ListViewAdapter<Item: Filterable> {
  /// How a change is divided into batches.
  public enum Form: Hashable, Sendable {
    /// One batch, and another for the content of rows; several stages if the view could not apply that.
    case batch
    /// Stages of one batch each.
    case staged
    /// One batch for each step.
    case sequential
  }

  /// The current rows of the view.
  public internal(set) var rows: ListRows<Item>

  /// The snapshot that the view shows. Between the batches of a change, it is the snapshot after the change.
  public var snapshot: ResultsSnapshot<Item> { rows.snapshot }

  /// How a change is divided into batches. A view that counts step by step gets all steps in one batch.
  public var form: Form

  /// Whether the view animates the changes of the controller that the adapter follows.
  public var isAnimated = true

  /// Called after each change of the controller that the adapter follows, when its animations have ended.
  ///
  /// `finished` is false if an animation did not finish.
  public var didApply: ((_ change: ResultsChange<Item>, _ finished: Bool) -> Void)?

  /// Called after each change with the indices in ``snapshot`` of the sections whose aggregates differ from those
  /// before, including inserted sections. Set it to update headers that show them.
  ///
  /// A change of numbers alone does not call the view.
  public var didChangeAggregates: ((_ sections: [Int]) -> Void)?

  /// Whether rows with new content are reloaded or reconfigured. Set it to false to redraw such rows yourself.
  public var reloadsItems = true

  /// Decides whether a row with new content keeps its cell, which is then reconfigured.
  ///
  /// If it is nil, the initial value, all rows with new content are reloaded. They always are with the form
  /// `sequential`, and in views that count step by step.
  public var keepsCell: ((_ old: ResultsRow<Item>, _ new: ResultsRow<Item>) -> Bool)?

  /// The number of changes above which the view reloads, or nil for no limit.
  public var reloadThreshold: Int?

  /// The controller by which selected rows are found after a reload: the one that the adapter follows.
  ///
  /// Set it if you call ``apply(_:animated:completion:)`` yourself.
  public weak var controller: ResultsController<Item>?

  /// Whether the view has deferred a reload.
  private var isLayoutPending = false

  /// The snapshot whose aggregates were reported last.
  private var reported = ResultsSnapshot<Item>(sections: nil)

  /// The change from the rows of the view to those of the controller, during a move by the user.
  var held: ResultsChange<Item>?
  var heldCompletions: [(Bool) -> Void] = []

  var view: (any ResultsListView)? { ownView ?? otherView }
  private weak var otherView: (any ResultsListView)?
  private let ownView: (any ResultsListView)?
  private let isDriven: Bool
  private var observation: ResultsObservation?

  /// Creates an adapter that follows a controller, or one whose changes you apply yourself.
  ///
  /// The adapter does not retain the view. It follows the controller until it is deallocated.
  ///
  /// A view with a data source is not called before the first change: it loads the current rows when its data
  /// source is set, or by ``reload()``. A ``DrivenListView`` shows them immediately.
  public convenience init(
    _ view: any ResultsListView, following controller: ResultsController<Item>? = nil,
    form: Form = .batch
  ) {
    self.init(view, isRetained: false, following: controller, form: form)
  }

  /// Creates an adapter of a wrapper of a view, which it retains.
  package convenience init(
    keeping view: any ResultsListView, following controller: ResultsController<Item>?,
    form: Form = .batch
  ) {
    self.init(view, isRetained: true, following: controller, form: form)
  }

  private init(
    _ view: any ResultsListView, isRetained: Bool, following controller: ResultsController<Item>?,
    form: Form
  ) {
    otherView = view
    ownView = isRetained ? view : nil
    isDriven = view is any DrivenListView<Item>
    self.form = form
    rows = ListRows(ResultsSnapshot(sections: nil), hasSections: view.hasSections)
    if let controller { follow(controller) }
  }

  /// Follows a controller instead of the current one, until the adapter is deallocated.
  ///
  /// A view with a data source is not called before the first change: it loads the current rows when its data
  /// source is set, or by ``reload()``. A ``DrivenListView`` shows them immediately.
  public func follow(_ controller: ResultsController<Item>) {
    observation?.cancel()
    self.controller = controller
    rows = ListRows(ResultsSnapshot(sections: nil), hasSections: view?.hasSections ?? true)
    var isFirst = true
    observation = controller.observe(for: self, sendingCurrent: true) { [weak self] change in
      guard let self else { return }
      guard !isFirst else { return begin(with: change.new) }
      apply(change, animated: isAnimated) { [weak self] in self?.didApply?(change, $0) }
    }
    isFirst = false
  }

  /// Takes the rows that a controller has when the adapter begins to follow it.
  private func begin(with snapshot: ResultsSnapshot<Item>) {
    show(snapshot)
    reported = snapshot
    isLayoutPending = true
    if isDriven { reload() }
  }

  /// Reloads the view with the current rows.
  public func reload() {
    guard let view else { return }
    reload(snapshot, view)
  }

  /// Applies a change to the view.
  ///
  /// The view reloads if it does not take batches, if the change does not start from the snapshot that the view
  /// shows, or if the change is larger than ``reloadThreshold``. Selected rows stay selected.
  ///
  /// `completion` is called when the animations of the whole change have ended, with false if one did not
  /// finish. A change during a move by the user is applied after the move.
  ///
  /// - Complexity: O(k log n + s) for k changes of n rows in s sections. Stages, steps, and views without
  ///   sections take O(n).
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
    defer { reportAggregates(of: change.new) }
    if change.changesNumbersAlone, change.old.isSame(as: snapshot) { return show(change.new) }
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

  /// Reports the sections of a snapshot whose aggregates differ from those that were reported last.
  func reportAggregates(of snapshot: ResultsSnapshot<Item>) {
    let change = ResultsChange(from: reported, to: snapshot, changeset: Changeset())
    reported = snapshot
    guard let didChangeAggregates else { return }
    let sections = change.sectionAggregates
    if !sections.isEmpty { didChangeAggregates(sections) }
  }

  /// Sets the rows to those of a snapshot.
  func show(_ snapshot: ResultsSnapshot<Item>) {
    rows = ListRows(snapshot, hasSections: view?.hasSections ?? true)
  }

  /// Passes the rows to a view that has no data source.
  func drive(_ view: any ResultsListView) {
    if isDriven { (view as? any DrivenListView<Item>)?.take(rows) }
  }

  func reload(_ snapshot: ResultsSnapshot<Item>, _ view: any ResultsListView) {
    show(snapshot)
    drive(view)
    view.reloadData()
    isLayoutPending = true
    // A table that lays out outside a window logs a warning, and loads cells that are not visible.
    if view.takesBatches { layOut(view) }
  }

  private func layOut(_ view: any ResultsListView) {
    guard isLayoutPending else { return }
    isLayoutPending = false
    view.layoutIfNeeded()
  }
}

extension ResultsChange {
  /// The change without the rows that have new content.
  fileprivate var withoutUpdatedItems: ResultsChange {
    guard !isReload else { return self }
    var changes = changeset
    changes.updatedItems = []
    return ResultsChange(from: old, to: new, changeset: changes)
  }
}
