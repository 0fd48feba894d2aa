public import FilterEngine

/// What a list shows at one moment: sections of rows. It never changes.
///
/// A snapshot is a collection of its sections, and a section one of its rows. Both are read where the controller
/// holds them, without a copy.
///
/// ```swift
/// ForEach(snapshot) { section in
///   Section(section.title ?? "") { ForEach(section) { row in Text(row.item?.name ?? "") } }
/// }
/// ```
public struct ResultsSnapshot<Item> {
  let storage: SnapshotStorage?

  /// The sections; nil before there is data.
  public var loadedSections: [ResultsSection<Item>]? { storage?.sections(of: Item.self) }

  /// The sections, none before there is data.
  public var sections: [ResultsSection<Item>] { storage?.sections(of: Item.self) ?? [] }

  /// Whether there is data; an empty list is data.
  public var isLoaded: Bool { storage != nil }

  /// A snapshot of sections, for the substitute hook; nil for one without data.
  public init(sections: [ResultsSection<Item>]?) {
    self.init(storage: sections.map { SnapshotStorage($0) })
  }

  init(storage: SnapshotStorage?) { self.storage = storage }

  /// How many rows there are in all sections.
  ///
  /// - Complexity: O(1), and O(n) for n sections while one is collapsed.
  public var rowCount: Int { storage?.rowCount ?? 0 }

  /// How many rows each section has.
  public var sectionCounts: [Int] { faces.map { $0.count } }

  /// The item at a place, nil where there is none or another kind of row.
  ///
  /// - Complexity: O(log n).
  public subscript(path: ItemPath) -> Item? {
    if let storage, let rows = storage.rows, let id = storage.id(at: path) {
      return rows.item(id, as: Item.self)
    }
    return row(at: path)?.item
  }

  /// The row at a place, nil where there is none.
  ///
  /// - Complexity: O(log n).
  public func row(at path: ItemPath) -> ResultsRow<Item>? {
    guard let storage else { return nil }
    if let rows = storage.rows, let id = storage.id(at: path) {
      return .item(rows.item(id, as: Item.self))
    }
    guard path.section >= 0, path.section < storage.sectionCount else { return nil }
    return storage.section(at: path.section, of: Item.self).row(at: path.item)
  }

  /// The hidden item at `index` of the group row at a place, nil where there is none.
  public func item(at path: ItemPath, inGroup index: Int) -> Item? {
    guard case .group(let group) = row(at: path), group.items.indices.contains(index) else {
      return nil
    }
    return group.items[index]
  }

  /// The items that are shown, section by section.
  ///
  /// - Complexity: O(n).
  public var items: [Item] { sections.flatMap { $0.items } }

  /// The place of the first row for which `predicate` holds.
  ///
  /// - Complexity: O(n).
  public func firstPath(where predicate: (ResultsRow<Item>) throws -> Bool) rethrows -> ItemPath? {
    for (section, contents) in sections.enumerated() {
      if let item = try contents.rows.firstIndex(where: predicate) {
        return ItemPath(section: section, item: item)
      }
    }
    return nil
  }

  /// The place of the section with `key`, nil where there is none.
  public func section(forKey key: some FilterValueConvertible) -> Int? {
    let key = key.filterValue
    return faces.firstIndex { $0.key == key }
  }

  /// The index titles of all sections, each once, in order.
  public var sectionIndexTitles: [String] {
    var seen: Set<String> = []
    return faces.compactMap { $0.indexTitle }.filter { seen.insert($0).inserted }
  }

  /// The first section with an index title, nil where there is none.
  public func section(forIndexTitle title: String) -> Int? {
    faces.firstIndex { $0.indexTitle == title }
  }
}

extension ResultsSnapshot {
  /// Whether both are the same version of a list, not only equal ones.
  package func isSame(as other: ResultsSnapshot) -> Bool { storage === other.storage }
}

extension ResultsSnapshot {
  /// The section at a place, nil where there is none.
  public func section(at place: Int) -> ResultsSection<Item>? {
    guard let storage, place >= 0, place < storage.sectionCount else { return nil }
    return storage.section(at: place, of: Item.self)
  }

  /// How many rows the section at a place has, nil where there is none.
  public func count(inSection place: Int) -> Int? { section(at: place)?.count }

  /// The places of all rows in order.
  ///
  /// - Complexity: O(n).
  public var paths: [ItemPath] {
    sectionCounts.enumerated().flatMap { section, count in
      (0..<count).map { ItemPath(section: section, item: $0) }
    }
  }
}

extension ResultsSnapshot {
  /// The snapshot, or where it has data and no row a message in its place: `rows` rows, at least one,
  /// of which the last is the message and the others are blank.
  ///
  /// Made for the substitute hook: `{ _, new in new.showingMessage("No results") }`.
  public func showingMessage(_ text: String, rows: Int = 1) -> ResultsSnapshot {
    guard isLoaded, rowCount == 0 else { return self }
    var extras: [ResultsRow<Item>] = []
    for blank in 1..<Swift.max(1, Swift.min(rows, 1_000)) {
      extras.append(.extra(ResultsExtra(id: .list(["blank", .int(Int64(blank))]))))
    }
    extras.append(.extra(ResultsExtra(id: "message", value: .string(text))))
    return ResultsSnapshot(
      sections: [ResultsSection(key: sections.first?.key ?? .null, rows: extras)])
  }
}

extension ResultsSnapshot {
  /// All sections without their items.
  ///
  /// - Complexity: O(n).
  var faces: [SectionFace] { storage?.faces ?? [] }

  /// Whether rows are in it by themselves, without the numbers of a store.
  var hasLists: Bool { storage?.hasLists == true }
}

extension ResultsSnapshot: RandomAccessCollection {
  /// A section.
  public typealias Element = ResultsSection<Item>

  /// 0
  public var startIndex: Int { 0 }

  /// How many sections there are, none before there is data.
  public var endIndex: Int { storage?.sectionCount ?? 0 }

  /// The section at a position, which exists.
  ///
  /// - Complexity: O(log n).
  public subscript(position: Int) -> ResultsSection<Item> {
    guard let section = section(at: position) else {
      preconditionFailure("there is no section \(position) in a snapshot of \(count)")
    }
    return section
  }
}

extension ResultsSnapshot: Sendable where Item: Sendable {}

extension ResultsSnapshot: Equatable where Item: Equatable {
  /// Whether both have data or neither, and equal sections.
  public static func == (lhs: ResultsSnapshot, rhs: ResultsSnapshot) -> Bool {
    lhs.storage === rhs.storage || lhs.loadedSections == rhs.loadedSections
  }
}
