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

  /// The place of a row, nil where the leaf does not have it.
  func place(of id: UInt32) -> Int? {
    guard ids.isEmpty else {
      // Every row is compared: where the search ends cannot be foreseen, and a wrong guess takes longer.
      var found = UInt32.max
      var place: UInt32 = 0
      for row in ids {
        found = row == id ? place : found
        place &+= 1
      }
      return found == .max ? nil : Int(found)
    }
    return id >= first && id - first < storedCount ? Int(id - first) : nil
  }

  /// The places among `places` whose rows have a bit in `words`.
  @inline(__always)
  func places(in words: UnsafeBufferPointer<UInt64>, among places: UInt64) -> UInt64 {
    var result: UInt64 = 0
    var rest = places
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest &- 1
      let id = id(at: place)
      // Without a branch: which rows have a bit cannot be foreseen.
      let word = id >> 6 < words.count ? words[Int(id >> 6)] : 0
      result |= (word &>> UInt64(id & 63) & 1) &<< UInt64(place)
    }
    return result
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
    let count = count
    if ids.isEmpty {
      ids = Self.list(of: Self.capacity) { rows in
        for index in 0..<count { rows[index] = first &+ UInt32(truncatingIfNeeded: index) }
        return count
      }
      ids.insert(id, at: place)
    } else if ids.capacity > count {
      // One copy with room, where another version has the list; none where it is this leaf's alone.
      ids.insert(id, at: place)
    } else {
      ids = ids.withUnsafeBufferPointer { old in
        Self.list(of: Self.capacity) { rows in
          for index in 0..<place { rows[index] = old[index] }
          rows[place] = id
          for index in place..<count { rows[index + 1] = old[index] }
          return count + 1
        }
      }
    }
    storedCount += 1
    first = ids[0]
  }

  mutating func remove(at place: Int) {
    let count = count - 1
    if ids.isEmpty, place == 0 || place == count {
      if place == 0 { first &+= 1 }
    } else if ids.isEmpty {
      let start = first
      ids = Self.list(of: Self.capacity) { rows in
        for index in 0..<count {
          rows[index] = start &+ UInt32(truncatingIfNeeded: index < place ? index : index + 1)
        }
        return count
      }
    } else {
      ids.remove(at: place)
      first = ids.first ?? 0
    }
    storedCount -= 1
  }

  private static func list(
    of capacity: Int, _ write: (UnsafeMutableBufferPointer<UInt32>) -> Int
  ) -> [UInt32] {
    Array(unsafeUninitializedCapacity: capacity) { rows, count in count = write(rows) }
  }

  /// Takes the rows from `place` on out, and gives a leaf of them.
  mutating func split(at place: Int) -> RowLeaf {
    let rows = rows
    set(Array(rows[..<place]))
    return RowLeaf(rows[place...])
  }
}
