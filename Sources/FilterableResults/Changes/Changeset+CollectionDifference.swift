// Changes of flat lists, as the standard library has them.
extension Changeset {
  /// The changes of one list of rows, as one section.
  ///
  /// A removal and an insertion that are associated, as `inferringMoves()` associates them, are a move, and an update
  /// too where their elements differ.
  ///
  /// - Complexity: O(n log n) in the number of changes.
  public init<Element: Equatable>(_ difference: CollectionDifference<Element>) {
    self.init()
    var removed: [Int: Element] = [:]
    for change in difference.removals {
      if case .remove(let offset, let element, _?) = change { removed[offset] = element }
    }
    for change in difference {
      switch change {
      case .remove(let offset, _, nil):
        deletedItems.append(ItemPath(section: 0, item: offset))
      case .insert(let offset, _, nil):
        insertedItems.append(ItemPath(section: 0, item: offset))
      case .insert(let offset, let element, let origin?):
        let pair = ItemPair(
          from: ItemPath(section: 0, item: origin), to: ItemPath(section: 0, item: offset))
        movedItems.append(pair)
        if removed[origin] != element { updatedItems.append(pair) }
      case .remove: break
      }
    }
    deletedItems.sort(by: >)
    insertedItems.sort()
    movedItems.sort { $0.to < $1.to }
    updatedItems.sort { $0.to < $1.to }
  }

  /// The changes of a flat list with the elements that they remove and insert; nil where sections change, where a
  /// path is in another section than the first, and where a path is outside the lists.
  ///
  /// A row that moves or has other content is a removal and an insertion that are associated.
  ///
  /// - Complexity: O(n log n) in the number of changes.
  public func difference<Old: RandomAccessCollection, New: RandomAccessCollection>(
    from old: Old, to new: New
  ) -> CollectionDifference<Old.Element>? where Old.Element == New.Element {
    typealias Change = CollectionDifference<Old.Element>.Change
    guard deletedSections.isEmpty, insertedSections.isEmpty, movedSections.isEmpty else {
      return nil
    }
    func element<List: RandomAccessCollection>(
      _ path: ItemPath, in list: List
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
    // A row that moved and changed is in both lists.
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
