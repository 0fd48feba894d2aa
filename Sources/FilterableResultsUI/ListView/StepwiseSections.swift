internal import FilterableResults

/// What a view shows while it takes a change step by step.
struct StepwiseSections<Item> {
  /// The sections of the moment, for their titles; their rows are those of `rows`.
  private(set) var heads: [ResultsSection<Item>]

  private(set) var rows: [[ResultsRow<Item>]]

  /// How many rows each section has.
  var counts: [Int] { rows.map { $0.count } }

  private let new: ResultsSnapshot<Item>

  init(from old: ResultsSnapshot<Item>, to new: ResultsSnapshot<Item>) {
    heads = old.sections
    rows = old.sections.map { $0.rows }
    self.new = new
  }

  /// Follows a step of a change from the old snapshot to the new one.
  mutating func take(_ step: SequentialChange) {
    switch step {
    case .deleteSection(let place):
      heads.remove(at: place)
      rows.remove(at: place)
    case .insertSection(let place, let final):
      heads.insert(new.sections[final], at: place)
      rows.insert(new.sections[final].rows, at: place)
    case .moveSection(let from, let to):
      heads.insert(heads.remove(at: from), at: to)
      rows.insert(rows.remove(at: from), at: to)
    case .updateSection(let place): heads[place] = new.sections[place]
    case .deleteItem(let path): rows[path.section].remove(at: path.item)
    case .insertItem(let path, let final):
      guard let row = new.row(at: final) else { return }
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
