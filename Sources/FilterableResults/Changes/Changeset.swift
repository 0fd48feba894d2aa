/// What turns one snapshot into another, as places alone.
///
/// Deletions, and the sources of moves and updates, are places in the old snapshot. Insertions, and
/// the destinations of moves and updates, are places in the new one.
///
/// Rows of inserted and deleted sections stand in none of the lists. No row moves out of a deleted
/// section or into an inserted one. A row that moved and changed stands in both lists.
public struct Changeset: Hashable, Sendable, Codable {
  /// A row's place in the old snapshot and in the new one.
  public struct ItemPair: Hashable, Sendable {
    /// The place in the old snapshot.
    public var from: ItemPath
    /// The place in the new snapshot.
    public var to: ItemPath

    /// A pair of places.
    public init(from: ItemPath, to: ItemPath) {
      self.from = from
      self.to = to
    }
  }

  /// A section's place in the old snapshot and in the new one.
  public struct SectionPair: Hashable, Sendable {
    /// The place in the old snapshot.
    public var from: Int
    /// The place in the new snapshot.
    public var to: Int

    /// A pair of places.
    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// Sections that are gone, descending.
  public var deletedSections: [Int] = []
  /// Sections that came, ascending.
  public var insertedSections: [Int] = []
  /// Sections that went elsewhere, by final place.
  public var movedSections: [SectionPair] = []
  /// Sections whose title or index title changed, and those that were collapsed or expanded without a
  /// row to come or go, by final place.
  public var updatedSections: [SectionPair] = []
  /// Rows that are gone, descending.
  ///
  /// - Complexity: O(n) where it is first asked for after a change of filters, and O(1) then.
  public var deletedItems: [ItemPath] {
    get { deletedPaths.list }
    _modify { yield &deletedPaths.list }
  }
  /// Rows that came, ascending.
  ///
  /// - Complexity: O(n) where it is first asked for after a change of filters, and O(1) then.
  public var insertedItems: [ItemPath] {
    get { insertedPaths.list }
    _modify { yield &insertedPaths.list }
  }
  /// Rows that went elsewhere, by final place.
  public var movedItems: [ItemPair] = []
  /// Rows whose content changed, by final place.
  public var updatedItems: [ItemPair] = []

  private var deletedPaths = DeferredPaths([])
  private var insertedPaths = DeferredPaths([])

  /// A change set of nothing.
  public init() {}

  /// Takes the rows that went and came from trees that are listed by their new places.
  mutating func setItems(from pairs: [TreePair]) {
    deletedPaths = DeferredPaths(MaskedPaths(pairs, .deleted))
    insertedPaths = DeferredPaths(MaskedPaths(pairs, .inserted))
  }

  /// Whether nothing changed.
  public var isEmpty: Bool {
    structuralCount == 0 && updatedItems.isEmpty && updatedSections.isEmpty
  }

  /// How many rows and sections came, went or moved.
  public var structuralCount: Int {
    deletedSections.count + insertedSections.count + movedSections.count + deletedPaths.count
      + insertedPaths.count + movedItems.count
  }

  /// How many events there are.
  public var count: Int { structuralCount + updatedItems.count + updatedSections.count }

  /// Puts the lists into their orders.
  mutating func sort() {
    deletedSections.sort(by: >)
    insertedSections.sort()
    movedSections.sort { $0.to < $1.to }
    updatedSections.sort { $0.to < $1.to }
    deletedItems.sort(by: >)
    insertedItems.sort()
    movedItems.sort { $0.to < $1.to }
    updatedItems.sort { $0.to < $1.to }
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

extension Changeset.ItemPair: Codable {
  /// Reads `[from, to]`.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let from = try container.decode(ItemPath.self)
    self.init(from: from, to: try container.decode(ItemPath.self))
  }

  /// Writes `[from, to]`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(from)
    try container.encode(to)
  }
}

extension Changeset.SectionPair: Codable {
  /// Reads `[from, to]`.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let from = try container.decode(Int.self)
    self.init(from: from, to: try container.decode(Int.self))
  }

  /// Writes `[from, to]`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(from)
    try container.encode(to)
  }
}
