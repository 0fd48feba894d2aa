/// Prints rows as they come, and notes after the last one; or times alone, for `compare` to read.
final class Table {
  private static let widths = [4, 54, 34, 11, 11, 8, 7, 7, 12]

  private let isTimesOnly: Bool
  private var notes: [String] = []
  private var hasHeading = false

  init(isTimesOnly: Bool) { self.isTimesOnly = isTimesOnly }

  func add(_ row: Measurement) {
    if isTimesOnly {
      print(row.workload, row.agrees ? row.name : "WRONG ANSWER", row.ours, separator: "\t")
      return
    }
    if !hasHeading { heading() }
    print(
      line([
        row.workload, row.name, row.peerName, fixed(row.ours, 1), fixed(row.peer, 1),
        fixed(row.ratio, 4), row.target.map { fixed($0.must, 3) } ?? "",
        row.target?.reach.map { fixed($0, 3) } ?? "", row.verdict,
      ]))
  }

  /// A number that has no row in the table, for those who read times.
  func value(_ workload: String, _ name: String, _ value: Double) {
    if isTimesOnly { print(workload, name, value, separator: "\t") }
  }

  func note(_ line: String) {
    if !isTimesOnly { notes.append(line) }
  }

  func finish() {
    if hasHeading, !notes.isEmpty { print() }
    for note in notes { print(note) }
  }

  private func heading() {
    hasHeading = true
    print(
      line([
        "", "workload", "beside", "ours ns", "peer ns", "ratio", "must", "reach", "verdict",
      ]))
    print(Self.widths.map { String(repeating: "-", count: $0) }.joined(separator: "  "))
  }

  /// Numbers stand on the right, words on the left.
  private func line(_ cells: [String]) -> String {
    zip(cells, Self.widths).enumerated().map { index, cell in
      let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      return (3...7).contains(index) ? padding + cell.0 : cell.0 + padding
    }.joined(separator: "  ")
  }

  private func fixed(_ value: Double, _ places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((value * Double(scale)).rounded())
    let fraction = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
  }
}
