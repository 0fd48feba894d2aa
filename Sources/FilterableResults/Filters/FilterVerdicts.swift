/// What the filters said of an item when they were asked one after another.
struct RowVerdict {
  /// How many let it pass.
  var passed = 0

  /// Whether the next one failed, so that it has no verdict.
  var hasFailed = false
}

/// What each filter has said of each row, two bits a row: whether its verdict is known, and the verdict.
///
/// A filter is asked about a row only where its verdict is unknown and all filters before it let the row pass.
struct FilterVerdicts {
  private struct Entry {
    let identity: ObjectIdentifier

    /// False for a filter that lets everything pass.
    let asks: Bool
    var known: [UInt64] = []
    var passed: [UInt64] = []

    /// Whether it has been asked about no row yet.
    var isNew = true

    /// Whether it may hide a row that the filters before it let pass.
    var hides = false

    /// Whether it has been asked about all rows that the filters before it let pass, and could decide.
    var isComplete = false

    init(_ filter: FilterTest) {
      identity = filter.identity
      asks = filter.asks
    }

    mutating func grow(to count: Int) {
      guard known.count < count else { return }
      let zeros = repeatElement(UInt64(0), count: count - known.count)
      known += zeros
      passed += zeros
    }
  }

  private var entries: [Entry]

  /// How many filters at the front, with all before them, are those of the last pass.
  private var unchanged = 0

  /// Whether a filter of the last pass is gone: what it hid is unknown to those that are new.
  private var hasLost = false

  /// No verdict of any filter.
  init(_ filters: [FilterTest]) { entries = filters.map { Entry($0) } }

  /// No filter.
  init() { entries = [] }

  /// The verdicts of those filters that stay; the others have none.
  func following(_ filters: [FilterTest]) -> FilterVerdicts {
    var result = FilterVerdicts()
    result.unchanged = zip(entries, filters).prefix { $0.identity == $1.identity }.count
    result.entries = Array(entries[..<result.unchanged])
    result.entries.reserveCapacity(filters.count)
    let known = Dictionary(
      entries[result.unchanged...].map { ($0.identity, $0) },
      uniquingKeysWith: { first, _ in first })
    let kept = Set(filters[result.unchanged...].map(\.identity))
    result.hasLost = hasLost || !known.keys.allSatisfy(kept.contains)
    for filter in filters[result.unchanged...] {
      var entry = known[filter.identity] ?? Entry(filter)
      entry.isComplete = false
      entry.hides = true
      result.entries.append(entry)
    }
    return result
  }

  // MARK: - Single rows

  /// Whether all filters let a row pass, nil where that is not known.
  func passes(_ row: UInt32) -> Bool? {
    let (word, bit) = (Int(row >> 6), 1 &<< UInt64(row & 63))
    for place in entries.indices where entries[place].asks {
      guard word < entries[place].known.count, entries[place].known[word] & bit != 0 else {
        return nil
      }
      if entries[place].passed[word] & bit == 0 { return false }
    }
    return true
  }

  /// Keeps what the filters said of a row that has come or has other content.
  mutating func record(_ verdict: RowVerdict, of row: UInt32) {
    let (word, bit) = (Int(row >> 6), 1 &<< UInt64(row & 63))
    for place in entries.indices where entries[place].asks {
      entries[place].grow(to: word + 1)
      let isKnown = place < verdict.passed || (place == verdict.passed && !verdict.hasFailed)
      Self.set(isKnown, bit, &entries[place].known[word])
      Self.set(place < verdict.passed, bit, &entries[place].passed[word])
      guard place == verdict.passed else { continue }
      entries[place].hides = true
      if verdict.hasFailed { entries[place].isComplete = false }
    }
  }

  /// Forgets what was said of rows.
  mutating func forget(_ rows: some Sequence<UInt32>) {
    for row in rows {
      let word = Int(row >> 6)
      for place in entries.indices {
        entries[place].isComplete = false
        guard word < entries[place].known.count else { continue }
        Self.set(false, 1 &<< UInt64(row & 63), &entries[place].known[word])
      }
    }
  }

  private static func set(_ isOn: Bool, _ bit: UInt64, _ word: inout UInt64) {
    if isOn { word |= bit } else { word &= ~bit }
  }

  // MARK: - All rows

  /// Whether every row is known to pass.
  var hidesNothing: Bool {
    entries.enumerated().allSatisfy { place, entry in
      !entry.asks || (place < unchanged && entry.isComplete && !entry.hides)
    }
  }

  /// Keeps the rows of `bits` that all filters let pass.
  ///
  /// `ask` leaves of some rows those that the filter at a place lets pass, and gives those on which it could not
  /// decide; nil gives up.
  /// With `areVisible` all filters but the new ones have let pass what is in `bits`.
  mutating func narrow(
    _ bits: inout RowBits, areVisible: Bool, ask: (Int, inout RowBits) -> [UInt32]?
  ) {
    for place in entries.indices where entries[place].asks {
      if areVisible, !entries[place].isNew { continue }
      if place < unchanged, entries[place].isComplete {
        if entries[place].hides { bits.formIntersection(entries[place].passed) }
        continue
      }
      guard Self.narrow(&bits, &entries[place], { ask(place, &$0) }) else { return }
      // A row that a later filter hides, or one that is gone, may be unknown to a new one among those that are
      // visible.
      if areVisible, hasLost || place + 1 < entries.count { entries[place].isComplete = false }
    }
    unchanged = entries.count
    hasLost = false
  }

  /// Asks a filter about the rows whose verdict is unknown; false where it gave up.
  private static func narrow(
    _ bits: inout RowBits, _ entry: inout Entry,
    _ ask: (inout RowBits) -> [UInt32]?
  ) -> Bool {
    entry.grow(to: bits.words.count)
    let before = bits
    var asked = bits
    asked.subtract(entry.known)
    var failed: [UInt32] = []
    if !asked.isEmpty {
      var passing = asked
      guard let undecided = ask(&passing) else { return false }
      failed = undecided
      for word in asked.words.indices where asked.words[word] != 0 {
        entry.known[word] |= asked.words[word]
        entry.passed[word] = entry.passed[word] & ~asked.words[word] | passing.words[word]
      }
      for row in failed { entry.known[Int(row >> 6)] &= ~(1 &<< UInt64(row & 63)) }
    }
    bits.formIntersection(entry.passed)
    entry.isNew = false
    entry.hides = bits.words != before.words
    entry.isComplete = failed.isEmpty
    return true
  }
}
