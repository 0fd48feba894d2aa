import FilterEngine
import ResultsTestSupport
import Synchronization
import TestSupport
import Testing

@testable import FilterableResults

/// Batches that replace many rows, which are put into place together, beside a controller that is given the same rows.
@Suite struct BatchOfManyTests {
  /// How many parts there are.
  private final class Living: Sendable {
    let count = Mutex(0)
  }

  /// What an item holds.
  private final class Part: Sendable {
    private let living: Living

    init(_ living: Living) {
      self.living = living
      living.count.withLock { $0 += 1 }
    }

    deinit { living.count.withLock { $0 -= 1 } }
  }

  private struct Item: Filterable, Sendable {
    let part: Part
    var id: Int
    var name: String
    var city: String
    var n: Int

    static let filterFields = FilterFields<Item>(
      FilterField("id", \.id), FilterField("name", \.name), FilterField("city", \.city),
      FilterField("n", \.n))

    var text: String { "\(id) \(name) \(city) \(n)" }

    static func random(_ id: Int, _ living: Living, _ dice: inout SeededGenerator) -> Item {
      // Longer than what a string holds by itself, too.
      let name =
        Bool.random(using: &dice)
        ? "\(Int.random(in: 0..<40, using: &dice))" : "a name of many letters"
      return Item(
        part: Part(living), id: id, name: name, city: "\(Int.random(in: 0..<3, using: &dice))",
        n: Int.random(in: 0..<5, using: &dice))
    }
  }

  private static func controller() throws -> ResultsController<Item> {
    let controller = ResultsController<Item>(
      identifiedBy: \.id, sectionedBy: \.city, sortedBy: [.ascending(\.name)])
    try controller.filters.add(ResultsFilter("n", predicate: FilterPredicate("n != 3")))
    return controller
  }

  private static func texts(_ snapshot: ResultsSnapshot<Item>) -> [[String]] {
    snapshot.sections.map { $0.items.map(\.text) }
  }

  @Test(arguments: RandomSearch.seeds(12))
  func itShowsWhatTheRowsShow(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let living = Living()
    try Self.session(living, &dice)
    #expect(living.count.withLock { $0 } == 0)
  }

  private static func session(_ living: Living, _ dice: inout SeededGenerator) throws {
    let count = [5, 100, 700].randomElement(using: &dice) ?? 5
    var items = (0..<count).map { Item.random($0, living, &dice) }
    let controller = try controller()
    try controller.setItems(items)
    var view = texts(controller.snapshot)
    var updates: [Set<String>] = []
    let observation = controller.observe { change in
      #expect(change.old.sections.map { $0.items.map(\.text) } == view)
      view = texts(change.new)
      updates.append(Set(change.changeset.updatedItems.compactMap { change.new[$0.to]?.text }))
    }
    updates = []
    for _ in 0..<12 {
      let old = items
      // All in order, all in another order, or a part.
      let share = [count, count, count / 2, count / 20, 3].randomElement(using: &dice) ?? count
      var ids = Array(0..<count)
      if Bool.random(using: &dice) { ids.shuffle(using: &dice) }
      let kind = Int.random(in: 0..<4, using: &dice)
      controller.begin()
      for id in ids.prefix(share) {
        var item = items[id]
        switch kind {
        case 0: item = .random(id, living, &dice)
        case 1: item.n = Int.random(in: 0..<5, using: &dice)
        // Few of many move.
        case 2 where id % 50 == 7: item.name = "moved"
        case 2: item.n += 1
        default:
          item = Item(part: Part(living), id: id, name: item.name, city: item.city, n: item.n)
        }
        items[id] = item
        #expect(controller.replace(item))
        // A row that comes twice, and a look between.
        if id % 97 == 13 { #expect(controller.replace(item)) }
        if id % 211 == 5 {
          #expect(controller.item(forKey: FilterValue.int(Int64(id)))?.text == item.text)
        }
      }
      if Int.random(in: 0..<4, using: &dice) == 0 {
        try controller.rollback()
        items = old
      } else {
        try controller.end()
      }
      let fresh = try Self.controller()
      try fresh.setItems(items)
      #expect(texts(controller.snapshot) == texts(fresh.snapshot))
      #expect(view == texts(fresh.snapshot))
      let changed = Set(zip(old, items).filter { $0.text != $1.text }.map(\.1.text))
      #expect(updates.allSatisfy { $0.isSubset(of: changed) })
      updates = []
    }
    withExtendedLifetime(observation) {}
  }

  /// Each row is replaced once, in some order, and `moved` of them go elsewhere.
  @Test(arguments: [5, 8, 40, 200], [0, 1, 4, 40])
  func allRowsAreReplacedOnce(count: Int, moved: Int) throws {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    let old = (0..<count).map { Row($0, n: $0) }
    let new = old.map { row in
      let step = max(1, count / max(1, moved))
      let moves = moved > 0 && row.id % step == step / 2 && row.id / step < moved
      return Row(row.id, n: moves ? count - row.n : row.n, city: row.id % 3 == 0 ? nil : "x")
    }
    for rows in [new, new.reversed(), new.shuffled(using: &dice), Array(new.dropFirst())] {
      let controller = keyed { $0.rows.sort = [.ascending(\.n)] }
      try controller.setItems(old)
      let forms = ListViewForms()
      let observation = controller.observe(sendingCurrent: true) { forms.apply($0) }
      controller.performBatch { for row in rows { controller.replace(row) } }
      let fresh = keyed { $0 = controller.configuration }
      try fresh.setItems(old.map { row in rows.first { $0.id == row.id } ?? row })
      #expect(controller.snapshot == fresh.snapshot && controller.items == fresh.items)
      #expect(forms.problems == [])
      #expect(forms.shown.allSatisfy { $0 == ResultsTestSupport.texts(fresh.snapshot) })
      observation.cancel()
    }
  }

  /// Known and new rows, some of them several times, in one call and one by one.
  @Test(arguments: RandomSearch.seeds(8)) func aMergeIsItsRowsOneByOne(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let living = Living()
    let (whole, single) = (try Self.controller(), try Self.controller())
    let items = (0..<300).map { Item.random($0, living, &dice) }
    try whole.setItems(items)
    try single.setItems(items)
    for count in [3, 40, 400] {
      let items = (0..<count).map { _ in
        Item.random(Int.random(in: 0..<400, using: &dice), living, &dice)
      }
      try whole.merge(items)
      for item in items where !single.replace(item) { try single.add(item) }
      #expect(Self.texts(whole.snapshot) == Self.texts(single.snapshot))
      #expect(whole.items?.map(\.text) == single.items?.map(\.text))
      let others = items.map { Item.random($0.id + 7, living, &dice) }
      let unknown = others.filter { !single.replace($0) }
      #expect(whole.replace(others).map(\.text) == unknown.map(\.text))
      #expect(Self.texts(whole.snapshot) == Self.texts(single.snapshot))
    }
  }

  @Test(arguments: [3, 10, 400]) func contentThatComesBackIsNotReported(_ count: Int) throws {
    let controller = keyed()
    let rows = (0..<count).map { Row($0) }
    try controller.setItems(rows)
    var updated: [[Int]] = []
    let observation = controller.observe { change in
      updated.append(change.changeset.updatedItems.map(\.to.item))
    }
    updated = []
    controller.pause()
    for n in [1, 0] {
      controller.performBatch { for row in rows { controller.replace(Row(row.id, n: n)) } }
    }
    controller.resume()
    #expect(updated == [])
    controller.pause()
    for n in [1, 2] {
      controller.performBatch { for row in rows { controller.replace(Row(row.id, n: n)) } }
    }
    controller.performBatch { for row in rows.dropFirst() { controller.replace(row) } }
    controller.resume()
    #expect(updated == [[0]])
    withExtendedLifetime(observation) {}
  }

  /// Other rules may see no difference where those before saw one.
  @Test func whatCountsAsOtherContentChangesBeforeTheDelivery() throws {
    let controller = keyed()
    let rows = (0..<20).map { Row($0) }
    try controller.setItems(rows)
    var updated: [Int] = []
    let observation = controller.observe { updated.append($0.changeset.updatedItems.count) }
    updated = []
    controller.pause()
    controller.performBatch { for row in rows { controller.replace(Row(row.id, n: 1)) } }
    try controller.configure { $0.rows.isModified = { $0.city != $1.city } }
    controller.resume()
    #expect(updated == [])
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: [true, false]) func aLimitLeavesTheRowsThatHitItAsTheyWere(_ areAll: Bool) throws
  {
    var configuration = ResultsConfiguration<FilterValue>()
    configuration.rows.identity = try ResultsKey("id")
    configuration.limits.steps = 110
    let controller = try ResultsController<FilterValue>(configuration)
    // An item takes n + n × n steps.
    try controller.filters.add(
      ResultsFilter(
        "small", predicate: FilterPredicate("SUBQUERY(list, $a, ANY list == -1)[SIZE] == 0")))
    let item = { (id: Int, count: Int) -> FilterValue in
      ["id": .int(Int64(id)), "list": .list((0..<count).map { .int(Int64($0)) })]
    }
    try controller.setItems((0..<40).map { item($0, 1) })
    let ids = areAll ? Array(0..<40) : (0..<40).reversed()
    controller.performBatch {
      for id in ids { controller.replace(item(id, id % 4 == 0 ? 11 : 2)) }
    }
    #expect(controller.failures.limit?.kind == .budget)
    #expect(controller.items == (0..<40).map { item($0, $0 % 4 == 0 ? 1 : 2) })
    #expect(controller.snapshot.items == controller.items)
  }
}
