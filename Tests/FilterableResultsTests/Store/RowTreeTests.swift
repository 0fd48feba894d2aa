import TestSupport
import Testing

@testable import FilterableResults

/// The tree of rows beside an array that does the same.
@Suite struct RowTreeTests {
  @Test(arguments: RandomSearch.seeds(12))
  func aTreeStaysWhatAnArrayIs(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    var model: [(id: UInt32, visibility: RowVisibility)] = []
    let start = Int.random(in: 0..<3_000, using: &dice)
    var tree = RowTree(hidden: (0..<UInt32(start)).map { seed % 2 == 0 ? $0 : ($0 * 7 + 3) })
    model = tree.ids.map { ($0, .hidden) }
    var kept: [(tree: RowTree, rows: [(id: UInt32, visibility: RowVisibility)])] = []
    for step in 0..<1_500 {
      let visibility: RowVisibility = [.hidden, .shown, .grouped][
        Int.random(in: 0..<3, using: &dice)]
      switch Int.random(in: 0..<(seed % 3 == 0 ? 6 : 3), using: &dice) {
      case 0:
        let place = Int.random(in: 0...model.count, using: &dice)
        tree.insert(UInt32(100_000 + step), visibility, at: place)
        model.insert((UInt32(100_000 + step), visibility), at: place)
      case 1 where !model.isEmpty:
        let place = Int.random(in: 0..<model.count, using: &dice)
        tree.set(visibility, at: place)
        model[place].visibility = visibility
      case _ where !model.isEmpty:
        let place = Int.random(in: 0..<model.count, using: &dice)
        tree.remove(at: place)
        model.remove(at: place)
      default: break
      }
      if step % 300 == 0 { kept.append((tree, model)) }
    }
    #expect(tree.ids == model.map(\.id))
    #expect(tree.shownIDs == model.filter { $0.visibility == .shown }.map(\.id))
    #expect(tree.groupedIDs == model.filter { $0.visibility == .grouped }.map(\.id))
    #expect(tree.count == model.count)
    var rank = 0
    for (place, row) in model.enumerated() {
      try #require(tree[place] == row.id)
      try #require(tree.visibility(at: place) == row.visibility)
      try #require(tree.shownRank(of: place) == rank)
      if row.visibility == .shown {
        try #require(tree.shown(at: rank) == row.id)
        rank += 1
      }
    }
    for (tree, rows) in kept {
      #expect(tree.ids == rows.map(\.id))
      #expect(tree.shownIDs == rows.filter { $0.visibility == .shown }.map(\.id))
      #expect(tree.groupedIDs == rows.filter { $0.visibility == .grouped }.map(\.id))
    }
  }

  /// Leaves and nodes split while the tree grows, and join on the way down to the empty tree.
  @Test(arguments: ["front", "back", "middle", "anywhere"])
  func aTreeGrowsAndShrinksAsAnArrayDoes(end: String) throws {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    var model: [(id: UInt32, visibility: RowVisibility)] = []
    var tree = RowTree(hidden: [])
    func place(below count: Int) -> Int {
      switch end {
      case "front": 0
      case "back": count - 1
      case "middle": count / 2
      default: Int.random(in: 0..<count, using: &dice)
      }
    }
    func check() throws {
      try #require(tree.ids == model.map(\.id))
      try #require(tree.shownIDs == model.filter { $0.visibility == .shown }.map(\.id))
      try #require(tree.groupedIDs == model.filter { $0.visibility == .grouped }.map(\.id))
    }
    for id in 0..<12_000 as Range<UInt32> {
      let visibility: RowVisibility = [.hidden, .shown, .grouped][Int(id * 7 % 3)]
      let place = place(below: model.count + 1)
      tree.insert(id &* 7, visibility, at: place)
      model.insert((id &* 7, visibility), at: place)
      if id.isMultiple(of: 1_000) { try check() }
    }
    while !model.isEmpty {
      let place = place(below: model.count)
      tree.remove(at: place)
      model.remove(at: place)
      if model.count.isMultiple(of: 1_000) { try check() }
    }
    #expect(tree.count == 0)
  }

  /// The nodes of a tree that was made at once are full: one that loses its rows beside them joins none of them
  /// until they have lost rows too.
  @Test(arguments: [
    (2_051, 0, 20), (2_300, 0, 300), (4_196, 0, 110), (2_300, 2_299, 0), (69_736, 0, 4_300),
    (69_736, 24_700, 4_300),
  ])
  func aTreeThatWasMadeAtOnceShrinks(count: Int, front: Int, back: Int) throws {
    var tree = RowTree(hidden: Array(0..<UInt32(count)))
    var rest = 0..<count
    for _ in 0..<front {
      tree.remove(at: 0)
      rest.removeFirst()
    }
    try #require(tree.ids.elementsEqual(rest.lazy.map { UInt32($0) }))
    for step in 0..<back {
      tree.remove(at: rest.count - 1)
      rest.removeLast()
      try #require(tree.count == rest.count && tree.last == rest.last.map { UInt32($0) })
      guard step.isMultiple(of: 500) else { continue }
      try #require(tree.ids.elementsEqual(rest.lazy.map { UInt32($0) }))
    }
    #expect(tree.ids.elementsEqual(rest.lazy.map { UInt32($0) }))
    for place in [0, rest.count / 2, rest.count - 1] {
      let row = UInt32(rest.lowerBound + place)
      #expect(tree[place] == row && tree.find(row, { $0 < row })?.index == place)
    }
  }

  /// Keys that several rows share, in trees that rows come to and leave.
  @Test(arguments: RandomSearch.seeds(6))
  func aRowIsFoundByItsKey(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let spread = [1, 7, 1_000][Int(seed % 3)]
    var keys: [UInt32: UInt128] = [:]
    let key = { (id: UInt32) in keys[id] ?? 0 }
    var model: [UInt32] = (0..<UInt32(Int.random(in: 0..<4_000, using: &dice))).map { $0 }
    for id in model { keys[id] = UInt128(Int(id) * spread / max(1, model.count)) }
    var tree = RowTree(hidden: model, key: key)
    for step in 0..<900 {
      let place = Int.random(in: 0...model.count, using: &dice)
      if Int.random(in: 0..<5, using: &dice) > 2 || place == model.count {
        let id = UInt32(100_000 + step)
        keys[id] = place < model.count ? key(model[place]) : UInt128(spread)
        model.insert(id, at: place)
        tree.insert(id, .shown, at: place, key: key)
      } else {
        model.remove(at: place)
        tree.remove(at: place, key: key)
      }
    }
    // Rows of one key are in the order of the list.
    let places = Dictionary(uniqueKeysWithValues: zip(model, model.indices))
    var others = 0
    for (place, id) in model.enumerated() {
      let isBefore = { (other: UInt32) in
        if key(other) != key(id) { others += 1 }
        return places[other, default: 0] < place
      }
      try #require(tree.find(id, key: key(id), isBefore)?.index == place)
    }
    #expect(others == 0, "rows of other keys need not be compared")
    #expect(tree.ids == model)
    #expect(tree.last == model.last)
  }

  /// Rows that stay where they are with other keys, which older versions do not see.
  @Test(arguments: RandomSearch.seeds(2), [100, 700, 5_000])
  func aRowIsFoundByTheKeyThatItHasNow(seed: UInt64, count: Int) throws {
    var dice = SeededGenerator(seed: seed)
    var keys = (0..<count).map { UInt128(1_000 * $0 + 500) }
    var tree = RowTree(hidden: (0..<UInt32(count)).map { $0 }) { keys[Int($0)] }
    var versions = [(tree: tree, keys: keys)]
    for _ in 0..<3 {
      // The first rows of leaves and nodes are those by whose keys a search goes.
      for row in 0..<count where row % 64 < 2 || Int.random(in: 0..<4, using: &dice) == 0 {
        keys[row] = UInt128(1_000 * row + Int.random(in: 0..<1_000, using: &dice))
        tree.setKey(keys[row], ofRowAt: row)
      }
      versions.append((tree, keys))
    }
    for (tree, keys) in versions {
      for row in 0..<UInt32(count) {
        let found = tree.find(row, key: keys[Int(row)]) { $0 < row }
        try #require(found?.index == Int(row), "seed \(seed)")
      }
    }
  }

  @Test(arguments: [0, 1, 63, 64, 65, 200, 5_000])
  func bitsAreGatheredWhereTheyWereScattered(count: Int) {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    let ids = (0..<UInt32(count)).shuffled(using: &dice)
    for order in [ids, ids.sorted(), Array(ids.sorted().dropFirst(3))] {
      let chosen = Set(order.filter { _ in Bool.random(using: &dice) })
      var bits = RowBits(count: count)
      let tree = RowTree(hidden: order).remasked { leaf, _, _ in
        var mask: UInt64 = 0
        for place in 0..<leaf.count where chosen.contains(leaf.id(at: place)) { mask |= 1 << place }
        return (mask, 0)
      }
      tree.forEachVisibleLeaf { leaf, shown, _ in bits.scatter(shown, of: leaf) }
      let again = tree.remasked { leaf, _, _ in
        (bits.gather(.ones(leaf.count), of: leaf), 0)
      }
      #expect(again.shownIDs == order.filter { chosen.contains($0) })
      #expect(bits.words.reduce(0) { $0 + $1.nonzeroBitCount } == chosen.count)
    }
  }

  @Test(arguments: [20, 300, 200_000]) func aTableKeepsItsOldVersions(_ limit: Int) {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    var table = RowTrie()
    var rows: [UInt32: Int] = [:]
    var labels: [UInt32: UInt64] = [:]
    var old: [(RowTrie, [UInt32: Int], [UInt32: UInt64])] = []
    for step in 0..<2_000 {
      let number = UInt32.random(in: 0..<UInt32(limit), using: &dice)
      switch Int.random(in: 0..<5, using: &dice) {
      case 0, 1:
        table.set(StoredRow(step), of: number)
        rows[number] = step
      case 2:
        table.set(nil, of: number)
        rows[number] = nil
      default:
        table.set(label: UInt64(step + 1), of: number)
        labels[number] = UInt64(step + 1)
      }
      if step % 400 == 0 { old.append((table, rows, labels)) }
    }
    for (table, rows, labels) in old + [(table, rows, labels)] {
      for number in 0..<UInt32(limit) {
        let row = table.address(of: number)?.assumingMemoryBound(to: Int.self).pointee
        #expect(row == rows[number])
        #expect(table.label(of: number) == labels[number] ?? 0)
      }
      #expect(table.words.reduce(0) { $0 + $1.bits.nonzeroBitCount } == rows.count)
      #expect(
        table.words.allSatisfy { word, _ in table.hasRow(inWord: word) })
    }
    #expect(table.address(of: 199_999_999) == nil)
  }

  @Test func aSetOfRowsIsASet() {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    for limit in [10, 300, 5_000] as [UInt32] {
      var rows = RowSet()
      var model: Set<UInt32> = []
      for _ in 0..<2_000 {
        let row = UInt32.random(in: 0..<limit, using: &dice)
        if Int.random(in: 0..<3, using: &dice) > 0 {
          #expect(rows.insert(row) == model.insert(row).inserted)
        } else {
          #expect(rows.remove(row) == (model.remove(row) != nil))
        }
        #expect(rows.count == model.count)
      }
      #expect(Array(rows).sorted() == model.sorted())
      #expect((0..<limit).allSatisfy { rows.contains($0) == model.contains($0) })
    }
  }
}
