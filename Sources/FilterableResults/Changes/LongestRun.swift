/// Finds the elements that need not move.
enum LongestRun {
  /// A flag for each element: whether it belongs to a longest increasing subsequence, of which one is chosen.
  ///
  /// - Complexity: O(n log n), and O(n) if the elements already increase.
  static func of<Value: Comparable>(_ values: [Value]) -> [Bool] {
    let previous = links(values)
    var flags = Array(repeating: false, count: values.count)
    var index = previous.last
    while index != none {
      flags[Int(index)] = true
      index = previous.links[Int(index)]
    }
    return flags
  }

  /// A flag for each row with an old index in `sources` and the new one in `targets`: whether it stays.
  ///
  /// The greatest possible number of rows stay. Among such choices, one is taken that moves the fewest rows from an
  /// index to the same index.
  static func staying(_ sources: [UInt32], _ targets: [UInt32]) -> [Bool] {
    let run = of(sources)
    let isAwkward = run.indices.contains { !run[$0] && targets[$0] == sources[$0] }
    return isAwkward ? LongestRunLevels(sources).run { targets[$0] == sources[$0] } : run
  }

  static var none: UInt32 { .max }

  /// The predecessor of each element in a longest run that ends with it, and the last element of a longest run.
  private static func links<Value: Comparable>(
    _ values: [Value]
  ) -> (links: [UInt32], last: UInt32) {
    var links: [UInt32] = []
    links.reserveCapacity(values.count)
    // The element that ends the best run of each length, and its value.
    var ends: [UInt32] = []
    var tops: [Value] = []
    ends.reserveCapacity(values.count)
    tops.reserveCapacity(values.count)
    var index: UInt32 = 0
    for value in values {
      if let last = tops.last, value <= last {
        let low = tops.firstIndex(notBelow: value)
        links.append(low > 0 ? ends[low - 1] : none)
        ends[low] = index
        tops[low] = value
      } else {
        links.append(ends.last ?? none)
        ends.append(index)
        tops.append(value)
      }
      index += 1
    }
    return (links, ends.last ?? none)
  }

  /// A flag for each element: whether it belongs to an increasing run of the greatest weight. The values are distinct.
  ///
  /// - Complexity: O(n log n).
  static func heaviest(_ values: [Int], weights: [Int]) -> [Bool] {
    let ranks = values.ascendingIndices()
    var rank = Array(repeating: 0, count: values.count)
    for (position, index) in ranks.enumerated() { rank[index] = position + 1 }
    // A Fenwick tree: the best run that ends at a rank or below.
    var best = Array(repeating: (weight: 0, end: -1), count: values.count + 1)
    var previous = Array(repeating: -1, count: values.count)
    var total = (weight: 0, end: -1)
    for index in values.indices {
      var before = (weight: 0, end: -1)
      var node = rank[index] - 1
      while node > 0 {
        if best[node].weight > before.weight { before = best[node] }
        node &= node - 1
      }
      previous[index] = before.end
      let run = (weight: before.weight + weights[index], end: index)
      if run.weight > total.weight { total = run }
      node = rank[index]
      while node <= values.count {
        if best[node].weight < run.weight { best[node] = run }
        node += node & -node
      }
    }
    var flags = Array(repeating: false, count: values.count)
    var index = total.end
    while index >= 0 {
      flags[index] = true
      index = previous[index]
    }
    return flags
  }
}

extension Array where Element: Comparable {
  /// The first index whose element is not less than `value`. The elements increase, and the last one is not less.
  func firstIndex(notBelow value: Element) -> Int {
    var low = 0
    var length = count - 1
    // Without a branch for each comparison, as its outcome cannot be predicted.
    while length > 0 {
      let half = (length + 1) / 2
      low += self[low + half - 1] < value ? half : 0
      length -= half
    }
    return low
  }
}
