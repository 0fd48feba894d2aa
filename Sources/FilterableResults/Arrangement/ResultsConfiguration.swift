public import FilterEngine

/// The settings of a controller: the identity and order of rows, their sections, and the delivery of changes.
///
/// ```swift
/// var configuration = ResultsConfiguration<Person>()
/// configuration.rows.identity = ResultsKey(\.id)
/// configuration.rows.sort = [.ascending(\.age), .descending(\.name, options: .caseInsensitive)]
/// configuration.sections.key = ResultsKey(\.city)
/// configuration.sections.order = .ascending
/// ```
public struct ResultsConfiguration<Item: Filterable> {
  /// The identity and order of rows, and the test for changed content.
  public var rows = RowSettings()

  /// The sections of rows, their order and titles.
  public var sections = SectionSettings()

  /// A test after the filters, and the rows that represent the items that fail it.
  public var groupRows = GroupRowSettings()

  /// The changes that are reported, and their form.
  public var delivery = DeliverySettings()

  /// The limits of filters: steps and memory for an item, and time for an edit.
  ///
  /// An edit that hits a limit changes nothing, and throws `ResultsError.limit`. If it does not throw, `failures.limit` is
  /// set.
  public var limits = EvaluationLimits.standard

  /// Creates the default configuration: rows without identity, in the sections and the order of the store.
  public init() {}
}

extension ResultsConfiguration where Item: Identifiable, Item.ID: FilterValueConvertible {
  /// Creates the default configuration of items with an `id`, which identifies them: the sections and the order of the
  /// store.
  ///
  /// A field `id` of the field table is read in place if its property has the type of `id`.
  public init() {
    rows.identity = KeyPathReader.ofID.map { ResultsKey($0) } ?? ResultsKey { $0.id }
  }
}

extension ResultsConfiguration {
  /// The policy for a row whose key is already in the store.
  public enum Duplicates: Hashable, Sendable {
    /// Keeps the existing row and ignores the new one.
    case first
    /// Replaces the content of the existing row.
    case last
    /// Refuses the whole edit.
    case refuse
  }

  /// The settings of rows: their identity and order, and the test for changed content.
  public struct RowSettings {
    /// The key that identifies a row. Without it rows are matched by equality, and equal rows may repeat.
    public var identity: ResultsKey<Item>?

    /// A version stamp that changes with the content, for items that change in place.
    public var version: ResultsKey<Item>?

    /// The policy for rows whose key is already in the store.
    public var duplicates = Duplicates.first

    /// The order of the rows in each section. Rows that are equal in it keep the order of the store.
    ///
    /// NaN is after the negative numbers and before zero, as in the order of `NSNumber`. A `ResultsSortKey` says where rows
    /// without a value are.
    public var sort: [ResultsSortKey<Item>] = []

    /// Whether an item precedes another, for items that are equal by the sort keys.
    public var comparator: ((Item, Item) -> Bool)?

    /// Returns the indices of many items in the order of sort keys and comparator, or nil if it is not known. Equal items
    /// keep their order.
    package var bulkOrder: (([Item]) -> [Int]?)?

    /// Whether the content of a row differs between an old and a new item. Nil compares values and their kinds.
    public var isModified: ((Item, Item) -> Bool)?

    /// The values that items represent; nil for items that are compared as their type is.
    package var content: ItemContent<Item>?
  }

  /// The settings of group rows: a test after the filters, and the rows that represent the items that fail it.
  public struct GroupRowSettings {
    /// A test after the filters. Rows that fail it are hidden, and belong to the group row of their section.
    public var test: ((Item) -> Bool)?

    /// Whether the test is applied.
    public var usesTest = true

    /// Whether a section with rows that fail the test has a group row, which is its last row.
    public var areShown = false
  }

  /// The settings of delivery: the changes that are reported, and their form.
  public struct DeliverySettings {
    /// Whether the replacement of a row by an equal one is reported as an update.
    public var reportsEqualReplacements = false

    /// Whether moves are reported. If not, rows and sections that move are deleted and inserted.
    public var reportsMoves = true

    /// Whether an edit without changes is delivered, with an empty change set.
    public var sendsEmptyChanges = false

    /// The number of changes above which a delivery is a reload. Nil for no limit.
    public var reloadThreshold: Int?

    /// Whether a change of a list without rows is delivered as a reload.
    public var reloadsFromEmpty = false

    /// Whether only reloads are delivered until `beginDelivering()` is called.
    public var waitsUntilLoaded = false
  }
}
