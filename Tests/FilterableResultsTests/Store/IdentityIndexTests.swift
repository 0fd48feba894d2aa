import FilterEngine
import TestSupport
import Testing

@testable import FilterableResults

/// The index of rows by key beside a dictionary.
@Suite struct IdentityIndexTests {
  /// Numbers grow past those that a slot had room for, rows come and go, and are numbered again.
  @Test(arguments: [200, 3_000, 70_000] as [UInt32]) func itFindsWhatADictionaryFinds(
    _ most: UInt32
  ) {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    var index = IdentityIndex()
    var keys: [UInt32: FilterValue] = [:]
    func check() {
      #expect(index.count == keys.count)
      for (row, key) in keys { #expect(index.find(key) { keys[$0] == key } == row) }
      for other in 0..<100 {
        // A row that went is not asked about.
        #expect(index.find(.int(Int64(-1 - other))) { keys[$0] == .int(Int64(-1 - other)) } == nil)
      }
    }
    for step in 0..<6_000 {
      let row = UInt32.random(in: 0..<most, using: &dice)
      if let key = keys.removeValue(forKey: row) {
        index.remove(row, key)
      } else {
        let key: FilterValue =
          step % 3 == 0 ? .string("key \(row) of \(step)") : .int(Int64(step) &* 1_000_003)
        index.insert(row, key) { keys[$0] ?? .null }
        keys[row] = key
      }
      guard step % 1_000 == 999 else { continue }
      check()
      // Some go, the others get numbers that are larger than any before.
      var numbers = Array(repeating: UInt32.max, count: Int(most))
      var renumbered: [UInt32: FilterValue] = [:]
      let shift = step == 2_999 ? 3 * most : 0
      for (row, key) in keys where row % 5 != 0 {
        numbers[Int(row)] = most - 1 - row + shift
        renumbered[most - 1 - row + shift] = key
      }
      (index, keys) = (index.renumbered(numbers), renumbered)
      check()
      guard shift > 0 else { continue }
      // Back to numbers below, as the steps that follow use these.
      var back = Array(repeating: UInt32.max, count: Int(most + shift))
      for row in keys.keys { back[Int(row)] = row - shift }
      index = index.renumbered(back)
      keys = Dictionary(uniqueKeysWithValues: keys.map { ($0.key - shift, $0.value) })
      check()
    }
    #expect(index.renumbered(Array(repeating: .max, count: Int(most))).count == 0)
  }
}
