public import FilterEngine

extension ResultsConfiguration {
  /// What happens to a section without a row to show.
  public enum EmptySections: Hashable, Sendable {
    /// It is left out.
    case drop
    /// It stays as long as it exists: key sections while the store holds a row of them.
    case keep
  }

  /// The order of sections by key.
  public enum SectionOrder {
    /// By the first row of each in the whole arrangement, shown or hidden.
    case first
    /// By key.
    case ascending
    /// By key, downwards.
    case descending
    /// As listed, rows or not; sections of other keys follow, each by its first row.
    case listed([FilterValue])
    /// By a rule of the caller: whether a key comes before another one.
    case by((FilterValue, FilterValue) -> Bool)
  }

  /// The position of the section of rows without a section key.
  public enum MissingSection: Hashable, Sendable {
    /// Where the section order puts it.
    case ordered
    /// Before all others.
    case first
    /// After all others.
    case last
  }

  /// How rows form sections.
  public struct SectionSettings {
    /// The section of a row. Without it rows are in the sections of the store.
    public var key: ResultsKey<Item>?

    /// The order of sections by key.
    public var order = SectionOrder.first

    /// The position of rows without a section key.
    public var missing = MissingSection.ordered

    /// What happens to sections without a row; nil drops key sections and keeps given ones.
    public var empty: EmptySections?

    /// Whether `hasNoRows` is false while there is a section, though none has a row.
    public var emptyAreData = false

    /// Whether at most one section is expanded.
    public var expandsOne = false

    /// The title of a section; nil for the text of its key.
    public var title: ((FilterValue) -> String?)?

    /// The letter of a title in an index; nil for its first one, capitalised.
    public var indexTitle: ((String) -> String?)?
  }

  /// The keys of the sections that are there without rows.
  var listedSections: [FilterValue]? {
    if case .listed(let keys) = sections.order { keys } else { nil }
  }

  /// Whether sections without a row to show are shown.
  var keepsEmptySections: Bool {
    if let empty = sections.empty { return empty == .keep }
    return listedSections == nil ? sections.key == nil : sections.key != nil
  }

  /// The order of section keys, 0 where the first rows decide.
  var orderOfSections: (FilterValue, FilterValue) -> Int {
    let order: (FilterValue, FilterValue) -> Int
    let values = SortComparison()
    switch sections.order {
    case .first: order = { _, _ in 0 }
    case .ascending: order = { values.order($0, $1) }
    case .descending: order = { values.order($1, $0) }
    case .listed(let keys):
      order = {
        (keys.firstIndex(of: $0) ?? keys.count) - (keys.firstIndex(of: $1) ?? keys.count)
      }
    case .by(let precedes): order = { precedes($0, $1) ? -1 : precedes($1, $0) ? 1 : 0 }
    }
    guard sections.missing != .ordered else { return order }
    let missingOrder = sections.missing == .first ? -1 : 1
    return { left, right in
      let isMissing = (left.kind == .null, right.kind == .null)
      if isMissing.0 == isMissing.1 { return order(left, right) }
      return isMissing.0 ? missingOrder : -missingOrder
    }
  }
}

extension FilterValue {
  /// The text of a section key, which is the title of its section unless the configuration makes another one.
  var titleOfSection: String? {
    switch self {
    case .null: nil
    case .string(let text): text
    default: "\(self)"
    }
  }
}
