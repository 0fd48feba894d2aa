internal import FilterEngine

// Unsafe: rows are known by their addresses, which are good for as long as the object or the table that has
// them.

/// The identity of a row.
enum RowIdentity: Hashable {
  /// The key, and the type if rows have several types.
  case key(FilterValue, RowType)
  /// The content of a row that has no key.
  case equal(EqualRow)
  case group(FilterValue)
  case extra(FilterValue)

  /// The identity of the row at an address, which must be valid while the identity is used.
  init(at address: UnsafeRawPointer, _ rules: ResultsRules) {
    if let key = rules.key(at: address) {
      self = .key(key, rules.type(at: address))
    } else {
      self = .equal(EqualRow(address: address, owner: nil, rules: rules))
    }
  }

  init<Item>(_ item: Item, _ rules: ResultsRules) {
    if let key = rules.key(of: item) {
      self = .key(key, withUnsafePointer(to: item) { rules.type(at: $0) })
    } else {
      let row = StoredRow(item)
      self = .equal(EqualRow(address: row.address, owner: row, rules: rules))
    }
  }

  init<Item>(_ row: ResultsRow<Item>, _ rules: ResultsRules) {
    switch row {
    case .item(let item): self.init(item, rules)
    case .group(let group): self = .group(group.section)
    case .extra(let extra): self = .extra(extra.id)
    }
  }
}

/// A row that is compared by the rules for content.
struct EqualRow: Hashable {
  let address: UnsafeRawPointer

  /// Keeps the content alive; nil if a table does.
  let owner: StoredRow?
  let rules: ResultsRules

  static func == (lhs: EqualRow, rhs: EqualRow) -> Bool {
    lhs.rules.content.areEqual(lhs.address, rhs.address)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(rules.content.hash(address)) }
}
