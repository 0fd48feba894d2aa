/// Why a change set cannot be applied to rows.
public struct ChangesetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in a sentence without a full stop.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension Changeset {
  /// The rows that `old` becomes.
  ///
  /// `row` gives the content of inserted and updated rows, and `section` the rows of an inserted
  /// section, by their final places.
  ///
  /// - Throws: What in the change set does not fit `old`.
  /// - Complexity: O(n) in the number of rows.
  public func applied<Row>(
    to old: [[Row]], row: (ItemPath) -> Row, section: (Int) -> [Row]
  ) throws(ChangesetError) -> [[Row]] {
    let updated = Set(updatedItems.map(\.to))
    var result: [[Row]] = []
    for (place, origin) in try origins(of: old.map(\.count)).enumerated() {
      switch origin {
      case .inserted: result.append(section(place))
      case .kept(_, let rows):
        result.append(
          rows.enumerated().map { item, origin in
            let path = ItemPath(section: place, item: item)
            guard let origin, !updated.contains(path) else { return row(path) }
            return old[origin.section][origin.item]
          })
      }
    }
    return result
  }

  /// Checks the change set against the rules of list views, between sections of `old` and `new` rows.
  ///
  /// - Throws: The first rule that it breaks, by what breaks it.
  public func validate(from old: [Int], to new: [Int]) throws(ChangesetError) {
    let origins = try origins(of: old)
    try Self.check(new)
    guard origins.count == new.count else {
      throw ChangesetError("\(origins.count) sections where there are \(new.count)")
    }
    for (place, origin) in origins.enumerated() {
      if case .kept(_, let rows) = origin, rows.count != new[place] {
        throw ChangesetError("\(rows.count) rows in section \(place) where there are \(new[place])")
      }
    }
  }
}
