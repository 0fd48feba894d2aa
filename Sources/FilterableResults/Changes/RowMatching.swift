internal import FilterEngine

/// The correspondence of the rows of an old list and a new one.
///
/// Most lists begin and end as before, and most rows follow the same row as before. So both lists are followed side by
/// side, and only the rows in the gaps are hashed and looked up. If rows repeat, those that are looked up are matched
/// in order.
struct RowMatching {
  /// The new index of each old row, `RowDifference.gone` for none.
  private(set) var newIndices: [UInt32]

  /// The indices of new rows without an old row, ascending.
  private(set) var inserted: [UInt32] = []

  private var deleted: [UInt32] = []

  /// Up to how many rows in a gap all pairs of rows after it are compared.
  private static let shortGap = 8

  /// - Complexity: O(n), provided that different rows rarely have equal hashes.
  init(_ rows: some ComparedRows) {
    newIndices = Array(repeating: RowDifference.gone, count: rows.oldCount)
    followNeighbours(rows)
    if !deleted.isEmpty, !inserted.isEmpty { lookUp(rows) }
  }

  private mutating func followNeighbours(_ rows: some ComparedRows) {
    let (oldCount, newCount) = (rows.oldCount, rows.newCount)
    var tail = 0
    while tail < min(oldCount, newCount), rows.areSame(oldCount - 1 - tail, newCount - 1 - tail) {
      newIndices[oldCount - 1 - tail] = UInt32(truncatingIfNeeded: newCount - 1 - tail)
      tail += 1
    }
    let end = (old: oldCount - tail, new: newCount - tail)
    var next = (old: 0, new: 0)
    while next.old < end.old, next.new < end.new {
      if rows.areSame(next.old, next.new) {
        newIndices[next.old] = UInt32(truncatingIfNeeded: next.new)
        next.old += 1
        next.new += 1
      } else {
        let gap = next
        next =
          Self.endOfShortGap(from: gap, to: end, rows) ?? Self.endOfGap(from: gap, to: end, rows)
          ?? end
        skip(from: gap, to: next)
      }
    }
    skip(from: next, to: end)
  }

  /// Leaves rows to be looked up.
  private mutating func skip(from start: (old: Int, new: Int), to end: (old: Int, new: Int)) {
    for old in start.old..<end.old { deleted.append(UInt32(truncatingIfNeeded: old)) }
    for new in start.new..<end.new { inserted.append(UInt32(truncatingIfNeeded: new)) }
  }

  /// The first rows that are the same after a gap of few rows.
  private static func endOfShortGap(
    from start: (old: Int, new: Int), to end: (old: Int, new: Int), _ rows: some ComparedRows
  ) -> (old: Int, new: Int)? {
    for distance in 1...shortGap {
      for skipped in 0...distance {
        let (old, new) = (start.old + skipped, start.new + distance - skipped)
        if old < end.old, new < end.new, rows.areSame(old, new) { return (old, new) }
      }
    }
    return nil
  }

  /// Rows that are the same after a gap of any length; nil if none was found.
  ///
  /// The first row of each list, and one at some distance from it, are searched for in as many rows of the other list.
  /// The distance grows until one is found, so that the work is in proportion to the rows that are skipped.
  private static func endOfGap(
    from start: (old: Int, new: Int), to end: (old: Int, new: Int), _ rows: some ComparedRows
  ) -> (old: Int, new: Int)? {
    let rest = (old: end.old - start.old, new: end.new - start.new)
    var searched = 0
    var distance = shortGap
    while distance < max(rest.old, rest.new) {
      // If the distance is beyond the end of the shorter list, any row of it is a sample.
      let later = (old: start.old + distance % rest.old, new: start.new + distance % rest.new)
      if var found = search(start, searched..<distance, end, rows)
        ?? search(later, 0..<distance, end, rows)
      {
        while found.old > start.old, found.new > start.new,
          rows.areSame(found.old - 1, found.new - 1)
        {
          found = (found.old - 1, found.new - 1)
        }
        return found
      }
      searched = distance
      distance += distance / 2
    }
    return nil
  }

  /// Searches for a row of each list among the rows of the other one that are at `distances` from its own row.
  private static func search(
    _ row: (old: Int, new: Int), _ distances: Range<Int>, _ end: (old: Int, new: Int),
    _ rows: some ComparedRows
  ) -> (old: Int, new: Int)? {
    for old in distances.shifted(by: row.old, before: end.old) where rows.areSame(old, row.new) {
      return (old, row.new)
    }
    for new in distances.shifted(by: row.new, before: end.new) where rows.areSame(row.old, new) {
      return (row.old, new)
    }
    return nil
  }

  // MARK: - Looking up

  private mutating func lookUp(_ rows: some ComparedRows) {
    var table = IndexTable(deleted, rows)
    var rest: [UInt32] = []
    // After a row of a moved block, the next old row is probably the next one of the block.
    var expected = rows.oldCount
    var remaining = inserted[...]
    while !remaining.isEmpty {
      let block = remaining.prefix(IndexTable.blockSize)
      remaining = remaining.dropFirst(IndexTable.blockSize)
      table.read(block, rows)
      for (offset, index) in block.enumerated() {
        let new = Int(index)
        if expected < rows.oldCount, newIndices[expected] == RowDifference.gone,
          rows.areSame(expected, new)
        {
          newIndices[expected] = index
          expected += 1
        } else if let old = table.find(
          offset, new, rows, where: { newIndices[$0] == RowDifference.gone })
        {
          newIndices[old] = index
          expected = old + 1
        } else {
          rest.append(index)
        }
      }
    }
    inserted = rest
  }
}

extension Range<Int> {
  fileprivate func shifted(by offset: Int, before end: Int) -> Range<Int> {
    Swift.min(lowerBound + offset, end)..<Swift.min(upperBound + offset, end)
  }
}

/// Two lists of rows by index, which can be compared and hashed.
protocol ComparedRows {
  var oldCount: Int { get }
  var newCount: Int { get }

  /// Whether the row of the old list at one index and the row of the new list at another are the same.
  func areSame(_ old: Int, _ new: Int) -> Bool

  /// Whether two rows of the old list are the same.
  func areSame(old: Int, old other: Int) -> Bool

  /// A hash of a row of the old list, equal to that of the same row in the new list.
  func hash(old: Int) -> UInt64

  /// A hash of a row of the new list, equal to that of the same row in the old list.
  func hash(new: Int) -> UInt64

  /// Reads memory that comparing an old row will read; the result has no meaning.
  func touch(old: Int) -> UInt64
}

/// Rows that are identified by a stored property, as the words of its values.
///
/// Unsafe if the property is a string: the words are valid as long as the items are alive and unchanged.
struct WordRows: ComparedRows {
  let old: [ValueWords]
  let new: [ValueWords]
  let column: FieldColumn
  let hasher: KeyHasher

  var oldCount: Int { old.count }
  var newCount: Int { new.count }

  @inline(__always)
  func areSame(_ old: Int, _ new: Int) -> Bool { column.areEqual(self.old[old], self.new[new]) }

  func areSame(old: Int, old other: Int) -> Bool { column.areEqual(self.old[old], self.old[other]) }

  func hash(old: Int) -> UInt64 { column.hash(self.old[old], hasher) }

  func hash(new: Int) -> UInt64 { column.hash(self.new[new], hasher) }

  func touch(old: Int) -> UInt64 { self.old[old].low }
}
