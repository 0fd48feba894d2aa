package import FilterableResults

extension StoreModel {
  package mutating func setItems(_ items: [Item]?) throws(ResultsError) {
    guard let items else {
      sections = nil
      return
    }
    try load([StoredSection(nil, items: items)], isFlat: true)
  }

  package mutating func setItems(_ items: [Item], sortedBy keys: [Order]) throws(ResultsError) {
    try setItems(rules.sorted(items, keys))
  }

  /// The keys of the sections differ.
  package mutating func setSections(_ sections: [StoredSection<Item>]?) throws(ResultsError) {
    guard let sections else { return try setItems(nil) }
    try load(sections, isFlat: false)
  }

  /// Enters all rows again, where the rules tell them apart by something else than before.
  package mutating func enterAgain() throws(ResultsError) {
    try editAll { (next: inout StoreModel) throws(ResultsError) in
      let before = next.sections ?? []
      for place in before.indices { next.sections?[place].rows = [] }
      for (place, section) in before.enumerated() { try next.fill(place, section.rows) }
    }
  }

  package mutating func add(_ item: Item, toSection section: Int?) throws(ResultsError) {
    let sections = try loaded()
    let last = max(0, sections.count - 1)
    let number = isFlat || section == -1 ? last : section ?? last
    guard sections.indices.contains(number) else { throw .noSection(number) }
    try fill(number, [item])
  }

  package mutating func insert(_ item: Item, at position: StorePosition) throws(ResultsError) {
    let sections = try loaded()
    guard sections.indices.contains(position.section),
      (0...sections[position.section].rows.count).contains(position.offset)
    else { throw .noPosition(position) }
    try enter(item, at: position)
  }

  package mutating func remove(at position: StorePosition) throws(ResultsError) {
    _ = try row(at: position)
    take(position)
  }

  @discardableResult
  package mutating func remove(key: FilterValue) -> Bool {
    guard let position = self.position(ofKey: key) else { return false }
    take(position)
    return true
  }

  @discardableResult
  package mutating func remove(_ item: Item) -> Bool {
    guard let position = self.position(of: item) else { return false }
    take(position)
    return true
  }

  package mutating func remove(all items: [Item]) -> [Item] {
    var unknown: [Item] = []
    for item in items where !remove(item) { unknown.append(item) }
    return unknown
  }

  @discardableResult
  package mutating func replace(_ item: Item) -> Bool {
    guard let position = self.position(of: item) else { return false }
    set(item, at: position)
    return true
  }

  package mutating func replace(all items: [Item]) -> [Item] {
    var unknown: [Item] = []
    for item in items where !replace(item) { unknown.append(item) }
    return unknown
  }

  @discardableResult
  package mutating func replace(_ old: Item, with new: Item) throws(ResultsError) -> Bool {
    guard let position = self.position(of: old) else { return false }
    try replace(at: position, with: new)
    return true
  }

  package mutating func replace(at position: StorePosition, with item: Item) throws(ResultsError) {
    let old = try row(at: position)
    guard let key = rules.key(item), key != rules.key(old), let known = self.position(ofKey: key)
    else {
      return set(item, at: position)
    }
    switch rules.duplicates {
    case .first: return
    case .refuse: throw .duplicateKey(key)
    case .last:
      set(item, at: known)
      take(position)
    }
  }

  package mutating func move(from: StorePosition, to: StorePosition) throws(ResultsError) {
    let item = try row(at: from)
    let sections = try loaded()
    guard sections.indices.contains(to.section), to.offset >= 0 else { throw .noPosition(to) }
    let count = sections[to.section].rows.count - (from.section == to.section ? 1 : 0)
    guard to.offset <= count else { throw .noPosition(to) }
    take(from)
    self.sections?[to.section].rows.insert(item, at: to.offset)
  }

  package mutating func merge(_ items: [Item], sortedBy keys: [Order]) throws(ResultsError) {
    let isLoaded = sections != nil
    try editAll { (next: inout StoreModel) throws(ResultsError) in
      if !isLoaded { try next.setItems([]) }
      for item in items {
        if next.position(of: item) != nil {
          next.replace(item)
        } else {
          try next.add(item, toSection: nil)
        }
      }
      next.sort(by: keys)
    }
  }

  package mutating func sort(by keys: [Order]) {
    for (place, section) in (sections ?? []).enumerated() {
      sections?[place].rows = rules.sorted(section.rows, keys)
    }
  }

  package mutating func addSection(_ section: StoredSection<Item>) throws(ResultsError) {
    try insertSection(section, at: nil)
  }

  package mutating func insertSection(
    _ section: StoredSection<Item>, at place: Int?
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

  package mutating func replaceSection(at place: Int, with items: [Item]) throws(ResultsError) {
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
