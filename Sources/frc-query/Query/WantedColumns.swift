internal import FilterEngine

/// The key paths that are read of matching rows beside the filter: what is selected, sorted by and
/// grouped by.
struct WantedColumns: Sendable {
  /// The longest key path that is read in place; the reader goes as deep as it is long.
  private static let maximumPath = 32

  /// The paths of nothing but names, each once.
  private(set) var paths: [[String]] = []

  /// For each selected column the number of its path, nil for one that needs the whole row; nil where
  /// nothing is selected.
  private(set) var selected: [Int?]?

  /// The same for each sort key.
  private(set) var sortKeys: [Int?] = []

  /// The same for the section.
  private(set) var section: Int?

  init(_ query: Query) {
    selected = query.selection.columns.map { columns in columns.map { add($0) } }
    sortKeys = query.sortKeys.map { add($0.column) }
    section = query.section.flatMap { add($0) }
  }

  private mutating func add(_ key: KeyColumn) -> Int? {
    guard let path = key.plainPath, path.count <= Self.maximumPath else { return nil }
    if let known = paths.firstIndex(where: { Self.areSame($0, path) }) { return known }
    paths.append(path)
    return paths.count - 1
  }

  /// Names are bytes: two spellings of one letter are two names.
  private static func areSame(_ left: [String], _ right: [String]) -> Bool {
    left.count == right.count
      && zip(left, right).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }
}
