internal import FilterEngine
internal import FilterJSON

/// What a thread finds in its part of an input.
struct FoundRows: Sendable {
  /// What was counted, and the records of rows that come out as they are found.
  var matches = JSONLineMatches()

  /// The rows that wait, in the order in which they were found or in that of the sort keys.
  var rows: [TakenRow] = []
}
