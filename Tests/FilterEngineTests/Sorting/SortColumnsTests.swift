import FilterSyntax
import Foundation
import TestSupport
import Testing

@testable import FilterEngine

/// Words against the comparison of values, on random columns.
@Suite struct SortColumnsTests {
  private static let optionSets: [AST.Comparison.Options] = [
    [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    .normalized,
  ]

  @Test(arguments: RandomSearch.seeds(10))
  func columnsOrderValuesAsTheComparisonDoes(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    let options = Self.optionSets[Int(seed % 5)]
    for isNumeric in [false, true] {
      let comparison = SortComparison(options: options, isNumeric: isNumeric)
      for kinds in [
        [0], [1], [2], [3], [4], [0, 1], [0, 1, 4], [3, 4], [2, 3], [0, 1, 3], [5], [0, 6], [3, 6],
        [0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5, 6],
      ] {
        let values = (0..<dice.below(90)).map { _ in dice.value(kinds) }
        for (isAscending, nilsFirst) in [(true, true), (false, false), (true, false)] {
          var columns = SortColumns(count: values.count)
          columns.append(values, comparison, isAscending: isAscending, nilsFirst: nilsFirst)
          let keys = [(values, comparison, isAscending, nilsFirst)]
          let order = columns.order()
          #expect(
            order == expected(values.count, keys),
            "\(kinds) \(options) \(isNumeric) \(isAscending)")
          #expect(columns.ranks() == expectedRanks(order, keys))
        }
      }
    }
  }

  @Test(arguments: [2, 17, 5000])
  func laterColumnsOrderWhatEarlierOnesLeaveEqual(count: Int) {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    let comparison = SortComparison()
    let first = (0..<count).map { _ in FilterValue.int(Int64(dice.below(4))) }
    let second = (0..<count).map { _ in FilterValue.string(dice.text()) }
    let third = (0..<count).map { _ in dice.value([1]) }
    var columns = SortColumns(count: count)
    columns.append(first, comparison, isAscending: false, nilsFirst: false)
    columns.append(second, comparison, isAscending: true, nilsFirst: true)
    columns.append(third, comparison, isAscending: true, nilsFirst: true)
    let order = columns.order()
    #expect(
      order
        == expected(
          count,
          [
            (first, comparison, false, false), (second, comparison, true, true),
            (third, comparison, true, true),
          ]))
  }

  @Test func ranksOfManyRowsAreSharedByEqualOnes() {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    let values = (0..<6000).map { _ in dice.value([0, 1, 3]) }
    let comparison = SortComparison(isNumeric: true)
    var columns = SortColumns(count: values.count)
    columns.append(values, comparison, isAscending: false, nilsFirst: false)
    let keys = [(values, comparison, false, false)]
    let order = columns.order()
    #expect(order == expected(values.count, keys))
    #expect(columns.ranks() == expectedRanks(order, keys))
    #expect(SortColumns(count: 3).ranks() == [0, 0, 0])
    #expect(SortColumns(count: 0).ranks() == [])
  }

  @Test func aRuleOrdersWhatColumnsLeaveEqual() {
    let values = (0..<100).map { FilterValue.int(Int64($0 % 3)) }
    var columns = SortColumns(count: 100)
    columns.append(values, SortComparison(), isAscending: true, nilsFirst: true)
    let order = columns.order { $0 % 7 > $1 % 7 }
    let expected = (0..<100).sorted {
      ($0 % 3, 7 - $0 % 7, $0) < ($1 % 3, 7 - $1 % 7, $1)
    }
    #expect(order.map { Int($0) } == expected)
    #expect(SortColumns(count: 3).order { $0 > $1 } == [2, 1, 0])
  }

  @Test func textsWithZerosAreOrderedByTheirBytes() {
    let texts = [
      "a\0\0\0\0\0\0\0\0", "a\0", "a", "", "\0", "a\0b", "a\0\0\0\0\0\0\0", "aaaaaaaa",
      "aaaaaaaa\0",
    ]
    let values = texts.flatMap { [$0, $0] }.map { FilterValue.string($0) }
    for isAscending in [true, false] {
      var columns = SortColumns(count: values.count)
      columns.append(values, SortComparison(), isAscending: isAscending, nilsFirst: true)
      #expect(
        columns.order()
          == expected(values.count, [(values, SortComparison(), isAscending, true)]))
    }
  }

  @Test func oneLongTextDoesNotSlowDownManyShortOnes() {
    var values = (0..<20_000).map { FilterValue.string("t\($0 / 2)") }
    values.append(.string(String(repeating: "t", count: 1_000_000)))
    var columns = SortColumns(count: values.count)
    columns.append(values, SortComparison(), isAscending: true, nilsFirst: true)
    #expect(columns.order().last == 20_000)
  }

  @Test(arguments: RandomSearch.seeds(3))
  func storedPropertiesAreOrderedAsTheirValuesAre(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let items = (0..<dice.below(300)).map { _ in SortItem(&dice) }
    for key in Self.itemKeys {
      let reader = try KeyPathReader<SortItem>(key)
      let column = try #require(reader.column, "\(key)")
      guard SortColumns.takes(column) else { continue }
      for (options, isNumeric) in Self.optionSets.flatMap({ [($0, false), ($0, true)] }) {
        let comparison = SortComparison(options: options, isNumeric: isNumeric)
        let words = Array<ValueWords>(unsafeUninitializedCapacity: items.count) { words, count in
          items.withUnsafeBufferPointer {
            guard let base = $0.baseAddress, let words = words.baseAddress else { return }
            column.read(
              UnsafeRawPointer(base), stride: MemoryLayout<SortItem>.stride,
              ids: ArraySlice(0..<UInt32(items.count)), mask: .max, into: words)
            count = items.count
          }
        }
        let values = items.map { reader.value(of: $0) }
        for (isAscending, nilsFirst) in [(true, true), (false, false), (false, true)] {
          var columns = SortColumns(count: items.count)
          columns.append(
            words, of: column, comparison, isAscending: isAscending, nilsFirst: nilsFirst)
          #expect(
            columns.order()
              == expected(items.count, [(values, comparison, isAscending, nilsFirst)]),
            "\(key) \(options) \(isNumeric) \(isAscending)")
        }
      }
    }
  }

  @Test(arguments: RandomSearch.seeds(5))
  func prefixesAreInTheOrderOfValues(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let items = (0..<60).map { _ in SortItem(&dice) }
    var made = 0
    for key in Self.itemKeys {
      let reader = try KeyPathReader<SortItem>(key)
      let column = try #require(reader.column, "\(key)")
      for options in Self.optionSets {
        let comparison = SortComparison(options: options)
        for (isAscending, nilsFirst) in [(true, true), (false, false), (false, true)] {
          guard
            let prefix = SortPrefix(
              column, comparison, isAscending: isAscending, nilsFirst: nilsFirst)
          else { continue }
          made += 1
          let numbers = items.withUnsafeBufferPointer { items in
            items.indices.map { prefix.number(at: items.baseAddress! + $0) }
          }
          let values = items.map { reader.value(of: $0) }
          var wrong: [FilterValue] = []
          for left in items.indices {
            for right in items.indices {
              let isMissing = (values[left].kind == .null, values[right].kind == .null)
              var order = comparison.order(values[left], values[right])
              if !isAscending { order = -order }
              if isMissing.0 != isMissing.1 { order = isMissing.0 == nilsFirst ? -1 : 1 }
              let isRight =
                order == 0
                ? numbers[left] == numbers[right]
                : order > 0 || numbers[left] < numbers[right]
                  || (!prefix.isExact && numbers[left] == numbers[right])
              if !isRight { wrong += [values[left], values[right]] }
            }
          }
          #expect(wrong.isEmpty, "\(key) \(options) \(isAscending) \(nilsFirst)")
        }
      }
    }
    #expect(made > 0)
    let text = try #require(try KeyPathReader<SortItem>("text").column)
    let numeric = SortComparison(isNumeric: true)
    #expect(SortPrefix(text, numeric, isAscending: true, nilsFirst: true) == nil)
  }

  @Test func storedPropertiesAreHashedAndComparedAsTheirValuesAre() throws {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    let items = (0..<120).map { _ in SortItem(&dice) }
    let hasher = KeyHasher()
    for key in Self.itemKeys {
      let reader = try KeyPathReader<SortItem>(key)
      let column = try #require(reader.column)
      let values = items.map { reader.value(of: $0) }
      items.withUnsafeBufferPointer { items in
        let words = items.indices.map { column.words(Row(items.baseAddress! + $0)) }
        for left in items.indices {
          if column.isIdentity {
            #expect(column.hash(words[left], hasher) == hasher.hash(values[left]), "\(key)")
          }
          for right in items.indices {
            #expect(
              column.areEqual(words[left], words[right]) == (values[left] == values[right]),
              "\(key) \(values[left]) \(values[right])")
          }
        }
      }
    }
  }

  @Test func equalValuesHaveOneHash() {
    let hasher = KeyHasher()
    for left in Samples.all {
      for right in Samples.all where left == right {
        #expect(hasher.hash(left) == hasher.hash(right), "\(left) \(right)")
      }
    }
    for count in 0...40 {
      let text = String(repeating: "é", count: count / 2) + String(repeating: "x", count: count % 2)
      let other = String(decoding: Array(text.utf8), as: UTF8.self)
      #expect(hasher.hash(.string(text)) == hasher.hash(.string(other)))
      #expect(hasher.hash(.string(text)) != hasher.hash(.string(text + "\0")))
    }
  }

  /// 5 to the power of 27 is the greatest that fits.
  @Test(
    arguments: [
      0, 1, 2, 5, 10, 15, -25, 1_000, 1 << 62, 5_000_000_000_000_000_000,
      7_450_580_596_923_828_125, .max, .min,
    ] as [Int64])
  func aWholeNumberHasOneHashInAllKinds(_ number: Int64) {
    let hasher = KeyHasher()
    let hash = hasher.hash(.int(number))
    #expect(hasher.hash(.decimal(Decimal(number))) == hash)
    #expect(hasher.hash(.decimal(Decimal(number) + 0.5)) != hash)
    if let double = Double(exactly: number) { #expect(hasher.hash(.double(double)) == hash) }
  }

  @Test func contentDiffersWhereAFieldDoes() {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    let contents = RowContents<SortItem>()
    for _ in 0..<300 {
      let left = SortItem(&dice)
      let right = dice.below(2) == 0 ? left : SortItem(&dice)
      let expected =
        Self.itemKeys.contains { left.filterValue(forKey: $0) != right.filterValue(forKey: $0) }
        || left.tags != right.tags
      let differs = withUnsafePointer(to: left) { left in
        withUnsafePointer(to: right) { right in contents.differ(left, right) { $0 != $1 } }
      }
      #expect(differs == expected)
    }
  }

  private static let itemKeys = [
    "whole", "small", "positive", "number", "single", "flag", "date", "text", "id", "choice",
    "maybeWhole", "maybeNumber", "maybeText", "maybeDate", "maybeFlag",
  ]

  private typealias Key = (
    values: [FilterValue], comparison: SortComparison, isAscending: Bool, nilsFirst: Bool
  )

  private func expected(_ count: Int, _ keys: [Key]) -> [UInt32] {
    (0..<UInt32(count)).sorted { left, right in
      for key in keys {
        let values = (key.values[Int(left)], key.values[Int(right)])
        let isNil = (values.0.kind == .null, values.1.kind == .null)
        if isNil.0 != isNil.1 { return isNil.0 == key.nilsFirst }
        let order = key.comparison.order(values.0, values.1)
        if order != 0 { return key.isAscending ? order < 0 : order > 0 }
      }
      return left < right
    }
  }

  /// The ranks of rows in order.
  private func expectedRanks(_ order: [UInt32], _ keys: [Key]) -> [UInt32] {
    var ranks = Array(repeating: UInt32(0), count: order.count)
    for place in order.indices.dropFirst() {
      let (before, row) = (Int(order[place - 1]), Int(order[place]))
      let isEqual = keys.allSatisfy { $0.comparison.order($0.values[before], $0.values[row]) == 0 }
      ranks[row] = isEqual ? ranks[before] : UInt32(place)
    }
    return ranks
  }
}

private struct SortItem: Filterable {
  enum Choice: String, CaseIterable, FilterValueConvertible { case red, teal, alsoRed }

  var whole: Int
  var small: Int8
  var positive: UInt32
  var number: Double
  var single: Float
  var flag: Bool
  var date: Date
  var text: String
  var id: UUID
  var choice: Choice
  var maybeWhole: Int?
  var maybeNumber: Double?
  var maybeText: String?
  var maybeDate: Date?
  var maybeFlag: Bool?
  var tags: [String]

  static let filterFields = FilterFields<SortItem>(
    FilterField("whole", \.whole), FilterField("small", \.small),
    FilterField("positive", \.positive), FilterField("number", \.number),
    FilterField("single", \.single), FilterField("flag", \.flag), FilterField("date", \.date),
    FilterField("text", \.text), FilterField("id", \.id), FilterField("choice", \.choice),
    FilterField("maybeWhole", \.maybeWhole), FilterField("maybeNumber", \.maybeNumber),
    FilterField("maybeText", \.maybeText), FilterField("maybeDate", \.maybeDate),
    FilterField("maybeFlag", \.maybeFlag), FilterField("tags", \.tags))

  init(_ dice: inout SeededGenerator) {
    whole = Int(dice.integer())
    small = Int8(truncatingIfNeeded: dice.integer())
    positive = UInt32(truncatingIfNeeded: dice.integer())
    number = dice.double()
    single = Float(dice.double())
    flag = dice.below(2) == 0
    date = Date(timeIntervalSinceReferenceDate: dice.double())
    text = dice.text()
    id = UUID(
      uuid: (0, 0, 0, 0, 0, 0, 0, UInt8(dice.below(3)), 0, 0, 0, 0, 0, 0, 0, UInt8(dice.below(3))))
    choice = Choice.allCases[dice.below(3)]
    maybeWhole = dice.below(3) == 0 ? nil : Int(dice.integer())
    maybeNumber = dice.below(3) == 0 ? nil : dice.double()
    maybeText = dice.below(3) == 0 ? nil : dice.text()
    maybeDate = dice.below(3) == 0 ? nil : Date(timeIntervalSinceReferenceDate: dice.double())
    maybeFlag = [true, false, nil][dice.below(3)]
    tags = dice.below(2) == 0 ? [] : ["a"]
  }
}

/// Random values, many of them equal or nearly so.
extension SeededGenerator {
  private static let powers: [Int64] = [1 << 53, -(1 << 53), 1 << 62]

  private static let integers: [Int64] =
    [0, 1, -1, 2, 127, 128, -128, .min, .min + 1, .max, .max - 1]
    + powers.flatMap { [$0, $0 + 1, $0 - 1] }

  fileprivate mutating func integer() -> Int64 { Self.integers[below(Self.integers.count)] }

  fileprivate mutating func double() -> Double {
    [
      0, -0.0, 1, -1, 0.5, .nan, -.nan, .infinity, -.infinity, 0x1p53, -0x1p53, 0x1p62, 0x1p63,
      -0x1p63, -Double.leastNonzeroMagnitude, .leastNonzeroMagnitude, 1e300, 127.5, -128.5,
    ][below(19)]
  }

  fileprivate mutating func text() -> String {
    let parts = [
      "", "a", "A", "b", "ab", "é", "e\u{301}", "É", "ß", "ss", "10", "9", "009", "00", " ",
      "web-0123",
      "\u{301}", "ﬁ", "日本", "한", "zzzzzzzzz", "\0", "😀", "e",
    ]
    return (0..<below(5)).map { _ in parts[below(parts.count)] }.joined()
  }

  mutating func value(_ kinds: [Int]) -> FilterValue {
    if below(6) == 0 { return .null }
    return switch kinds[below(kinds.count)] {
    case 0: .int(integer())
    case 1: .double(double())
    case 2: .date(Date(timeIntervalSinceReferenceDate: double()))
    case 3: .string(text())
    case 4: .bool(below(2) == 0)
    case 6:
      [
        FilterValue(integer: UInt64(Int64.max) + 1), FilterValue(integer: Int128(Int64.min) - 1),
        .decimal(Decimal(9_007_199_254_740_993 as Int64)), .decimal(.nan), .decimal(0.5),
      ][below(5)]
    default: .list([.int(1)])
    }
  }
}
