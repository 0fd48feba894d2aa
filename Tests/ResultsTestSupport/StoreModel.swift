package import FilterableResults

/// The edits of a store that a controller and its model have in common.
package protocol StoreEditing {
  mutating func setItems(_ items: [Row]?) throws(ResultsError)
  mutating func setItems(_ items: [Row], sortedBy keys: [SortKey<Row>]) throws(ResultsError)
  mutating func setSections(_ sections: [StoredSection<Row>]?) throws(ResultsError)
  mutating func add(_ item: Row, toSection section: Int?) throws(ResultsError)
  mutating func insert(_ item: Row, at path: ItemPath) throws(ResultsError)
  mutating func remove(at path: ItemPath) throws(ResultsError)
  @discardableResult mutating func remove(key: FilterValue) -> Bool
  @discardableResult mutating func remove(_ item: Row) -> Bool
  mutating func remove(all items: [Row]) -> Int
  @discardableResult mutating func replace(_ item: Row) -> Bool
  mutating func replace(all items: [Row]) -> Int
  @discardableResult
  mutating func replace(_ old: Row, with new: Row) throws(ResultsError) -> Bool
  mutating func replace(at path: ItemPath, with item: Row) throws(ResultsError)
  mutating func move(from: ItemPath, to: ItemPath) throws(ResultsError)
  mutating func merge(_ items: [Row], sortedBy keys: [SortKey<Row>]) throws(ResultsError)
  mutating func sort(by keys: [SortKey<Row>])
  mutating func addSection(_ section: StoredSection<Row>) throws(ResultsError)
  mutating func insertSection(_ section: StoredSection<Row>, at place: Int?) throws(ResultsError)
  mutating func removeSection(at place: Int) throws(ResultsError)
  mutating func replaceSection(at place: Int, with items: [Row]) throws(ResultsError)
  mutating func setTitle(_ title: String?, ofSectionAt place: Int) throws(ResultsError)
  mutating func moveSection(from: Int, to: Int) throws(ResultsError)
}

extension ResultsController<Row>: StoreEditing {
  package func remove(all items: [Row]) -> Int { remove(items) }
  package func replace(all items: [Row]) -> Int { replace(items) }
}

/// What a controller stores, kept in the plainest way: sections of rows in arrays.
package struct StoreModel {
  package struct Section: Equatable {
    var key: FilterValue
    var title: String?
    var rows: [Row]
  }

  package private(set) var sections: [Section]?
  private var isFlat = true

  /// Whether `id` tells rows apart; otherwise equal rows stand for each other.
  private let hasIdentity: Bool
  private let duplicates: ResultsConfiguration<Row>.Duplicates

  package init(_ configuration: ResultsConfiguration<Row>) {
    hasIdentity = configuration.rows.identity != nil
    duplicates = configuration.rows.duplicates
  }

  /// How the model differs from what a controller stores, nil where it does not.
  package func difference(from controller: ResultsController<Row>) -> String? {
    let stored = controller.storedSections?.map { section in
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

  // MARK: - Rows

  /// The position of the row that `item` is a version of.
  private func position(of item: Row) -> ItemPath? {
    position { hasIdentity ? $0.id == item.id : $0 == item }
  }

  private func position(where isMatch: (Row) -> Bool) -> ItemPath? {
    for (section, stored) in (sections ?? []).enumerated() {
      if let item = stored.rows.firstIndex(where: isMatch) {
        return ItemPath(section: section, item: item)
      }
    }
    return nil
  }

  private func loaded() throws(ResultsError) -> [Section] {
    guard let sections else { throw .noData }
    return sections
  }

  private func row(at path: ItemPath) throws(ResultsError) -> Row {
    let sections = try loaded()
    guard sections.indices.contains(path.section),
      sections[path.section].rows.indices.contains(path.item)
    else { throw .noPlace(path) }
    return sections[path.section].rows[path.item]
  }

  private mutating func set(_ item: Row, at path: ItemPath) {
    sections?[path.section].rows[path.item] = item
  }

  private mutating func take(_ path: ItemPath) {
    sections?[path.section].rows.remove(at: path.item)
  }

  /// Inserts an item, or does what is to be done with duplicates.
  private mutating func enter(_ item: Row, at path: ItemPath) throws(ResultsError) {
    guard hasIdentity, let known = position(of: item) else {
      sections?[path.section].rows.insert(item, at: path.item)
      return
    }
    switch duplicates {
    case .first: return
    case .last: set(item, at: known)
    case .refuse: throw .duplicateKey(.int(Int64(item.id)))
    }
  }

  private mutating func fill(_ section: Int, _ items: [Row]) throws(ResultsError) {
    for item in items {
      let end = sections?[section].rows.count ?? 0
      try enter(item, at: ItemPath(section: section, item: end))
    }
  }

  /// Makes an edit of several steps; where it throws nothing has changed.
  private mutating func editAll(
    _ edit: (inout StoreModel) throws(ResultsError) -> Void
  ) throws(ResultsError) {
    var next = self
    try edit(&next)
    self = next
  }

  private mutating func load(
    _ loaded: [StoredSection<Row>], isFlat: Bool
  ) throws(ResultsError) {
    try editAll { (next: inout StoreModel) throws(ResultsError) in
      next.isFlat = isFlat
      next.sections = loaded.enumerated().map { place, section in
        let key = section.key ?? (isFlat ? .null : .int(Int64(place)))
        return Section(key: key, title: section.title, rows: [])
      }
      for (place, section) in loaded.enumerated() { try next.fill(place, section.items) }
    }
  }

  private static func sorted(_ items: [Row], _ keys: [SortKey<Row>]) -> [Row] {
    let order = Array(items.enumerated()).sorted { left, right -> Bool in
      for key in keys where left.element.n != right.element.n {
        return (left.element.n < right.element.n) == key.isAscending
      }
      return left.offset < right.offset
    }
    return order.map(\.element)
  }

  private func sectioned() throws(ResultsError) -> [Section] {
    let sections = try loaded()
    guard !isFlat else { throw .notSectioned }
    return sections
  }
}

extension StoreModel: StoreEditing {
  package mutating func setItems(_ items: [Row]?) throws(ResultsError) {
    guard let items else {
      sections = nil
      return
    }
    try load([StoredSection(nil, items: items)], isFlat: true)
  }

  /// The keys name `n`, the one that the tests sort by.
  package mutating func setItems(_ items: [Row], sortedBy keys: [SortKey<Row>]) throws(ResultsError)
  {
    try setItems(Self.sorted(items, keys))
  }

  /// The keys of the sections differ.
  package mutating func setSections(_ sections: [StoredSection<Row>]?) throws(ResultsError) {
    guard let sections else { return try setItems(nil) }
    try load(sections, isFlat: false)
  }

  package mutating func add(_ item: Row, toSection section: Int?) throws(ResultsError) {
    let sections = try loaded()
    let last = max(0, sections.count - 1)
    let number = isFlat || section == -1 ? last : section ?? last
    guard sections.indices.contains(number) else { throw .noSection(number) }
    try fill(number, [item])
  }

  package mutating func insert(_ item: Row, at path: ItemPath) throws(ResultsError) {
    let sections = try loaded()
    guard sections.indices.contains(path.section),
      (0...sections[path.section].rows.count).contains(path.item)
    else { throw .noPlace(path) }
    try enter(item, at: path)
  }

  package mutating func remove(at path: ItemPath) throws(ResultsError) {
    _ = try row(at: path)
    take(path)
  }

  package mutating func remove(key: FilterValue) -> Bool {
    guard hasIdentity, let path = position(where: { .int(Int64($0.id)) == key }) else {
      return false
    }
    take(path)
    return true
  }

  package mutating func remove(_ item: Row) -> Bool {
    guard let path = position(of: item) else { return false }
    take(path)
    return true
  }

  package mutating func remove(all items: [Row]) -> Int {
    var count = 0
    for item in items where remove(item) { count += 1 }
    return count
  }

  package mutating func replace(_ item: Row) -> Bool {
    guard let path = position(of: item) else { return false }
    set(item, at: path)
    return true
  }

  package mutating func replace(all items: [Row]) -> Int {
    var count = 0
    for item in items where replace(item) { count += 1 }
    return count
  }

  package mutating func replace(_ old: Row, with new: Row) throws(ResultsError) -> Bool {
    guard let path = position(of: old) else { return false }
    try replace(at: path, with: new)
    return true
  }

  package mutating func replace(at path: ItemPath, with item: Row) throws(ResultsError) {
    let old = try row(at: path)
    guard hasIdentity, old.id != item.id, let known = position(of: item) else {
      return set(item, at: path)
    }
    switch duplicates {
    case .first: return
    case .refuse: throw .duplicateKey(.int(Int64(item.id)))
    case .last:
      set(item, at: known)
      take(path)
    }
  }

  package mutating func move(from: ItemPath, to: ItemPath) throws(ResultsError) {
    let item = try row(at: from)
    let sections = try loaded()
    guard sections.indices.contains(to.section), to.item >= 0 else { throw .noPlace(to) }
    let count = sections[to.section].rows.count - (from.section == to.section ? 1 : 0)
    guard to.item <= count else { throw .noPlace(to) }
    take(from)
    self.sections?[to.section].rows.insert(item, at: to.item)
  }

  package mutating func merge(_ items: [Row], sortedBy keys: [SortKey<Row>]) throws(ResultsError) {
    let isLoaded = sections != nil
    try editAll { (next: inout StoreModel) throws(ResultsError) in
      if !isLoaded { try next.setItems([]) }
      for item in items {
        if next.position(of: item) != nil {
          _ = next.replace(item)
        } else {
          try next.add(item, toSection: nil)
        }
      }
      next.sort(by: keys)
    }
  }

  package mutating func sort(by keys: [SortKey<Row>]) {
    for (place, section) in (sections ?? []).enumerated() {
      sections?[place].rows = Self.sorted(section.rows, keys)
    }
  }

  package mutating func addSection(_ section: StoredSection<Row>) throws(ResultsError) {
    try insertSection(section, at: nil)
  }

  package mutating func insertSection(
    _ section: StoredSection<Row>, at place: Int?
  ) throws(ResultsError) {
    let sections = try sectioned()
    let place = place ?? sections.count
    guard (0...sections.count).contains(place) else { throw .noSection(place) }
    var number = sections.count
    while sections.contains(where: { $0.key == .int(Int64(number)) }) { number += 1 }
    let key = section.key ?? .int(Int64(number))
    guard !sections.contains(where: { $0.key == key }) else { throw .duplicateSection(key) }
    try editAll { (next: inout StoreModel) throws(ResultsError) in
      next.sections?.insert(Section(key: key, title: section.title, rows: []), at: place)
      try next.fill(place, section.items)
    }
  }

  package mutating func removeSection(at place: Int) throws(ResultsError) {
    guard try sectioned().indices.contains(place) else { throw .noSection(place) }
    sections?.remove(at: place)
  }

  package mutating func replaceSection(at place: Int, with items: [Row]) throws(ResultsError) {
    guard try sectioned().indices.contains(place) else { throw .noSection(place) }
    try editAll { (next: inout StoreModel) throws(ResultsError) in
      next.sections?[place].rows = []
      try next.fill(place, items)
    }
  }

  package mutating func setTitle(
    _ title: String?, ofSectionAt place: Int
  ) throws(ResultsError) {
    guard try loaded().indices.contains(place) else { throw .noSection(place) }
    sections?[place].title = title
  }

  package mutating func moveSection(from: Int, to: Int) throws(ResultsError) {
    let sections = try sectioned()
    for place in [from, to] where !sections.indices.contains(place) { throw .noSection(place) }
    if let section = self.sections?.remove(at: from) { self.sections?.insert(section, at: to) }
  }
}
