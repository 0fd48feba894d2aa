internal import FilterEngine

/// The counts of candidate filters, with their verdicts in two bits for each row and candidate.
struct CandidateCounts {
  let tests: [FilterTest]

  /// The index of the rows that each candidate is counted among.
  let sources: [Int]

  /// The number of rows that are counted for each candidate.
  private(set) var counts: [Int]

  /// The number of rows that fail for a candidate.
  private(set) var failed = 0

  // For each 64 rows two words for each candidate: the rows with a verdict, and those that pass. A row that passes
  // without a verdict has failed. The words of a row are together, as an edit reads those of all candidates.
  private var verdicts: [UInt64] = []

  /// The rows for which a candidate hit a limit.
  private(set) var limited: Set<RowID> = []

  /// Whether a limit ended the evaluation of all rows.
  private(set) var isUnknown = false

  init(_ tests: [FilterTest], among sources: [Int]) {
    self.tests = tests
    self.sources = sources
    counts = Array(repeating: 0, count: tests.count)
  }

  /// The same candidates among other rows, with their verdicts.
  init(_ other: CandidateCounts, among sources: [Int]) {
    self.init(other.tests, among: sources)
    verdicts = other.verdicts
  }

  @inline(__always)
  private func place(_ word: Int, _ candidate: Int) -> Int { (word * tests.count + candidate) * 2 }

  /// Whether a row counts for a candidate, and whether it fails for it.
  @inline(__always)
  private func effect(
    of id: RowID, _ candidate: Int, _ bits: CountedRows.Bits
  ) -> (counts: Bool, fails: Bool) {
    guard bits.isReaching else { return (false, bits.isFailing) }
    let (place, bit) = (place(id.word, candidate), id.bit)
    guard place < verdicts.count, verdicts[place + 1] & bit != 0 else { return (false, false) }
    return verdicts[place] & bit != 0 ? (bits.isPassing, bits.isFailing) : (false, true)
  }

  /// Adds a row to the counts, or removes it.
  mutating func count(_ id: RowID, by step: Int, _ bits: [CountedRows.Bits]) {
    var fails = false
    for candidate in tests.indices {
      let effect = effect(of: id, candidate, bits[sources[candidate]])
      if effect.counts { counts[candidate] += step }
      if effect.fails { fails = true }
    }
    if fails { failed += step }
  }

  /// Evaluates the candidates for one row that is not counted; nil for a row that was removed.
  mutating func update(
    _ id: RowID, at address: UnsafeRawPointer?, _ limits: EvaluationLimits,
    _ bits: [CountedRows.Bits]
  ) {
    let word = id.word
    grow(to: word + 1)
    if !limited.isEmpty { limited.remove(id) }
    for candidate in tests.indices {
      var outcome: FilterVerdictCache.Outcome?
      if let address, bits[sources[candidate]].isReaching {
        outcome = FilterVerdictCache.outcome(of: tests[candidate], at: address, limits)
      }
      if outcome == .limit { limited.insert(id) }
      let place = place(word, candidate)
      verdicts[place].set(id.bit, to: outcome == .passes || outcome == .hides)
      verdicts[place + 1].set(id.bit, to: outcome == .passes || outcome == .fails)
    }
  }

  /// Forgets the verdicts on a row.
  mutating func forget(_ id: RowID) {
    let first = place(id.word, 0)
    for place in first..<first + tests.count * 2 where place < verdicts.count {
      verdicts[place].set(id.bit, to: false)
    }
  }

  /// Forgets all verdicts.
  mutating func forgetAll() { verdicts = [] }

  private mutating func grow(to words: Int) { verdicts.grow(to: words * tests.count * 2) }

  /// Evaluates the candidates for the rows without a verdict, and counts all rows.
  mutating func countAll(
    _ rows: RowBits, in table: RowTable, _ limits: EvaluationLimits, among all: [CountedRows]
  ) {
    (failed, limited, isUnknown) = (0, [], false)
    grow(to: rows.words.count)
    var failing = Array(repeating: UInt64(0), count: rows.words.count)
    // Most filters that change leave the verdicts of candidates as they are.
    let unknown = count(Array(tests.indices), among: all, &failing)
    for candidate in unknown {
      let reaching = all[sources[candidate]].reaching
      var asked = rows
      for word in asked.words.indices {
        let place = place(word, candidate)
        asked.words[word] = reaching[word] & ~(verdicts[place] | verdicts[place + 1])
      }
      guard evaluate(candidate, asked, in: table, limits) else {
        isUnknown = true
        return
      }
    }
    _ = count(unknown, among: all, &failing)
    failed = failing.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// Counts all rows for candidates, and adds those that fail to `failing`. Returns the candidates for which a row has
  /// no verdict yet.
  private mutating func count(
    _ candidates: [Int], among all: [CountedRows], _ failing: inout [UInt64]
  ) -> [Int] {
    var found = counts
    var missing = Array(repeating: UInt64(0), count: tests.count)
    for (index, source) in all.enumerated() {
      let members = candidates.filter { sources[$0] == index }
      if members.isEmpty { continue }
      for candidate in members { found[candidate] = 0 }
      // Word by word, as the verdicts of all candidates on a row are neighbours.
      for word in failing.indices {
        let (reaching, passing) = (source.reaching[word], source.passing[word])
        let otherFailing = source.failing[word]
        var fails = otherFailing & ~reaching
        for candidate in members {
          let place = place(word, candidate)
          let (known, passed) = (verdicts[place], verdicts[place + 1])
          missing[candidate] |= reaching & ~(known | passed)
          found[candidate] &+= (passing & known & passed).nonzeroBitCount
          fails |= reaching & passed & (~known | otherFailing)
        }
        failing[word] |= fails
      }
    }
    counts = found
    return candidates.filter { missing[$0] != 0 }
  }

  /// Evaluates a candidate for rows; false if it hits a limit.
  private mutating func evaluate(
    _ candidate: Int, _ asked: RowBits, in table: RowTable, _ limits: EvaluationLimits
  ) -> Bool {
    guard !asked.isEmpty else { return true }
    var passing = asked
    var found = FilterFailures()
    let failed = tests[candidate].narrow(&passing, in: table, limits, &found)
    guard found.limit == nil else { return false }
    for word in asked.words.indices where asked.words[word] != 0 {
      let place = place(word, candidate)
      verdicts[place] |= asked.words[word]
      verdicts[place + 1] |= passing.words[word]
    }
    for id in failed {
      let place = place(id.word, candidate)
      verdicts[place].set(id.bit, to: false)
      verdicts[place + 1].set(id.bit, to: true)
    }
    return true
  }
}
