/// Numbers of rows that grow along the store's order.
struct RowLabels: Sendable {
  private var labels = SparseTable<UInt64>()

  /// The distance between rows that were numbered in order.
  static var spacing: UInt64 { 1 << 28 }
  private static var origin: UInt64 { 1 << 62 }

  subscript(id: UInt32) -> UInt64 {
    get { labels[Int(id)] ?? Self.origin + UInt64(id) * Self.spacing }
    set { labels.set(newValue, at: Int(id)) }
  }

  /// A label between those of two neighbours, nil where there is no room.
  func label(between lower: UInt32?, and upper: UInt32?) -> UInt64? {
    switch (lower.map { self[$0] }, upper.map { self[$0] }) {
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
