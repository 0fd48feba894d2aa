import FilterableResults
import FilterableResultsUI
import FilterableResultsTesting

/// A controller that goes from world to world, with a strict list view in each form.
package final class SmallWorldRun {
  /// How a world becomes another one, and how rows are told apart.
  package enum Kind: String, CaseIterable, Sendable {
    /// The whole is set; rows have keys.
    case keyed
    /// The whole is set; rows are matched by equality.
    case unkeyed
    /// Rows are edited one by one in a batch; they have keys.
    case edited
    /// Rows are edited one by one in a batch; they are matched by equality.
    case editedUnkeyed
    /// The whole is set; rows are matched by equality, and some are equal.
    case repeated
    /// Filters show and hide rows; sections stay.
    case filtered
    /// Filters show and hide rows; sections without a row to show go.
    case dropped

    var isKeyed: Bool {
      switch self {
      case .keyed, .edited, .filtered, .dropped: true
      case .unkeyed, .editedUnkeyed, .repeated: false
      }
    }
  }

  package let kind: Kind
  let controller: ResultsController<SmallRow>
  private var views: [(view: StrictView<SmallRow>, adapter: ListViewAdapter<SmallRow>)] = []
  private var observation: ResultsObservation?
  private var deliveries: [ResultsChange<SmallRow>] = []

  package init(_ kind: Kind) {
    self.kind = kind
    var configuration = ResultsConfiguration<SmallRow>()
    if kind.isKeyed { configuration.rows.identity = ResultsKey(\.id) }
    configuration.sections.empty = kind == .dropped ? .drop : .keep
    controller = ResultsController(checked: configuration)
    for form in [ListViewAdapter<SmallRow>.Form.batch, .staged, .sequential] {
      let view = StrictView<SmallRow>()
      let adapter = ListViewAdapter<SmallRow>(view, form: form)
      view.counts = { [unowned adapter] in adapter.rows.counts }
      view.cell = { [unowned adapter] path in adapter.rows.item(at: path) }
      views.append((view, adapter))
    }
    observation = controller.observe(for: self, sendingCurrent: true) { [unowned self] change in
      deliveries.append(change)
      for (_, adapter) in views { adapter.apply(change) }
    }
  }

  /// Sets the first world, or any world without a check.
  package func begin(with world: SmallWorld) throws {
    try controller.setItems(nil)
    try controller.setSections(world.stored)
    deliveries = []
  }

  /// Makes `edit` lead from `old` to `new`, and checks what is told.
  package func expect(
    _ old: SmallWorld, _ new: SmallWorld, _ edit: () throws -> Void
  ) throws {
    deliveries = []
    try edit()
    if let reason = problem(old, new) {
      throw SmallWorldFailure(old: old, new: new, kind: kind, reason: reason)
    }
  }

  private func problem(_ old: SmallWorld, _ new: SmallWorld) -> String? {
    guard deliveries.count <= 1 else { return "\(deliveries.count) deliveries" }
    guard let change = deliveries.first else { return old == new ? nil : "no delivery" }
    guard old != new else { return "a delivery of nothing" }
    guard !change.isReload else { return "a reload" }
    let rows = new.rows
    for (view, adapter) in views {
      if let broken = view.problems.first { return "\(adapter.form) breaks \(broken)" }
      if view.rows != rows { return "\(adapter.form) shows \(view.rows)" }
    }
    return problem(in: change.changeset, old, new)
  }

  private func problem(in changes: Changeset, _ old: SmallWorld, _ new: SmallWorld) -> String? {
    // Of equal rows any may be the one that stayed.
    if kind != .repeated {
      let fewest = SmallWorldMinimum(from: old, to: new, byEquality: kind == .unkeyed)
      guard changes.structuralCount == fewest.structural else {
        return "\(changes.structuralCount) events where \(fewest.structural) do"
      }
      guard changes.updatedItems.count == fewest.updates else {
        return "\(changes.updatedItems.count) updates, not \(fewest.updates)"
      }
    }
    let (before, after) = (old.rows, new.rows)
    do {
      try changes.validate(from: before.map(\.count), to: after.map(\.count))
      let there = try changes.applied(
        to: before, row: { after[$0.section][$0.item] }, section: { after[$0] })
      guard there == after else { return "applied: \(there)" }
      let back = try changes.inverse.applied(
        to: after, row: { before[$0.section][$0.item] }, section: { before[$0] })
      guard back == before else { return "inverse: \(back)" }
    } catch {
      return "\(error)"
    }
    return nil
  }
}
