/// The result of evaluating the filters one after another for an item.
struct RowVerdict {
  /// The number of filters that the item passes.
  var passed = 0

  /// Whether the next filter failed, so that it has no verdict.
  var hasFailed = false
}

/// The verdicts of each filter, two bits for each row: whether the verdict is known, and the verdict.
///
/// A filter evaluates a row only if its verdict is unknown and the row passes all previous filters.
struct FilterVerdicts {
  private struct Entry {
    let identity: ObjectIdentifier

    /// Whether the filter has a test; without one all rows pass.
    let hasTest: Bool
    var known: [UInt64] = []
    var passed: [UInt64] = []

    /// Whether the filter has not evaluated any row.
    var isNew = true

    /// Whether the filter may hide a row that passes the previous filters.
    var hides = false

    /// Whether the verdict of every row that passes the previous filters is known.
    var isComplete = false

    init(_ filter: FilterTest) {
      identity = filter.identity
      hasTest = filter.hasTest
    }

    mutating func grow(to count: Int) {
      known.grow(to: count)
      passed.grow(to: count)
    }
  }

  private var entries: [Entry]

  /// The number of filters at the front that are the same as in the last pass.
  private var unchanged = 0

  /// Whether a filter of the last pass was removed: new filters have not evaluated the rows that it hid.
  private var hasLost = false

  /// No verdict of any filter.
  init(_ filters: [FilterTest]) { entries = filters.map { Entry($0) } }

  /// No filter.
  init() { entries = [] }

  /// The verdicts for another list of filters: those of the filters that are kept, and none of new filters.
  func following(_ filters: [FilterTest]) -> FilterVerdicts {
    var result = FilterVerdicts()
    result.unchanged = zip(entries, filters).prefix { $0.identity == $1.identity }.count
    result.entries = Array(entries[..<result.unchanged])
    result.entries.reserveCapacity(filters.count)
    var known: [ObjectIdentifier: Int] = [:]
    for index in entries.indices.reversed() where index >= result.unchanged {
      known[entries[index].identity] = index
    }
    let kept = Set(filters[result.unchanged...].map(\.identity))
    result.hasLost =
      hasLost || !entries[result.unchanged...].allSatisfy { kept.contains($0.identity) }
    for filter in filters[result.unchanged...] {
      var entry = known[filter.identity].map { entries[$0] } ?? Entry(filter)
      entry.isComplete = false
      entry.hides = true
      result.entries.append(entry)
    }
    return result
  }

  // MARK: - Single rows

  /// Whether a row passes all filters, nil if that is unknown.
  func passes(_ row: RowID) -> Bool? {
    for filter in entries.indices where entries[filter].hasTest {
      guard let passes = verdict(of: filter, on: row) else { return nil }
      if !passes { return false }
    }
    return true
  }

  /// Records the verdicts of a row that was inserted or has new content.
  mutating func record(_ verdict: RowVerdict, of row: RowID) {
    for filter in entries.indices where entries[filter].hasTest {
      entries[filter].grow(to: row.word + 1)
      let isKnown = filter < verdict.passed || (filter == verdict.passed && !verdict.hasFailed)
      entries[filter].known.set(row, to: isKnown)
      entries[filter].passed.set(row, to: filter < verdict.passed)
      guard filter == verdict.passed else { continue }
      entries[filter].hides = true
      if verdict.hasFailed { entries[filter].isComplete = false }
    }
  }

  /// Forgets the verdicts of rows.
  mutating func forget(_ rows: [RowID]) {
    for row in rows {
      for filter in entries.indices {
        entries[filter].isComplete = false
        if entries[filter].known.has(row) { entries[filter].known.set(row, to: false) }
      }
    }
  }

  /// The verdict of one filter on a row, nil if it is unknown.
  func verdict(of filter: Int, on row: RowID) -> Bool? {
    entries[filter].known.has(row) ? entries[filter].passed.has(row) : nil
  }

  /// Records the verdict of one filter on a row whose verdict was unknown.
  mutating func record(_ passes: Bool, of filter: Int, on row: RowID) {
    entries[filter].grow(to: row.word + 1)
    entries[filter].known.set(row, to: true)
    entries[filter].passed.set(row, to: passes)
  }

  // MARK: - All rows

  /// Whether every row is known to pass.
  var hidesNothing: Bool {
    entries.enumerated().allSatisfy { index, entry in
      !entry.hasTest || (index < unchanged && entry.isComplete && !entry.hides)
    }
  }

  /// Clears the bits of the rows that do not pass all filters.
  ///
  /// - Parameters:
  ///   - bits: The rows to test.
  ///   - areVisible: Whether the rows in `bits` pass all filters except new ones.
  ///   - evaluate: Clears the bits of the rows that do not pass the filter at an index, and returns the rows for which
  ///     it failed; nil ends the pass.
  mutating func narrow(
    _ bits: inout RowBits, areVisible: Bool, evaluate: (Int, inout RowBits) -> [RowID]?
  ) {
    for filter in entries.indices where entries[filter].hasTest {
      if areVisible, !entries[filter].isNew { continue }
      if filter < unchanged, entries[filter].isComplete {
        if entries[filter].hides { bits.formIntersection(entries[filter].passed) }
        continue
      }
      guard Self.narrow(&bits, &entries[filter], { evaluate(filter, &$0) }) else { return }
      // A new filter evaluates visible rows only, and not those that a later or a removed filter hides.
      if areVisible, hasLost || filter + 1 < entries.count { entries[filter].isComplete = false }
    }
    unchanged = entries.count
    hasLost = false
  }

  /// Evaluates one filter for those of `rows` whose verdict is unknown, whatever the other filters say. Returns the
  /// rows that pass and those for which it failed; nil if the pass was ended.
  mutating func verdicts(
    of filter: Int, on rows: RowBits, evaluate: (inout RowBits) -> [RowID]?
  ) -> (passed: RowBits, failed: [RowID])? {
    guard entries[filter].hasTest else { return (rows, []) }
    entries[filter].grow(to: rows.words.count)
    var unknown = rows
    unknown.subtract(entries[filter].known)
    var failed: [RowID] = []
    if !unknown.isEmpty {
      guard let undecided = Self.evaluate(unknown, &entries[filter], evaluate) else { return nil }
      failed = undecided
    }
    var passed = rows
    passed.formIntersection(entries[filter].passed)
    return (passed, failed)
  }

  /// Evaluates a filter for rows whose verdict is unknown, and records the verdicts. Returns the rows for which it
  /// failed; nil if the pass was ended.
  private static func evaluate(
    _ unknown: RowBits, _ entry: inout Entry, _ evaluate: (inout RowBits) -> [RowID]?
  ) -> [RowID]? {
    var passing = unknown
    guard let failed = evaluate(&passing) else { return nil }
    for word in unknown.words.indices where unknown.words[word] != 0 {
      entry.known[word] |= unknown.words[word]
      entry.passed[word] = entry.passed[word] & ~unknown.words[word] | passing.words[word]
    }
    for row in failed { entry.known.set(row, to: false) }
    return failed
  }

  /// Evaluates a filter for the rows whose verdict is unknown; returns false if the pass was ended.
  private static func narrow(
    _ bits: inout RowBits, _ entry: inout Entry,
    _ evaluate: (inout RowBits) -> [RowID]?
  ) -> Bool {
    entry.grow(to: bits.words.count)
    let before = bits
    var unknown = bits
    unknown.subtract(entry.known)
    var failed: [RowID] = []
    if !unknown.isEmpty {
      guard let undecided = Self.evaluate(unknown, &entry, evaluate) else { return false }
      failed = undecided
    }
    bits.formIntersection(entry.passed)
    entry.isNew = false
    entry.hides = bits.words != before.words
    entry.isComplete = failed.isEmpty
    return true
  }
}
