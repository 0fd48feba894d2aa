extension ShownList {
  /// Where each row of the new list was before, nil for those that came.
  typealias Origins = [[Place?]]

  /// Follows a delivery to `new`, which gives the contents of inserted and updated rows and nothing else.
  ///
  /// Deletions and the sources of moves and updates are numbered as before, insertions and the targets
  /// as after. Throws where anything does not fit; gives where the rows were.
  @discardableResult
  func apply(_ changes: Delivery, to new: ShownList) throws -> Origins {
    guard let old = sections, let new = new.sections else {
      throw Misfit("a change between lists that are not there")
    }
    let sectionOrigins = try Self.sectionOrigins(changes, old.count, new.count)
    for (place, origin) in sectionOrigins.enumerated() {
      guard let origin else { continue }
      let isRenamed = changes.updatedSections.contains { $0.from == origin && $0.to == place }
      guard isRenamed == (old[origin].name != new[place].name) else {
        throw Misfit("section \(origin) \(old[origin].name) is \(place) \(new[place].name)")
      }
    }
    let origins = try rowOrigins(changes, sectionOrigins, new)
    var updated: [Place: Place] = [:]
    for pair in changes.updated { updated[pair.to] = pair.from }
    for (section, places) in origins.enumerated() {
      for (row, origin) in places.enumerated() {
        let update = updated.removeValue(forKey: Place(section: section, row: row))
        guard let origin else {
          if update != nil { throw Misfit("an update of an inserted row") }
          continue
        }
        guard update == nil || update == origin else {
          throw Misfit("update from \(origin), not \(String(describing: update))")
        }
        let isSame = old[origin.section].rows[origin.row] == new[section].rows[row]
        guard isSame == (update == nil) else {
          throw Misfit("\(origin) to [\(section), \(row)]: same \(isSame), update \(update != nil)")
        }
      }
    }
    guard updated.isEmpty else { throw Misfit("updates of no row: \(updated)") }
    return origins
  }

  /// The old index of each section, nil for one that came.
  static func sectionOrigins(
    _ changes: Delivery, _ oldCount: Int, _ newCount: Int
  ) throws -> [Int?] {
    var origins: [Int?] = Array(repeating: nil, count: newCount)
    var isTaken = Array(repeating: false, count: newCount)
    var leaves = Array(repeating: false, count: oldCount)
    func take(_ place: Int) throws {
      guard isTaken.indices.contains(place), !isTaken[place] else {
        throw Misfit("section \(place) comes twice or to nowhere")
      }
      isTaken[place] = true
    }
    func leave(_ place: Int) throws {
      guard leaves.indices.contains(place), !leaves[place] else {
        throw Misfit("section \(place) goes twice or was not there")
      }
      leaves[place] = true
    }
    for place in changes.deletedSections { try leave(place) }
    for place in changes.insertedSections { try take(place) }
    for move in changes.movedSections {
      guard move.from != move.to else { throw Misfit("a section moves to its own place") }
      try leave(move.from)
      try take(move.to)
      origins[move.to] = move.from
    }
    var rest = leaves.indices.filter { !leaves[$0] }[...]
    for place in isTaken.indices where !isTaken[place] {
      guard let origin = rest.popFirst() else { throw Misfit("too few sections stay") }
      origins[place] = origin
    }
    guard rest.isEmpty else { throw Misfit("too many sections stay") }
    return origins
  }

  private func rowOrigins(
    _ changes: Delivery, _ sectionOrigins: [Int?], _ new: [Section]
  ) throws -> Origins {
    let old = sections ?? []
    var leaves = old.map { Array(repeating: false, count: $0.rows.count) }
    var isTaken = new.map { Array(repeating: false, count: $0.rows.count) }
    var origins: Origins = new.map { Array(repeating: nil, count: $0.rows.count) }
    let kept = Set(sectionOrigins.compactMap { $0 })
    func leave(_ place: Place) throws {
      guard kept.contains(place.section), leaves[place.section].indices.contains(place.row),
        !leaves[place.section][place.row]
      else { throw Misfit("row \(place) cannot go") }
      leaves[place.section][place.row] = true
    }
    func take(_ place: Place) throws {
      guard new.indices.contains(place.section), sectionOrigins[place.section] != nil,
        isTaken[place.section].indices.contains(place.row), !isTaken[place.section][place.row]
      else { throw Misfit("no row can come to \(place)") }
      isTaken[place.section][place.row] = true
    }
    for place in changes.deleted { try leave(place) }
    for place in changes.inserted { try take(place) }
    for move in changes.moved {
      try leave(move.from)
      try take(move.to)
      origins[move.to.section][move.to.row] = move.from
    }
    for (section, origin) in sectionOrigins.enumerated() {
      guard let origin else { continue }
      var rest = leaves[origin].indices.filter { !leaves[origin][$0] }[...]
      for row in isTaken[section].indices where !isTaken[section][row] {
        guard let stayer = rest.popFirst() else { throw Misfit("too few rows in \(section)") }
        origins[section][row] = Place(section: origin, row: stayer)
      }
      guard rest.isEmpty else { throw Misfit("too many rows in section \(section)") }
    }
    return origins
  }
}
