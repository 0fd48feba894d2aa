/// Which rows of a list are those of another one.
struct RowAlignment {
  /// For each new row the index of the old one, nil for a row that was added.
  private(set) var old: [Int?]

  /// The indices of old rows that are gone.
  private(set) var removed: [Int] = []

  /// Rows that have one key are the same row; `key` is asked only where rows differ. No key occurs twice in a list.
  init<Key: Hashable>(
    keyed key: (OpenRow) -> Key, old: [OpenRow], new: [OpenRow],
    isSame: (OpenRow, OpenRow) -> Bool
  ) {
    // Most rows are in the order of before, and need no table.
    let isPair = { isSame($0, $1) || key($0) == key($1) }
    let prefix = Self.prefix(old, new, isPair)
    let suffix = Self.suffix(old, new, after: prefix, isPair)
    self.old = Array(0..<prefix)
    var missing: [Key: Int] = [:]
    for index in prefix..<old.count - suffix { missing[key(old[index])] = index }
    for index in prefix..<new.count - suffix {
      self.old.append(missing.removeValue(forKey: key(new[index])))
    }
    removed = missing.values.sorted()
    for index in old.count - suffix..<old.count { self.old.append(index) }
  }

  /// Rows are the same by their positions: those at both ends that are equal, then those between from
  /// the first on.
  init(positionsOf old: [OpenRow], new: [OpenRow], isSame: (OpenRow, OpenRow) -> Bool) {
    let prefix = Self.prefix(old, new, isSame)
    let suffix = Self.suffix(old, new, after: prefix, isSame)
    let changed = min(old.count, new.count) - prefix - suffix
    self.old = Array(0..<prefix + changed)
    self.old += Array(repeating: nil, count: new.count - suffix - self.old.count)
    removed = Array(prefix + changed..<old.count - suffix)
    for index in old.count - suffix..<old.count { self.old.append(index) }
  }

  private static func prefix(
    _ old: [OpenRow], _ new: [OpenRow], _ isSame: (OpenRow, OpenRow) -> Bool
  ) -> Int {
    let shorter = min(old.count, new.count)
    return (0..<shorter).first { !isSame(old[$0], new[$0]) } ?? shorter
  }

  private static func suffix(
    _ old: [OpenRow], _ new: [OpenRow], after prefix: Int, _ isSame: (OpenRow, OpenRow) -> Bool
  ) -> Int {
    let rest = min(old.count, new.count) - prefix
    return (0..<rest).first { !isSame(old[old.count - $0 - 1], new[new.count - $0 - 1]) } ?? rest
  }
}
