internal import FilterEngine

/// Finds what each row of an old list has become in a new one.
///
/// Most lists begin and end as before, and most rows follow the row that they followed before: only
/// where that is not so rows are looked up. Of rows that are the same the nth belongs to the nth of
/// those that are looked up.
struct RowMatching {
  /// The new place of each old row, `RowDifference.gone` for none.
  private(set) var newPlaces: [UInt32]

  /// The places of new rows that no old row has become, ascending.
  private(set) var inserted: [UInt32] = []

  private var deleted: [UInt32] = []

  /// How far ahead of two rows that differ their lists are searched for rows that are the same.
  private static let reach = 8

  /// How often that may fail before it is left until it has paid again.
  private static let patience = 64

  /// - Complexity: O(n), apart from hashes that are equal without need.
  init(_ rows: some ComparedRows) {
    newPlaces = Array(repeating: RowDifference.gone, count: rows.oldCount)
    followNeighbours(rows)
    if !deleted.isEmpty, !inserted.isEmpty { lookUp(rows) }
  }

  private mutating func followNeighbours(_ rows: some ComparedRows) {
    let (oldCount, newCount) = (rows.oldCount, rows.newCount)
    var end = 0
    while end < min(oldCount, newCount), rows.areSame(oldCount - 1 - end, newCount - 1 - end) {
      newPlaces[oldCount - 1 - end] = UInt32(truncatingIfNeeded: newCount - 1 - end)
      end += 1
    }
    let (oldEnd, newEnd) = (oldCount - end, newCount - end)
    var (old, new) = (0, 0)
    var credit = Self.patience
    var streak = 0
    while old < oldEnd, new < newEnd {
      if rows.areSame(old, new) {
        newPlaces[old] = UInt32(truncatingIfNeeded: new)
        old += 1
        new += 1
        streak += 1
        continue
      }
      credit = min(Self.patience, credit + streak)
      streak = 0
      var skip = (old: 1, new: 1)
      if credit > 0 {
        if let found = Self.resume(rows, (old, new), (oldEnd, newEnd)) {
          skip = found
        } else {
          credit -= 1
        }
      }
      for place in old..<old + skip.old { deleted.append(UInt32(truncatingIfNeeded: place)) }
      for place in new..<new + skip.new { inserted.append(UInt32(truncatingIfNeeded: place)) }
      old += skip.old
      new += skip.new
    }
    while old < oldEnd {
      deleted.append(UInt32(truncatingIfNeeded: old))
      old += 1
    }
    while new < newEnd {
      inserted.append(UInt32(truncatingIfNeeded: new))
      new += 1
    }
  }

  /// How many rows to skip on either side, as few as can be, for the next rows to be the same.
  private static func resume(
    _ rows: some ComparedRows, _ start: (old: Int, new: Int), _ end: (old: Int, new: Int)
  ) -> (old: Int, new: Int)? {
    for distance in 1...reach {
      for skipped in 0...distance {
        let (old, new) = (start.old + skipped, start.new + distance - skipped)
        if old < end.old, new < end.new, rows.areSame(old, new) {
          return (skipped, distance - skipped)
        }
      }
    }
    return nil
  }

  // MARK: - Looking up

  private mutating func lookUp(_ rows: some ComparedRows) {
    var table = PlaceTable(deleted, rows)
    var rest: [UInt32] = []
    // Where a block has moved, the next row is behind the one before.
    var expected = rows.oldCount
    var remaining = inserted[...]
    while !remaining.isEmpty {
      let block = remaining.prefix(PlaceTable.blockSize)
      remaining = remaining.dropFirst(PlaceTable.blockSize)
      table.read(block, rows)
      for (index, place) in block.enumerated() {
        let new = Int(place)
        if expected < rows.oldCount, newPlaces[expected] == RowDifference.gone,
          rows.areSame(expected, new)
        {
          newPlaces[expected] = place
          expected += 1
        } else if let old = table.find(
          index, new, rows, where: { newPlaces[$0] == RowDifference.gone })
        {
          newPlaces[old] = place
          expected = old + 1
        } else {
          rest.append(place)
        }
      }
    }
    inserted = rest
  }
}

/// Two lists of rows, by place, and what tells their rows apart.
protocol ComparedRows {
  var oldCount: Int { get }
  var newCount: Int { get }

  /// Whether a row of the old list and one of the new list are the same.
  func areSame(_ old: Int, _ new: Int) -> Bool

  /// Whether two rows of the old list are the same.
  func areSame(old: Int, old other: Int) -> Bool

  /// Equal for rows that are the same.
  func hash(old: Int) -> UInt64

  /// Equal for rows that are the same.
  func hash(new: Int) -> UInt64

  /// Reads from what an old row is told apart by; the result has no meaning.
  func touch(old: Int) -> UInt64
}

/// Rows that one stored property tells apart, by its words.
///
/// Unsafe where the property is a string: the words are those of items that are alive and unchanged.
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
