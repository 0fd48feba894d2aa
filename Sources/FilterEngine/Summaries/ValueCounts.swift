package import FilterSyntax

/// How often each value occurs, named and in order.
///
/// Values are equal as `==` of the language has it: 1, 1.0 and TRUE are one value, and NaN is one. Texts are equal
/// if their bytes are, or with options if their folded texts are. The least spelling among the values counted
/// names an entry: integers precede doubles, decimals and Booleans, in this order, and bytes decide further.
package struct ValueCounts: Sendable {
  /// A value and the number of its occurrences.
  package struct Entry: Sendable, Equatable {
    /// The value in its least spelling.
    package var value: FilterValue

    /// The number of occurrences of all its spellings.
    package var count: Int

    /// Whether the entry is one that is kept without occurrences and beyond the limit.
    package var isKept = false
  }

  /// The order of entries.
  package enum Order: Sendable {
    /// The greatest count first, and then by value.
    case count

    /// By value in the order of sorts, nil first. Values that sorts do not distinguish follow in the order of their bytes.
    case value
  }

  /// The entries in order, at most as many as the limit.
  package let entries: [Entry]

  /// The sum of the counts that the limit cut off.
  package let others: Int

  /// The number of values, with those that the limit cut off.
  package let distinct: Int

  /// The units of work of counting a value and bringing it into order.
  private static let unitsOfValue = 16

  /// Counts spellings, of which several can be one value, and each can occur several times. The values of `kept` are
  /// entries even if they do not occur or are beyond the limit.
  ///
  /// `work` counts units of work before they are done. If it returns false, the entries are not all and in any order.
  ///
  /// - Complexity: O(n + d log d) for n spellings of d values.
  package init(
    _ spellings: some Sequence<(FilterValue, Int)>, keeping kept: [FilterValue] = [],
    options: AST.Comparison.Options = [], order: Order = .count, limit: Int? = nil,
    work: ((_ units: Int) -> Bool)? = nil
  ) {
    let folding = TextFolding(options)
    var indices: [FilterValue: Int] = [:]
    var found: [Entry] = []
    for (value, count) in spellings {
      if let work, !work(value.measure.size * Self.unitsOfValue) { break }
      let key = value.folded(folding)
      if let index = indices[key] {
        found[index].count += count
        if value.isLesserSpelling(than: found[index].value) { found[index].value = value }
      } else {
        indices[key] = found.count
        found.append(Entry(value: value, count: count))
      }
    }
    distinct = found.count
    for value in kept {
      let key = value.folded(folding)
      if let index = indices[key] {
        found[index].isKept = true
      } else {
        indices[key] = found.count
        found.append(Entry(value: value, count: 0, isKept: true))
      }
    }
    var columns = SortColumns(count: found.count)
    // Ones' complements reverse the order.
    if order == .count { columns.append(found.map { ~UInt64(clamping: $0.count) }) }
    columns.append(
      found.map(\.value), SortComparison(options: options), isAscending: true, nilsFirst: true)
    let sorted = columns.order(
      precedes: { found[$0].value.isLesserSpelling(than: found[$1].value) }, work: work)
    let limit = max(limit ?? .max, 0)
    var (listed, others) = ([Entry](), 0)
    for (place, index) in sorted.enumerated() {
      let entry = found[Int(index)]
      if place < limit || entry.isKept { listed.append(entry) } else { others += entry.count }
    }
    (entries, self.others) = (listed, others)
  }
}

extension FilterValue {
  /// Whether the value names an entry rather than another spelling of it.
  package func isLesserSpelling(than other: FilterValue) -> Bool {
    switch (self, other) {
    case (.int(let left), .int(let right)) where left == right: return false
    case (.double(let left), .double(let right)) where left.bitPattern == right.bitPattern:
      return false
    default: break
    }
    guard spellingRank == other.spellingRank else { return spellingRank < other.spellingRank }
    return spelling.utf8.lexicographicallyPrecedes(other.spelling.utf8)
  }

  private var spellingRank: Int {
    switch self {
    case .int, .wide: 0
    case .double: 1
    case .decimal: 2
    case .bool: 3
    default: 4
    }
  }

  private var spelling: String {
    if case .string(let text) = self { text } else { description }
  }

  /// The text as it is compared; any other value unchanged.
  fileprivate func folded(_ folding: TextFolding) -> FilterValue {
    guard !folding.comparesBytes, case .string(var text) = self else { return self }
    return text.withUTF8 { bytes in
      folding.withFolded(bytes) { .string(String(decoding: $0.bytes, as: UTF8.self)) }
    }
  }
}
