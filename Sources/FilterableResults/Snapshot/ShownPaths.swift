/// The index paths of the visible rows of one version, by row number.
final class ShownPaths {
  // The section and the item in 32 bits each; all ones for a hidden row.
  private let places: [UInt64]

  private static let none = UInt64.max

  /// Creates the paths of the rows numbered below `count`, for sections without group rows.
  ///
  /// - Complexity: O(n).
  init(_ shown: ShownSections, count: Int) {
    var places = Array(repeating: Self.none, count: count)
    shown.forEachExpanded { section, place in
      var path = UInt64(place) &<< 32
      section.tree.forEachVisibleLeaf { leaf, shown, _ in
        shown.forEachBit {
          places[Int(leaf.id(at: $0))] = path
          path += 1
        }
      }
    }
    self.places = places
  }

  /// The index path of a row; nil if it is hidden.
  subscript(id: RowID) -> ResultsPath? {
    let place = places[Int(id)]
    guard place != Self.none else { return nil }
    return ResultsPath(
      section: Int(truncatingIfNeeded: place &>> 32),
      item: Int(truncatingIfNeeded: place & 0xFFFF_FFFF))
  }
}
