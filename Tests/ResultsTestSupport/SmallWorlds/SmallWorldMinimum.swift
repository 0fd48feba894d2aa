/// The fewest events that lead from one world to another, counted by trying what may stay.
///
/// Written apart from the library. Rows are told apart by number, or by content too.
struct SmallWorldMinimum {
  private(set) var structural = 0
  private(set) var updates = 0

  init(from old: SmallWorld, to new: SmallWorld, byEquality: Bool) {
    let identity = { (row: SmallRow) in
      byEquality ? row : SmallRow(row.id)
    }
    let oldNames = old.sections.map(\.name)
    let newNames = new.sections.map(\.name)
    var places: [Int] = []
    for name in newNames { places.append(oldNames.firstIndex(of: name) ?? -1) }
    let survivors = places.indices.filter { places[$0] >= 0 }
    structural += oldNames.count + newNames.count - 2 * survivors.count
    // A section that would move to its own place has to stay.
    structural +=
      survivors.count
      - Self.longest(survivors.map { places[$0] }) { stays in
        zip(survivors, stays).allSatisfy { $1 || places[$0] != $0 }
      }

    var origins: [SmallRow: (section: Int, item: Int, row: SmallRow)] = [:]
    for (section, contents) in old.sections.enumerated() where newNames.contains(contents.name) {
      for (item, row) in contents.rows.enumerated() {
        origins[identity(row)] = (section, item, row)
      }
    }
    for place in survivors {
      var stayers: [Int] = []
      for row in new.sections[place].rows {
        guard let origin = origins.removeValue(forKey: identity(row)) else {
          structural += 1
          continue
        }
        if origin.section == places[place] { stayers.append(origin.item) } else { structural += 1 }
        if origin.row.isChanged != row.isChanged { updates += 1 }
      }
      structural += stayers.count - Self.longest(stayers) { _ in true }
    }
    structural += origins.count
  }

  /// The most of `values` that increase and are allowed, by trying all subsets.
  private static func longest(_ values: [Int], where isAllowed: ([Bool]) -> Bool) -> Int {
    var best = 0
    for mask in 0..<(1 << values.count) where mask.nonzeroBitCount > best || mask == 0 {
      var last = -1
      var isIncreasing = true
      for (bit, value) in values.enumerated() where mask >> bit & 1 == 1 {
        isIncreasing = isIncreasing && value > last
        last = value
      }
      guard isIncreasing, isAllowed(values.indices.map { mask >> $0 & 1 == 1 }) else { continue }
      best = mask.nonzeroBitCount
    }
    return best
  }
}
