internal import FilterEngine
internal import FilterSyntax

// Unsafe: rows are given by their addresses, and read as the type that the creator of the order knows.

/// The order of rows by sort keys and a comparator, without the type of their items.
struct RowOrder {
  // A class: each comparison iterates over the criteria, and a copy would retain every reference.
  private final class Criterion {
    let reader: RowReader
    let comparison: SortComparison
    let isAscending: Bool
    let missing: MissingValuePlacement

    init<Item: Filterable>(_ key: ResultsSortKey<Item>) {
      reader = RowReader(ResultsKey(key.reader))
      comparison = SortComparison(options: key.options, isNumeric: key.isNumeric)
      isAscending = key.isAscending
      missing = key.missing
    }

    /// The order by the words of a stored property; nil for another key.
    var prefix: SortPrefix? {
      reader.column.flatMap {
        SortPrefix($0, comparison, isAscending: isAscending, nilsFirst: putsNilsFirst)
      }
    }

    private var putsNilsFirst: Bool {
      missing == .automatic ? isAscending : missing == .first
    }

    func order(_ left: FilterValue, _ right: FilterValue) -> Int {
      if missing != .automatic, (left.kind == .null) != (right.kind == .null) {
        return (left.kind == .null) == (missing == .first) ? -1 : 1
      }
      let order = comparison.order(left, right)
      return isAscending ? order : -order
    }

    /// Adds the values of rows.
    func append(_ ids: [RowID], _ rows: RowTable, to columns: inout SortColumns) {
      if let column = reader.column, SortColumns.takes(column) {
        columns.append(
          rows.words(column, of: ids), of: column, comparison, isAscending: isAscending,
          nilsFirst: putsNilsFirst)
      } else {
        columns.append(
          ids.map { reader.value(of: $0, in: rows) }, comparison, isAscending: isAscending,
          nilsFirst: putsNilsFirst)
      }
    }
  }

  private let criteria: [Criterion]

  /// The prefix of the first criterion.
  let prefix: SortPrefix?
  private let comparator: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
  private let bulkOrder: ((RowTable, [RowID]) -> [Int]?)?

  /// The order of sort keys alone.
  init<Item: Filterable>(_ keys: [ResultsSortKey<Item>]) {
    var configuration = ResultsConfiguration<Item>()
    configuration.rows.sort = keys
    self.init(configuration)
  }

  init<Item: Filterable>(_ configuration: ResultsConfiguration<Item>) {
    criteria = configuration.rows.sort.map { Criterion($0) }
    prefix = criteria.first?.prefix
    comparator = configuration.rows.comparator.map { comparator in
      { withItems(at: $0, $1, comparator) }
    }
    bulkOrder = configuration.rows.bulkOrder.map { bulkOrder in
      { rows, ids in bulkOrder(ids.map { rows.item($0, as: Item.self) }) }
    }
  }

  /// Whether all rows are equal, so that they keep the order of the store.
  var isStoreOrder: Bool { criteria.isEmpty && comparator == nil }

  // MARK: - Many rows

  /// The units of work of reading a value of a row.
  private static let unitsOfValue = 16

  /// The rows in order; equal rows keep their given order. Charges `run`; if it ends, the rows are in any order.
  func sorted(
    _ ids: [RowID], in rows: RowTable, _ run: EvaluationContext? = nil
  ) -> [RowID] {
    guard !isStoreOrder, ids.count > 1 else { return ids }
    if let places = bulkOrder?(rows, ids) { return places.map { ids[$0] } }
    var columns = SortColumns(count: ids.count)
    for criterion in criteria {
      guard run?.work(ids.count * Self.unitsOfValue) == nil else { return ids }
      criterion.append(ids, rows, to: &columns)
    }
    let order = columns.order(
      precedes: comparator.map { comparator in
        { comparator(rows.address(of: ids[$0]), rows.address(of: ids[$1])) }
      }, work: run.map { run in { run.work($0) == nil } })
    return order.map { ids[Int($0)] }
  }

  /// The items in the order of sort keys; equal items keep their given order.
  static func sorted<Item: Filterable>(_ items: [Item], by keys: [ResultsSortKey<Item>]) -> [Item] {
    RowOrder(keys).sorted(items)
  }

  /// The items in order, of the type that the order is for; equal items keep their given order.
  func sorted<Item>(_ items: [Item]) -> [Item] {
    sorted(Array(0..<RowID(items.count)), in: RowTable(items)).map { items[Int($0)] }
  }

  // MARK: - Single rows

  /// Whether a row keeps its position when its content changes.
  func areAlike(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    for place in criteria.indices {
      // Equal words are alike without reading the values, and so are equal exact prefixes.
      let criterion = criteria[place]
      if criterion.reader.hasSameWords(old, new) { continue }
      if place == 0, let prefix {
        if prefix.number(at: old) != prefix.number(at: new) { return false }
        if prefix.isExact { continue }
      }
      if criterion.order(criterion.reader.read(old), criterion.reader.read(new)) != 0 {
        return false
      }
    }
    return comparator.map { !$0(old, new) && !$0(new, old) } ?? true
  }

  /// A number of a row that grows along the order; 0 if the order has no prefix.
  @inline(__always)
  func key(of id: RowID, in rows: RowTable) -> UInt128 {
    guard let prefix else { return 0 }
    return prefix.number(at: rows.address(of: id))
  }

  /// A row that others are compared with, with its values read once.
  struct Pivot {
    let key: UInt128

    /// The value of the first criterion; null if the key has it.
    fileprivate let first: FilterValue
    fileprivate let others: [FilterValue]
    fileprivate let address: UnsafeRawPointer
    fileprivate let label: UInt64
  }

  func pivot(_ id: RowID, in rows: RowTable) -> Pivot {
    pivot(rows.address(of: id), label: rows.label(id))
  }

  /// A pivot with the content at an address, which must be valid while the pivot is used.
  func pivot(_ address: UnsafeRawPointer, label: UInt64) -> Pivot {
    Pivot(
      key: prefix?.number(at: address) ?? 0,
      first: criteria.isEmpty || prefix != nil ? .null : criteria[0].reader.read(address),
      others: criteria.count < 2 ? [] : criteria.dropFirst().map { $0.reader.read(address) },
      address: address, label: label)
  }

  /// Prefetches the part of a row that is compared first.
  func willCompare(_ id: RowID, in rows: RowTable) {
    guard !criteria.isEmpty, let column = criteria[0].reader.column else { return }
    column.willRead(at: rows.address(of: id))
  }

  /// Whether a row precedes another one; equal rows keep the order of the store.
  func precedes(_ id: RowID, _ pivot: Pivot, in rows: RowTable) -> Bool {
    let order = order(id, pivot, in: rows)
    return order == 0 ? rows.label(id) < pivot.label : order < 0
  }

  /// Whether a row follows another one.
  func follows(_ id: RowID, _ pivot: Pivot, in rows: RowTable) -> Bool {
    let order = order(id, pivot, in: rows)
    return order == 0 ? rows.label(id) > pivot.label : order > 0
  }

  private func order(_ id: RowID, _ pivot: Pivot, in rows: RowTable) -> Int {
    guard !isStoreOrder else { return 0 }
    let address = rows.address(of: id)
    if !criteria.isEmpty {
      let order = firstOrder(address, pivot)
      if order != 0 { return order }
      for place in pivot.others.indices {
        let criterion = criteria[place + 1]
        let order = criterion.order(criterion.reader.read(address), pivot.others[place])
        if order != 0 { return order }
      }
    }
    guard let comparator else { return 0 }
    if comparator(address, pivot.address) { return -1 }
    return comparator(pivot.address, address) ? 1 : 0
  }

  /// The order of the row at an address by the first criterion.
  @inline(__always)
  private func firstOrder(_ address: UnsafeRawPointer, _ pivot: Pivot) -> Int {
    guard let prefix else {
      return criteria[0].order(criteria[0].reader.read(address), pivot.first)
    }
    let key = prefix.number(at: address)
    if key != pivot.key { return key < pivot.key ? -1 : 1 }
    guard !prefix.isExact else { return 0 }
    let reader = criteria[0].reader
    return criteria[0].order(reader.read(address), reader.read(pivot.address))
  }
}
