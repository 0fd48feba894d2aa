import FilterSyntax
import TestSupport
import Testing

@testable import FilterEngine

/// Groups of rows that are equal so far, of few rows and of many.
@Suite struct WordSortTests {
  /// Groups of thousands are ordered by the bytes of the next words, each by itself.
  @Test(arguments: [1, 2, 3])
  func groupsOfManyRowsAreOrderedApart(_ groups: Int) {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    let words = (0..<7_000).map { row in
      [UInt64(row % groups) << 40, (dice.next() >> 50) * 8, dice.next() % 3]
    }
    var columns = SortColumns(count: words.count)
    for column in 0..<3 { columns.append(words.map { $0[column] }) }
    let expected = words.indices.sorted {
      (words[$0][0], words[$0][1], words[$0][2], $0) < (
        words[$1][0], words[$1][1], words[$1][2], $1
      )
    }
    #expect(columns.order().map { Int($0) } == expected)
  }

  /// Rows that differ late in one text are ordered by the whole of the next one: a few, compared in pairs, and
  /// many.
  @Test(arguments: [true, false], [60, 300, 3_000])
  func aTextIsComparedFromItsStart(_ isAscending: Bool, _ count: Int) {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    let texts = (0..<count).map { _ in
      (
        "a long beginning " + dice.pick(["a", "b", "c", "d", "e"]),
        dice.pick(["", "x", "xy", "yx", "yy", "a b c d e f g"])
      )
    }
    var columns = SortColumns(count: texts.count)
    for column in [texts.map(\.0), texts.map(\.1)] {
      columns.append(
        column.map { .string($0) }, SortComparison(), isAscending: isAscending, nilsFirst: true)
    }
    let expected = texts.indices.sorted { left, right in
      let (a, b) = (texts[left], texts[right])
      if a == b { return left < right }
      return isAscending ? a < b : a > b
    }
    #expect(columns.order().map { Int($0) } == expected)
    guard count <= 300 else { return }
    let ranks = texts.map { text in texts.count { isAscending ? $0 < text : $0 > text } }
    #expect(columns.ranks().map { Int($0) } == ranks)
  }
}
