public import FilterEngine

/// The visible rows of a list in their sections, as an immutable value.
///
/// A snapshot is a collection of sections, and a section a collection of rows. Both share the storage of the controller.
///
/// ```swift
/// for section in results.snapshot {
///   print(section.title ?? "")
///   for row in section { print(row.item?.name ?? "-") }
/// }
/// ```
public struct ResultsSnapshot<Item> {
  let storage: SnapshotStorage?

  /// The sections; nil if no data is loaded.
  package var loadedSections: [ResultsSection<Item>]? { storage?.sections(of: Item.self) }

  /// The sections as an array, which is empty if no data is loaded.
  public var sections: [ResultsSection<Item>] { storage?.sections(of: Item.self) ?? [] }

  /// Whether data is loaded. An empty list is data.
  public var isLoaded: Bool { storage != nil }

  /// Creates a snapshot of sections, such as a substitute for another; nil for one without data.
  public init(sections: [ResultsSection<Item>]?) {
    self.init(storage: sections.map { SnapshotStorage($0) })
  }

  init(storage: SnapshotStorage?) { self.storage = storage }

  /// The number of rows in all sections.
  ///
  /// - Complexity: O(1), and O(n) for n sections while one is collapsed.
  public var rowCount: Int { storage?.rowCount ?? 0 }

  /// The number of rows in each section.
  package var sectionCounts: [Int] { headers.map { $0.count } }

  /// The counts of the facets, in the order of `ResultsController.facets`; empty for none.
  ///
  /// - Complexity: O(d log d) for d distinct values at the first access, and O(1) then.
  public var facets: [FacetCounts] { storage?.summary?.facets ?? [] }

  /// The aggregates of all rows that pass the filters, in the order of `ResultsController.aggregates`; empty for none.
  public var aggregates: [AggregateValue] { storage?.summary?.aggregates ?? [] }

  /// The item at an index path; nil if there is no row, or a row without an item.
  ///
  /// ```swift
  /// let person = results.snapshot[ResultsPath(section: 0, item: 3)]
  /// ```
  ///
  /// - Complexity: O(log n).
  public subscript(path: ResultsPath) -> Item? {
    if let storage, let rows = storage.rows, let id = storage.id(at: path) {
      return rows.item(id, as: Item.self)
    }
    return row(at: path)?.item
  }

  /// The row at an index path; nil if there is none.
  ///
  /// - Complexity: O(log n).
  public func row(at path: ResultsPath) -> ResultsRow<Item>? {
    guard let storage else { return nil }
    if let rows = storage.rows, let id = storage.id(at: path) {
      return .item(rows.item(id, as: Item.self))
    }
    guard path.section >= 0, path.section < storage.sectionCount else { return nil }
    return storage.section(at: path.section, of: Item.self).row(at: path.item)
  }

  /// The item at an index in the group row at an index path; nil if there is none.
  public func item(at path: ResultsPath, inGroup index: Int) -> Item? {
    guard case .group(let group) = row(at: path), group.items.indices.contains(index) else {
      return nil
    }
    return group.items[index]
  }

  /// The items of all sections in order, without those of group rows.
  ///
  /// - Complexity: O(n).
  public var items: [Item] { sections.flatMap { $0.items } }

  /// The index path of the first row that satisfies a predicate; nil if there is none.
  ///
  /// - Complexity: O(n).
  public func firstPath(where predicate: (ResultsRow<Item>) throws -> Bool) rethrows -> ResultsPath?
  {
    for (section, contents) in sections.enumerated() {
      if let item = try contents.rows.firstIndex(where: predicate) {
        return ResultsPath(section: section, item: item)
      }
    }
    return nil
  }

  /// The index of the section with a key; nil if there is none.
  public func section(forKey key: some FilterValueConvertible) -> Int? {
    let key = key.filterValue
    return headers.firstIndex { $0.key == key }
  }

  /// The index titles of all sections in order, without repetitions.
  public var sectionIndexTitles: [String] {
    var seen: Set<String> = []
    return headers.compactMap { $0.indexTitle }.filter { seen.insert($0).inserted }
  }

  /// The index of the first section with an index title; nil if there is none.
  public func section(forIndexTitle title: String) -> Int? {
    headers.firstIndex { $0.indexTitle == title }
  }
}

extension ResultsSnapshot {
  /// Whether both are the same version of a list, and not only equal.
  package func isSame(as other: ResultsSnapshot) -> Bool { storage === other.storage }
}

extension ResultsSnapshot {
  /// The section at an index; nil if the index is out of bounds.
  public func section(at index: Int) -> ResultsSection<Item>? {
    guard let storage, index >= 0, index < storage.sectionCount else { return nil }
    return storage.section(at: index, of: Item.self)
  }

  /// The index paths of all rows in order.
  ///
  /// - Complexity: O(n).
  public var paths: [ResultsPath] {
    sectionCounts.enumerated().flatMap { section, count in
      (0..<count).map { ResultsPath(section: section, item: $0) }
    }
  }
}

extension ResultsSnapshot {
  /// Returns a snapshot of a message if this one has data and no rows, and this one otherwise.
  ///
  /// ```swift
  /// results.setSubstitute { _, new in new.showingMessage("No results") }
  /// ```
  ///
  /// The snapshot has 1 to 1,000 `rows`. The last is the message, and the others are blank.
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
  var headers: [SectionHeader] { storage?.headers ?? [] }

  /// Whether rows are lists of their own, without row numbers of a store.
  var hasLists: Bool { storage?.hasLists == true }
}

extension ResultsSnapshot: RandomAccessCollection {
  /// The first index, which is 0.
  public var startIndex: Int { 0 }

  /// The number of sections, which is 0 if no data is loaded.
  public var endIndex: Int { storage?.sectionCount ?? 0 }

  /// The section at an index, which must exist.
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
  /// Whether both have equal sections, or no data.
  public static func == (lhs: ResultsSnapshot, rhs: ResultsSnapshot) -> Bool {
    lhs.storage === rhs.storage || lhs.loadedSections == rhs.loadedSections
  }
}

extension ResultsSnapshot: CustomStringConvertible {
  /// The titles of the sections and the rows, in at most fifty lines.
  public var description: String {
    guard isLoaded else { return "no data" }
    var lines: [String] = []
    for section in self {
      guard lines.count < 50 else { break }
      lines.append("\(section.title ?? "-") (\(section.count))")
      for row in section.prefix(50 - lines.count) { lines.append("  \(row)") }
    }
    let shown = lines.count
    return lines.joined(separator: "\n") + (shown < rowCount + count ? "\n…" : "")
  }
}

extension ResultsRow: CustomStringConvertible {
  /// The description of the item, or of the row without one.
  public var description: String {
    switch self {
    case .item(let item): "\(item)"
    case .group(let group): "group of \(group.items.count)"
    case .extra(let extra): "extra \(extra.id)"
    }
  }
}
