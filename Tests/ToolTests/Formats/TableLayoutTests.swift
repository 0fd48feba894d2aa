import FilterSyntax
import Testing

@testable import FrcQuery

/// Which columns of a table are shown, and how wide.
struct TableLayoutTests {
  private func column(
    _ role: TableLayout.Role, _ cells: Int, name: Int = 4
  ) -> TableLayout.Column {
    TableLayout.Column(role: role, name: name, cells: cells)
  }

  private func layout(_ columns: [TableLayout.Column], _ width: Int?) -> String {
    let layout = TableLayout(columns, width: width)
    return zip(layout.shown, layout.widths).map { "\($0):\($1)" }.joined(separator: " ")
  }

  @Test func whatFitsStaysWhole() {
    let columns = [column(.identity, 36), column(.text, 30), column(.nested, 50)]
    #expect(layout(columns, nil) == "0:36 1:30 2:50")
    #expect(layout(columns, 120) == "0:36 1:30 2:50")
  }

  @Test func nestedValuesGiveWayBeforeTexts() {
    let columns = [
      column(.identity, 8), column(.nested, 50), column(.text, 30), column(.whole, 3),
    ]
    #expect(layout(columns, 90) == "0:8 1:42 2:30 3:4")
    #expect(layout(columns, 60) == "0:8 1:12 2:30 3:4")
    #expect(layout(columns, 50) == "0:8 1:12 2:20 3:4")
    #expect(layout(columns, 42) == "0:8 1:12 2:12 3:4")
  }

  @Test func theLongestOfAKindGivesWayFirst() {
    let columns = [column(.text, 14), column(.text, 90), column(.text, 40)]
    #expect(layout(columns, 78) == "0:14 1:30 2:30")
  }

  @Test func namesOfNumbersGiveWayAndNumbersDoNot() {
    let columns = [column(.whole, 18, name: 30), column(.whole, 3, name: 30), column(.text, 4)]
    #expect(layout(columns, 38) == "0:18 1:12 2:4")
    #expect(layout(columns, 44) == "0:18 1:18 2:4")
  }

  @Test func whatStillDoesNotFitIsLeftOutFromTheRight() {
    let columns = [
      column(.text, 30), column(.text, 30), column(.identity, 20), column(.whole, 6),
    ]
    #expect(layout(columns, 56) == "0:12 1:12 2:20 3:6")
    #expect(layout(columns, 55) == "0:15 1:16 2:20")
    #expect(layout(columns, 40) == "0:18 2:20")
    #expect(layout(columns, 30) == "2:20")
    #expect(layout(columns, 10) == "2:10")
  }

  @Test func ofIdentitiesAloneTheFirstStays() {
    let columns = [column(.identity, 8), column(.identity, 20), column(.identity, 6)]
    #expect(layout(columns, 38) == "0:8 1:20 2:6")
    #expect(layout(columns, 37) == "0:8 1:20")
    #expect(layout(columns, 29) == "0:8")
    #expect(layout(columns, 5) == "0:5")
  }

  @Test(arguments: [
    ("abcdefghij", 10, "abcdefghij"), ("abcdefghij", 9, "abcd…ghij"), ("abcdefghij", 4, "ab…j"),
    ("abcdefghij", 2, "a…"), ("日本語日本語", 8, "日…語"), ("", 3, ""),
  ])
  func aTextIsShortenedInTheMiddle(_ text: String, _ width: Int, _ short: String) {
    let found = TableLayout.shortened(text, to: width)
    #expect(TextWidth.of(found) <= width)
    #expect(found == short || text.hasPrefix("日"), "\(found)")
  }

  @Test func identifiersGiveWayAfterTexts() {
    let columns = [column(.identity, 8), column(.identifier, 36), column(.text, 30)]
    #expect(layout(columns, 78) == "0:8 1:36 2:30")
    #expect(layout(columns, 60) == "0:8 1:36 2:12")
    #expect(layout(columns, 44) == "0:8 1:20 2:12")
    #expect(layout(columns, 36) == "0:8 1:12 2:12")
    #expect(layout(columns, 35) == "0:8 1:25")
  }

  @Test func noLayoutIsWiderThanItsWidth() {
    let sizes = [1, 5, 12, 13, 40]
    for width in 1...60 {
      for first in sizes {
        for second in sizes {
          let columns = [
            column(.whole, first, name: second), column(.nested, second), column(.text, first),
            column(.whole, second, name: first), column(.identity, 3),
          ]
          let widths = TableLayout(columns, width: width).widths
          let total = widths.reduce(0, +) + 2 * (widths.count - 1)
          #expect(total <= width && widths.allSatisfy { $0 > 0 }, "\(width) \(first) \(second)")
        }
      }
    }
  }
}
