internal import FilterEngine

extension ResultsSelection: ChangeFollower {
  /// Follows the rows to a new snapshot. `change` leads to it, and is nil if no visible row has changed.
  func follow(_ change: ResultsChange<Item>?) {
    guard !isEmpty, let controller else { return }
    guard let change else {
      hidden.removeAll { !controller.contains($0) }
      return
    }
    let tracks = change.isReload ? nil : RowTracks(change.changeset)
    var missing = hidden.map { (item: $0, path: ResultsPath?.none) }
    var places: Set<ResultsPath> = []
    for path in paths {
      if let place = tracks?.newPath(of: path) {
        places.insert(place)
      } else if let item = change.old[path] {
        missing.append((item, path))
      }
    }
    let found = find(missing.map { $0.item }, in: change, without: places)
    shown = places.union(found.compactMap { $0 })
    hidden = []
    var removed: ResultsPath?
    for (row, place) in zip(missing, found) where place == nil {
      if let item = controller.currentVersion(of: row.item) {
        hidden.append(item)
      } else if let path = row.path {
        removed = min(path, removed ?? path)
      }
    }
    guard selectsNeighbour, isEmpty, let removed, let tracks else { return }
    if let place = neighbour(of: removed, in: change, tracks) { shown.insert(place) }
  }

  /// The new index path of each item, different for each; nil for a hidden item.
  private func find(
    _ items: [Item], in change: ResultsChange<Item>, without taken: Set<ResultsPath>
  ) -> [ResultsPath?] {
    guard let rules = controller?.store.rules, !items.isEmpty else { return [] }
    var result = items.map { _ in ResultsPath?.none }
    var wanted: [RowIdentity: [UInt32]] = [:]
    var rest = 0
    for (number, item) in items.enumerated().reversed() {
      if let controller, controller.findsByKey(item) {
        result[number] = controller.shownPlaces(of: item).first
      } else {
        wanted[RowIdentity(item, rules), default: []].append(UInt32(number))
        rest += 1
      }
    }
    guard rest > 0 else { return result }
    for path in arrivals(in: change) where rest > 0 && !taken.contains(path) {
      guard let item = change.new[path],
        let number = wanted[RowIdentity(item, rules)]?.popLast()
      else { continue }
      result[Int(number)] = path
      rest -= 1
    }
    return result
  }

  /// The index paths of inserted rows.
  private func arrivals(in change: ResultsChange<Item>) -> [ResultsPath] {
    change.isReload ? change.new.paths : change.insertedPaths
  }

  /// The new index path of the row nearest to an old index path.
  private func neighbour(
    of path: ResultsPath, in change: ResultsChange<Item>, _ tracks: RowTracks
  ) -> ResultsPath? {
    let counts = change.old.sectionCounts
    let inSection = { (items: any Sequence<Int>, section: Int) -> ResultsPath? in
      for item in items {
        if let place = tracks.newPath(of: ResultsPath(section: section, item: item)),
          change.new[place] != nil
        {
          return place
        }
      }
      return nil
    }
    if let place = inSection(path.item + 1..<counts[path.section], path.section)
      ?? inSection((0..<path.item).reversed(), path.section)
    {
      return place
    }
    for section in path.section + 1..<counts.count {
      if let place = inSection(0..<counts[section], section) { return place }
    }
    for section in (0..<path.section).reversed() {
      if let place = inSection((0..<counts[section]).reversed(), section) { return place }
    }
    return nil
  }
}

extension ResultsController {
  /// The index paths of the rows with an item's identity in the delivered snapshot; several only for rows without a key.
  func shownPlaces(of item: Item) -> [ResultsPath] {
    let snapshot = delivery.snapshot
    if findsByKey(item) {
      return path(of: item).flatMap { snapshot[$0] == nil ? nil : [$0] } ?? []
    }
    let rules = store.rules
    let identity = RowIdentity(item, rules)
    return snapshot.paths.filter { path in
      snapshot[path].map { RowIdentity($0, rules) == identity } ?? false
    }
  }

  /// Whether the index path of an item of the delivered snapshot can be found by its key.
  func findsByKey(_ item: Item) -> Bool {
    key(of: item) != nil && !store.hasChanges && !delivery.snapshot.hasLists
  }
}
