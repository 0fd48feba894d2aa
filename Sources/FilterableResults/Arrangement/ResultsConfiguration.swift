public import FilterEngine

/// How a controller identifies rows, arranges them, and reports.
///
/// ```swift
/// var configuration = ResultsConfiguration<Person>()
/// configuration.rows.identity = ResultsKey(\.id)
/// configuration.rows.sort = [.ascending(\.age), .descending(\.name, options: .caseInsensitive)]
/// configuration.sections.key = ResultsKey(\.city)
/// configuration.sections.order = .ascending
/// ```
public struct ResultsConfiguration<Item: Filterable> {
  /// What identifies rows, their order, and when their content has changed.
  public var rows = RowSettings()

  /// How rows form sections.
  public var sections = SectionSettings()

  /// The test after the filters, and the rows that stand for those which fail it.
  public var groupRows = GroupRowSettings()

  /// What is reported, and when.
  public var delivery = DeliverySettings()

  /// What the filters may take: steps and memory for an item, time for an edit.
  ///
  /// An edit that hits one changes nothing. What throws, throws `ResultsError.limit`; after what does not,
  /// `failures.limit` is set.
  public var limits = EvaluationLimits.standard

  /// The defaults: no identity, no sections, the store's order.
  public init() {}
}

extension ResultsConfiguration where Item: Identifiable, Item.ID: FilterValueConvertible {
  /// The defaults for items with an `id`, which identifies them: no sections, the store's order.
  ///
  /// A field `id` of the type's table is read in place where its property has the type of `id`.
  public init() {
    rows.identity = KeyPathReader.ofID.map { ResultsKey($0) } ?? ResultsKey { $0.id }
  }
}

extension ResultsConfiguration {
  /// What happens to a row whose key the store has already.
  public enum Duplicates: Hashable, Sendable {
    /// The newcomer is ignored.
    case first
    /// The newcomer's content goes to the old row's place.
    case last
    /// The whole edit is refused.
    case refuse
  }

  /// What identifies rows, their order, and when their content has changed.
  public struct RowSettings {
    /// The key of a row. Without it rows are matched by equality, and equal rows may repeat.
    public var identity: ResultsKey<Item>?

    /// A stamp that changes with the content, for items that change in place.
    public var version: ResultsKey<Item>?

    /// What happens to rows whose key is there already.
    public var duplicates = Duplicates.first

    /// The order of rows in their sections; rows that it leaves equal keep the store's order.
    public var sort: [SortKey<Item>] = []

    /// Whether an item comes before another one, asked where the sort keys leave them equal.
    public var comparator: ((Item, Item) -> Bool)?

    /// Puts many items in the order of sort keys and comparator at once: their places, equal ones in the
    /// order given; nil where it cannot. For callers that know the order of all items beforehand.
    package var bulkOrder: (([Item]) -> [Int]?)?

    /// Whether the content differs: old, new. Nil compares values and their kinds.
    public var isModified: ((Item, Item) -> Bool)?
  }

  /// The test after the filters, and the rows that stand for those which fail it.
  public struct GroupRowSettings {
    /// A test after the filters. Rows that fail it are not shown; they belong to the group row of their section.
    public var test: ((Item) -> Bool)?

    /// Whether the test is in force.
    public var usesTest = true

    /// Whether each section with rows that fail the test shows a last row for them.
    public var areShown = false
  }

  /// What is reported, and when.
  public struct DeliverySettings {
    /// Whether rows that an edit puts in place of equal ones are reported as updated.
    public var reportsEqualReplacements = false

    /// Whether moves are reported; otherwise rows and sections that moved are deleted and inserted.
    public var reportsMoves = true

    /// Whether a delivery without changes is sent.
    public var sendsEmptyChanges = false

    /// The number of changes above which a delivery is a reload; nil for no limit.
    public var reloadThreshold: Int?

    /// Whether the first rows of a list without any are a reload.
    public var reloadsFromEmpty = false

    /// Whether nothing but reloads is sent until `beginDelivering()`.
    public var waitsUntilLoaded = false
  }
}
