internal import FilterEngine

extension ResultsSnapshot {
  /// The snapshot, or where it has data and no row a message in its place: `rows` rows, at least one,
  /// of which the last is the message and the others are blank.
  ///
  /// Made for the substitute hook: `{ _, new in new.showingMessage("No results") }`.
  public func showingMessage(_ text: String, rows: Int = 1) -> ResultsSnapshot {
    guard isLoaded, rowCount == 0 else { return self }
    var extras: [ResultsRow<Item>] = []
    for blank in 1..<Swift.max(1, Swift.min(rows, 1_000)) {
      extras.append(.extra(ResultsExtra(id: .list(["blank", .int(Int64(blank))]))))
    }
    extras.append(.extra(ResultsExtra(id: "message", value: .string(text))))
    return ResultsSnapshot(
      sections: [ResultsSection(key: sections.first?.key ?? .null, rows: extras)])
  }
}
