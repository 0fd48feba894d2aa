public import FilterEngine

// Controllers without data, with keys that the compiler checks.
extension ResultsController {
  /// Creates a controller of one list, in which rows are matched by equality.
  ///
  /// ```swift
  /// let results = ResultsController<Note>(sortedBy: [.descending(\.date)])
  /// ```
  public convenience init(sortedBy sort: [ResultsSortKey<Item>] = []) {
    self.init(identity: nil, section: nil, sort)
  }

  /// Creates a controller of one list, in which a property identifies the rows.
  ///
  /// ```swift
  /// let results = ResultsController<Person>(identifiedBy: \.id, sortedBy: [.ascending(\.name)])
  /// ```
  public convenience init<Identity: FilterValueConvertible & SendableMetatype>(
    identifiedBy identity: any KeyPath<Item, Identity> & Sendable,
    sortedBy sort: [ResultsSortKey<Item>] = []
  ) {
    self.init(identity: ResultsKey(identity), section: nil, sort)
  }

  /// Creates a controller of sections: one property identifies the rows, another is the key of their section.
  ///
  /// ```swift
  /// let results = ResultsController<Person>(
  ///   identifiedBy: \.id, sectionedBy: \.city, sortedBy: [.ascending(\.name)])
  /// ```
  public convenience init<
    Identity: FilterValueConvertible & SendableMetatype,
    Section: FilterValueConvertible & SendableMetatype
  >(
    identifiedBy identity: any KeyPath<Item, Identity> & Sendable,
    sectionedBy section: any KeyPath<Item, Section> & Sendable,
    sortedBy sort: [ResultsSortKey<Item>] = []
  ) {
    self.init(identity: ResultsKey(identity), section: ResultsKey(section), sort)
  }

  /// Creates a controller with keys of any kind, such as key paths as text and code.
  ///
  /// ```swift
  /// let results = try ResultsController<FilterValue>(
  ///   identifiedBy: ResultsKey("id"), sectionedBy: ResultsKey("owner.name"), sortedBy: [ResultsSortKey("age")])
  /// ```
  ///
  /// - Parameters:
  ///   - identity: The key of a row. If it is nil, rows are matched by equality.
  ///   - section: The key of the section of a row. If it is nil, the sections are those of the store.
  ///   - sort: The order of the rows in each section.
  public convenience init(
    identifiedBy identity: ResultsKey<Item>?, sectionedBy section: ResultsKey<Item>? = nil,
    sortedBy sort: [ResultsSortKey<Item>] = []
  ) {
    self.init(identity: identity, section: section, sort)
  }

  convenience init(
    identity: ResultsKey<Item>?, section: ResultsKey<Item>?, _ sort: [ResultsSortKey<Item>]
  ) {
    var configuration = ResultsConfiguration<Item>()
    configuration.rows.identity = identity
    configuration.rows.sort = sort
    configuration.sections.key = section
    self.init(checked: configuration)
  }
}

extension ResultsController where Item: Identifiable, Item.ID: FilterValueConvertible {
  /// Creates a controller of one list, in which the `id` of the items identifies the rows.
  ///
  /// ```swift
  /// let results = ResultsController<Person>(sortedBy: [.ascending(\.name)])
  /// ```
  public convenience init(sortedBy sort: [ResultsSortKey<Item>] = []) {
    self.init(identity: ResultsConfiguration().rows.identity, section: nil, sort)
  }

  /// Creates a controller of sections, in which the `id` of the items identifies the rows.
  ///
  /// ```swift
  /// let results = ResultsController<Person>(sectionedBy: \.city, sortedBy: [.ascending(\.name)])
  /// ```
  public convenience init<Section: FilterValueConvertible & SendableMetatype>(
    sectionedBy section: any KeyPath<Item, Section> & Sendable,
    sortedBy sort: [ResultsSortKey<Item>] = []
  ) {
    self.init(identity: ResultsConfiguration().rows.identity, section: ResultsKey(section), sort)
  }
}

// Controllers with keys that are isolated to the main actor.
extension ResultsController {
  /// Creates a controller of one list, in which a property that is isolated to the main actor identifies the rows.
  @MainActor public convenience init<Identity: FilterValueConvertible>(
    identifiedBy identity: KeyPath<Item, Identity>, sortedBy sort: [ResultsSortKey<Item>] = []
  ) {
    self.init(identity: ResultsKey(identity), section: nil, sort)
  }

  /// Creates a controller of sections, with properties that are isolated to the main actor as keys.
  @MainActor
  public convenience init<
    Identity: FilterValueConvertible, Section: FilterValueConvertible
  >(
    identifiedBy identity: KeyPath<Item, Identity>, sectionedBy section: KeyPath<Item, Section>,
    sortedBy sort: [ResultsSortKey<Item>] = []
  ) {
    self.init(identity: ResultsKey(identity), section: ResultsKey(section), sort)
  }
}

extension ResultsController where Item: Identifiable, Item.ID: FilterValueConvertible {
  /// Creates a controller of sections, in which the `id` of the items identifies the rows, and a property that is
  /// isolated to the main actor is the key of their section.
  @MainActor public convenience init<Section: FilterValueConvertible>(
    sectionedBy section: KeyPath<Item, Section>, sortedBy sort: [ResultsSortKey<Item>] = []
  ) {
    self.init(identity: ResultsConfiguration().rows.identity, section: ResultsKey(section), sort)
  }
}
