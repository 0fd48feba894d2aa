internal import FilterSyntax

/// Counts as bars for a terminal, each on a line: its label, the count and the bar.
struct BarChart {
  struct Bar {
    /// The label, or the lower bound of a range.
    let label: String

    /// The upper bound of a range; nil for a label.
    var end: String?
    let count: Int

    /// Whether an asterisk marks the bar.
    var isMarked = false
  }

  /// A bar has at least so much space.
  private static let leastBarWidth = 8

  private let bars: [Bar]
  private let width: Int
  private let isUnicode: Bool

  /// A chart that fits into `width` columns. Bars are eighths of blocks, or number signs unless `isUnicode`.
  init(_ bars: [Bar], width: Int?, isUnicode: Bool) {
    self.bars = bars
    self.width = width ?? Terminal.usualWidth
    self.isUnicode = isUnicode
  }

  /// The lines without line ends, safe for a terminal.
  var lines: [String] {
    let counts = bars.map { Self.separated($0.count) }
    let countWidth = counts.map(\.utf8.count).max() ?? 0
    let hasMarks = bars.contains(where: \.isMarked)
    let room = width - countWidth - Self.leastBarWidth - 4 - (hasMarks ? 2 : 0)
    let labels = labels(room: max(room, 1))
    let labelWidth = labels.map(TextWidth.of).max() ?? 0
    let barWidth = max(
      Self.leastBarWidth, width - labelWidth - countWidth - 4 - (hasMarks ? 2 : 0))
    let most = bars.map(\.count).max() ?? 0
    return bars.indices.map { index in
      let mark = hasMarks ? (bars[index].isMarked ? "* " : "  ") : ""
      let label = labels[index] + Self.blanks(labelWidth - TextWidth.of(labels[index]))
      let count = Self.blanks(countWidth - counts[index].utf8.count) + counts[index]
      let bar = bar(bars[index].count, of: most, width: barWidth)
      return mark + label + "  " + count + (bar.isEmpty ? "" : "  " + bar)
    }
  }

  /// The labels, with the bounds of ranges below one another.
  private func labels(room: Int) -> [String] {
    let names = bars.map { TerminalText.line($0.label) }
    let ends = bars.map { $0.end.map(TerminalText.line) }
    let nameWidth = names.map(TextWidth.of).max() ?? 0
    let endWidth = ends.compactMap { $0 }.map(TextWidth.of).max() ?? 0
    let labels = zip(names, ends).map { name, end in
      guard let end else { return name }
      return Self.blanks(nameWidth - TextWidth.of(name)) + name + (isUnicode ? " – " : " - ")
        + Self.blanks(endWidth - TextWidth.of(end)) + end
    }
    return labels.map { TextWidth.clip($0, to: room) }
  }

  /// A bar whose length is in proportion to its count; one that is not zero is visible.
  private func bar(_ count: Int, of most: Int, width: Int) -> String {
    guard count > 0, most > 0 else { return "" }
    let share = Double(count) / Double(most) * Double(width)
    guard isUnicode else {
      return String(repeating: "#", count: max(1, Int(share.rounded())))
    }
    let eighths = max(1, Int((share * 8).rounded()))
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + part
  }

  /// A count with a comma before each group of three digits.
  static func separated(_ count: Int) -> String {
    var digits = ""
    for (index, digit) in String(count.magnitude).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { digits.append(",") }
      digits.append(digit)
    }
    return (count < 0 ? "-" : "") + String(digits.reversed())
  }

  private static func blanks(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }
}
