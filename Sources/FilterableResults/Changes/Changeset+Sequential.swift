/// One step of a change set that is applied step by step.
///
/// Indices refer to the result of the previous steps. `final` is the index in the new snapshot, which has the content.
public enum SequentialChange: Hashable, Sendable {
  /// Removes the section with its rows.
  case deleteSection(at: Int)
  /// Inserts a section with its rows.
  case insertSection(at: Int, final: Int)
  /// Removes the section and inserts it at `to`, an index after the removal.
  case moveSection(from: Int, to: Int)
  /// Updates the title of the section, or its index title.
  case updateSection(at: Int)
  /// Removes the row.
  case deleteItem(at: ResultsPath)
  /// Inserts a row.
  case insertItem(at: ResultsPath, final: ResultsPath)
  /// Removes the row and inserts it at `to`, an index path after the removal.
  case moveItem(from: ResultsPath, to: ResultsPath)
  /// Updates the content of the row.
  case updateItem(at: ResultsPath)
}

extension Changeset {
  /// The same change as a sequence of steps, each relative to the result of the previous ones.
  ///
  /// - Parameter counts: The number of rows of each section of the old snapshot.
  /// - Throws: `ChangesetError` if the change set does not fit the old snapshot.
  /// - Complexity: O(n + k·s) for n rows and k moved rows, if s rows are in the sections between which they move.
  public func sequence(from counts: [Int]) throws(ChangesetError) -> [SequentialChange] {
    let origins = try origins(of: counts)
    var steps: [SequentialChange] = deletedItems.map { .deleteItem(at: $0) }
    steps += deletedSections.map { .deleteSection(at: $0) }
    steps += sectionSteps(origins, count: counts.count)
    steps += rowSteps(origins, counts)
    steps += updatedItems.map { .updateItem(at: $0.to) }
    steps += updatedSections.map { .updateSection(at: $0.to) }
    return steps
  }

  /// Inserts or moves sections from first to last, each to the index after the previous one.
  private func sectionSteps(_ origins: [SectionOrigin], count: Int) -> [SequentialChange] {
    var steps: [SequentialChange] = []
    let deleted = Set(deletedSections)
    let moved = Set(movedSections.map(\.to))
    var current = (0..<count).filter { !deleted.contains($0) }
    var position = -1
    for (index, origin) in origins.enumerated() {
      switch origin {
      case .inserted:
        position += 1
        current.insert(-1, at: position)
        steps.append(.insertSection(at: position, final: index))
      case .kept(let section, _):
        guard let source = current.firstIndex(of: section) else { continue }
        if moved.contains(index) {
          current.remove(at: source)
          position += source < position + 1 ? 0 : 1
          current.insert(section, at: position)
          steps.append(.moveSection(from: source, to: position))
        } else {
          position = source
        }
      }
    }
    return steps
  }

  private func rowSteps(_ origins: [SectionOrigin], _ counts: [Int]) -> [SequentialChange] {
    guard !movedItems.isEmpty else {
      return insertedItems.map { .insertItem(at: $0, final: $0) }
    }
    var walk = SequentialWalk(self, origins, counts)
    for (section, origin) in origins.enumerated() {
      if case .kept(_, let rows) = origin { walk.append(rows, of: section) }
    }
    return walk.steps
  }
}

/// The steps of the rows, and the rows after them.
private struct SequentialWalk {
  private(set) var steps: [SequentialChange] = []
  private var current: [[ResultsPath?]]
  private let moved: Set<ResultsPath>
  private let finalSections: [Int: Int]
  private let sectionsOfMoves: Set<Int>

  init(_ changes: Changeset, _ origins: [Changeset.SectionOrigin], _ counts: [Int]) {
    moved = Set(changes.movedItems.map(\.to))
    var finalSections: [Int: Int] = [:]
    for (index, origin) in origins.enumerated() {
      if case .kept(let section, _) = origin { finalSections[section] = index }
    }
    self.finalSections = finalSections
    sectionsOfMoves = Set(
      changes.movedItems.flatMap { [$0.to.section, finalSections[$0.from.section] ?? -1] })
    let deleted = Set(changes.deletedItems)
    let touched = sectionsOfMoves
    current = origins.enumerated().map { index, origin in
      guard case .kept(let section, _) = origin, touched.contains(index) else { return [] }
      return (0..<counts[section]).map { ResultsPath(section: section, item: $0) }
        .filter { !deleted.contains($0) }
    }
  }

  /// Inserts or moves the rows of a section from first to last, each to the index after the previous one.
  mutating func append(_ rows: [ResultsPath?], of section: Int) {
    let isTouched = sectionsOfMoves.contains(section)
    var position = -1
    for (item, origin) in rows.enumerated() {
      let final = ResultsPath(section: section, item: item)
      guard isTouched else {
        if origin == nil { steps.append(.insertItem(at: final, final: final)) }
        continue
      }
      guard let origin else {
        position += 1
        current[section].insert(nil, at: position)
        steps.append(.insertItem(at: ResultsPath(section: section, item: position), final: final))
        continue
      }
      guard let from = finalSections[origin.section] else { continue }
      guard moved.contains(final) else {
        // The rows in between will move to other sections or further on.
        position += 1
        while position < current[section].count, current[section][position] != origin {
          position += 1
        }
        continue
      }
      guard let source = current[from].firstIndex(of: origin) else { continue }
      current[from].remove(at: source)
      if from != section || source > position { position += 1 }
      current[section].insert(origin, at: position)
      steps.append(
        .moveItem(
          from: ResultsPath(section: from, item: source),
          to: ResultsPath(section: section, item: position)))
    }
  }
}
