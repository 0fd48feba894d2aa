import FilterEngine
import Foundation

/// A row that a UUID tells apart.
protocol ReplacedRow: Filterable, Equatable {
  var id: UUID { get }

  /// The property itself: a key path that generic code makes is that of the requirement.
  static var identity: any KeyPath<Self, UUID> & Sendable { get }

  init(_ number: Int, _ random: inout SplitMix)

  /// Changes the content.
  mutating func edit()
}

/// Two lists of rows, the second of which takes the place of the first.
struct Replacement<Row: ReplacedRow> {
  let old: [Row]
  let new: [Row]

  /// Lists with the same rows but `changed` of them deleted, as many inserted and `shuffled`
  /// exchanged, all at random places.
  ///
  /// With `edits`, one in so many rows that stay has other content. With `gap`, so many neighbours are deleted too.
  init(
    _ count: Int, changed: Int, shuffled: Int, edits: Int = 0, gap: Int = 0, seed: UInt64 = 4
  ) {
    var random = SplitMix(seed: seed)
    old = (0..<count).map { Row($0, &random) }
    var isDeleted = Array(repeating: false, count: count)
    var left = changed
    while left > 0 {
      let place = random.below(count)
      if !isDeleted[place] {
        isDeleted[place] = true
        left -= 1
      }
    }
    var rows = old.enumerated().filter { !isDeleted[$0.offset] }.map(\.element)
    for _ in 0..<shuffled / 2 {
      rows.swapAt(random.below(rows.count), random.below(rows.count))
    }
    if edits > 0 {
      for place in rows.indices where random.below(edits) == 0 { rows[place].edit() }
    }
    var inserted = Self.inserting(count - rows.count, into: rows, &random)
    inserted.removeSubrange(count / 3..<count / 3 + min(gap, count / 3))
    new = inserted
  }

  /// A list and the same rows in any order.
  init(shuffling count: Int) {
    var random = SplitMix(seed: 5)
    old = (0..<count).map { Row($0, &random) }
    new = old.shuffled(using: &random)
  }

  private static func inserting(_ count: Int, into rows: [Row], _ random: inout SplitMix) -> [Row] {
    let places = (0..<count).map { _ in random.below(rows.count + 1) }.sorted()
    var result: [Row] = []
    result.reserveCapacity(rows.count + count)
    var next = 0
    for place in 0...rows.count {
      while next < places.count, places[next] == place {
        result.append(Row(rows.count + next, &random))
        next += 1
      }
      if place < rows.count { result.append(rows[place]) }
    }
    return result
  }
}

extension UUID {
  init(_ random: inout SplitMix) {
    let words = (random.next(), random.next())
    self = withUnsafeBytes(of: words) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
}
