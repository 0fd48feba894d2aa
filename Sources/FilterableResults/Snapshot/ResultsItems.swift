/// The items that a section shows, in order, read where the controller holds them.
public struct ResultsItems<Item> {
  fileprivate enum Source {
    /// The shown rows of a tree, as many as counted.
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
  /// 0
  public var startIndex: Int { 0 }

  /// How many items there are.
  public var endIndex: Int {
    switch source {
    case .store(_, _, let count): count
    case .list(let items): items.count
    }
  }

  /// The item at a position, which exists.
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

  /// Goes through all items in O(n).
  public func makeIterator() -> Iterator {
    switch source {
    case .list(let items): Iterator(shown: nil, rows: nil, list: items.makeIterator())
    case .store(let tree, let rows, let count):
      Iterator(shown: ShownRows(tree, count: count), rows: rows, list: [].makeIterator())
    }
  }

  /// Goes through items in order.
  public struct Iterator: IteratorProtocol {
    fileprivate var shown: ShownRows?
    fileprivate let rows: RowTable?
    fileprivate var list: IndexingIterator<[Item]>

    /// The next item, nil after the last one.
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
  /// Whether both have equal items in one order.
  public static func == (lhs: ResultsItems, rhs: ResultsItems) -> Bool { lhs.elementsEqual(rhs) }
}

/// Goes through the first shown rows of a tree, leaf by leaf.
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
