internal import FilterEngine
internal import FilterJSON

/// The key paths that are read of matching rows beside the filter: what is selected, sorted by and
/// grouped by.
struct WantedColumns: Sendable {
  /// The longest key path that is read in place; the reader goes as deep as it is long.
  private static let maximumPath = 32

  /// The paths of nothing but names, each once.
  private(set) var paths: [[String]] = []

  /// The selected columns, nil for a column that requires the whole row; nil without a selection.
  private(set) var selected: [WantedColumn?]?

  /// The same for each sort key.
  private(set) var sortKeys: [WantedColumn?] = []

  /// The same for the section.
  private(set) var section: WantedColumn?

  init(_ query: Query) {
    // Names are bytes: two spellings of one letter are two names.
    var known: [[[UInt8]]: Int] = [:]
    selected = query.selection.columns.map { columns in columns.map { add($0, &known) } }
    sortKeys = query.sortKeys.map { add($0.column, &known) }
    section = query.section.flatMap { add($0, &known) }
  }

  private mutating func add(_ key: KeyColumn, _ known: inout [[[UInt8]]: Int]) -> WantedColumn? {
    guard let path = key.plainPath ?? key.aggregate?.path, path.count <= Self.maximumPath else {
      return nil
    }
    let aggregate = key.aggregate
    let names = path.map { Array($0.utf8) }
    if let place = known[names] { return WantedColumn(path: place, aggregate: aggregate) }
    known[names] = paths.count
    paths.append(path)
    return WantedColumn(path: paths.count - 1, aggregate: aggregate)
  }
}

/// A column that is read in place: one of the wanted paths, or an aggregate of the list there.
struct WantedColumn: Sendable {
  /// The number of the path
  let path: Int

  /// A collection operator, such as `@count`, over the value of the path; nil for the value itself.
  let aggregate: KeyColumn.Aggregate?

  /// The number of the path where the value itself is wanted.
  var plain: Int? { aggregate == nil ? path : nil }

  /// The value in a row; nil if the whole row has to be asked.
  func value(in row: some MatchedRow) -> FilterValue? {
    guard let value = row.value(at: path) else { return nil }
    guard let aggregate else { return value }
    // For anything but a list, the language decides with the whole row.
    guard value.kind == .list else { return nil }
    return aggregate.value(of: value)
  }

  /// Appends the value as JSON, as it is spelled in the row; false if that requires the whole row.
  func appendJSON(of row: some MatchedRow, to bytes: inout [UInt8]) -> Bool {
    guard aggregate != nil else { return row.appendJSON(at: path, to: &bytes) }
    guard let value = value(in: row) else { return false }
    JSONWriter().write(value, to: &bytes)
    return true
  }

  /// Appends the value as a cell; false if the whole row has to be asked.
  func appendCell(of row: some MatchedRow, separator: UInt8, to bytes: inout [UInt8]) -> Bool {
    guard aggregate != nil else {
      return row.appendCell(at: path, separator: separator, to: &bytes)
    }
    guard let value = value(in: row) else { return false }
    if value.kind != .null {
      Cell.append(Columns.text(of: value).utf8, separator: separator, to: &bytes)
    }
    return true
  }
}
