/// The items of the visible rows of a section, as a collection that shares the storage of the controller.
public struct ResultsItems<Item> {
  fileprivate enum Source {
    /// The first `count` visible rows of a tree.
    case store(RowTree, RowTable, count: Int)
    case list([Item])
  }

  private let source: Source

  init(_ tree: RowTree, _ rows: RowTable, count: Int) {
    source = .store(tree, rows, count: count)
  }

  init(_ items: [Item]) { source = .list(items) }
}

extension ResultsItems: RandomAccessCollection {
  /// The first index, which is 0.
  public var startIndex: Int { 0 }

  /// The number of items.
  public var endIndex: Int {
    switch source {
    case .store(_, _, let count): count
    case .list(let items): items.count
    }
  }

  /// The item at an index, which must exist.
  ///
  /// - Complexity: O(log n).
  public subscript(position: Int) -> Item {
    switch source {
    case .list(let items): return items[position]
    case .store(let tree, let rows, let count):
      precondition(
        position >= 0 && position < count, "there is no item \(position) among \(count)")
      return rows.item(tree.shown(at: position), as: Item.self)
    }
  }

  /// Creates an iterator, which takes O(n) for all items.
  public func makeIterator() -> Iterator {
    switch source {
    case .list(let items): Iterator(shown: nil, rows: nil, list: items.makeIterator())
    case .store(let tree, let rows, let count):
      Iterator(shown: ShownRows(tree, count: count), rows: rows, list: [].makeIterator())
    }
  }

  /// An iterator over the items of a section.
  public struct Iterator: IteratorProtocol {
    fileprivate var shown: ShownRows?
    fileprivate let rows: RowTable?
    fileprivate var list: IndexingIterator<[Item]>

    /// Returns the next item; nil after the last.
    public mutating func next() -> Item? {
      guard let rows else { return list.next() }
      return shown?.next().map { rows.item($0, as: Item.self) }
    }
  }
}

extension ResultsItems: Sendable where Item: Sendable {}
extension ResultsItems.Source: Sendable where Item: Sendable {}
extension ResultsItems.Iterator: Sendable where Item: Sendable {}

extension ResultsItems: Equatable where Item: Equatable {
  /// Whether both have equal items in the same order.
  public static func == (lhs: ResultsItems, rhs: ResultsItems) -> Bool { lhs.elementsEqual(rhs) }
}

/// Iterates over the first visible rows of a tree, leaf by leaf.
struct ShownRows: IteratorProtocol, Sendable {
  private let tree: RowTree
  private let count: Int
  private var rank = 0
  private var leaf = RowLeaf([UInt32]())
  private var rest: UInt64 = 0

  init(_ tree: RowTree, count: Int) {
    self.tree = tree
    self.count = count
  }

  mutating func next() -> RowID? {
    if rest == 0 {
      guard rank < count else { return nil }
      (leaf, rest) = tree.shownLeaf(at: rank)
      rank += rest.nonzeroBitCount
    }
    let place = rest.trailingZeroBitCount
    rest &= rest &- 1
    return leaf.id(at: place)
  }
}
