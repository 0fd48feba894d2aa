/// Finds what may stay where it is.
enum LongestRun {
  /// Which elements belong to a longest increasing run, as a flag each.
  ///
  /// - Complexity: O(n log n), and O(n) where the elements increase already.
  static func of(_ values: [Int]) -> [Bool] {
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: values.count)
    for (index, value) in values.enumerated() {
      var low = ends.count
      if let last = ends.last, values[last] >= value {
        low = 0
        var high = ends.count - 1
        while low < high {
          let middle = (low + high) / 2
          if values[ends[middle]] < value { low = middle + 1 } else { high = middle }
        }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    return flags(from: ends.last ?? -1, previous)
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
    return flags(from: total.end, previous)
  }

  private static func flags(from last: Int, _ previous: [Int]) -> [Bool] {
    var flags = Array(repeating: false, count: previous.count)
    var index = last
    while index >= 0 {
      flags[index] = true
      index = previous[index]
    }
    return flags
  }
}
