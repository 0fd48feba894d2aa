// Every type of element and every closure by which elements are sorted compiles a merge sort of its own. So lists are
// sorted here, by index.

extension [Int] {
  /// Sorts the numbers in ascending order.
  @inline(never)
  mutating func sortAscending() {
    if count > 1 { sort() }
  }

  /// Sorts the numbers in descending order.
  mutating func sortDescending() {
    guard count > 1 else { return }
    sortAscending()
    reverse()
  }

  /// The numbers in ascending order.
  func ascending() -> [Int] {
    var result = self
    result.sortAscending()
    return result
  }

  /// The indices of the numbers in ascending order; equal numbers keep their order.
  func ascendingIndices() -> [Int] { sortedIndices(count) { self[$0] < self[$1] } }

  /// The number of elements that are less than `number`, if the elements ascend.
  func count(below number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension [ResultsPath] {
  /// Sorts the index paths in ascending order.
  @inline(never)
  mutating func sortAscending() {
    guard !isOrdered({ $0 <= $1 }) else { return }
    self = sortedIndices(count) { self[$0].number < self[$1].number }.map { self[$0] }
  }

  /// Sorts the index paths in descending order.
  @inline(never)
  mutating func sortDescending() {
    guard !isOrdered({ $0 >= $1 }) else { return }
    sortAscending()
    reverse()
  }

  /// The index paths in ascending order.
  func ascending() -> [ResultsPath] {
    var result = self
    result.sortAscending()
    return result
  }

  private func isOrdered(_ areOrdered: (UInt64, UInt64) -> Bool) -> Bool {
    indices.dropFirst().allSatisfy { areOrdered(self[$0 - 1].number, self[$0].number) }
  }
}

extension [Changeset.ItemPair] {
  /// Sorts the pairs by their new index paths.
  @inline(never)
  mutating func sortByTarget() {
    let isOrdered = indices.dropFirst().allSatisfy { self[$0 - 1].to.number <= self[$0].to.number }
    guard !isOrdered else { return }
    self = sortedIndices(count) { self[$0].to.number < self[$1].to.number }.map { self[$0] }
  }
}

extension [Changeset.SectionPair] {
  /// Sorts the pairs by their new indices.
  @inline(never)
  mutating func sortByTarget() {
    guard count > 1 else { return }
    self = sortedIndices(count) { self[$0].to < self[$1].to }.map { self[$0] }
  }
}

/// The indices of `count` elements in order; equal elements keep their order.
///
/// The optimizer leaves it as it is, or it would copy the sort for each closure.
@inline(never)
@_optimize(none)
func sortedIndices(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
  sortIndices(count, precedes)
}

@inline(never)
private func sortIndices(_ count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
  var indices = Array(0..<count)
  indices.sort(by: precedes)
  return indices
}
