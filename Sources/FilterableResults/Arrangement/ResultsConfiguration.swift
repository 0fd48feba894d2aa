public import FilterEngine

/// How a controller tells rows apart, arranges them, and reports.
public struct ResultsConfiguration<Item: Filterable> {
  /// What happens to a row whose key the store has already.
  public enum Duplicates: Hashable, Sendable {
    /// The newcomer is ignored.
    case first
    /// The newcomer's content goes to the old row's place.
    case last
    /// The whole edit is refused.
    case refuse
  }

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
    /// As listed, rows or not; sections of other keys behind, each by its first row.
    case listed([FilterValue])
    /// By own rule: whether a key comes before another one.
    case by((FilterValue, FilterValue) -> Bool)
  }

  /// Where the section of rows without a section key stands.
  public enum MissingSection: Hashable, Sendable {
    /// Where the section order puts it.
    case ordered
    /// Before all others.
    case first
    /// Behind all others.
    case last
  }

  /// What tells rows apart. Without it rows are matched by equality, and equal rows may repeat.
  public var identity: ResultsKey<Item>?

  /// What the section of a row is. Without it rows stand in the sections of the store.
  public var section: ResultsKey<Item>?

  /// The order of rows in their sections; rows that it leaves equal keep the store's order.
  public var sort: [SortKey] = []

  /// Whether an item comes before another one, asked where the sort keys leave them equal.
  public var comparator: ((Item, Item) -> Bool)?

  /// Puts many items in the order of sort keys and comparator at once: their places, equal ones in the
  /// order given; nil where it cannot. For whoever knows the order of all items beforehand.
  package var bulkOrder: (([Item]) -> [Int]?)?

  /// The order of sections by key.
  public var sectionOrder = SectionOrder.first

  /// Where rows without a section key stand.
  public var missingSection = MissingSection.ordered

  /// What happens to sections without a row; nil drops key sections and keeps given ones.
  public var emptySections: EmptySections?

  /// What happens to rows whose key is there already.
  public var duplicates = Duplicates.first

  /// The title of a section; nil for the text of its key.
  public var sectionTitle: ((FilterValue) -> String?)?

  /// The letter of a title in an index; nil for its first one, capitalised.
  public var indexTitle: ((String) -> String?)?

  /// A test after the filters; rows that fail it count for the group row of their section.
  public var postFilterTest: ((Item) -> Bool)?

  /// Whether the test counts.
  public var usesPostFilterTest = true

  /// Whether each section shows one last row that stands for those that fail the test.
  public var showsGroupRows = false

  /// Whether the content differs: old, new. Nil compares values and their kinds.
  public var isModified: ((Item, Item) -> Bool)?

  /// A stamp that changes with the content, for items that change in place.
  public var version: ResultsKey<Item>?

  /// Whether rows that an edit puts in place of equal ones are reported as updated.
  public var reportsEqualReplacements = false

  /// Whether moves are reported; otherwise rows and sections that moved are deleted and inserted.
  public var reportsMoves = true

  /// Whether sections count as data although none has a row, where `hasNoRows` is asked.
  public var emptySectionsAreData = false

  /// Whether a delivery without changes is sent.
  public var sendsEmptyChanges = false

  /// Above how many changes a delivery is a reload; nil for never.
  public var reloadThreshold: Int?

  /// Whether the first rows of a list without any are a reload.
  public var reloadsFromEmpty = false

  /// Whether nothing is sent until `markLoaded()`, apart from reloads.
  public var waitsUntilLoaded = false

  /// What the filters may take: steps and memory for an item, time for an edit.
  ///
  /// An edit that hits one changes nothing. What throws, throws `ResultsError.limit`; after what does not,
  /// `failures.limit` is set.
  public var limits = EvaluationLimits.standard

  /// Whether at most one section is expanded.
  public var expandsOneSection = false

  /// The defaults: no identity, no sections, the store's order.
  public init() {}
}
