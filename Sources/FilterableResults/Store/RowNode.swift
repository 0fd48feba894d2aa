/// A node of a `RowTree`: a leaf of row numbers, or an inner node with totals.
// Shared between snapshots, and so between threads: a node is written to only by the one tree that
// holds the only reference to it, which `isKnownUniquelyReferenced` tells.
final class RowNode: @unchecked Sendable {
  static let leafCapacity = 64
  static let fanout = 32

  private(set) var children: [RowNode] = []

  /// The rows of a leaf; none where they are numbered one after another.
  private(set) var ids: [UInt32] = []

  /// The first row, where there is one.
  private(set) var first: UInt32 = 0

  private var storedCount: UInt32 = 0
  private var storedShownCount: UInt32 = 0
  private var storedGroupedCount: UInt32 = 0

  /// What of a leaf is shown and grouped, a bit a row.
  private(set) var shown: UInt64 = 0
  private(set) var grouped: UInt64 = 0

  var count: Int { Int(storedCount) }
  var shownCount: Int { Int(storedShownCount) }
  var groupedCount: Int { Int(storedGroupedCount) }
  var isLeaf: Bool { children.isEmpty }

  /// A leaf without rows.
  init() {}

  /// A leaf.
  init(ids: some RandomAccessCollection<UInt32>, shown: UInt64, grouped: UInt64) {
    setLeaf(Array(ids), shown: shown, grouped: grouped)
  }

  /// A leaf of rows that are numbered one after another.
  init(run: Range<UInt32>) {
    first = run.lowerBound
    storedCount = UInt32(run.count)
  }

  /// An inner node.
  init(children: [RowNode]) { setChildren(children) }

  /// The same, to be written to.
  init(_ other: RowNode) {
    children = other.children
    ids = other.ids
    first = other.first
    storedCount = other.storedCount
    storedShownCount = other.storedShownCount
    storedGroupedCount = other.storedGroupedCount
    shown = other.shown
    grouped = other.grouped
  }

  /// A leaf of the same rows.
  init(_ other: RowNode, shown: UInt64, grouped: UInt64) {
    ids = other.ids
    first = other.first
    storedCount = other.storedCount
    setMasks(shown: shown, grouped: grouped)
  }

  // MARK: - Leaves

  /// The row at a place of a leaf.
  func id(at place: Int) -> UInt32 {
    ids.isEmpty ? first &+ UInt32(truncatingIfNeeded: place) : ids[place]
  }

  /// The rows of a leaf.
  var rows: [UInt32] { ids.isEmpty ? (0..<count).map { id(at: $0) } : ids }

  /// The rows of a leaf where they are numbered one after another.
  var run: Range<UInt32>? { ids.isEmpty ? first..<first + storedCount : nil }

  func visibility(at place: Int) -> RowVisibility {
    if shown &>> UInt64(place) & 1 == 1 { return .shown }
    return grouped &>> UInt64(place) & 1 == 1 ? .grouped : .hidden
  }

  func setMasks(shown: UInt64, grouped: UInt64) {
    self.shown = shown
    self.grouped = grouped
    storedShownCount = UInt32(shown.nonzeroBitCount)
    storedGroupedCount = UInt32(grouped.nonzeroBitCount)
  }

  private func setLeaf(_ ids: [UInt32], shown: UInt64, grouped: UInt64) {
    first = ids.first ?? 0
    storedCount = UInt32(ids.count)
    let isRun = ids.indices.allSatisfy { ids[$0] == first &+ UInt32($0) }
    self.ids = isRun ? [] : ids
    setMasks(shown: shown, grouped: grouped)
  }

  /// Puts a row into a leaf.
  func insert(_ id: UInt32, _ visibility: RowVisibility, at place: Int) {
    let (shown, grouped) = (
      shown.inserting(visibility == .shown, at: place),
      grouped.inserting(visibility == .grouped, at: place)
    )
    if ids.isEmpty, place == count, count == 0 || id == first &+ storedCount {
      if count == 0 { first = id }
      storedCount += 1
      return setMasks(shown: shown, grouped: grouped)
    }
    var rows = rows
    ids = []
    rows.insert(id, at: place)
    setLeaf(rows, shown: shown, grouped: grouped)
  }

  /// Takes a row out of a leaf.
  func remove(at place: Int) {
    var rows = rows
    ids = []
    rows.remove(at: place)
    setLeaf(rows, shown: shown.removing(at: place), grouped: grouped.removing(at: place))
  }

  /// Takes the rows from `place` on out of a leaf, and gives a leaf of them.
  func split(at place: Int) -> RowNode {
    let rows = rows
    let upper = RowNode(
      ids: rows[place...], shown: shown &>> UInt64(place), grouped: grouped &>> UInt64(place))
    let low = UInt64.ones(place)
    setLeaf(Array(rows[..<place]), shown: shown & low, grouped: grouped & low)
    return upper
  }

  // MARK: - Inner nodes

  func setChildren(_ children: [RowNode]) {
    self.children = children
    recount()
  }

  /// Lets `body` write to the children; `recount()` or `count(_:by:)` has to follow.
  func withChildren<Result>(_ body: (inout [RowNode]) -> Result) -> Result { body(&children) }

  func recount() {
    first = children.first?.first ?? 0
    storedCount = 0
    storedShownCount = 0
    storedGroupedCount = 0
    for child in children {
      storedCount += child.storedCount
      storedShownCount += child.storedShownCount
      storedGroupedCount += child.storedGroupedCount
    }
  }
}

extension UInt64 {
  /// The bits with one more put in at `index`.
  func inserting(_ bit: Bool, at index: Int) -> UInt64 {
    let low: UInt64 = (1 &<< UInt64(index)) &- 1
    let high = self & ~low
    return (self & low) | (high << 1) | (bit ? 1 &<< UInt64(index) : 0)
  }

  /// The bits without the one at `index`.
  func removing(at index: Int) -> UInt64 {
    let low: UInt64 = (1 &<< UInt64(index)) &- 1
    return (self & low) | ((self >> 1) & ~low)
  }

  /// How many of the first `count` bits are set.
  func bits(before count: Int) -> Int {
    count >= 64 ? nonzeroBitCount : (self & ((1 &<< UInt64(count)) &- 1)).nonzeroBitCount
  }

  /// The place of the set bit that has `rank` set bits before it.
  func place(ofBit rank: Int) -> Int {
    var rest = self
    for _ in 0..<rank { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }

  /// The lowest `count` bits.
  static func ones(_ count: Int) -> UInt64 {
    count >= 64 ? .max : (1 &<< UInt64(count)) &- 1
  }
}
