import FilterEngine
import Testing

/// Numbers of every machine type, stored, optional and computed, in expressions over many rows.
@Suite struct NumberColumnsTests {
  struct Row: Filterable, Sendable {
    var id: Int
    var wide: UInt64
    var small: Int8
    var ratio: Double
    var single: Float
    var maybe: Int?
    var maybeWide: UInt64?
    var maybeSmall: UInt8?
    var maybeRatio: Double?

    static let filterFields = FilterFields<Row>(
      FilterField("id", \.id), FilterField("wide", \.wide), FilterField("small", \.small),
      FilterField("ratio", \.ratio), FilterField("single", \.single), FilterField("maybe", \.maybe),
      FilterField("maybeWide", \.maybeWide), FilterField("maybeSmall", \.maybeSmall),
      FilterField("maybeRatio", \.maybeRatio), FilterField("newId") { $0.id },
      FilterField("newWide") { $0.wide }, FilterField("newSmall") { $0.small },
      FilterField("newRatio") { $0.ratio }, FilterField("newSingle") { $0.single })

    var object: FilterValue {
      [
        "id": id.filterValue, "wide": wide.filterValue, "small": small.filterValue,
        "ratio": ratio.filterValue, "single": single.filterValue, "maybe": maybe.filterValue,
        "maybeWide": maybeWide.filterValue, "maybeSmall": maybeSmall.filterValue,
        "maybeRatio": maybeRatio.filterValue, "newId": id.filterValue, "newWide": wide.filterValue,
        "newSmall": small.filterValue, "newRatio": ratio.filterValue,
        "newSingle": single.filterValue,
      ]
    }
  }

  private static let fields = [
    "id", "wide", "small", "ratio", "single", "maybe", "maybeWide", "maybeSmall", "maybeRatio",
    "newId",
    "newWide", "newSmall", "newRatio", "newSingle",
  ]

  /// Integers at the ends of their types and where doubles are no longer exact.
  private static let rows: [Row] = (0..<140).map { number in
    let odd = 9_007_199_254_740_993 + number % 3
    return Row(
      id: [number, odd, -odd, .max, .min, 3][number % 6], wide: [3, .max, UInt64(odd)][number % 3],
      small: Int8(truncatingIfNeeded: number), ratio: [3, Double(odd - 1), -0.5, .nan][number % 4],
      single: [3, 0.1, -.infinity][number % 3], maybe: [nil, number, odd][number % 3],
      maybeWide: [nil, 3, .max, 7][number % 4], maybeSmall: [3, nil, UInt8(number)][number % 3],
      maybeRatio: [nil, Double(number), Double(odd)][number % 3])
  }

  private static let forms = [
    "% + 1 > 3", "% - 3 == 0", "% * 2 <= 6", "% / 2 == 1", "-(%) < -2", "abs(%) == 3", "% > id",
    "% == ratio",
    "% != wide", "% <= maybe", "% < single", "id >= %", "sqrt(%) > 1", "% + ratio > 6",
  ]

  @Test(arguments: fields)
  func aColumnAnswersAsItsValuesDo(_ field: String) throws {
    let objects = Self.rows.map(\.object)
    for form in Self.forms {
      let text = form.replacing("%", with: field)
      let typed = try FilterPredicate<Row>(text: text)
      let dynamic = try FilterPredicate<FilterValue>(text: text)
      let expected = objects.map { try? dynamic.matches($0) }
      let found = Self.rows.map { try? typed.matches($0) }
      #expect(found == expected, "\(text)")
      // In blocks, with and without the rows that have no answer.
      var failures = 0
      let all = Self.rows.filter(typed) { _, _ in failures += 1 }
      #expect(all.count == expected.count { $0 == true }, "\(text)")
      #expect(failures == expected.count { $0 == nil }, "\(text)")
      let answered = Self.rows.indices.filter { expected[$0] != nil }.map { Self.rows[$0] }
      #expect(try answered.count(where: typed) == all.count, "\(text)")
    }
  }
}
