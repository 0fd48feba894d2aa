internal import FilterableResults

extension ListViewBatch {
  /// What happens to an old row.
  enum Mark {
    case stays, leaves, reloads
  }

  /// What happens to each old row, after checking all places. `sections` gives the old place of
  /// each new section.
  func checkedMarks(
    _ old: [Int], _ new: [Int], _ sections: [Int]
  ) throws(BrokenRule) -> [[Mark]] {
    var marks = old.map { Array(repeating: Mark.stays, count: $0) }
    for path in deleted {
      try checkOld(path, old)
      if deletedSections.contains(path.section) {
        throw BrokenRule(.once, "\(path) is deleted with its section")
      }
      if marks[path.section][path.item] != .stays { throw BrokenRule(.once, "\(path) goes twice") }
      marks[path.section][path.item] = .leaves
    }
    for path in reloaded {
      try checkOld(path, old)
      if marks[path.section][path.item] != .stays || deletedSections.contains(path.section) {
        throw BrokenRule(.places, "\(path) goes and reloads, or reloads twice")
      }
      marks[path.section][path.item] = .reloads
    }
    for move in moved {
      try checkOld(move.from, old)
      if deletedSections.contains(move.from.section) {
        throw BrokenRule(.borders, "\(move.from) moves out of a section that goes")
      }
      switch marks[move.from.section][move.from.item] {
      case .reloads: throw BrokenRule(.animations, "\(move.from) reloads and moves")
      case .leaves: throw BrokenRule(.places, "\(move.from) moves and leaves otherwise")
      case .stays: marks[move.from.section][move.from.item] = .leaves
      }
    }
    try checkArrivals(new, sections)
    return marks
  }

  private func checkOld(_ path: ItemPath, _ old: [Int]) throws(BrokenRule) {
    guard old.indices.contains(path.section), path.item >= 0, path.item < old[path.section] else {
      throw BrokenRule(.numbering, "no row \(path) before")
    }
  }

  private func checkArrivals(_ new: [Int], _ sections: [Int]) throws(BrokenRule) {
    var isReached = new.map { Array(repeating: false, count: $0) }
    for path in inserted {
      try checkNew(path, new)
      if sections[path.section] < 0 {
        throw BrokenRule(.once, "\(path) is inserted with its section")
      }
      if isReached[path.section][path.item] { throw BrokenRule(.once, "\(path) comes twice") }
      isReached[path.section][path.item] = true
    }
    for move in moved {
      try checkNew(move.to, new)
      if sections[move.to.section] < 0 {
        throw BrokenRule(.borders, "\(move.to) is moved into a section that comes")
      }
      if isReached[move.to.section][move.to.item] {
        throw BrokenRule(.places, "\(move.to) is reached twice")
      }
      isReached[move.to.section][move.to.item] = true
      if move.from == move.to {
        throw BrokenRule(.still, "\(move.from) moves to its own place")
      }
    }
  }

  private func checkNew(_ path: ItemPath, _ new: [Int]) throws(BrokenRule) {
    guard new.indices.contains(path.section), path.item >= 0, path.item < new[path.section] else {
      throw BrokenRule(.numbering, "no row \(path) afterwards")
    }
  }
}
