/// A change of one row.
public enum ItemChange: Hashable, Sendable {
  /// A deletion, with the index path in the old snapshot.
  case delete(at: ResultsPath)
  /// An insertion, with the index path in the new snapshot.
  case insert(at: ResultsPath)
  /// A move, with the index paths in the old and the new snapshot.
  case move(from: ResultsPath, to: ResultsPath)
  /// A change of the content, with the index paths in the old and the new snapshot.
  case update(from: ResultsPath, to: ResultsPath)
}

/// A change of one section.
public enum SectionChange: Hashable, Sendable {
  /// A deletion with all rows, with the index in the old snapshot.
  case delete(at: Int)
  /// An insertion with all rows, with the index in the new snapshot.
  case insert(at: Int)
  /// A move with all rows, with the indices in the old and the new snapshot.
  case move(from: Int, to: Int)
  /// A change of the title or index title, or a collapse or expansion that changes no rows, with the indices in the old
  /// and the new snapshot.
  case update(from: Int, to: Int)
}

extension Changeset {
  /// The changes of sections in the order of delivery: deletions, insertions, moves, updates.
  public var sectionChanges: [SectionChange] {
    deletedSections.map { .delete(at: $0) } + insertedSections.map { .insert(at: $0) }
      + movedSections.map { .move(from: $0.from, to: $0.to) }
      + updatedSections.map { .update(from: $0.from, to: $0.to) }
  }

  /// The changes of rows in the order of delivery: deletions, insertions, moves, updates.
  public var itemChanges: [ItemChange] {
    deletedItems.map { .delete(at: $0) } + insertedItems.map { .insert(at: $0) }
      + movedItems.map { .move(from: $0.from, to: $0.to) }
      + updatedItems.map { .update(from: $0.from, to: $0.to) }
  }

  /// The inverse change, from the new snapshot to the old one.
  public var inverse: Changeset {
    var inverse = Changeset()
    inverse.deletedSections = insertedSections
    inverse.insertedSections = deletedSections
    inverse.movedSections = movedSections.map { SectionPair(from: $0.to, to: $0.from) }
    inverse.updatedSections = updatedSections.map { SectionPair(from: $0.to, to: $0.from) }
    inverse.deletedItems = insertedItems
    inverse.insertedItems = deletedItems
    inverse.movedItems = movedItems.map { ItemPair(from: $0.to, to: $0.from) }
    inverse.updatedItems = updatedItems.map { ItemPair(from: $0.to, to: $0.from) }
    inverse.sort()
    return inverse
  }

  /// The same change with a deletion and an insertion instead of every move.
  ///
  /// A row that moved and changed is inserted with its new content. The rows of a moved section are deleted and
  /// inserted with the section, so that they have no events of their own.
  package var withoutMoves: Changeset {
    guard !movedSections.isEmpty || !movedItems.isEmpty else { return self }
    let left = Set(movedSections.map(\.from))
    let entered = Set(movedSections.map(\.to))
    var result = self
    result.movedSections = []
    result.movedItems = []
    result.deletedSections += left
    result.insertedSections += entered
    result.updatedSections.removeAll { entered.contains($0.to) }
    result.deletedItems += movedItems.map(\.from)
    result.deletedItems.removeAll { left.contains($0.section) }
    result.insertedItems += movedItems.map(\.to)
    result.insertedItems.removeAll { entered.contains($0.section) }
    let moved = Set(movedItems.map(\.to))
    result.updatedItems.removeAll { moved.contains($0.to) || entered.contains($0.to.section) }
    result.sort()
    return result
  }
}

extension Changeset: CustomStringConvertible {
  /// The events in the order in which a list view applies them, with at most twenty indices of each kind.
  ///
  /// For example `deleted [0, 3]; moved [0, 1] → [0, 0]; updated [0, 2]`.
  public var description: String {
    let parts = lists.compactMap { name, indices in
      indices.isEmpty ? nil : "\(name) \(Self.text(indices))"
    }
    return parts.isEmpty ? "no changes" : parts.joined(separator: "; ")
  }

  private var lists: [(name: String, indices: [String])] {
    func pairs<Index>(_ pairs: [Pair<Index>]) -> [String] {
      pairs.map { $0.from == $0.to ? "\($0.to)" : "\($0.from) → \($0.to)" }
    }
    return [
      ("deleted sections", deletedSections.map(\.description)),
      ("inserted sections", insertedSections.map(\.description)),
      ("moved sections", pairs(movedSections)), ("updated sections", pairs(updatedSections)),
      ("deleted", deletedItems.map(\.description)), ("inserted", insertedItems.map(\.description)),
      ("moved", pairs(movedItems)), ("updated", pairs(updatedItems)),
    ]
  }

  private static func text(_ indices: [String]) -> String {
    indices.prefix(20).joined(separator: ", ")
      + (indices.count > 20 ? " and \(indices.count - 20) more" : "")
  }
}
