import FilterEngine
import Foundation
import TestSupport
import Testing

@testable import FilterableResults

/// Two lists compared as wholes: keys of every sort, repeated rows, and what may stay.
@Suite struct ListDifferenceTests {
  @Test(arguments: RandomSearch.seeds(32))
  func listsDifferByTheFewestEvents(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let count = [3, 10, 60, 400][Int(seed % 4)]
    let ids = (0..<count).shuffled(using: &dice)
    var next = ids.filter { _ in Int.random(in: 0..<5, using: &dice) > 0 }
    for _ in 0..<Int.random(in: 0...count / 3, using: &dice) {
      next.insert(count + next.count, at: Int.random(in: 0...next.count, using: &dice))
    }
    for _ in 0..<Int.random(in: 0...4, using: &dice) where !next.isEmpty {
      next.swapAt(next.indices.randomElement(using: &dice)!, 0)
    }
    if seed % 7 == 0 { next.shuffle(using: &dice) }
    if seed % 11 == 0 { next = Array(next[(next.count / 2)...] + next[..<(next.count / 2)]) }
    let old = ids.map { Keyed($0) }
    let new = next.map { Keyed($0, n: Int.random(in: 0..<3, using: &dice)) }
    for key in Keyed.keys {
      try check(Changeset(from: old, to: new, identifiedBy: key), old, new)
    }
    let kept = Set(ids).intersection(next)
    let updates = new.filter { kept.contains($0.number) && $0.n != 0 }.count
    #expect(Changeset(from: old, to: new, identifiedBy: \.id).updatedItems.count == updates)
  }

  private func check(_ changes: Changeset, _ old: [Keyed], _ new: [Keyed]) throws {
    try changes.validate(from: [old.count], to: [new.count])
    let places = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1.number, $0) })
    let sources = new.compactMap { places[$0.number] }
    #expect(changes.insertedItems.count == new.count - sources.count)
    #expect(changes.deletedItems.count == old.count - sources.count)
    #expect(changes.movedItems.count == sources.count - longest(sources))
    for move in changes.movedItems {
      #expect(old[move.from.item].number == new[move.to.item].number)
    }
    for pair in changes.updatedItems {
      #expect(old[pair.from.item].number == new[pair.to.item].number)
      #expect(old[pair.from.item].n != new[pair.to.item].n)
    }
  }

  private func longest(_ values: [Int]) -> Int {
    var tops: [Int] = []
    for value in values {
      if let place = tops.firstIndex(where: { $0 >= value }) {
        tops[place] = value
      } else {
        tops.append(value)
      }
    }
    return tops.count
  }

  @Test func repeatedRowsArePairedInOrder() throws {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    for round in 0..<300 {
      // In long lists rows are looked up that are far from each other.
      let (length, kinds) = round % 6 == 0 ? (120, 25) : (12, 4)
      let old = (0..<Int.random(in: 0..<length, using: &dice)).map { _ in
        Row(Int.random(in: 0..<kinds, using: &dice))
      }
      let new = (0..<Int.random(in: 0..<length, using: &dice)).map { _ in
        Row(Int.random(in: 0..<kinds, using: &dice))
      }
      for key in [nil, ResultsKey<Row>(\.id), ResultsKey { $0.id }] {
        let changes = Changeset(from: old, to: new, identifiedBy: key)
        try changes.validate(from: [old.count], to: [new.count])
        let counts = (0..<kinds).map { id in
          min(old.filter { $0.id == id }.count, new.filter { $0.id == id }.count)
        }
        #expect(new.count - changes.insertedItems.count == counts.reduce(0, +))
        #expect(old.count - changes.deletedItems.count == counts.reduce(0, +))
        #expect(changes.updatedItems.isEmpty)
      }
    }
  }

  @Test func equalRowsAreFoundWithoutGoingThroughAllOfThem() {
    let old = Array(repeating: Row(1), count: 40_000) + Array(repeating: Row(2), count: 40_000)
    let new = Array(repeating: Row(2), count: 40_000) + Array(repeating: Row(1), count: 40_000)
    #expect(Changeset(from: old, to: new).movedItems.count == 40_000)
  }

  @Test func aLongestRunPrefersRowsThatWouldMoveToTheirOwnPlace() {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    for count in 1...9 {
      for _ in 0..<150 {
        let sources = (0..<UInt32(count)).shuffled(using: &dice)
        let targets = Array(0..<UInt32(count))
        let stays = LongestRun.staying(sources, targets)
        let chosen = sources.indices.filter { stays[$0] }
        #expect(zip(chosen, chosen.dropFirst()).allSatisfy { sources[$0] < sources[$1] })
        let fixed = chosen.filter { sources[$0] == targets[$0] }.count
        #expect((chosen.count, fixed) == best(sources))
      }
    }
  }

  private func best(_ sources: [UInt32]) -> (Int, Int) {
    var best = (0, 0)
    for mask in 0..<1 << sources.count {
      let chosen = sources.indices.filter { mask >> $0 & 1 == 1 }
      guard zip(chosen, chosen.dropFirst()).allSatisfy({ sources[$0] < sources[$1] }) else {
        continue
      }
      best = max(best, (chosen.count, chosen.filter { Int(sources[$0]) == $0 }.count), by: <)
    }
    return best
  }

  private func max(
    _ left: (Int, Int), _ right: (Int, Int), by areInOrder: ((Int, Int), (Int, Int)) -> Bool
  ) -> (Int, Int) { areInOrder(left, right) ? right : left }

  /// Replacements, one after another, with keys that come back and keys that are there twice.
  @Test(arguments: [ResultsConfiguration<Row>.Duplicates.first, .last, .refuse])
  func replacementsKeepTheIndexRight(duplicates: ResultsConfiguration<Row>.Duplicates) throws {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    let controller = keyed { $0.rows.duplicates = duplicates }
    let recorder = Recorder(controller)
    for step in 0..<120 {
      let before = controller.items
      let items = (0..<Int.random(in: 0..<30, using: &dice)).map { _ in
        Row(Int.random(in: 0..<(step % 3 == 0 ? 30 : 3000), using: &dice), n: step)
      }
      let isUnique = Set(items.map(\.id)).count == items.count
      do {
        try controller.setItems(items)
        #expect(duplicates != .refuse || isUnique)
      } catch {
        #expect(duplicates == .refuse && !isUnique)
        #expect(controller.items == before)
      }
      let shown = controller.items ?? []
      for (place, item) in shown.enumerated() {
        #expect(
          controller.path(forKey: FilterValue.int(Int64(item.id)))
            == ResultsPath(section: 0, item: place))
      }
      #expect(controller.path(forKey: FilterValue.int(-1)) == nil)
      #expect(Set(shown.map(\.id)).count == shown.count)
      if !isUnique, duplicates != .refuse {
        let contents = Dictionary(
          items.map { ($0.id, $0) }, uniquingKeysWith: { duplicates == .first ? $0 : $1 })
        #expect(shown.allSatisfy { contents[$0.id] == $0 })
      }
      if step % 5 == 0 { controller.remove(key: FilterValue.int(Int64(items.first?.id ?? 0))) }
      if step % 4 == 0 { try? controller.add(Row(5000 + step)) }
      #expect(recorder.problems == [])
      #expect(recorder.shown.allSatisfy { $0 == texts(controller.snapshot) })
    }
  }
}

private struct Keyed: Filterable {
  var number: Int
  var n: Int
  var id: UUID
  var short: String
  var long: String
  var date: Date

  static let filterFields = FilterFields<Keyed>(
    FilterField("number", \.number), FilterField("n", \.n), FilterField("id", \.id),
    FilterField("short", \.short), FilterField("long", \.long), FilterField("date", \.date),
    FilterField("computed") { $0.number })

  static var keys: [ResultsKey<Keyed>] {
    [
      ResultsKey(\.number), ResultsKey(\.id), ResultsKey(\.short), ResultsKey(\.long),
      ResultsKey(\.date), ResultsKey(\.id.uuidString), ResultsKey { $0.long },
    ]
  }

  init(_ number: Int, n: Int = 0) {
    self.number = number
    self.n = n
    id = UUID(
      uuid: (
        UInt8(number & 255), UInt8(number >> 8), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1
      ))
    short = "k\(number)"
    long = "a key of more than fifteen bytes, number \(number)"
    date = Date(timeIntervalSinceReferenceDate: Double(number) * 3600)
  }
}
