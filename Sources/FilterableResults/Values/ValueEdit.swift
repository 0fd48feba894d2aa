package import FilterEngine

/// A key that an edit ignored.
package struct IgnoredKey: Hashable {
  package enum Reason: String {
    /// No row has the key.
    case unknown
    /// Another row has the key.
    case duplicate
  }

  package let key: FilterValue
  package let reason: Reason
}

/// An edit of a controller of values, such as one that was read from JSON.
package indirect enum ValueEdit {
  // MARK: Rows
  case setItems([FilterValue]?)
  case setSections([StoredSection<FilterValue>])
  case add(FilterValue, toSection: Int?)
  case insert(FilterValue, at: StorePosition)
  case removeKey(FilterValue)
  case remove(at: StorePosition)
  case replace(FilterValue)
  case replaceRow(at: StorePosition, with: FilterValue)
  case move(from: StorePosition, to: StorePosition)
  case merge([FilterValue], sortedBy: [ResultsSortKey<FilterValue>])

  // MARK: Sections of the store
  case insertSection(StoredSection<FilterValue>, at: Int?)
  case removeSection(at: Int)
  case replaceSection(at: Int, with: [FilterValue])
  case moveSection(from: Int, to: Int)

  // MARK: Settings, filters, batches
  case configure(ResultsConfiguration<FilterValue>)
  case setFilters(FilterRegistry<FilterValue>)
  case begin, end, rollback
}
