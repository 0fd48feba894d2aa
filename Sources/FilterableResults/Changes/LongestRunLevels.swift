/// All longest increasing runs of distinct values at once, to choose the best of them.
///
/// Take an element that ends a run of n elements and begins one of m. If n + m - 1 is the greatest length, it is the
/// nth element of a longest run. The elements that can be the nth decrease from first to last. So those of them that
/// can precede an element of the next level are neighbours, and a sliding window keeps the best of them.
struct LongestRunLevels {
  private let values: [UInt32]

  /// The elements that can be the first, the second and so on of a longest run, each level in order.
  private var levels: [[UInt32]]

  /// - Complexity: O(n log n).
  init(_ values: [UInt32]) {
    self.values = values
    let ranks = Self.lengths(values)
    let rests = Self.lengths(values.reversed().map { ~$0 })
    let length = ranks.max() ?? 0
    levels = Array(repeating: [], count: Int(length))
    for (index, rank) in ranks.enumerated()
    where rank + rests[values.count - 1 - index] - 1 == length {
      levels[Int(rank) - 1].append(UInt32(index))
    }
  }

  /// The length of a longest run that ends with each element.
  private static func lengths(_ values: [UInt32]) -> [UInt32] {
    var tops: [UInt32] = []
    return values.map { value in
      if let last = tops.last, value <= last {
        let low = tops.firstIndex(notBelow: value)
        tops[low] = value
        return UInt32(low + 1)
      }
      tops.append(value)
      return UInt32(tops.count)
    }
  }

  /// A flag for each element: whether it belongs to a longest run that has the most elements with `isPreferred`.
  ///
  /// - Complexity: O(n).
  func run(_ isPreferred: (Int) -> Bool) -> [Bool] {
    var scores: [[UInt32]] = []
    var links: [[Int]] = []
    for (level, members) in levels.enumerated() {
      let bonus = members.map { isPreferred(Int($0)) ? 1 as UInt32 : 0 }
      guard level > 0 else {
        scores.append(bonus)
        links.append(Array(repeating: -1, count: members.count))
        continue
      }
      let best = predecessors(of: level, scores[level - 1])
      links.append(best)
      scores.append(zip(best, bonus).map { scores[level - 1][$0] + $1 })
    }
    var flags = Array(repeating: false, count: values.count)
    guard let last = scores.last else { return flags }
    var member = last.indices.max { last[$0] < last[$1] } ?? -1
    for level in levels.indices.reversed() {
      flags[Int(levels[level][member])] = true
      member = links[level][member]
    }
    return flags
  }

  /// The best element of the level below that can precede each element of a level.
  private func predecessors(of level: Int, _ scores: [UInt32]) -> [Int] {
    let below = levels[level - 1]
    // Indices in the level below, with decreasing scores.
    var window: [Int] = []
    var head = 0
    var next = 0
    return levels[level].map { index in
      while next < below.count, below[next] < index {
        while window.count > head, scores[window[window.count - 1]] <= scores[next] {
          window.removeLast()
        }
        window.append(next)
        next += 1
      }
      while head < window.count - 1, values[Int(below[window[head]])] >= values[Int(index)] {
        head += 1
      }
      return window[head]
    }
  }
}
