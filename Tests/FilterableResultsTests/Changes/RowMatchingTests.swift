import TestSupport
import Testing

@testable import FilterableResults

/// Rows that stay are found again after gaps of any length, with work in proportion to the gap.
@Suite struct RowMatchingTests {
  private static let lengths = [1, 2, 5, 8, 9, 13, 20, 64, 100, 333, 1000, 4096, 10_000]

  @Test(arguments: lengths)
  func workGrowsWithTheGap(length: Int) {
    let rows = Array(0..<30_000)
    let added = Array(100_000..<100_000 + length)
    let shorter = Array(rows[..<500] + rows[(500 + length)...])
    // The last rows differ, or the gap would be found from the end.
    check(rows + [-1], shorter + [-2], gap: length)
    check(shorter + [-1], rows + [-2], gap: length)
    check(rows + [-1], rows[..<500] + added + rows[500...] + [-2], gap: length)
    check(rows + [-1], rows[..<500] + added + rows[(500 + length)...] + [-2], gap: 2 * length)
    check(
      rows + [-1], shorter[..<500] + added[..<(length / 3)] + shorter[500...] + [-2],
      gap: 2 * length)
    check(rows + [-1], added + shorter + [-2], gap: 2 * length)
  }

  @Test(arguments: RandomSearch.seeds(16))
  func workGrowsWithTheSumOfManyGaps(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    var (old, new): ([Int], [Int]) = ([], [])
    var (next, gaps) = (0, 0)
    for _ in 0..<40 {
      let kept = Int.random(in: 1...1000, using: &dice)
      old += next..<next + kept
      new += next..<next + kept
      next += kept
      let deleted = Int.random(in: 0...Self.lengths.randomElement(using: &dice)! / 8, using: &dice)
      let inserted = Int.random(in: 0...Self.lengths.randomElement(using: &dice)! / 8, using: &dice)
      old += next..<next + deleted
      new += next + deleted..<next + deleted + inserted
      next += deleted + inserted
      gaps += deleted + inserted
    }
    // A row that is sampled after a gap may be an unlucky one, and the next sample costs more.
    check(old, new, gap: gaps, factor: 24)
  }

  /// A tenth deleted, a ninth inserted, one in a hundred swapped: one of the gaps is longer than most.
  @Test(arguments: RandomSearch.seeds(40))
  func aLongGapAmongShortOnesCostsLittle(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    let old = Array(0..<20_000)
    var new: [Int] = []
    for row in old {
      if row != 500, Int.random(in: 0..<10, using: &dice) > 0 { new.append(row) }
      while Int.random(in: 0..<10, using: &dice) == 0 { new.append(old.count + new.count) }
      if row == 500 { new += 100_000..<100_000 + Int(seed % 40) }
    }
    for _ in 0..<200 {
      new.swapAt(new.indices.randomElement(using: &dice)!, new.indices.randomElement(using: &dice)!)
    }
    // About half of the rows are in short gaps or next to them.
    check(old, new, gap: 10_000, factor: 3)
  }

  @Test func listsWithoutCommonOrderTakeLinearWork() {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    for count in [10, 1000, 30_000] {
      let rows = Array(0..<count)
      check(rows, rows.shuffled(using: &dice), gap: 2 * count)
      check(rows, rows.reversed(), gap: 2 * count)
      check(rows, Array(rows[(count / 3)...] + rows[..<(count / 3)]), gap: 2 * count)
      check(rows, rows.map { $0 + count }, gap: 2 * count)
      check(rows, rows.filter { _ in Int.random(in: 0..<10, using: &dice) == 0 }, gap: count)
      check(rows.filter { _ in Int.random(in: 0..<10, using: &dice) == 0 }, rows, gap: count)
    }
  }

  /// Compares with a dictionary, and counts comparisons and hashes; rows are distinct.
  private func check(_ old: [Int], _ new: [Int], gap: Int, factor: Int = 12) {
    let work = Work()
    let matching = RowMatching(CountedRows(old: old, new: new, work: work))
    let indices = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1, $0) })
    #expect(matching.newIndices.map { Int($0) } == old.map { indices[$0] ?? Int(UInt32.max) })
    let known = Set(old)
    #expect(matching.inserted.map { Int($0) } == new.indices.filter { !known.contains(new[$0]) })
    #expect(work.count <= min(old.count, new.count) + factor * gap + 200)
  }
}

private final class Work {
  var count = 0
}

private struct CountedRows: ComparedRows {
  let old: [Int]
  let new: [Int]
  let work: Work

  var oldCount: Int { old.count }
  var newCount: Int { new.count }

  func areSame(_ old: Int, _ new: Int) -> Bool {
    work.count += 1
    return self.old[old] == self.new[new]
  }

  func areSame(old: Int, old other: Int) -> Bool {
    work.count += 1
    return self.old[old] == self.old[other]
  }

  func hash(old: Int) -> UInt64 { hash(self.old[old]) }

  func hash(new: Int) -> UInt64 { hash(self.new[new]) }

  private func hash(_ row: Int) -> UInt64 {
    work.count += 1
    var dice = SeededGenerator(seed: UInt64(bitPattern: Int64(row)))
    return dice.next()
  }

  func touch(old: Int) -> UInt64 { 0 }
}
