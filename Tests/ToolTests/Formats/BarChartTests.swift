import FilterSyntax
import Testing

@testable import FrcQuery

/// Bars of counts, as lines for a terminal.
struct BarChartTests {
  private let bars = [
    BarChart.Bar(label: "London", count: 1204), BarChart.Bar(label: "Zürich", count: 77),
    BarChart.Bar(label: "日本", count: 1, isMarked: true), BarChart.Bar(label: "", count: 0),
  ]

  @Test func barsAreEighthsOfBlocks() {
    #expect(
      BarChart(bars, width: 34, isUnicode: true).lines == [
        "  London  1,204  █████████████████", "  Zürich     77  █▏", "* 日本        1  ▏",
        "              0",
      ])
  }

  @Test func withoutUnicodeBarsAreNumberSigns() {
    #expect(
      BarChart(bars, width: 34, isUnicode: false).lines == [
        "  London  1,204  #################", "  Zürich     77  #", "* 日本        1  #",
        "              0",
      ])
  }

  @Test func rangesAreAlignedAtTheirBounds() {
    let bars = [
      BarChart.Bar(label: "0", end: "10", count: 3),
      BarChart.Bar(label: "100", end: "1000", count: 6),
    ]
    #expect(
      BarChart(bars, width: 30, isUnicode: true).lines == [
        "  0 –   10  3  ███████▌", "100 – 1000  6  ███████████████",
      ])
  }

  @Test(arguments: [1, 10, 20, 40, 80, 200])
  func linesFitWhereTheyCan(_ width: Int) {
    let bars = self.bars + [BarChart.Bar(label: String(repeating: "x\u{1B}", count: 99), count: 5)]
    for line in BarChart(bars, width: width, isUnicode: true).lines {
      #expect(!line.contains("\u{1B}"))
      #expect(TextWidth.of(line) <= max(width, 24))
    }
    #expect(BarChart([], width: width, isUnicode: true).lines.isEmpty)
  }

  @Test func countsHaveSeparators() {
    for (count, text) in [
      (0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000"),
    ] {
      #expect(BarChart.separated(count) == text)
    }
  }
}
