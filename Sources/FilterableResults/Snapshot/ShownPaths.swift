/// Where the rows of one version are shown, by their numbers.
final class ShownPaths {
  // The section and the item in 32 bits each; all ones for a row that is not shown.
  private let places: [UInt64]

  private static let none = UInt64.max

  /// The paths of rows numbered below `count`, where no group rows are shown.
  ///
  /// - Complexity: O(n).
  init(_ shown: ShownSections, count: Int) {
    var places = Array(repeating: Self.none, count: count)
    shown.forEachExpanded { section, place in
      var path = UInt64(place) << 32
      section.tree.forEachVisibleLeaf { leaf, shown, _ in
        var rest = shown
        while rest != 0 {
          places[Int(leaf.id(at: rest.trailingZeroBitCount))] = path
          path += 1
          rest &= rest &- 1
        }
      }
    }
    self.places = places
  }

  /// Where a row is shown, nil where it is not.
  subscript(id: RowID) -> ItemPath? {
    let place = places[Int(id)]
    guard place != Self.none else { return nil }
    return ItemPath(
      section: Int(truncatingIfNeeded: place >> 32),
      item: Int(truncatingIfNeeded: place & 0xFFFF_FFFF))
  }
}
