import TestSupport
import Testing

@testable import FilterEngine

/// Integers in places of their own, beside a set of them.
@Suite struct ScatteredTableTests {
  @Test func everyNumberOfMembersIsFoundAndNothingElse() throws {
    let seed = RandomSearch.seed
    var dice = SeededGenerator(seed: seed)
    for count in 1...ScatteredTable.capacity {
      let spread: [UInt64] = [100, 1 << 20, .max]
      for bound in spread {
        var members: Set<UInt64> = []
        while members.count < count { members.insert(.random(in: 0..<bound, using: &dice)) }
        let table = try #require(ScatteredTable(members), "FRC_SEED=\(seed), \(members)")
        #expect(members.allSatisfy(table.contains), "FRC_SEED=\(seed)")
        for _ in 0..<200 {
          let other = UInt64.random(in: 0..<bound, using: &dice)
          #expect(table.contains(other) == members.contains(other), "FRC_SEED=\(seed), \(other)")
        }
        for member in members {
          for other in [member &+ 1, member &- 1, ~member, member.byteSwapped] {
            #expect(table.contains(other) == members.contains(other), "FRC_SEED=\(seed), \(other)")
          }
        }
      }
    }
  }

  @Test func noneAndTooManyHaveNoTable() {
    #expect(ScatteredTable([]) == nil)
    #expect(ScatteredTable(0...UInt64(ScatteredTable.capacity)) == nil)
  }

  @Test(arguments: [0, 1, 2, 5, 20, 31, 32, 33, 200]) func listsOfAnyLengthAreLookedUp(
    count: Int
  ) throws {
    let rows = (0..<300).map {
      Row(wide: $0 &* 7 &- 1000, narrow: Int8(truncatingIfNeeded: $0), natural: UInt16($0))
    }
    // Some of them are too large for the narrow field, and some are negative.
    let members = (0..<count).map { $0 &* 5 &- 300 }
    let list = "{" + members.map(String.init).joined(separator: ", ") + "}"
    let wide = try rows.filter(FilterPredicate(text: "wide IN \(list)"))
    #expect(wide.map(\.wide) == rows.map(\.wide).filter(members.contains))
    let narrow = try rows.filter(FilterPredicate(text: "narrow IN \(list)"))
    #expect(narrow.map(\.narrow) == rows.map(\.narrow).filter { members.contains(Int($0)) })
    let natural = try rows.filter(FilterPredicate(text: "NOT natural IN \(list)"))
    #expect(natural.map(\.natural) == rows.map(\.natural).filter { !members.contains(Int($0)) })
  }

  private struct Row: Filterable {
    var wide: Int
    var narrow: Int8
    var natural: UInt16

    static let filterFields = FilterFields<Row>(
      FilterField("wide", \.wide), FilterField("narrow", \.narrow),
      FilterField("natural", \.natural))
  }
}
