/// Where an arrangement has a row.
struct RowPlace: Sendable {
  /// The section among all sections.
  var section: Int

  /// The row among all rows of the section.
  let index: Int

  /// How many shown rows of the section are before it.
  let rank: Int
  var visibility: RowVisibility
}

/// Where a row that was edited, came or went was shown before and after.
struct EditedRow: Sendable {
  /// A section by its number and by its place in the arrangement, and how many shown rows stand before.
  struct Place: Sendable {
    let section: Int
    let index: Int
    let rank: Int
  }

  /// The place before, nil where the row was hidden.
  let from: Place?

  /// The place after, nil where it is hidden.
  let to: Place?

  /// Whether the content counts as changed.
  var isModified = true
}
