/// Up to 64 rows of a `RowTree`, by their numbers.
struct RowLeaf: Sendable {
  static let capacity = 64

  /// The first row, where there is one.
  private(set) var first: UInt32 = 0
  private var storedCount: UInt32 = 0

  /// The rows; none where they are numbered one after another.
  private(set) var ids: [UInt32] = []

  init(_ ids: some RandomAccessCollection<UInt32>) { set(Array(ids)) }

  private mutating func set(_ rows: [UInt32]) {
    first = rows.first ?? 0
    storedCount = UInt32(rows.count)
    let isRun = rows.indices.allSatisfy { rows[$0] == first &+ UInt32($0) }
    ids = isRun ? [] : rows
  }

  var count: Int { Int(storedCount) }

  /// The row at a place.
  func id(at place: Int) -> UInt32 {
    ids.isEmpty ? first &+ UInt32(truncatingIfNeeded: place) : ids[place]
  }

  /// The rows in order.
  var rows: [UInt32] { ids.isEmpty ? Array(first..<first + storedCount) : ids }

  /// The rows where they are numbered one after another.
  var run: Range<UInt32>? { ids.isEmpty ? first..<first + storedCount : nil }

  mutating func insert(_ id: UInt32, at place: Int) {
    if ids.isEmpty, place == count, count == 0 || id == first &+ storedCount {
      if count == 0 { first = id }
      storedCount += 1
      return
    }
    change { $0.insert(id, at: place) }
  }

  mutating func remove(at place: Int) { change { $0.remove(at: place) } }

  /// Takes the rows from `place` on out, and gives a leaf of them.
  mutating func split(at place: Int) -> RowLeaf {
    let rows = rows
    set(Array(rows[..<place]))
    return RowLeaf(rows[place...])
  }

  private mutating func change(_ body: (inout [UInt32]) -> Void) {
    var rows = rows
    ids = []
    body(&rows)
    set(rows)
  }
}
