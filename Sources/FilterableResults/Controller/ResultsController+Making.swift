public import FilterEngine
public import FilterSyntax

// Controllers without data, with keys that the compiler checks.
extension ResultsController {
  /// A controller with the defaults of `ResultsConfiguration`: rows are matched by equality.
  public convenience init() { self.init(checked: ResultsConfiguration()) }

  /// A controller of rows with a key, in one list.
  public convenience init<Identity: FilterValueConvertible & SendableMetatype>(
    identifiedBy identity: any KeyPath<Item, Identity> & Sendable, sortedBy sort: SortKey<Item>...
  ) {
    self.init(identity: ResultsKey(identity), section: nil, sort)
  }

  /// A controller of rows with a key, in sections.
  public convenience init<
    Identity: FilterValueConvertible & SendableMetatype,
    Section: FilterValueConvertible & SendableMetatype
  >(
    identifiedBy identity: any KeyPath<Item, Identity> & Sendable,
    sectionedBy section: any KeyPath<Item, Section> & Sendable, sortedBy sort: SortKey<Item>...
  ) {
    self.init(identity: ResultsKey(identity), section: ResultsKey(section), sort)
  }

  /// A controller of rows that are matched by equality, in sections.
  public convenience init<Section: FilterValueConvertible & SendableMetatype>(
    sectionedBy section: any KeyPath<Item, Section> & Sendable, sortedBy sort: SortKey<Item>...
  ) {
    self.init(identity: nil, section: ResultsKey(section), sort)
  }

  /// A controller of rows that are matched by equality, in one list in order.
  public convenience init(sortedBy sort: SortKey<Item>, _ others: SortKey<Item>...) {
    self.init(identity: nil, section: nil, [sort] + others)
  }

  convenience init(
    identity: ResultsKey<Item>?, section: ResultsKey<Item>?, _ sort: [SortKey<Item>]
  ) {
    var configuration = ResultsConfiguration<Item>()
    configuration.rows.identity = identity
    configuration.rows.sort = sort
    configuration.sections.key = section
    self.init(checked: configuration)
  }
}

extension ResultsController where Item: Identifiable, Item.ID: FilterValueConvertible {
  /// A controller of items whose `id` identifies them, in one list.
  public convenience init() { self.init(checked: ResultsConfiguration()) }

  /// A controller of items whose `id` identifies them, in sections.
  public convenience init<Section: FilterValueConvertible & SendableMetatype>(
    sectionedBy section: any KeyPath<Item, Section> & Sendable, sortedBy sort: SortKey<Item>...
  ) {
    self.init(identity: ResultsConfiguration().rows.identity, section: ResultsKey(section), sort)
  }

  /// A controller of items whose `id` identifies them, in one list in order.
  public convenience init(sortedBy sort: SortKey<Item>, _ others: SortKey<Item>...) {
    self.init(identity: ResultsConfiguration().rows.identity, section: nil, [sort] + others)
  }
}

extension ResultsController {
  /// A controller of rows with a key, by key paths as text.
  ///
  /// ```swift
  /// let results = try ResultsController<FilterValue>(
  ///   identifiedBy: "id", sectionedBy: "owner.name", sortedBy: SortKey("age"))
  /// ```
  ///
  /// - Throws: What is wrong with a key path, such as a key that a typed item does not have.
  public convenience init(
    identifiedBy identity: String, sectionedBy section: String? = nil,
    sortedBy sort: SortKey<Item>...
  ) throws(SyntaxError) {
    let identity = try ResultsKey<Item>(identity)
    var sections: ResultsKey<Item>?
    if let section { sections = try ResultsKey(section) }
    self.init(identity: identity, section: sections, sort)
  }
}
