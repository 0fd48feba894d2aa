internal import FilterEngine

/// Rows that a key tells apart, or equality where there is none.
struct ItemRows<Item: Filterable>: ComparedRows {
  /// Rows of one list with their keys.
  struct List {
    let rows: RowTable<Item>
    let ids: [UInt32]
    let keys: [FilterValue?]

    init(_ rows: RowTable<Item>, _ ids: [UInt32], _ rules: ResultsRules<Item>) {
      self.rows = rows
      self.ids = ids
      keys = rules.configuration.identity == nil ? [] : ids.map { rules.key(of: rows[$0]) }
    }

    func key(_ place: Int) -> FilterValue? { keys.isEmpty ? nil : keys[place] }

    func item(_ place: Int) -> Item { rows[ids[place]] }
  }

  let old: List
  let new: List
  let rules: ContentRules<Item>
  let hasher: KeyHasher

  // Items of one Swift type are all alike.
  private let comparesTypes = Item.self == FilterValue.self

  init(_ old: List, _ new: List, _ rules: ContentRules<Item>, _ hasher: KeyHasher) {
    self.old = old
    self.new = new
    self.rules = rules
    self.hasher = hasher
  }

  var oldCount: Int { old.ids.count }
  var newCount: Int { new.ids.count }

  func areSame(_ old: Int, _ new: Int) -> Bool { areSame(self.old, old, self.new, new) }

  func areSame(old: Int, old other: Int) -> Bool { areSame(self.old, old, self.old, other) }

  private func areSame(_ left: List, _ first: Int, _ right: List, _ second: Int) -> Bool {
    switch (left.key(first), right.key(second)) {
    case (nil, nil): return rules.areEqual(left.item(first), right.item(second))
    case (let key?, let other?):
      guard key == other else { return false }
      return !comparesTypes || RowType(left.item(first)) == RowType(right.item(second))
    default: return false
    }
  }

  func hash(old: Int) -> UInt64 { hash(old, of: self.old) }

  func hash(new: Int) -> UInt64 { hash(new, of: self.new) }

  private func hash(_ place: Int, of list: List) -> UInt64 {
    if let key = list.key(place) { return hasher.hash(key) }
    return UInt64(bitPattern: Int64(rules.hash(list.item(place))))
  }

  func touch(old: Int) -> UInt64 { 0 }
}
