/// The first rows of a changing set in some order, so that the very first is known after most removals.
///
/// It has at most as many rows as a square root of all, so that searching all rows for others is rare: the first of n
/// rows can be removed about √n times in between.
struct ExtremeRows {
  /// The first rows in order.
  private(set) var rows: [RowID] = []

  /// Whether these are all rows of the set.
  private var areAll = true

  var first: RowID? { rows.first }

  /// Whether all rows must be searched for the first ones.
  var isExhausted: Bool { rows.isEmpty && !areAll }

  /// The number of rows that are kept of a set with `count` rows.
  static func capacity(of count: Int) -> Int {
    max(8, Int(Double(max(0, count)).squareRoot() / 2))
  }

  /// Inserts a row of the set, which has `count` rows then.
  mutating func insert(_ id: RowID, count: Int, _ precedes: (RowID, RowID) -> Bool) {
    insert(id, capacity: Self.capacity(of: count), precedes)
  }

  private mutating func insert(
    _ id: RowID, capacity: Int, _ precedes: (RowID, RowID) -> Bool
  ) {
    if let last = rows.last {
      guard precedes(id, last) else {
        if areAll, rows.count < capacity { rows.append(id) } else { areAll = false }
        return
      }
    } else if !areAll {
      return
    }
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(id, rows[middle]) { high = middle } else { low = middle + 1 }
    }
    rows.insert(id, at: low)
    if rows.count > capacity {
      rows.removeLast()
      areAll = false
    }
  }

  /// Removes a row of the set.
  mutating func remove(_ id: RowID) {
    if let index = rows.firstIndex(of: id) { rows.remove(at: index) }
  }

  /// Finds the first rows of a set.
  init(_ ids: [RowID], _ precedes: (RowID, RowID) -> Bool) {
    let capacity = Self.capacity(of: ids.count)
    var last: RowID?
    for id in ids {
      // Most rows come after a full list.
      if let last, !precedes(id, last) {
        areAll = false
        continue
      }
      insert(id, capacity: capacity, precedes)
      if rows.count == capacity { last = rows.last }
    }
  }

  /// Joins the first rows of disjoint sets to those of their union, which has `count` rows.
  init(joining parts: [ExtremeRows], count: Int, _ precedes: (RowID, RowID) -> Bool) {
    // Rows after the last one of a part that has others are not known to be among the first.
    var end: RowID?
    for part in parts {
      rows += part.rows
      guard !part.areAll else { continue }
      areAll = false
      guard let last = part.rows.last else {
        rows = []
        return
      }
      if let other = end { end = precedes(last, other) ? last : other } else { end = last }
    }
    let unordered = rows
    rows = sortedIndices(rows.count) { precedes(unordered[$0], unordered[$1]) }
      .map { unordered[$0] }
    if let end, let place = rows.firstIndex(of: end) { rows.removeSubrange((place + 1)...) }
    let capacity = Self.capacity(of: count)
    if rows.count > capacity {
      rows.removeSubrange(capacity...)
      areAll = false
    }
  }

  init() {}

  /// First rows that must be searched.
  static var unknown: ExtremeRows {
    var result = ExtremeRows()
    result.areAll = false
    return result
  }
}
