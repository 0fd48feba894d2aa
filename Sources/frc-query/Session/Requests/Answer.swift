internal import FilterEngine
internal import FilterableResults

/// The answer to a request without an error.
enum Answer {
  /// One member of a name
  case member(String, FilterValue)
  /// The changes of the visible rows by an edit
  case changes([ResultsChange<FilterValue>])
  /// All visible rows
  case snapshot(ResultsSnapshot<FilterValue>)
}
