/// The differences between two snapshots, as section indices and the index paths of rows.
///
/// Deletions, and the sources of moves and updates, refer to the old snapshot. Insertions, and the destinations of
/// moves and updates, refer to the new one.
///
/// The rows of inserted and deleted sections are in none of the lists. No row moves out of a deleted section or into an
/// inserted one. A row that moved and changed is in both lists.
public struct Changeset: Hashable, Sendable, Codable {
  /// The section index or the index path of a row in the old snapshot and in the new one.
  public struct Pair<Index: Hashable & Codable & Sendable>: Hashable, Sendable {
    /// The index in the old snapshot.
    public var from: Index
    /// The index in the new snapshot.
    public var to: Index

    /// Creates a pair of an old and a new index.
    public init(from: Index, to: Index) {
      self.from = from
      self.to = to
    }
  }

  package typealias ItemPair = Pair<ResultsPath>
  package typealias SectionPair = Pair<Int>

  /// The deleted sections, in descending order.
  public var deletedSections: [Int] = []
  /// The inserted sections, in ascending order.
  public var insertedSections: [Int] = []
  /// The moved sections, ascending by new index.
  public var movedSections: [Pair<Int>] = []
  /// The sections whose title or index title changed, or that were collapsed or expanded without a change of their
  /// rows, ascending by new index.
  public var updatedSections: [Pair<Int>] = []
  /// The deleted rows, in descending order.
  ///
  /// - Complexity: O(n) for the first access after a change of filters, then O(1).
  public var deletedItems: [ResultsPath] {
    get { deletedPaths.list }
    _modify { yield &deletedPaths.list }
  }
  /// The inserted rows, in ascending order.
  ///
  /// - Complexity: O(n) for the first access after a change of filters, then O(1).
  public var insertedItems: [ResultsPath] {
    get { insertedPaths.list }
    _modify { yield &insertedPaths.list }
  }
  /// The moved rows, ascending by new index path.
  public var movedItems: [Pair<ResultsPath>] = []
  /// The rows whose content changed, ascending by new index path.
  public var updatedItems: [Pair<ResultsPath>] = []

  private var deletedPaths = DeferredPaths([])
  private var insertedPaths = DeferredPaths([])

  /// Creates an empty change set.
  public init() {}

  /// Sets the deleted and inserted rows from pairs of trees, which ascend by new section.
  mutating func setItems(from pairs: [TreePair]) {
    deletedPaths = DeferredPaths(MaskedPaths(pairs, .deleted))
    insertedPaths = DeferredPaths(MaskedPaths(pairs, .inserted))
  }

  /// Whether there are no events.
  public var isEmpty: Bool {
    structuralCount == 0 && updatedItems.isEmpty && updatedSections.isEmpty
  }

  /// The number of deletions, insertions and moves.
  package var structuralCount: Int {
    deletedSections.count + insertedSections.count + movedSections.count + deletedPaths.count
      + insertedPaths.count + movedItems.count
  }

  /// The number of events: deletions, insertions, moves and updates of sections and rows.
  public var count: Int { structuralCount + updatedItems.count + updatedSections.count }

  /// Sorts each list in its order.
  mutating func sort() {
    deletedSections.sortDescending()
    insertedSections.sortAscending()
    movedSections.sortByTarget()
    updatedSections.sortByTarget()
    if deletedPaths.count > 1 { deletedItems.sortDescending() }
    if insertedPaths.count > 1 { insertedItems.sortAscending() }
    movedItems.sortByTarget()
    updatedItems.sortByTarget()
  }
}

extension Changeset {
  private enum CodingKeys: String, CodingKey {
    case deletedSections, insertedSections, movedSections, updatedSections
    case deletedPaths = "deletedItems"
    case insertedPaths = "insertedItems"
    case movedItems, updatedItems
  }
}

extension Changeset.Pair: Codable {
  /// Decodes an array `[from, to]`.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let from = try container.decode(Index.self)
    self.init(from: from, to: try container.decode(Index.self))
  }

  /// Encodes an array `[from, to]`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(from)
    try container.encode(to)
  }
}
