/// Where a row is to be seen.
enum RowVisibility: Sendable {
  /// A filter hides it.
  case hidden
  /// It is a row of its section.
  case shown
  /// The filters let it through and the test does not: it counts for the section's group row.
  case grouped
}
