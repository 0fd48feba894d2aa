package import FilterableResults

/// What a store holds, kept in the plainest way: sections of rows in arrays. The model of a controller and of
/// the pipe.
package struct StoreModel<Item: Equatable> {
  package struct Section: Equatable {
    package var key: FilterValue
    package var title: String?
    package var rows: [Item]
  }

  /// What becomes of a row whose key the store has already.
  package enum Duplicates { case first, last, refuse }

  /// A key that rows are sorted by.
  package struct Order {
    package var key: String
    package var isAscending: Bool

    package init(_ key: String, ascending: Bool) {
      self.key = key
      isAscending = ascending
    }
  }

  /// What tells rows apart, and how they are ordered.
  package struct Rules {
    /// The key of a row, nil for a row without one.
    package var key: (Item) -> FilterValue?

    /// Whether two rows without keys count as one.
    package var isSame: (Item, Item) -> Bool
    package var duplicates: Duplicates
    package var sorted: ([Item], [Order]) -> [Item]

    package init(
      key: @escaping (Item) -> FilterValue?, isSame: @escaping (Item, Item) -> Bool,
      duplicates: Duplicates, sorted: @escaping ([Item], [Order]) -> [Item]
    ) {
      self.key = key
      self.isSame = isSame
      self.duplicates = duplicates
      self.sorted = sorted
    }
  }

  /// Nil before there is data; one section where it was set flat.
  package internal(set) var sections: [Section]?
  package internal(set) var isFlat = true

  /// Other rules hold for rows that are entered from now on.
  package var rules: Rules

  package init(_ rules: Rules) { self.rules = rules }

  // MARK: - Questions

  /// The position of the row with a key.
  package func position(ofKey key: FilterValue) -> StorePosition? {
    position { rules.key($0) == key }
  }

  /// The row at a position, nil where there is none.
  package func item(at position: StorePosition) -> Item? { try? row(at: position) }

  /// The position of the row that `item` is a version of.
  func position(of item: Item) -> StorePosition? {
    if let key = rules.key(item) { return position(ofKey: key) }
    return position { rules.key($0) == nil && rules.isSame($0, item) }
  }

  private func position(where isMatch: (Item) -> Bool) -> StorePosition? {
    for (section, stored) in (sections ?? []).enumerated() {
      if let item = stored.rows.firstIndex(where: isMatch) {
        return StorePosition(section: section, offset: item)
      }
    }
    return nil
  }

  func loaded() throws(ResultsError) -> [Section] {
    guard let sections else { throw .noData }
    return sections
  }

  func sectioned() throws(ResultsError) -> [Section] {
    let sections = try loaded()
    guard !isFlat else { throw .notSectioned }
    return sections
  }

  func row(at position: StorePosition) throws(ResultsError) -> Item {
    let sections = try loaded()
    guard sections.indices.contains(position.section),
      sections[position.section].rows.indices.contains(position.offset)
    else { throw .noPosition(position) }
    return sections[position.section].rows[position.offset]
  }

  // MARK: - Steps

  mutating func set(_ item: Item, at position: StorePosition) {
    sections?[position.section].rows[position.offset] = item
  }

  mutating func take(_ position: StorePosition) {
    sections?[position.section].rows.remove(at: position.offset)
  }

  /// Inserts an item, or does what is to be done with duplicates.
  mutating func enter(_ item: Item, at position: StorePosition) throws(ResultsError) {
    guard let key = rules.key(item), let known = self.position(ofKey: key) else {
      sections?[position.section].rows.insert(item, at: position.offset)
      return
    }
    switch rules.duplicates {
    case .first: return
    case .last: set(item, at: known)
    case .refuse: throw .duplicateKey(key)
    }
  }

  mutating func fill(_ section: Int, _ items: [Item]) throws(ResultsError) {
    for item in items {
      let end = sections?[section].rows.count ?? 0
      try enter(item, at: StorePosition(section: section, offset: end))
    }
  }

  /// Makes an edit of several steps; where it throws nothing has changed.
  mutating func editAll(
    _ edit: (inout StoreModel) throws(ResultsError) -> Void
  ) throws(ResultsError) {
    var next = self
    try edit(&next)
    self = next
  }

  mutating func load(_ loaded: [StoredSection<Item>], isFlat: Bool) throws(ResultsError) {
    try editAll { (next: inout StoreModel) throws(ResultsError) in
      next.isFlat = isFlat
      next.sections = loaded.enumerated().map { place, section in
        let key = section.key ?? (isFlat ? .null : .int(Int64(place)))
        return Section(key: key, title: section.title, rows: [])
      }
      for (place, section) in loaded.enumerated() { try next.fill(place, section.items) }
    }
  }
}

extension StoreModel<Row> {
  /// The model of a controller with the identity `id`, or without one; keys of its sorts name `n`.
  package init(_ configuration: ResultsConfiguration<Row>) {
    let hasIdentity = configuration.rows.identity != nil
    let duplicates: Duplicates =
      switch configuration.rows.duplicates {
      case .first: .first
      case .last: .last
      case .refuse: .refuse
      }
    self.init(
      Rules(
        key: { hasIdentity ? .int(Int64($0.id)) : nil }, isSame: ==, duplicates: duplicates,
        sorted: Self.sorted))
  }

  private static func sorted(_ items: [Row], _ keys: [Order]) -> [Row] {
    let order = Array(items.enumerated()).sorted { left, right -> Bool in
      for key in keys where left.element.n != right.element.n {
        return (left.element.n < right.element.n) == key.isAscending
      }
      return left.offset < right.offset
    }
    return order.map(\.element)
  }

  /// How the model differs from what a controller stores, nil where it does not.
  package func difference(from controller: ResultsController<Row>) -> String? {
    let stored = controller.sections.stored?.map { section in
      Section(key: section.key ?? .null, title: section.title, rows: section.items)
    }
    guard stored != sections else { return nil }
    return "\(Self.describe(stored)) is stored where \(Self.describe(sections)) is"
  }

  private static func describe(_ sections: [Section]?) -> String {
    guard let sections else { return "nothing" }
    return sections.map { section in
      "\(section.key) \(section.title ?? "-"): \(section.rows.map(\.text).joined(separator: " "))"
    }.joined(separator: " | ")
  }
}

extension StoreModel<Row>.Order {
  fileprivate init(_ key: ResultsSortKey<Row>) {
    self.init(key.keyPath ?? "", ascending: key.isAscending)
  }
}

extension StoreModel<Row>: StoreEditing {
  package mutating func setItems(_ items: [Row], sortedBy keys: [ResultsSortKey<Row>])
    throws(ResultsError)
  {
    try setItems(items, sortedBy: keys.map(Order.init))
  }

  package mutating func merge(_ items: [Row], sortedBy keys: [ResultsSortKey<Row>])
    throws(ResultsError)
  {
    try merge(items, sortedBy: keys.map(Order.init))
  }

  package mutating func sort(by keys: [ResultsSortKey<Row>]) { sort(by: keys.map(Order.init)) }
}
