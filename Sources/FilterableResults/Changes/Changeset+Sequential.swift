/// One step of a change set that is applied one step after another.
///
/// Places are those of the moment; `final` is the place in the new snapshot, where the content is.
public enum SequentialChange: Hashable, Sendable {
  /// The section goes, with its rows.
  case deleteSection(at: Int)
  /// A section comes, with its rows.
  case insertSection(at: Int, final: Int)
  /// The section is taken out, and put in where the rest then has `to`.
  case moveSection(from: Int, to: Int)
  /// The title changed.
  case updateSection(at: Int)
  /// The row goes.
  case deleteItem(at: ItemPath)
  /// A row comes.
  case insertItem(at: ItemPath, final: ItemPath)
  /// The row is taken out, and put in where the rest then has `to`.
  case moveItem(from: ItemPath, to: ItemPath)
  /// The content changed.
  case updateItem(at: ItemPath)
}

extension Changeset {
  /// The same change as steps, each counted in what the steps before have left.
  ///
  /// - Throws: What does not fit sections of `counts` rows.
  /// - Complexity: O(n + k·s) for n rows, k moved rows and s rows in the sections that they touch.
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

  /// Puts each section that came or moved right behind the one before it, from first to last.
  private func sectionSteps(_ origins: [SectionOrigin], count: Int) -> [SequentialChange] {
    var steps: [SequentialChange] = []
    let deleted = Set(deletedSections)
    let moved = Set(movedSections.map(\.to))
    var current = (0..<count).filter { !deleted.contains($0) }
    var position = -1
    for (place, origin) in origins.enumerated() {
      switch origin {
      case .inserted:
        position += 1
        current.insert(-1, at: position)
        steps.append(.insertSection(at: position, final: place))
      case .kept(let section, _):
        guard let source = current.firstIndex(of: section) else { continue }
        if moved.contains(place) {
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
      if case .kept(_, let rows) = origin { walk.place(rows, in: section) }
    }
    return walk.steps
  }
}

/// Rows on their way from the old places to the new ones.
private struct SequentialWalk {
  private(set) var steps: [SequentialChange] = []
  private var current: [[ItemPath?]]
  private let moved: Set<ItemPath>
  private let finalSections: [Int: Int]
  private let sectionsOfMoves: Set<Int>

  init(_ changes: Changeset, _ origins: [Changeset.SectionOrigin], _ counts: [Int]) {
    moved = Set(changes.movedItems.map(\.to))
    var finalSections: [Int: Int] = [:]
    for (place, origin) in origins.enumerated() {
      if case .kept(let section, _) = origin { finalSections[section] = place }
    }
    self.finalSections = finalSections
    sectionsOfMoves = Set(
      changes.movedItems.flatMap { [$0.to.section, finalSections[$0.from.section] ?? -1] })
    let deleted = Set(changes.deletedItems)
    let touched = sectionsOfMoves
    current = origins.enumerated().map { place, origin in
      guard case .kept(let section, _) = origin, touched.contains(place) else { return [] }
      return (0..<counts[section]).map { ItemPath(section: section, item: $0) }
        .filter { !deleted.contains($0) }
    }
  }

  /// Puts each row that came or moved right behind the one before it, from first to last.
  mutating func place(_ rows: [ItemPath?], in section: Int) {
    let isTouched = sectionsOfMoves.contains(section)
    var position = -1
    for (item, origin) in rows.enumerated() {
      let final = ItemPath(section: section, item: item)
      guard isTouched else {
        if origin == nil { steps.append(.insertItem(at: final, final: final)) }
        continue
      }
      guard let origin else {
        position += 1
        current[section].insert(nil, at: position)
        steps.append(.insertItem(at: ItemPath(section: section, item: position), final: final))
        continue
      }
      guard let from = finalSections[origin.section] else { continue }
      guard moved.contains(final) else {
        // The rows between are still to go elsewhere.
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
          from: ItemPath(section: from, item: source),
          to: ItemPath(section: section, item: position)))
    }
  }
}
