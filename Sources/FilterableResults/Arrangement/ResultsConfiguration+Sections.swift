public import FilterEngine

extension ResultsConfiguration {
  /// The policy for a section without visible rows.
  public enum EmptySections: Hashable, Sendable {
    /// Hides the section.
    case drop
    /// Keeps the section as long as it exists: sections by key while the store has a row of them.
    case keep
  }

  /// The order of sections by key.
  ///
  /// A controller refuses an order that does not fit the keys, such as an order of strings for keys that are numbers.
  public struct SectionOrder {
    enum Rule {
      case first
      case ascending
      case descending
      case listed([FilterValue])
      case by((FilterValue, FilterValue) -> Bool)
    }

    let rule: Rule

    /// The kind of the keys that the order is for; nil for any kind.
    let kind: FilterKind?

    init(_ rule: Rule, kind: FilterKind? = nil) {
      self.rule = rule
      self.kind = kind
    }

    /// The order of the first row of each section in the arrangement, hidden or visible.
    public static var first: Self { Self(.first) }

    /// The ascending order of the keys.
    public static var ascending: Self { Self(.ascending) }

    /// The descending order of the keys.
    public static var descending: Self { Self(.descending) }

    /// The order of a list of keys, with a section for each of them. Sections with other keys follow in the order of their
    /// first rows.
    ///
    /// ```swift
    /// configuration.sections.order = .listed(Mood.allCases)
    /// ```
    public static func listed(_ keys: some Sequence<some FilterValueConvertible>) -> Self {
      Self(.listed(keys.map { $0.filterValue }))
    }

    /// An order by a closure: whether a key precedes another.
    ///
    /// ```swift
    /// configuration.sections.order = .by { (left: Mood, right: Mood) in left.rank < right.rank }
    /// ```
    ///
    /// Sections whose keys are not values of the type follow in the order of their first rows.
    public static func by<Key: FilterValueConvertible>(
      _ precedes: @escaping (Key, Key) -> Bool
    ) -> Self {
      Self(
        .by { left, right in
          guard let left = left.converted(to: Key.self) else { return false }
          return right.converted(to: Key.self).map { precedes(left, $0) } ?? true
        }, kind: Key.filterKind)
    }
  }

  /// The position of the section of rows whose section key is null.
  public enum MissingSection: Hashable, Sendable {
    /// The position in the order of sections.
    case ordered
    /// Before all other sections.
    case first
    /// After all other sections.
    case last
  }

  /// The settings of sections: their key, order, and titles.
  public struct SectionSettings {
    /// The key of the section of a row. Without it rows are in the sections of the store.
    public var key: ResultsKey<Item>?

    /// The order of sections that are made by a key.
    public var order = SectionOrder.first

    /// The position of the section of rows whose section key is null.
    public var missing = MissingSection.ordered

    /// The policy for sections without visible rows. Nil hides sections by key, and keeps sections of the store and those
    /// of `SectionOrder.listed(_:)`.
    public var empty: EmptySections?

    /// Whether `hasNoRows` is false while there is a section, even if no section has a row.
    public var emptyAreData = false

    /// Whether expanding a section collapses all others.
    public var expandsOne = false

    /// Returns the title of a section by its key. Nil uses the text of the key.
    ///
    /// `setTitle(_:)` sets a closure for keys of a type.
    public var title: ((FilterValue) -> String?)? { didSet { titleKind = nil } }

    /// The kind of the keys that `title` is for; nil for any kind.
    private(set) var titleKind: FilterKind?

    /// Returns the index title for a title. Nil uses its first letter in upper case.
    public var indexTitle: ((String) -> String?)?

    /// Sets a closure that returns the titles of sections whose keys are values of a type. Other sections have the text of
    /// their key as title.
    ///
    /// ```swift
    /// configuration.sections.setTitle { (mood: Mood) in mood == .good ? "Good" : "Not so good" }
    /// ```
    public mutating func setTitle<Key: FilterValueConvertible>(
      _ title: @escaping (Key) -> String?
    ) {
      self.title = { key in
        if let value = key.converted(to: Key.self) { title(value) } else { key.titleOfSection }
      }
      titleKind = Key.filterKind
    }
  }

  /// The keys of the sections that exist without rows.
  var listedSections: [FilterValue]? {
    if case .listed(let keys) = sections.order.rule { keys } else { nil }
  }

  /// Whether sections without visible rows are visible.
  var keepsEmptySections: Bool {
    if let empty = sections.empty { return empty == .keep }
    return listedSections == nil ? sections.key == nil : sections.key != nil
  }

  /// Compares section keys; 0 if the first rows determine the order.
  var orderOfSections: (FilterValue, FilterValue) -> Int {
    let order: (FilterValue, FilterValue) -> Int
    let values = SortComparison()
    switch sections.order.rule {
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
  /// The text of a section key, which is the default title of its section.
  var titleOfSection: String? {
    switch self {
    case .null: nil
    case .string(let text): text
    default: "\(self)"
    }
  }
}
