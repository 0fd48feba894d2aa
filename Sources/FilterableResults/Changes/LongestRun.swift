/// Finds what may stay where it is.
enum LongestRun {
  /// Which elements belong to a longest increasing run, as a flag each.
  ///
  /// - Complexity: O(n log n), and O(n) where the elements increase already.
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

  /// Which rows stay of those that came from `sources` to `targets`: as many as can, and among equals
  /// those that would "move" to their own place.
  static func staying(_ sources: [UInt32], _ targets: [UInt32]) -> [Bool] {
    let run = of(sources)
    let isAwkward = run.indices.contains { !run[$0] && targets[$0] == sources[$0] }
    return isAwkward ? LongestRunLevels(sources).run { targets[$0] == sources[$0] } : run
  }

  static var none: UInt32 { .max }

  /// Each element's predecessor in a longest run that ends with it, and the last of a longest one.
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

  /// Which elements belong to an increasing run of most weight; values are distinct.
  ///
  /// - Complexity: O(n log n).
  static func heaviest(_ values: [Int], weights: [Int]) -> [Bool] {
    let ranks = values.indices.sorted { values[$0] < values[$1] }
    var rank = Array(repeating: 0, count: values.count)
    for (place, index) in ranks.enumerated() { rank[index] = place + 1 }
    // A Fenwick tree of the best run that ends at or below a rank.
    var best = Array(repeating: (weight: 0, end: -1), count: values.count + 1)
    var previous = Array(repeating: -1, count: values.count)
    var total = (weight: 0, end: -1)
    for index in values.indices {
      var before = (weight: 0, end: -1)
      var place = rank[index] - 1
      while place > 0 {
        if best[place].weight > before.weight { before = best[place] }
        place &= place - 1
      }
      previous[index] = before.end
      let run = (weight: before.weight + weights[index], end: index)
      if run.weight > total.weight { total = run }
      place = rank[index]
      while place <= values.count {
        if best[place].weight < run.weight { best[place] = run }
        place += place & -place
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
  /// The first place whose element is not below `value`; the elements increase, and the last one is not
  /// below it.
  func firstIndex(notBelow value: Element) -> Int {
    var low = 0
    var length = count - 1
    // Without branches on what is found, which cannot be foreseen.
    while length > 0 {
      let half = (length + 1) / 2
      low += self[low + half - 1] < value ? half : 0
      length -= half
    }
    return low
  }
}
