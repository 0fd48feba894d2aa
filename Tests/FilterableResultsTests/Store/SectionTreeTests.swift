import FilterEngine
import TestSupport
import Testing

@testable import FilterableResults

/// The tree of sections beside an array that does the same.
@Suite struct SectionTreeTests {
  /// Sections of a few rows each, some of them shown.
  private struct Model {
    var sections: [RowSection] = []
    var next = 0

    mutating func section(_ dice: inout SeededGenerator) -> RowSection {
      next += 1
      var tree = RowTree()
      for row in 0..<Int.random(in: 0...3, using: &dice) {
        let visibility: RowVisibility = [.hidden, .shown, .grouped][
          Int.random(in: 0..<3, using: &dice)]
        tree.insert(UInt32(next * 4 + row), visibility, at: row)
      }
      return RowSection(id: next, key: .int(Int64(next)), title: nil, tree: tree)
    }

    /// Changes, adds, removes or moves a section in both.
    mutating func change(_ tree: inout SectionTree, _ dice: inout SeededGenerator) {
      let place = Int.random(in: 0...sections.count, using: &dice)
      switch Int.random(in: 0..<4, using: &dice) {
      case 0:
        let section = section(&dice)
        tree.insert(section, at: place)
        sections.insert(section, at: place)
      case 1 where place < sections.count:
        #expect(tree.remove(at: place).id == sections.remove(at: place).id)
      case 2 where place < sections.count:
        tree.update(place) { $0.tree.insert(UInt32(next * 4 + 3), .shown, at: 0) }
        sections[place].tree.insert(UInt32(next * 4 + 3), .shown, at: 0)
      case _ where place < sections.count:
        tree.remove(at: place)
        let section = sections.remove(at: place)
        let target = Int.random(in: 0...sections.count, using: &dice)
        tree.insert(section, at: target)
        sections.insert(section, at: target)
      default: break
      }
    }
  }

  @Test(arguments: RandomSearch.seeds(6))
  func aTreeStaysWhatAnArrayIs(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    var model = Model()
    for _ in 0..<[0, 1, 40, 1_200][Int(seed % 4)] { model.sections.append(model.section(&dice)) }
    var tree = SectionTree(model.sections)
    let (first, before) = (tree, model.sections)
    for _ in 0..<400 { model.change(&tree, &dice) }
    #expect(tree.list.map(\.id) == model.sections.map(\.id))
    #expect(first.list.map(\.id) == before.map(\.id))
    #expect(first.rows == before.flatMap { $0.tree.ids })
    #expect(first.totals.shownRows == before.reduce(0) { $0 + $1.tree.shownCount })
    #expect(tree.rows == model.sections.flatMap { $0.tree.ids })
    var totals = SectionTotals()
    var last: UInt32?
    for (place, section) in model.sections.enumerated() {
      try #require(tree[place].id == section.id)
      try #require(tree.totals(before: place).withVisible == totals.withVisible)
      try #require(tree.totals(before: place).shownRows == totals.shownRows)
      try #require(tree.lastRow(before: place) == last)
      if section.totals.withShown > 0 {
        try #require(tree.section(afterTotals: totals.withShown) { $0.withShown }.id == section.id)
      }
      totals += section.totals
      last = section.tree.ids.last ?? last
    }
    #expect(tree.totals.rows == totals.rows)
    #expect(tree.root.lastRow == last)
    var upcoming: UInt32?
    for (place, section) in model.sections.enumerated().reversed() {
      upcoming = section.tree.ids.first ?? upcoming
      try #require(tree.firstRow(from: place) == upcoming)
    }
  }

  /// Leaves and nodes split while the tree grows and join as it shrinks; the nodes of one that was made at once are
  /// full and have nothing to join.
  @Test(arguments: ["front", "back", "middle"], [0, 35, 1_124])
  func aTreeGrowsAndShrinksAsAnArrayDoes(end: String, count: Int) throws {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    var model = Model()
    // Many sections without rows, too.
    let section = { (model: inout Model) in
      model.next.isMultiple(of: 50) || count == 35
        ? RowSection(id: -model.next, key: .null, title: nil) : model.section(&dice)
    }
    for _ in 0..<count {
      model.sections.append(section(&model))
      model.next += 1
    }
    var tree = SectionTree(model.sections)
    let place = { (count: Int) in end == "front" ? 0 : end == "back" ? count : count / 2 }
    func check() throws {
      try #require(tree.list.map(\.id) == model.sections.map(\.id))
      try #require(tree.root.lastRow == model.sections.last { $0.tree.count > 0 }?.tree.last)
      try #require(tree.totals.rows == model.sections.reduce(0) { $0 + $1.tree.count })
    }
    try check()
    if count == 0 {
      for step in 0..<1_200 {
        let new = section(&model)
        model.next += 1
        tree.insert(new, at: place(model.sections.count))
        model.sections.insert(new, at: place(model.sections.count))
        if step % 100 < 2 { try check() }
      }
    }
    while !model.sections.isEmpty {
      let place = min(place(model.sections.count), model.sections.count - 1)
      try #require(tree.remove(at: place).id == model.sections.remove(at: place).id)
      if model.sections.count % 100 < 2 { try check() }
    }
    #expect(tree.count == 0)
  }

  /// Rows of sections of the store, some without rows, while rows come and go.
  @Test(arguments: [1, 33, 100, 1_100])
  func rowsAreFoundInTheSectionsOfTheStore(count: Int) throws {
    let controller = keyed()
    var lists = (0..<count).map { section in (0..<section % 4).map { Row(section * 10 + $0) } }
    try controller.setSections(
      lists.enumerated().map { StoredSection($0.offset, items: $0.element) })
    func check() throws {
      for (section, list) in lists.enumerated() {
        for (item, row) in list.enumerated() {
          try #require(
            controller.position(of: row) == StorePosition(section: section, offset: item))
        }
      }
    }
    try check()
    for section in stride(from: 0, to: count, by: count / 30 + 1) {
      try controller.insert(Row(section * 10 + 9), at: StorePosition(section: section, offset: 0))
      lists[section].insert(Row(section * 10 + 9), at: 0)
      guard section > 0, let row = lists[section - 1].popLast() else { continue }
      #expect(controller.remove(row))
    }
    try check()
  }

  /// The sections of keys that are gone leave the others to be found, also after all of them have moved on.
  @Test(arguments: [(35, 3), (70, 38), (1_100, 80)])
  func sectionsThatGoLeaveTheOthers(count: Int, gone: Int) throws {
    let controller = keyed {
      $0.sections.key = ResultsKey(\.n)
      $0.sections.order = .ascending
    }
    try controller.setItems((0..<count).map { Row($0, n: $0) })
    for id in (count - gone..<count).reversed() {
      controller.remove(key: FilterValue.int(Int64(id)))
    }
    try controller.add(Row(-1, n: -1))
    for id in stride(from: 0, to: count - gone, by: count / 30) {
      try controller.add(Row(id + count, n: id))
    }
    let fresh = keyed { $0 = controller.configuration }
    try fresh.setItems(controller.items)
    #expect(texts(controller.snapshot) == texts(fresh.snapshot))
  }

  @Test(arguments: RandomSearch.seeds(8))
  func whatIsNotSharedTellsWhatAllTells(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    var model = Model()
    for _ in 0..<(seed % 3 == 0 ? 6 : 200) { model.sections.append(model.section(&dice)) }
    var tree = SectionTree(model.sections)
    var compared = 0
    for _ in 0..<60 {
      let old = shown(tree, seed)
      for _ in 0..<Int.random(in: 1...3, using: &dice) { model.change(&tree, &dice) }
      let new = shown(tree, seed)
      guard let difference = SectionDifference(from: old, to: new) else { continue }
      compared += 1
      let all = SectionDifference(from: old.headers.map(\.id), to: new.headers.map(\.id))
      #expect(difference.deleted == all.deleted)
      #expect(difference.inserted == all.inserted)
      #expect(difference.moved == all.moved)
      #expect(difference.newIndices == all.newIndices)
      #expect(difference.oldIndices == all.oldIndices)
      let differing = Set(difference.differing)
      for pair in all.kept where !differing.contains(pair) {
        #expect(old.section(at: pair.from).isIdentical(to: new.section(at: pair.to)))
      }
    }
    #expect(compared > 10)
  }

  private func shown(_ tree: SectionTree, _ seed: UInt64) -> ShownSections {
    ShownSections(
      tree: tree, keepsEmpty: seed % 2 == 0, showsGroups: seed % 5 == 0,
      collapsed: CollapsedSections())
  }

  @Test(arguments: RandomSearch.seeds(4))
  func editsOfManySectionsLeadToWhatIsShown(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let controller = keyed {
      $0.sections.key = ResultsKey(\.city)
      $0.rows.sort = [.ascending(\.n)]
      if seed % 2 == 0 { $0.sections.order = .ascending }
    }
    controller.filters.add(ResultsFilter("most") { $0.n % 5 != 0 })
    let row = { (id: Int, dice: inout SeededGenerator) in
      Row(
        id, n: Int.random(in: 0..<1_000, using: &dice),
        city: "\(Int.random(in: 0..<150, using: &dice))")
    }
    try controller.setItems((0..<300).map { row($0, &dice) })
    var current = controller.snapshot
    var failures = 0
    let observation = controller.observe { change in
      guard !change.isReload else { return }
      let next = try? change.applying(to: current)
      if next != change.new { failures += 1 }
      current = change.new
    }
    for step in 0..<300 {
      let id = Int.random(in: 0..<400, using: &dice)
      switch step % 3 {
      case 0: controller.replace(row(id, &dice))
      case 1: controller.remove(key: FilterValue.int(Int64(id)))
      default: try controller.add(row(id, &dice))
      }
      for path in controller.snapshot.paths.prefix(3) {
        let item = try #require(controller.snapshot[path])
        #expect(controller.path(of: item) == path)
      }
    }
    #expect(failures == 0)
    let fresh = keyed { $0 = controller.configuration }
    fresh.filters = controller.filters
    try fresh.setItems(controller.items)
    #expect(fresh.snapshot == controller.snapshot)
    observation.cancel()
  }
}
