internal import FilterEngine

/// Groups rows into sections by key.
struct SectionGrouping {
  /// The keys of the sections, in the order of their first rows.
  private(set) var keys: [FilterValue] = []

  /// The rows of each section.
  private(set) var ids: [[UInt32]] = []

  private var members: [FilterValue: Int] = [:]

  /// A grouping with sections for `keys`, which may stay without rows.
  init(_ keys: [FilterValue]) {
    for key in keys { _ = member(of: key) }
  }

  /// The index of the section with a key, which is added if it is new.
  mutating func member(of key: FilterValue) -> Int {
    if let member = members[key] { return member }
    members[key] = keys.count
    keys.append(key)
    ids.append([])
    return keys.count - 1
  }

  /// Adds rows in order.
  mutating func add(_ added: [UInt32], in rows: RowTable, by section: RowReader) {
    guard let column = section.column else {
      for id in added { ids[member(of: section.value(of: id, in: rows))].append(id) }
      return
    }
    // Values with the same bytes are equal, whatever they are; few sections have many rows.
    var recent: [(words: ValueWords, member: Int)?] = Array(repeating: nil, count: 1024)
    for (id, words) in zip(added, rows.words(column, of: added)) {
      let slot = Int(truncatingIfNeeded: (words.low ^ words.high &* 31).hashed &>> 54)
      if let known = recent[slot], known.words == words {
        ids[known.member].append(id)
      } else {
        let member = member(of: section.value(of: id, in: rows))
        recent[slot] = (words, member)
        ids[member].append(id)
      }
    }
  }
}

extension UInt64 {
  fileprivate var hashed: UInt64 { self &* 0x9E37_79B9_7F4A_7C15 }
}
