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

/// An edit of a controller of references.
package indirect enum ReferenceEdit {
  // MARK: Rows
  case setItems([RowReference]?)
  case setSections([StoredSection<RowReference>])
  case add(RowReference, toSection: Int?)
  case insert(RowReference, at: StorePosition)
  case removeKey(FilterValue)
  case remove(at: StorePosition)
  case replace(RowReference)
  case replaceRow(at: StorePosition, with: RowReference)
  case move(from: StorePosition, to: StorePosition)
  case merge([RowReference], isSorted: Bool)

  // MARK: Sections of the store
  case insertSection(StoredSection<RowReference>, at: Int?)
  case removeSection(at: Int)
  case replaceSection(at: Int, with: [RowReference])
  case moveSection(from: Int, to: Int)

  // MARK: Settings, filters, batches
  case configure(ResultsConfiguration<RowReference>)
  case setFilters(FilterRegistry<RowReference>)
  case begin, end, rollback
}
