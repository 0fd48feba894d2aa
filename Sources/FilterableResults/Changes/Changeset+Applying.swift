/// An error of a change set that does not fit the rows that it is applied to.
public struct ChangesetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, as one phrase without a full stop.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension Changeset {
  /// Applies the change set to the rows of each section of the old snapshot, and returns those of the new one.
  ///
  /// - Parameters:
  ///   - old: The rows of each section of the old snapshot.
  ///   - row: Returns the content of an inserted or updated row by its new index path.
  ///   - section: Returns the rows of an inserted section by its new index.
  /// - Throws: `ChangesetError` if the change set does not fit `old`.
  /// - Complexity: O(n) for n rows.
  public func applied<Row>(
    to old: [[Row]], row: (ResultsPath) -> Row, section: (Int) -> [Row]
  ) throws(ChangesetError) -> [[Row]] {
    let updated = Set(updatedItems.map(\.to))
    var result: [[Row]] = []
    for (index, origin) in try origins(of: old.map(\.count)).enumerated() {
      switch origin {
      case .inserted: result.append(section(index))
      case .kept(_, let rows):
        result.append(
          rows.enumerated().map { item, origin in
            let path = ResultsPath(section: index, item: item)
            guard let origin, !updated.contains(path) else { return row(path) }
            return old[origin.section][origin.item]
          })
      }
    }
    return result
  }

  /// Checks the change set against the rules of list views.
  ///
  /// - Parameters:
  ///   - old: The number of rows of each section of the old snapshot.
  ///   - new: The number of rows of each section of the new snapshot.
  /// - Throws: `ChangesetError` for the first rule that is broken.
  /// - Complexity: O(n) for n rows.
  public func validate(from old: [Int], to new: [Int]) throws(ChangesetError) {
    let origins = try origins(of: old)
    try Self.check(new)
    guard origins.count == new.count else {
      throw ChangesetError("\(origins.count) sections instead of \(new.count)")
    }
    for (index, origin) in origins.enumerated() {
      if case .kept(_, let rows) = origin, rows.count != new[index] {
        throw ChangesetError("\(rows.count) rows in section \(index) instead of \(new[index])")
      }
    }
  }
}
