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
  ///
  /// A controller refuses an order that does not fit the keys: of lists or texts where the keys are numbers, say.
  public struct SectionOrder {
    enum Rule {
      case first
      case ascending
      case descending
      case listed([FilterValue])
      case by((FilterValue, FilterValue) -> Bool)
    }

    let rule: Rule

    /// The kind of the keys that the order is made for; nil if it takes any.
    let kind: FilterKind?

    init(_ rule: Rule, kind: FilterKind? = nil) {
      self.rule = rule
      self.kind = kind
    }

    /// By the first row of each in the whole arrangement, shown or hidden.
    public static var first: Self { Self(.first) }

    /// By key.
    public static var ascending: Self { Self(.ascending) }

    /// By key, downwards.
    public static var descending: Self { Self(.descending) }

    /// As listed, rows or not; sections of other keys follow, each by its first row.
    ///
    /// ```swift
    /// configuration.sections.order = .listed(Mood.allCases)
    /// ```
    public static func listed(_ keys: some Sequence<some FilterValueConvertible>) -> Self {
      Self(.listed(keys.map { $0.filterValue }))
    }

    /// By a rule of the caller: whether a key comes before another one.
    ///
    /// ```swift
    /// configuration.sections.order = .by { (left: Mood, right: Mood) in left.rank < right.rank }
    /// ```
    ///
    /// Sections whose keys are no values of the type come after the others, each by its first row.
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

    /// The title of a section; nil for the text of its key. `setTitle(_:)` sets one of keys of a type.
    public var title: ((FilterValue) -> String?)? { didSet { titleKind = nil } }

    /// The kind of the keys that `title` is made for; nil if it takes any.
    private(set) var titleKind: FilterKind?

    /// The letter of a title in an index; nil for its first one, capitalised.
    public var indexTitle: ((String) -> String?)?

    /// Lets `title` make the titles of sections of the keys of its type; the titles of others are the texts of
    /// their keys.
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

  /// The keys of the sections that are there without rows.
  var listedSections: [FilterValue]? {
    if case .listed(let keys) = sections.order.rule { keys } else { nil }
  }

  /// Whether sections without a row to show are shown.
  var keepsEmptySections: Bool {
    if let empty = sections.empty { return empty == .keep }
    return listedSections == nil ? sections.key == nil : sections.key != nil
  }

  /// The order of section keys; 0 if the first rows decide.
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
  /// The text of a section key, which is the title of its section unless the configuration makes another one.
  var titleOfSection: String? {
    switch self {
    case .null: nil
    case .string(let text): text
    default: "\(self)"
    }
  }
}
