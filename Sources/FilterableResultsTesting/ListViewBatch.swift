package import FilterableResults

/// The calls of one batch, as they were made.
package struct ListViewBatch {
  package var deletedSections: [Int] = []
  package var insertedSections: [Int] = []
  package var movedSections: [(from: Int, to: Int)] = []
  package var reloadedSections: [Int] = []
  package var deleted: [ResultsPath] = []
  package var inserted: [ResultsPath] = []
  package var moved: [(from: ResultsPath, to: ResultsPath)] = []
  package var reloaded: [ResultsPath] = []

  package init() {}

  /// The number of sections and rows in all calls.
  package var count: Int {
    deletedSections.count + insertedSections.count + movedSections.count + reloadedSections.count
      + deleted.count + inserted.count + moved.count + reloaded.count
  }
}

extension ListViewBatch {
  /// The effect of the batch on an old row.
  enum Mark {
    case stays, leaves, reloads
  }

  /// Checks all index paths and returns the effect on each old row. `sections` are the old indexes of the new
  /// sections.
  ///
  /// - Throws: The rule that the batch breaks.
  func checkedMarks(
    _ old: [Int], _ new: [Int], _ sections: [Int]
  ) throws(BrokenListViewRule) -> [[Mark]] {
    var marks = old.map { Array(repeating: Mark.stays, count: $0) }
    for path in deleted {
      try checkOld(path, old)
      if deletedSections.contains(path.section) {
        throw BrokenListViewRule(.once, "\(path) is deleted with its section")
      }
      if marks[path.section][path.item] != .stays {
        throw BrokenListViewRule(.once, "\(path) is deleted twice")
      }
      marks[path.section][path.item] = .leaves
    }
    for path in reloaded {
      try checkOld(path, old)
      if marks[path.section][path.item] != .stays || deletedSections.contains(path.section) {
        throw BrokenListViewRule(.uniqueness, "\(path) is reloaded twice, or reloaded and deleted")
      }
      marks[path.section][path.item] = .reloads
    }
    for move in moved {
      try checkOld(move.from, old)
      if deletedSections.contains(move.from.section) {
        throw BrokenListViewRule(.borders, "\(move.from) moves out of a deleted section")
      }
      switch marks[move.from.section][move.from.item] {
      case .reloads: throw BrokenListViewRule(.animations, "\(move.from) is reloaded and moved")
      case .leaves:
        throw BrokenListViewRule(.uniqueness, "\(move.from) is moved twice, or moved and deleted")
      case .stays: marks[move.from.section][move.from.item] = .leaves
      }
    }
    try checkArrivals(new, sections)
    return marks
  }

  private func checkOld(_ path: ResultsPath, _ old: [Int]) throws(BrokenListViewRule) {
    guard old.indices.contains(path.section), path.item >= 0, path.item < old[path.section] else {
      throw BrokenListViewRule(.numbering, "there is no row \(path) before the batch")
    }
  }

  private func checkArrivals(_ new: [Int], _ sections: [Int]) throws(BrokenListViewRule) {
    var isReached = new.map { Array(repeating: false, count: $0) }
    for path in inserted {
      try checkNew(path, new)
      if sections[path.section] < 0 {
        throw BrokenListViewRule(.once, "\(path) is inserted with its section")
      }
      if isReached[path.section][path.item] {
        throw BrokenListViewRule(.once, "\(path) is inserted twice")
      }
      isReached[path.section][path.item] = true
    }
    for move in moved {
      try checkNew(move.to, new)
      if sections[move.to.section] < 0 {
        throw BrokenListViewRule(.borders, "\(move.to) is moved into an inserted section")
      }
      if isReached[move.to.section][move.to.item] {
        throw BrokenListViewRule(.uniqueness, "\(move.to) is filled twice")
      }
      isReached[move.to.section][move.to.item] = true
      if move.from == move.to {
        throw BrokenListViewRule(.still, "\(move.from) moves to its own index path")
      }
    }
  }

  private func checkNew(_ path: ResultsPath, _ new: [Int]) throws(BrokenListViewRule) {
    guard new.indices.contains(path.section), path.item >= 0, path.item < new[path.section] else {
      throw BrokenListViewRule(.numbering, "there is no row \(path) after the batch")
    }
  }
}
