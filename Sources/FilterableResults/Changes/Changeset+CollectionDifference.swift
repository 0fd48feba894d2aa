// Conversions from and to the differences of the standard library, which are those of flat lists.
extension Changeset {
  /// Creates the change set of a list with one section from a difference of the standard library.
  ///
  /// A removal and an insertion that are associated, such as those that `inferringMoves()` finds, become a move, and an
  /// update too if their elements differ.
  ///
  /// - Complexity: O(k log k) for k changes.
  public init<Element: Equatable>(_ difference: CollectionDifference<Element>) {
    self.init()
    var removed: [Int: Element] = [:]
    for change in difference.removals {
      if case .remove(let offset, let element, _?) = change { removed[offset] = element }
    }
    for change in difference {
      switch change {
      case .remove(let offset, _, nil):
        deletedItems.append(ResultsPath(section: 0, item: offset))
      case .insert(let offset, _, nil):
        insertedItems.append(ResultsPath(section: 0, item: offset))
      case .insert(let offset, let element, let origin?):
        let pair = ItemPair(
          from: ResultsPath(section: 0, item: origin), to: ResultsPath(section: 0, item: offset))
        movedItems.append(pair)
        if removed[origin] != element { updatedItems.append(pair) }
      case .remove: break
      }
    }
    sort()
  }

  /// Converts the change set of a list with one section to a difference of the standard library.
  ///
  /// A row that moves or changes becomes a removal and an insertion that are associated.
  ///
  /// - Returns: Nil if sections change, or if an index path is not in section 0 or is out of bounds.
  /// - Complexity: O(k log k) for k changes.
  public func difference<Old: RandomAccessCollection, New: RandomAccessCollection>(
    from old: Old, to new: New
  ) -> CollectionDifference<Old.Element>? where Old.Element == New.Element {
    typealias Change = CollectionDifference<Old.Element>.Change
    guard deletedSections.isEmpty, insertedSections.isEmpty, movedSections.isEmpty else {
      return nil
    }
    func element<List: RandomAccessCollection>(
      _ path: ResultsPath, in list: List
    ) -> List.Element? {
      guard path.section == 0, path.item >= 0, path.item < list.count else { return nil }
      return list[list.index(list.startIndex, offsetBy: path.item)]
    }
    var changes: [Change] = []
    for path in deletedItems {
      guard let element = element(path, in: old) else { return nil }
      changes.append(.remove(offset: path.item, element: element, associatedWith: nil))
    }
    for path in insertedItems {
      guard let element = element(path, in: new) else { return nil }
      changes.append(.insert(offset: path.item, element: element, associatedWith: nil))
    }
    // A set, because a row that moved and changed is in both lists.
    for pair in Set(movedItems).union(updatedItems) {
      guard let before = element(pair.from, in: old), let after = element(pair.to, in: new) else {
        return nil
      }
      let (from, to) = (pair.from.item, pair.to.item)
      changes.append(.remove(offset: from, element: before, associatedWith: to))
      changes.append(.insert(offset: to, element: after, associatedWith: from))
    }
    return CollectionDifference(changes)
  }
}
