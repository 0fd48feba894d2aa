import FilterableResults
import Testing

/// Scenarios 170 to 174: what is kept up edit by edit is what is made anew, and every delivery fits.
@Suite struct RandomSessionTests {
  @Test(arguments: 1...60)
  func aSessionStaysWhatAFreshControllerShows(seed: Int) throws {
    var dice = Dice(UInt64(seed))
    let controller = ResultsController<Row>(randomConfiguration(&dice, seed))
    let recorder = Recorder(controller)
    for step in 0..<120 {
      let before = controller.snapshot
      if Int.random(in: 0..<6, using: &dice) == 0 {
        controller.begin()
        for _ in 0..<Int.random(in: 0..<6, using: &dice) { edit(controller, &dice) }
        if Int.random(in: 0..<4, using: &dice) == 0 {
          try controller.rollback()
          try #require(texts(controller.snapshot) == texts(before), "seed \(seed) step \(step)")
        } else {
          try controller.end()
        }
      } else {
        edit(controller, &dice)
      }
      try check(controller, recorder, before, "seed \(seed) step \(step)")
    }
  }

  private func check(
    _ controller: ResultsController<Row>, _ recorder: Recorder, _ before: ResultsSnapshot<Row>,
    _ place: Comment
  ) throws {
    let fresh = ResultsController<Row>(controller.configuration)
    fresh.filters = controller.filters
    if let stored = controller.storedSections {
      if controller.isFlatForTests {
        try fresh.setItems(controller.items)
      } else {
        try fresh.setSections(stored)
      }
    }
    try #require(texts(fresh.snapshot) == texts(controller.snapshot), place)
    try #require(fresh.count == controller.count, place)
    try #require(fresh.storedCounts == controller.storedCounts, place)
    try #require(fresh.snapshot.sectionCounts == controller.snapshot.sectionCounts, place)
    for id in 0..<14 as Range<Int64> {
      try #require(fresh.item(forKey: .int(id)) == controller.item(forKey: .int(id)), place)
      try #require(fresh.path(forKey: .int(id)) == controller.path(forKey: .int(id)), place)
      try #require(
        fresh.storedPath(forKey: .int(id)) == controller.storedPath(forKey: .int(id)), place)
    }
    try #require(
      fresh.snapshot.sections.map(\.key) == controller.snapshot.sections.map(\.key), place)
    try #require(recorder.problems == [], place)
    for shown in recorder.shown where controller.isLoaded && !recorder.changes.isEmpty {
      try #require(shown == texts(controller.snapshot), place)
    }
    if recorder.changes.isEmpty {
      try #require(texts(before) == texts(controller.snapshot), place)
    }
    for change in recorder.changes where !change.isReload {
      let changes = change.changeset
      try changes.validate(from: change.old.sectionCounts, to: change.new.sectionCounts)
      try changes.inverse.validate(from: change.new.sectionCounts, to: change.old.sectionCounts)
      try #require(texts(try change.applying(to: change.old)) == texts(change.new), place)
      try #require(texts(try change.inverse.applying(to: change.new)) == texts(change.old), place)
      try #require(texts(change.stages.last?.new ?? change.old) == texts(change.new), place)
      if controller.configuration.identity != nil {
        try #require(minimum(change) == changes.structuralCount, place)
      }
      let nothing = try change.composed(with: change.inverse)
      try #require(nothing.changeset.structuralCount <= 2 * changes.structuralCount, place)
    }
    for (path, row) in controller.snapshot.rowsForTests where row.item != nil {
      guard let item = row.item, controller.configuration.identity != nil else { continue }
      try #require(controller.path(of: item) == path, place)
    }
    recorder.changes = []
  }

  /// The fewest structural events, counted the slow way.
  private func minimum(_ change: ResultsChange<Row>) -> Int {
    // Without identity several pairings of equal rows are possible.
    let old = change.old.sections.map { $0.rows.map(identity) }
    let new = change.new.sections.map { $0.rows.map(identity) }
    let oldKeys = change.old.sections.map(\.key)
    let newKeys = change.new.sections.map(\.key)
    if Set(old.joined()).count != old.joined().count
      || Set(new.joined()).count != new.joined().count
    {
      return change.changeset.structuralCount
    }
    var total = oldKeys.filter { !newKeys.contains($0) }.count
    total += newKeys.filter { !oldKeys.contains($0) }.count
    total += change.changeset.movedSections.count
    var places: [String: Int] = [:]
    for (section, ids) in old.enumerated() where newKeys.contains(oldKeys[section]) {
      for id in ids { places[id] = section }
    }
    for (section, ids) in new.enumerated() {
      guard let origin = oldKeys.firstIndex(of: newKeys[section]) else { continue }
      var kept: [Int] = []
      for id in ids {
        guard let place = places.removeValue(forKey: id) else {
          total += 1
          continue
        }
        if place == origin { kept.append(old[origin].firstIndex(of: id) ?? 0) } else { total += 1 }
      }
      var lengths: [Int] = []
      for (index, value) in kept.enumerated() {
        lengths.append(1 + ((0..<index).filter { kept[$0] < value }.map { lengths[$0] }.max() ?? 0))
      }
      total += kept.count - (lengths.max() ?? 0)
    }
    return total + places.count
  }

  private func identity(_ row: ResultsRow<Row>) -> String {
    switch row {
    case .item(let item): "\(item.id)"
    case .group(let group): "group\(group.section)"
    case .extra(let extra): "\(extra.id)"
    }
  }

  private func randomConfiguration(_ dice: inout Dice, _ seed: Int) -> ResultsConfiguration<Row> {
    var configuration = ResultsConfiguration<Row>()
    if seed % 5 != 0 { configuration.identity = "id" }
    if seed % 2 == 0 { configuration.section = "city" }
    if seed % 3 == 0 { configuration.sort = [SortKey("n", ascending: seed % 4 < 2)] }
    if seed % 7 == 0 { configuration.comparator = { $0.n % 3 < $1.n % 3 } }
    if seed % 6 == 1 { configuration.emptySections = seed % 12 == 1 ? .keep : .drop }
    if seed % 4 == 3 { configuration.postFilterTest = { $0.n % 3 != 0 } }
    if seed % 8 == 3 { configuration.showsGroupRows = true }
    if seed % 9 == 2 { configuration.sectionOrder = .descending }
    if seed % 10 == 4 { configuration.sectionOrder = .listed(["b", "a"]) }
    if seed % 11 == 3 { configuration.duplicates = .last }
    return configuration
  }

  private func edit(_ controller: ResultsController<Row>, _ dice: inout Dice) {
    let random = { (count: Int, dice: inout Dice) in Int.random(in: 0..<count, using: &dice) }
    let row = Row(
      random(14, &dice), n: random(9, &dice), city: ["a", "b", "c", nil][random(4, &dice)])
    let path = ItemPath(section: random(3, &dice), item: random(8, &dice))
    switch random(17, &dice) {
    case 0:
      let ids = (0..<14).shuffled(using: &dice).prefix(random(12, &dice))
      let items = ids.map { Row($0, n: random(5, &dice), city: ["a", "b"][random(2, &dice)]) }
      if random(3, &dice) == 0 {
        let half = items.count / 2
        try? controller.setSections([
          StoredSection(["x", "y"][random(2, &dice)], items: Array(items[..<half])),
          StoredSection("z", items: Array(items[half...])),
        ])
      } else {
        try? controller.setItems(items)
      }
    case 1, 2, 3: try? controller.add(row)
    case 4: try? controller.insert(row, at: path)
    case 5, 6: try? controller.remove(at: path)
    case 7: controller.remove(key: .int(Int64(random(14, &dice))))
    case 8, 9: controller.replace(row)
    case 10: try? controller.replace(at: path, with: row)
    case 11:
      try? controller.move(
        from: path, to: ItemPath(section: random(3, &dice), item: random(6, &dice)))
    case 12: try? controller.merge([row, Row(random(14, &dice), n: 3, city: "a")])
    case 13:
      let limit = random(5, &dice)
      controller.filters.add(
        Filter("n", group: "n", predicate: try? FilterPredicate<Row>("n >= \(limit)")))
    case 14: controller.filters.remove(group: "n")
    case 15: controller.filters.add(Filter("odd") { $0.id % 2 == 1 })
    default:
      if random(2, &dice) == 0 {
        controller.filters.removeAll()
      } else {
        try? controller.moveSection(from: random(2, &dice), to: random(2, &dice))
      }
    }
  }
}

extension ResultsController {
  /// Whether the store is one list without a name.
  var isFlatForTests: Bool { storedSections.map { $0.count == 1 && $0[0].key == nil } ?? true }
}

extension ResultsSnapshot {
  var rowsForTests: [(ItemPath, ResultsRow<Item>)] {
    sections.enumerated().flatMap { section, contents in
      contents.rows.enumerated().map { (ItemPath(section: section, item: $0.offset), $0.element) }
    }
  }
}
