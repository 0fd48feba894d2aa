internal import FilterEngine

/// The rows that pass all filters but one, three bits for each row.
///
/// Filters are evaluated in order, and the first that does not pass ends the evaluation. The one that is left out has
/// a position; a candidate is evaluated there.
struct CountedRows {
  /// The position of the filter that is left out; the number of filters if none is.
  let position: Int

  /// The rows that pass the filters before the position, for which a candidate there is evaluated.
  private(set) var reaching: [UInt64] = []

  /// The rows that pass all filters but the one at the position.
  private(set) var passing: [UInt64] = []

  /// The rows for which the first filter that does not pass fails.
  private(set) var failing: [UInt64] = []

  /// The rows for which an evaluation hit a limit; for them nothing is known.
  private(set) var limited: Set<RowID> = []

  /// Whether a limit ended the evaluation of all rows.
  private(set) var isUnknown = false

  init(without position: Int) { self.position = position }

  /// The bits of one row.
  struct Bits: Equatable {
    var isReaching = false
    var isPassing = false
    var isFailing = false
    var isLimited = false
  }

  func bits(of id: RowID) -> Bits {
    Bits(
      isReaching: reaching.has(id), isPassing: passing.has(id), isFailing: failing.has(id),
      isLimited: !limited.isEmpty && limited.contains(id))
  }

  // MARK: - Changing

  /// Evaluates the filters for one row; nil for a row that was removed. `isVisible` is whether the row passes all filters
  /// in the arrangement, which is right if no filter is left out.
  mutating func update(
    _ id: RowID, at address: UnsafeRawPointer?, _ filters: FilterVerdictCache, isVisible: Bool
  ) {
    grow(to: id.word + 1)
    guard let address else { return set(Bits(), of: id) }
    var bits = evaluate(id, at: address, filters)
    if position >= filters.tests.count { bits.isPassing = isVisible }
    set(bits, of: id)
  }

  private func evaluate(
    _ id: RowID, at address: UnsafeRawPointer, _ filters: FilterVerdictCache
  ) -> Bits {
    var bits = Bits(isReaching: true, isPassing: true)
    for filter in filters.tests.indices where filter != position {
      switch filters.outcome(of: filter, for: id, at: address) {
      case .passes: continue
      case .hides: break
      case .fails: bits.isFailing = true
      case .limit: return Bits(isLimited: true)
      }
      bits.isPassing = false
      if filter < position { bits.isReaching = false }
      return bits
    }
    return bits
  }

  private mutating func set(_ bits: Bits, of id: RowID) {
    reaching.set(id, to: bits.isReaching)
    passing.set(id, to: bits.isPassing)
    failing.set(id, to: bits.isFailing)
    if bits.isLimited { limited.insert(id) } else if !limited.isEmpty { limited.remove(id) }
  }

  private mutating func grow(to count: Int) {
    reaching.grow(to: count)
    passing.grow(to: count)
    failing.grow(to: count)
  }

  /// Evaluates the filters for all rows of a state.
  mutating func updateAll(_ rows: RowBits, of state: ResultsState, _ filters: FilterVerdictCache) {
    self = CountedRows(without: position)
    grow(to: rows.words.count)
    if position >= filters.tests.count {
      passing = state.passingRows.words
      // A filter that replaces a wider one has no verdicts yet on the rows that were hidden before. They are needed only
      // to find rows that fail.
      if !filters.tests.contains(where: { $0.canFail() }) { return reaching = passing }
    }
    var left = rows
    for filter in filters.tests.indices {
      if filter == position {
        reaching = left.words
        continue
      }
      guard let (passed, failed) = filters.outcomes(of: filter, for: left, in: state.rows) else {
        isUnknown = true
        return
      }
      for id in failed { failing[id.word] |= id.bit }
      left = passed
    }
    if position >= filters.tests.count { reaching = left.words } else { passing = left.words }
  }
}
