import FilterableResults
import FilterableResultsUI

/// A controller that goes from world to world.
///
/// What it tells is compared with the difference of rows, which `SmallWorldDifferences` shows to list
/// views; anything else is shown to them here. Besides, every fifth change goes through an adapter to
/// a strict list view, in one form after another.
final class SmallWorldTour {
  /// Where the tour stops: a world, made for a controller.
  struct Stop {
    let world: NumberedWorld
    let sections: [StoredSection<SmallRow>]

    init(_ world: NumberedWorld) {
      self.world = world
      sections = world.world.stored
    }
  }

  private let isKeyed: Bool
  private let controller: ResultsController<SmallRow>
  private let views = [ListViewAdapter<SmallRow>.Form.batch, .staged, .sequential].map {
    SmallWorldView($0)
  }
  private var observation: ResultsObservation?
  private var deliveries: [ResultsChange<SmallRow>] = []

  /// How many transitions there were.
  private(set) var count = 0

  init(isKeyed: Bool) {
    self.isKeyed = isKeyed
    controller = isKeyed ? ResultsController(identifiedBy: \.id) : ResultsController()
    observation = controller.observe(for: self, sendingCurrent: true) { [unowned self] in
      deliveries.append($0)
    }
  }

  /// Begins at a stop, whatever was before.
  func begin(at stop: Stop) throws {
    try controller.setItems(nil)
    try controller.setSections(stop.sections)
  }

  /// Goes from the stop where it is to another one, and back.
  func visit(_ new: Stop, from old: Stop) throws {
    try go(from: old, to: new)
    try go(from: new, to: old)
  }

  private func go(from old: Stop, to new: Stop) throws {
    deliveries.removeAll(keepingCapacity: true)
    try controller.setSections(new.sections)
    count += 1
    guard let reason = problem(old.world, new.world) else { return }
    throw SmallWorldFailure(
      old: old.world.world, new: new.world.world, kind: isKeyed ? .keyed : .unkeyed, reason: reason)
  }

  private func problem(_ old: NumberedWorld, _ new: NumberedWorld) -> String? {
    guard deliveries.count <= 1 else { return "\(deliveries.count) deliveries" }
    let isSame = old.names == new.names && old.rows == new.rows
    guard let change = deliveries.first else { return isSame ? nil : "no delivery" }
    guard !isSame else { return "a delivery of nothing" }
    guard !change.isReload else { return "a reload" }
    guard new.isShown(by: change.new) else { return "\(change.new.sections) is shown" }
    let difference = NumberedDifference(from: old, to: new, isKeyed: isKeyed)
    if change.changeset != difference.changes,
      let problem = difference.problem(change.changeset, fewest: difference.fewest, inverts: true)
    {
      return problem
    }
    guard count.isMultiple(of: 5) else { return nil }
    return views[count / 5 % views.count].problem(change)
  }
}

extension NumberedWorld {
  /// Whether a snapshot shows the rows.
  fileprivate func isShown(by snapshot: ResultsSnapshot<SmallRow>) -> Bool {
    let sections = snapshot.sections
    guard sections.count == rows.count else { return false }
    return zip(rows, sections).allSatisfy { rows, section in
      section.count == rows.count
        && rows.enumerated().allSatisfy { item, number in
          guard case .item(let row) = section.row(at: item) else { return false }
          return row.id == number / 2 && row.isChanged == (number % 2 == 1)
        }
    }
  }
}
