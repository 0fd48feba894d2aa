/// The contents of rows by their numbers, and where each stands in the store's order.
///
/// The array that was set is kept as it is; 64 rows of it are copied at the first edit of one.
struct RowTable<Item> {
  private let base: [Item]

  // A part is empty while the rows in it are those of `base`.
  private var parts: [[[Item]]] = []
  private var labels: [[[UInt64]]] = []

  /// How many numbers there are, those of removed rows included.
  private(set) var count: Int

  static var partSize: Int { 64 }
  private static var blockSize: Int { 64 * 64 }

  /// A table whose rows are numbered in order.
  init(_ items: [Item]) {
    base = items
    count = items.count
  }

  subscript(id: UInt32) -> Item {
    let id = Int(id)
    let block = id / Self.blockSize
    if block < parts.count {
      let part = parts[block][id % Self.blockSize / Self.partSize]
      if !part.isEmpty { return part[id % Self.partSize] }
    }
    return base[id]
  }

  /// Puts other content into a row.
  mutating func update(_ id: UInt32, _ item: Item) {
    let id = Int(id)
    let (block, part) = prepare(id)
    parts[block][part][id % Self.partSize] = item
  }

  /// A new row.
  mutating func append(_ item: Item) -> UInt32 {
    let id = count
    count += 1
    let block = id / Self.blockSize
    while parts.count <= block { parts.append(Array(repeating: [], count: Self.partSize)) }
    let part = id % Self.blockSize / Self.partSize
    if parts[block][part].isEmpty, id % Self.partSize != 0 {
      parts[block][part] = Array(base[(id - id % Self.partSize)..<id])
    }
    parts[block][part].append(item)
    return UInt32(id)
  }

  private mutating func prepare(_ id: Int) -> (Int, Int) {
    let block = id / Self.blockSize
    while parts.count <= block { parts.append(Array(repeating: [], count: Self.partSize)) }
    let part = id % Self.blockSize / Self.partSize
    if parts[block][part].isEmpty {
      let start = id - id % Self.partSize
      parts[block][part] = Array(base[start..<min(start + Self.partSize, base.count)])
    }
    return (block, part)
  }

  /// Calls `body` with the array that was set.
  func withBase<Result>(_ body: (UnsafeBufferPointer<Item>) -> Result) -> Result {
    base.withUnsafeBufferPointer(body)
  }

  /// The rows that stand beside the array, by their numbers: 64 a word.
  var editedWords: [(word: Int, bits: UInt64)] {
    parts.enumerated().flatMap { block, parts in
      parts.indices.filter { !parts[$0].isEmpty }.map { (block * 64 + $0, .max) }
    }
  }

  /// Calls `body` with the contents of the rows numbered from `64 * word`.
  func withPart<Result>(_ word: Int, _ body: (UnsafeBufferPointer<Item>) -> Result) -> Result {
    let block = word / 64
    if block < parts.count, !parts[block][word % 64].isEmpty {
      return parts[block][word % 64].withUnsafeBufferPointer(body)
    }
    return base.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[(word * 64)..<min(word * 64 + 64, base.count)]))
    }
  }
}

// MARK: - Order

extension RowTable {
  /// The distance between rows that were numbered in order.
  static var spacing: UInt64 { 1 << 28 }
  private static var origin: UInt64 { 1 << 62 }

  /// A number that grows along the store's order.
  func label(_ id: UInt32) -> UInt64 {
    let place = Int(id)
    let block = place / Self.blockSize
    if block < labels.count {
      let part = labels[block][place % Self.blockSize / Self.partSize]
      if !part.isEmpty, part[place % Self.partSize] != 0 { return part[place % Self.partSize] }
    }
    return Self.origin + UInt64(id) * Self.spacing
  }

  mutating func setLabel(_ label: UInt64, of id: UInt32) {
    let place = Int(id)
    let block = place / Self.blockSize
    while labels.count <= block { labels.append(Array(repeating: [], count: Self.partSize)) }
    let part = place % Self.blockSize / Self.partSize
    if labels[block][part].isEmpty {
      labels[block][part] = Array(repeating: 0, count: Self.partSize)
    }
    labels[block][part][place % Self.partSize] = label
  }

  /// A label between those of two neighbours, nil where there is no room.
  func label(between lower: UInt32?, and upper: UInt32?) -> UInt64? {
    switch (lower.map(label), upper.map(label)) {
    case (nil, nil): return Self.origin
    case (let lower?, nil):
      return lower < .max - Self.spacing ? lower + Self.spacing : nil
    case (nil, let upper?):
      return upper > Self.spacing ? upper - Self.spacing : nil
    case (let lower?, let upper?):
      return upper > lower &+ 1 ? lower + (upper - lower) / 2 : nil
    }
  }
}

extension RowTable: Sendable where Item: Sendable {}
