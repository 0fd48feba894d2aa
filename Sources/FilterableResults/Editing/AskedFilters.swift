internal import FilterEngine

/// The filters in force and what they have said of rows: asks them only what is not known, within the limits of the
/// edit.
///
/// A limit that is hit is an error of the edit, which has changed nothing then: the filters are asked before a step
/// changes the store.
// A class: filters are the caller's code and may read the failures of a controller while they are asked.
final class AskedFilters {
  /// The filters in the order of application.
  private(set) var tests: [FilterTest] = []

  /// What the filters said of rows. Versions do not hold it: what is unknown is asked again.
  private var verdicts = FilterVerdicts()

  /// The rows about which filters were asked one by one in the open batches.
  private var askedRows: [RowID] = []

  /// How often filters were asked about all rows, and how often rows were numbered from the start.
  private var passCount = 0

  /// How often filters were asked about a single item.
  private var askedCount = 0

  /// What the edit under way may take, its time begun.
  private(set) var limits = EvaluationLimits.standard

  /// The failures of the last edit by the numbers of their rows.
  private(set) var failures = FilterFailures()

  /// Begins the time of an edit.
  func beginTime(_ limits: EvaluationLimits) {
    self.limits = limits.time == nil ? limits : limits.beginning()
  }

  func resetFailures() {
    if failures.count > 0 || failures.limit != nil { failures = FilterFailures() }
  }

  // MARK: - Single rows

  /// Whether and how a row is shown that is about to have the content at `address`.
  ///
  /// - Throws: `limit`.
  func visibility(
    at address: UnsafeRawPointer, of id: RowID, _ rules: ResultsRules, inBatch: Bool
  ) throws(ResultsError) -> RowVisibility {
    try visibility(at: address, of: id, rules, inBatch: inBatch, tests, limits)
  }

  /// What filters say of rows that are about to have other contents.
  struct Answers {
    /// The places of the rows that have hit no limit.
    var passed: [Int] = []

    /// The rows that are shown otherwise than before.
    var turned: [(id: RowID, visibility: RowVisibility)] = []

    /// The first limit that a row has hit.
    var failure: ResultsError?
  }

  /// Asks about the rows at `places` that are modified.
  func ask(
    about ids: [RowID], _ contents: [StoredRow], at places: [Int], areModified: [Bool],
    _ rules: ResultsRules, inBatch: Bool
  ) -> Answers {
    // Taken out once: a property of a class is counted at each use.
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
    // Each item has a run of its own, which may be too short to look at the time.
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

  /// What the filters have said of a row, nil where that is not known or a test follows them.
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

  /// Arranges all rows of a state and asks the filters about them, with `changed` only about these where nothing else
  /// is unknown.
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
    var found = FilterFailures()
    state.arrange(rules, tests, limits, &known, &found)
    try keep(known, found)
  }

  /// Asks all filters about all rows again.
  ///
  /// - Throws: `limit`.
  func askAll(_ state: inout ResultsState?, _ rules: ResultsRules) throws(ResultsError) {
    try ask(.all, FilterVerdicts(tests), &state, rules)
  }

  /// Asks the filters about rows that have other content and are where they were.
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

  /// Puts other filters in force, and asks what is not known about them; false where nothing is.
  ///
  /// `implies` says whether a new filter lets pass only what an old one does.
  ///
  /// - Throws: `limit`; then those before stay in force.
  func replace(
    with new: [FilterTest], _ state: inout ResultsState?, _ rules: ResultsRules,
    implies: (Int, Int) -> Bool
  ) throws(ResultsError) -> Bool {
    let old = tests
    let (known, kept) = (Set(old.map(\.identity)), Set(new.map(\.identity)))
    let hasAdded = !known.isSuperset(of: kept)
    // A row that an old filter hid stays hidden where a new one is at least as strict.
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

  private func refused(by limit: EvaluationError) -> ResultsError {
    failures.refuse(limit)
    return .limit(limit)
  }

  /// Takes back what a pass has found that is made in another way.
  func restoreFailures(_ earlier: FilterFailures) { failures = earlier }

  /// Forgets all verdicts, as there are no rows.
  func forgetRows() {
    verdicts = FilterVerdicts(tests)
    passCount += 1
  }

  // MARK: - Batches

  /// What a batch goes back to.
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
    // A filter may look at more than the rows, and at something else then than now.
    if passCount == saved.passCount {
      verdicts = verdicts.following(tests)
      verdicts.forget(askedRows[saved.askedCount...])
    } else {
      verdicts = FilterVerdicts(tests)
    }
  }

  /// Rows that were asked about matter only to batches that can be taken back.
  func endBatches() {
    if !askedRows.isEmpty { askedRows = [] }
  }
}
