internal import FilterEngine

/// How rows are identified, arranged and compared: what a controller's configuration means, without the type of
/// its items.
///
/// Made once for each change of the configuration. Every version of the results holds the rules by which it was
/// made.
final class ResultsRules {
  /// The treatment of a row whose key the store has already.
  enum Duplicates {
    case first, last, refuse
  }

  // MARK: Rows

  /// The identity of rows; nil if equality identifies them.
  let identity: RowReader?

  /// The stored property that is the key; nil if keys are not compared by their words.
  let keyColumn: FieldColumn?
  let version: RowReader?
  let duplicates: Duplicates
  let order: RowOrder
  let content: ContentRules

  /// The type of a row; nil if all rows have the same.
  let type: ((UnsafeRawPointer) -> RowType)?

  /// The test after the filters; nil for none.
  let test: ((UnsafeRawPointer) -> Bool)?
  let limits: EvaluationLimits

  /// Whether rows that are replaced one by one in a batch are gathered.
  let gathersReplacements: Bool

  // MARK: Sections

  /// The section key of a row; nil if rows are in the sections of the store.
  let section: RowReader?

  /// Whether empty sections are shown.
  let keepsEmpty: Bool

  /// The listed sections, which exist without rows too.
  let listedSections: [FilterValue]?
  let expandsOneSection: Bool
  let emptySectionsAreData: Bool
  let showsGroupRows: Bool
  let numbers: SectionNumbers
  private let sectionOrder: (FilterValue, FilterValue) -> Int
  private let sectionTitle: ((FilterValue) -> String?)?
  private let indexTitle: ((String) -> String?)?

  /// The titles of sections, by section number.
  // A key can return in another form, 1 as 1.0.
  private var titles: [Int: (key: FilterValue, title: String?, index: String?)] = [:]

  // MARK: Delivery

  let reportsMoves: Bool
  let reportsEqualReplacements: Bool
  let sendsEmptyChanges: Bool
  let reloadThreshold: Int
  let reloadsFromEmpty: Bool
  let waitsUntilLoaded: Bool

  init<Item>(_ configuration: ResultsConfiguration<Item>, _ numbers: SectionNumbers) {
    let identity = configuration.rows.identity.map { RowReader($0) }
    self.identity = identity
    keyColumn = identity?.identityColumn
    version = configuration.rows.version.map { RowReader($0) }
    duplicates =
      switch configuration.rows.duplicates {
      case .first: .first
      case .last: .last
      case .refuse: .refuse
      }
    order = RowOrder(configuration)
    content = ContentRules(configuration.rows.isModified, configuration.rows.content)
    gathersReplacements = identity != nil && version == nil && !content.areOwn
    type = RowType.reader(Item.self, configuration.rows.content)
    let test = configuration.groupRows.usesTest ? configuration.groupRows.test : nil
    self.test = test.map { test in { withItem(at: $0, test) } }
    limits = configuration.limits
    section = configuration.sections.key.map { RowReader($0) }
    listedSections = configuration.listedSections
    keepsEmpty = configuration.keepsEmptySections
    expandsOneSection = configuration.sections.expandsOne
    emptySectionsAreData = configuration.sections.emptyAreData
    showsGroupRows = configuration.groupRows.areShown
    self.numbers = numbers
    sectionOrder = configuration.orderOfSections
    sectionTitle = configuration.sections.title
    indexTitle = configuration.sections.indexTitle
    reportsMoves = configuration.delivery.reportsMoves
    reportsEqualReplacements = configuration.delivery.reportsEqualReplacements
    sendsEmptyChanges = configuration.delivery.sendsEmptyChanges
    reloadThreshold = configuration.delivery.reloadThreshold ?? .max
    reloadsFromEmpty = configuration.delivery.reloadsFromEmpty
    waitsUntilLoaded = configuration.delivery.waitsUntilLoaded
  }

  /// Whether both identify rows in the same way.
  func hasSameIdentity(as other: ResultsRules) -> Bool {
    switch (identity, other.identity) {
    case (nil, nil): true
    case (let identity?, let other?): identity.isSame(as: other)
    default: false
    }
  }

  /// The order of section keys; 0 if the first rows decide.
  func order(_ left: FilterValue, _ right: FilterValue) -> Int { sectionOrder(left, right) }

  /// Whether a row keeps its position when its content changes.
  func stays(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    if let section, section.read(old) != section.read(new) { return false }
    return order.areAlike(old, new)
  }

  // MARK: - Keys

  /// The key of the row at an address; nil if it has none.
  func key(at address: UnsafeRawPointer) -> FilterValue? { identity?.key(at: address) }

  /// The key of an item; nil if it has none.
  func key<Item>(of item: Item) -> FilterValue? {
    withUnsafePointer(to: item) { key(at: $0) }
  }

  /// The part of the identity of a row beside the key.
  func type(at address: UnsafeRawPointer) -> RowType { type?(address) ?? .same }

  // MARK: - Titles

  /// A section of the arrangement; `title` is that of the section in the store.
  func section(
    id: Int, key: FilterValue, title: String? = nil, tree: RowTree = RowTree()
  ) -> RowSection {
    let titles = titles(of: key, id, title)
    return RowSection(
      id: id, key: key, title: titles.title, indexTitle: titles.index, tree: tree)
  }

  /// The title and the index title of a section, made once for each key.
  private func titles(
    of key: FilterValue, _ id: Int, _ title: String?
  ) -> (title: String?, index: String?) {
    if let title { return (title, indexTitle(of: title)) }
    if let known = titles[id], known.key.isSameContent(as: key) {
      return (known.title, known.index)
    }
    let title = self.title(of: key)
    let index = indexTitle(of: title)
    titles[id] = (key, title, index)
    return (title, index)
  }

  private func title(of key: FilterValue) -> String? {
    if let sectionTitle { sectionTitle(key) } else { key.titleOfSection }
  }

  private func indexTitle(of title: String?) -> String? {
    guard let title else { return nil }
    if let indexTitle { return indexTitle(title) }
    return title.first.map { String($0).uppercased() }
  }
}

/// A number for each section key, for the lifetime of the controller.
final class SectionNumbers {
  private var keys: [FilterValue] = []
  private var index = IdentityIndex()

  /// The position of each section at its last lookup.
  private var positions: [Int] = []

  /// The number of the section of `key`.
  func number(of key: FilterValue) -> Int {
    if let number = index.find(key, where: { keys[Int($0)] == key }) { return Int(number) }
    keys.append(key)
    positions.append(0)
    index.insert(UInt32(keys.count - 1), key) { keys[Int($0)] }
    return keys.count - 1
  }

  /// The last known position of a section. Another version of the arrangement may have another section there.
  func lastPosition(of number: Int) -> Int { positions[number] }

  func setLastPosition(_ position: Int, of number: Int) { positions[number] = position }
}
