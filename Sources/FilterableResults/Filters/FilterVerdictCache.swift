internal import FilterEngine

/// The filters in force with their verdicts on rows: tests only rows without a verdict, within the limits of the edit.
///
/// An edit that hits a limit throws and changes nothing, as the filters test rows before a step changes the store.
// A class: filters are the caller's code and may read the failures of a controller while they test a row.
final class FilterVerdictCache {
  /// The filters in the order of application.
  private(set) var tests: [FilterTest] = []

  /// The verdicts on rows. Versions do not hold them: rows without a verdict are tested again.
  private var verdicts = FilterVerdicts()

  /// The rows that were tested one by one in the open batches.
  private var askedRows: [RowID] = []

  /// The number of passes over all rows, and of times that rows were numbered from the start.
  private var passCount = 0

  /// The number of tests of single rows.
  private var askedCount = 0

  /// The limits of the current edit, whose time has started.
  private(set) var limits = EvaluationLimits.standard

  /// The run that the edit charges for its work beside tests: sorting, grouping, counting. Nil if nothing can end it.
  private(set) var run: EvaluationContext?

  /// The limits of a request of several edits, whose time has started; nil for the limits of each edit.
  var request: EvaluationLimits?

  /// The failures of the last edit by the numbers of their rows.
  private(set) var failures = FilterFailures()

  /// A copy with the same filters and verdicts.
  func copy() -> FilterVerdictCache {
    let copy = FilterVerdictCache()
    (copy.tests, copy.verdicts, copy.limits) = (tests, verdicts, limits)
    return copy
  }

  /// Starts the time of an edit.
  func beginTime(_ limits: EvaluationLimits) {
    let limits = request ?? limits
    self.limits = limits.time == nil ? limits : limits.beginning()
    if run != nil || limits.canEnd {
      run = limits.canEnd ? EvaluationContext(of: self.limits) : nil
    }
  }

  /// Throws if work beside tests has exceeded a limit.
  ///
  /// - Throws: `limit`.
  func check() throws(ResultsError) {
    if let end = run?.end { throw refused(by: end) }
  }

  func resetFailures() {
    if failures.count > 0 || failures.limit != nil { failures = FilterFailures() }
  }

  // MARK: - Single rows

  /// The visibility that a row gets with the content at `address`.
  ///
  /// - Throws: `limit`.
  func visibility(
    at address: UnsafeRawPointer, of id: RowID, _ rules: ResultsRules, inBatch: Bool
  ) throws(ResultsError) -> RowVisibility {
    try visibility(at: address, of: id, rules, inBatch: inBatch, tests, limits)
  }

  /// The verdicts on rows with new contents.
  struct Answers {
    /// The indices of the rows that hit no limit.
    var passed: [Int] = []

    /// The rows whose visibility changes.
    var turned: [(id: RowID, visibility: RowVisibility)] = []

    /// The first limit that a row hits.
    var failure: ResultsError?
  }

  /// Tests those rows at `places` that are modified.
  func ask(
    about ids: [RowID], _ contents: [StoredRow], at places: [Int], areModified: [Bool],
    _ rules: ResultsRules, inBatch: Bool
  ) -> Answers {
    // Read once: each use of a property of a class retains it.
    let (tests, limits) = (tests, limits)
    var answers = Answers()
    answers.passed.reserveCapacity(places.count)
    for place in places {
      if areModified[place] {
        let id = ids[place]
        do throws(ResultsError) {
          let before = knownVisibility(of: id, rules)
          let visibility = try visibility(
            at: contents[place].address, of: id, rules, inBatch: inBatch, tests, limits)
          if before != visibility { answers.turned.append((id, visibility)) }
        } catch {
          answers.failure = answers.failure ?? error
          continue
        }
      }
      answers.passed.append(place)
    }
    return answers
  }

  private func visibility(
    at address: UnsafeRawPointer, of id: RowID, _ rules: ResultsRules, inBatch: Bool,
    _ tests: [FilterTest], _ limits: EvaluationLimits
  ) throws(ResultsError) -> RowVisibility {
    // Each item has its own run, which may be too short to check the time.
    askedCount &+= 1
    if askedCount & 0xFF == 0, let end = limits.end { throw refused(by: end) }
    var verdict = RowVerdict()
    for test in tests {
      do throws(EvaluationError) {
        guard try test.passes(address, limits) else { break }
        verdict.passed += 1
      } catch {
        if error.isLimit { throw refused(by: error) }
        verdict.hasFailed = true
        failures.record(error, of: id)
        break
      }
    }
    verdicts.record(verdict, of: id)
    if inBatch { askedRows.append(id) }
    guard verdict.passed == tests.count else { return .hidden }
    return rules.test?(address) == false ? .grouped : .shown
  }

  /// The visibility of a row by its verdict; nil if it has none or a test follows the filters.
  private func knownVisibility(of id: RowID, _ rules: ResultsRules) -> RowVisibility? {
    guard rules.test == nil, let passes = verdicts.passes(id) else { return nil }
    return passes ? .shown : .hidden
  }

  /// The names of the filters that hide the row at an address.
  func names(hiding address: UnsafeRawPointer, _ limits: EvaluationLimits) -> [String] {
    let limits = limits.beginning()
    var names: [String] = []
    for test in tests where (try? test.passes(address, limits)) != true { names.append(test.name) }
    return names
  }

  // MARK: - All rows

  /// Arranges all rows of a state and tests them; with `changed`, only these rows and those without a verdict.
  ///
  /// - Throws: `limit`.
  func arrange(
    _ state: inout ResultsState, _ rules: ResultsRules, changed: [RowID]? = nil
  ) throws(ResultsError) {
    var known = FilterVerdicts(tests)
    if let changed {
      known = verdicts
      known.forget(changed)
    }
    state.arrange(rules, run)
    try check()
    var found = FilterFailures()
    state.filter(rules, tests, limits, among: .all, &known, &found)
    try keep(known, found)
  }

  /// Tests all rows again.
  ///
  /// - Throws: `limit`.
  func askAll(_ state: inout ResultsState?, _ rules: ResultsRules) throws(ResultsError) {
    try ask(.all, FilterVerdicts(tests), &state, rules)
  }

  /// Tests rows again that have other content and the same positions.
  ///
  /// - Throws: `limit`.
  func askAgain(
    about rows: [RowID], _ state: inout ResultsState, _ rules: ResultsRules
  ) throws(ResultsError) {
    var known = verdicts
    known.forget(rows)
    var found = FilterFailures()
    state.filter(rules, tests, limits, among: .all, &known, &found)
    try keep(known, found)
  }

  /// Replaces the filters and tests the rows without a verdict; false if every row has one.
  ///
  /// `implies` returns whether each row that passes a new filter passes an old one.
  ///
  /// - Throws: `limit`; the filters before stay in force.
  func replace(
    with new: [FilterTest], _ state: inout ResultsState?, _ rules: ResultsRules,
    implies: (Int, Int) -> Bool
  ) throws(ResultsError) -> Bool {
    let old = tests
    let (known, kept) = (Set(old.map(\.identity)), Set(new.map(\.identity)))
    let hasAdded = !known.isSuperset(of: kept)
    // A row that an old filter hides stays hidden if a new one is at least as strict.
    let narrows = old.indices.allSatisfy { place in
      kept.contains(old[place].identity)
        || new.indices.contains { !known.contains(new[$0].identity) && implies($0, place) }
    }
    let following = verdicts.following(new)
    tests = new
    if narrows, !hasAdded {
      verdicts = following
      return false
    }
    do throws(ResultsError) {
      try ask(narrows ? .visible : .all, following, &state, rules)
      return true
    } catch {
      tests = old
      throw error
    }
  }

  private func ask(
    _ scope: FilterScope, _ known: FilterVerdicts, _ state: inout ResultsState?,
    _ rules: ResultsRules
  ) throws(ResultsError) {
    var known = known
    var found = FilterFailures()
    var next = state
    next?.filter(rules, tests, limits, among: scope, &known, &found)
    try keep(known, found)
    state = next
  }

  private func keep(_ known: FilterVerdicts, _ found: FilterFailures) throws(ResultsError) {
    if let limit = found.limit { throw refused(by: limit) }
    if found.count > 0 { failures.record(found) }
    verdicts = known
    passCount += 1
  }

  func refused(by limit: EvaluationError) -> ResultsError {
    failures.refuse(limit)
    return .limit(limit)
  }

  // MARK: - Single filters

  /// The outcome of a filter for a row.
  enum Outcome {
    case passes, hides, fails
    /// The filter hit a limit.
    case limit
  }

  /// The outcome of one filter for a row, whatever the others say. Nothing is reported as a failure.
  func outcome(of filter: Int, for id: RowID, at address: UnsafeRawPointer) -> Outcome {
    guard tests[filter].hasTest else { return .passes }
    if let known = verdicts.verdict(of: filter, on: id) { return known ? .passes : .hides }
    let outcome = Self.outcome(of: tests[filter], at: address, limits)
    switch outcome {
    case .passes: verdicts.record(true, of: filter, on: id)
    case .hides: verdicts.record(false, of: filter, on: id)
    case .fails, .limit: break
    }
    return outcome
  }

  /// The outcome of a test for the item at an address.
  static func outcome(
    of test: FilterTest, at address: UnsafeRawPointer, _ limits: EvaluationLimits
  ) -> Outcome {
    do throws(EvaluationError) {
      return try test.passes(address, limits) ? .passes : .hides
    } catch {
      return error.isLimit ? .limit : .fails
    }
  }

  /// The rows that pass one filter and those for which it fails, whatever the others say; nil if a limit is hit.
  /// Nothing is reported as a failure.
  func outcomes(
    of filter: Int, for rows: RowBits, in table: RowTable
  ) -> (passed: RowBits, failed: [RowID])? {
    var found = FilterFailures()
    let (test, limits) = (tests[filter], limits)
    return verdicts.verdicts(of: filter, on: rows) { rows in
      let undecided = test.narrow(&rows, in: table, limits, &found)
      return found.limit == nil ? undecided : nil
    }
  }

  /// Restores the failures before a pass that is done in another way.
  func restoreFailures(_ earlier: FilterFailures) { failures = earlier }

  /// Removes all verdicts, as there are no rows.
  func forgetRows() {
    verdicts = FilterVerdicts(tests)
    passCount += 1
  }

  // MARK: - Batches

  /// The state that a batch restores.
  struct Saved {
    fileprivate let tests: [FilterTest]
    fileprivate let passCount: Int
    fileprivate let askedCount: Int
  }

  func saved() -> Saved {
    Saved(tests: tests, passCount: passCount, askedCount: askedRows.count)
  }

  func restore(_ saved: Saved) {
    tests = saved.tests
    // A filter may read more than the rows, which may differ now.
    if passCount == saved.passCount {
      verdicts = verdicts.following(tests)
      verdicts.forget(Array(askedRows[saved.askedCount...]))
    } else {
      verdicts = FilterVerdicts(tests)
    }
  }

  /// Tested rows matter only to batches that can be rolled back.
  func endBatches() {
    if !askedRows.isEmpty { askedRows = [] }
  }
}
