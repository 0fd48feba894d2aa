internal import FilterableResults

/// The rows of a view between the steps of a change.
struct StepwiseSections<Item> {
  /// The current sections, for their keys and titles; `rows` has their rows.
  private(set) var headers: [ResultsSection<Item>]

  private(set) var rows: [[ResultsRow<Item>]]

  /// How many rows each section has.
  var counts: [Int] { rows.map { $0.count } }

  private let new: ResultsSnapshot<Item>

  init(from old: ResultsSnapshot<Item>, to new: ResultsSnapshot<Item>) {
    headers = old.sections
    rows = old.sections.map { $0.rows }
    self.new = new
  }

  /// Applies a step of the change.
  mutating func take(_ step: SequentialChange) {
    switch step {
    case .deleteSection(let index):
      headers.remove(at: index)
      rows.remove(at: index)
    case .insertSection(let index, let newIndex):
      headers.insert(new.sections[newIndex], at: index)
      rows.insert(new.sections[newIndex].rows, at: index)
    case .moveSection(let from, let to):
      headers.insert(headers.remove(at: from), at: to)
      rows.insert(rows.remove(at: from), at: to)
    case .updateSection(let index): headers[index] = new.sections[index]
    case .deleteItem(let path): rows[path.section].remove(at: path.item)
    case .insertItem(let path, let newPath):
      guard let row = new.row(at: newPath) else { return }
      rows[path.section].insert(row, at: path.item)
    case .moveItem(let from, let to):
      let row = rows[from.section].remove(at: from.item)
      rows[to.section].insert(row, at: to.item)
    case .updateItem(let path):
      guard let row = new.row(at: path) else { return }
      rows[path.section][path.item] = row
    }
  }
}

extension StepwiseSections: Sendable where Item: Sendable {}
