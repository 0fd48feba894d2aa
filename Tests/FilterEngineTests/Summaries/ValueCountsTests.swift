import FilterSyntax
import FoundationEssentials
import TestSupport
import Testing

@testable import FilterEngine

/// Counted values against a count of every pair.
@Suite struct ValueCountsTests {
  private static let values: [FilterValue] = [
    .null, 1, 1.0, .bool(true), 0, -0.0, 0.0, .bool(false), .double(.nan), "a", "A", "ä",
    "a\u{308}",
    "Ä", "", "1", .decimal(1), 2.5, .decimal(Decimal(sign: .plus, exponent: -1, significand: 25)),
    .date(Date(timeIntervalSinceReferenceDate: 0)), .list([1]), .list([1.0]), .list([]),
    .double(.infinity), FilterValue(integer: UInt64.max), .double(0x1p64),
  ]

  @Test(arguments: RandomSearch.seeds(40))
  func countsAgreeWithAComparisonOfEachPair(_ seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    let spellings = (0..<dice.below(60)).map { _ in (dice.pick(Self.values), dice.below(4)) }
    let counts = ValueCounts(spellings)
    var expected: [(values: [FilterValue], count: Int)] = []
    for (value, count) in spellings {
      if let index = expected.firstIndex(where: { $0.values[0] == value }) {
        expected[index].values.append(value)
        expected[index].count += count
      } else {
        expected.append(([value], count))
      }
    }
    #expect(counts.distinct == expected.count && counts.others == 0)
    for (entry, next) in zip(counts.entries, counts.entries.dropFirst()) {
      let order = SortComparison().order(entry.value, next.value)
      #expect(entry.count > next.count || entry.count == next.count && order <= 0)
    }
    for entry in counts.entries {
      let (values, count) = expected.first { $0.values[0] == entry.value } ?? ([], -1)
      #expect(entry.count == count)
      func rank(_ value: FilterValue) -> Int {
        switch value {
        case .int, .wide: 0
        case .double: 1
        case .decimal: 2
        default: 3
        }
      }
      let least = values.map { (rank($0), $0.description) }.min { $0 < $1 }
      #expect(least.map { $0 == (rank(entry.value), entry.value.description) } == true)
    }
    let limit = dice.below(5)
    let cut = ValueCounts(spellings, limit: limit)
    #expect(cut.entries == Array(counts.entries.prefix(limit)))
    #expect(cut.others == counts.entries.dropFirst(limit).reduce(0) { $0 + $1.count })
    #expect(cut.distinct == counts.distinct)
  }

  @Test func orderByValueIsThatOfSorts() {
    let counts = ValueCounts(Self.values.map { ($0, 1) }, order: .value)
    let expected: [FilterValue] = [
      .null, -0.0, 1, 2.5, FilterValue(integer: UInt64.max), .double(0x1p64), .double(.infinity),
      "", "1", "A", "a", "Ä", "ä",
    ]
    let names = counts.entries.map(\.value).filter { $0 != .double(.nan) }
    #expect(names.prefix(10).elementsEqual(expected.prefix(10)))
    // Canonically equivalent texts are two values: bytes decide.
    #expect(names.contains("ä") && names.contains("a\u{308}"))
    let lists = names.suffix(2)
    #expect(
      lists.elementsEqual([.list([1.0]), .list([])])
        && names.dropLast(2).last == .date(Date(timeIntervalSinceReferenceDate: 0)))
  }

  @Test func textsAreCountedAsTheOptionsFoldThem() {
    func entries(_ options: AST.Comparison.Options) -> [String] {
      let pairs: [(FilterValue, Int)] = [
        ("a", 1), ("A", 2), ("ä", 3), ("Ä", 4), ("a\u{308}", 5), (1, 6),
      ]
      return ValueCounts(pairs, options: options).entries
        .map { "\($0.value)\($0.count)" }
    }
    #expect(entries([]) == ["16", "\"a\u{308}\"5", "\"Ä\"4", "\"ä\"3", "\"A\"2", "\"a\"1"])
    #expect(entries(.caseInsensitive) == ["\"a\u{308}\"12", "16", "\"A\"3"])
    #expect(entries([.caseInsensitive, .diacriticInsensitive]) == ["\"A\"15", "16"])
    #expect(entries(.diacriticInsensitive) == ["\"a\"9", "16", "\"A\"6"])
    #expect(entries([.caseInsensitive, .normalized]) == entries([]))
  }
}
