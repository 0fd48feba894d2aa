internal import FilterEngine
internal import FilterSummaries
internal import FilterSyntax
internal import Synchronization

/// The counts and aggregates of one version, as an immutable value.
final class ResultsSummary: Sendable {
  /// The counts of a facet, by the numbers that its rows have.
  enum Counts: Sendable {
    /// Counts by slot as labels, and the values of slots as rows.
    case values(RowTrie, SlotNumbering, ValueFacet, failed: Int)
    case ranges(RangeState, failed: Int)
    case filters([FacetCount], failed: Int)
    case unknown
  }

  private let counts: [Counts]

  /// The aggregates of all rows.
  let aggregates: [AggregateValue]

  /// The aggregates of sections by number, for sections with rows that pass.
  private let sections: RowTrie

  /// The aggregates of a section without rows that pass.
  private let empty: [AggregateValue]

  /// The facets, made at the first access.
  private let made = AtomicLazyReference<Facets>()

  private final class Facets: Sendable {
    let list: [FacetCounts]

    init(_ list: [FacetCounts]) { self.list = list }
  }

  init(
    _ counts: [Counts], aggregates: [AggregateValue], sections: RowTrie, empty: [AggregateValue]
  ) {
    self.counts = counts
    self.aggregates = aggregates
    self.sections = sections
    self.empty = empty
  }

  /// The counts of all facets.
  ///
  /// - Complexity: O(d log d) for d distinct values at the first access, and O(1) then.
  var facets: [FacetCounts] {
    if let made = made.load() { return made.list }
    return made.storeIfNil(Facets(counts.map { $0.result(nil) })).list
  }

  /// Makes the facets, unless `run`, which that charges, ends.
  func makeFacets(_ run: EvaluationContext) {
    guard made.load() == nil else { return }
    let list = counts.map { $0.result { run.work($0) == nil } }
    if run.end == nil { _ = made.storeIfNil(Facets(list)) }
  }

  /// The aggregates of the section with a number.
  func aggregates(ofSection number: Int) -> [AggregateValue] {
    sections.row(of: RowID(number))?.item() ?? empty
  }
}

/// The identity of a numbering of values. Counts by the same numbering have the same slots.
final class SlotNumbering: Sendable {}

/// How a value facet lists its counts.
struct ValueFacet: Sendable {
  var options: AST.Comparison.Options = []
  var order = FacetOrder.value
  var limit: Int?

  /// The chosen values.
  var chosen: [FilterValue] = []

  /// The units of the calendar whose numbers are the values; nil for other values.
  var units: ValueRanges?
}

extension ResultsSummary.Counts {
  /// The counts of the facet. If `work` returns false, they are not all.
  @inline(never)
  func result(_ work: ((_ units: Int) -> Bool)?) -> FacetCounts {
    var result = FacetCounts()
    switch self {
    case .values(let slots, _, let facet, let failed):
      result.failed = failed
      facet.list(slots, in: &result, work)
    case .ranges(let ranges, let failed):
      result.failed = failed
      result.counts = ranges.list.map {
        FacetCount($0.from ?? .null, upperBound: $0.to, count: $0.count)
      }
      (result.missing, result.notANumber) = (ranges.missing, ranges.notANumber)
    case .filters(let counts, let failed): (result.counts, result.failed) = (counts, failed)
    case .unknown: result.isUnknown = true
    }
    return result
  }

  /// Whether both have the same counts; nil if the lists of the counts must be compared.
  fileprivate func isSame(as other: Self) -> Bool? {
    switch (self, other) {
    case (
      .values(let slots, let numbering, let facet, let failed),
      .values(let others, let otherNumbering, let other, let count)
    ):
      guard failed == count else { return false }
      guard numbering === otherNumbering, facet.isSame(as: other) else { return nil }
      let differing = slots.labels(differingFrom: others)
      if differing.isEmpty { return true }
      // Spellings of one value may make up for each other, and so may values that are not listed.
      return facet.options.isEmpty && facet.limit == nil && Self.haveOtherSums(differing)
        ? false : nil
    case (.ranges(let ranges, let failed), .ranges(let others, let count)):
      return failed == count && ranges.isSame(as: others)
    case (.filters(let counts, let failed), .filters(let list, let count)):
      return failed == count && counts == list
    case (.unknown, .unknown): return true
    default: return false
    }
  }

  /// Whether a value has another count, by the new and the old counts of spellings.
  private static func haveOtherSums(_ spellings: [(new: RowTrie.Entry, old: RowTrie.Entry)]) -> Bool
  {
    var sums: [FilterValue: Int] = [:]
    for (new, old) in spellings {
      if let row = new.row { sums[row.item(), default: 0] += Int(new.label) }
      if let row = old.row { sums[row.item(), default: 0] -= Int(old.label) }
    }
    return sums.values.contains { $0 != 0 }
  }
}

extension ValueFacet {
  /// Lists the counts of slots.
  fileprivate func list(
    _ slots: RowTrie, in result: inout FacetCounts, _ work: ((_ units: Int) -> Bool)?
  ) {
    guard work?(1) != false else { return }
    var spellings: [(FilterValue, Int)] = []
    for (slot, count) in slots.labels {
      guard let value = slots.row(of: slot) else { continue }
      spellings.append((value.item(), Int(count)))
    }
    list(spellings, in: &result, work)
  }

  /// Lists the counts of spellings.
  func list(
    _ spellings: [(FilterValue, Int)], in result: inout FacetCounts,
    _ work: ((_ units: Int) -> Bool)? = nil
  ) {
    let counts = ValueCounts(
      spellings, keeping: chosen, options: options, order: order == .count ? .count : .value,
      limit: limit, work: work)
    if let units { return list(counts.entries, units, in: &result) }
    result.counts = counts.entries.map {
      FacetCount($0.value, count: $0.count, isInForce: $0.isKept)
    }
    (result.others, result.distinct) = (counts.others, counts.distinct)
  }

  /// Lists the counts of units of the calendar.
  private func list(
    _ entries: [ValueCounts.Entry], _ units: ValueRanges, in result: inout FacetCounts
  ) {
    for entry in entries {
      switch entry.value {
      case .int(let unit):
        let (lower, upper) = units.bounds(of: Int(unit))
        result.counts.append(
          FacetCount(lower ?? .null, upperBound: upper, count: entry.count))
      case .null: result.missing = entry.count
      default: result.notANumber = entry.count
      }
    }
  }

  fileprivate func isSame(as other: ValueFacet) -> Bool {
    options == other.options && order == other.order && limit == other.limit
      && chosen.count == other.chosen.count
      && zip(chosen, other.chosen).allSatisfy { $0.isSpelled(as: $1) }
  }
}

// MARK: - Comparing

extension ResultsSummary {
  /// The indices of the facets whose counts differ from those of another version; all if one has none.
  func facets(differingFrom other: ResultsSummary?) -> [Int] {
    guard let other, counts.count == other.counts.count else { return Array(counts.indices) }
    return counts.indices.filter { index in
      !(counts[index].isSame(as: other.counts[index])
        ?? facets[index].isSame(as: other.facets[index]))
    }
  }

  /// The indices of the aggregates that differ from those of another version; all if one has none.
  func aggregates(differingFrom other: ResultsSummary?) -> [Int] {
    guard let other, aggregates.count == other.aggregates.count else {
      return Array(aggregates.indices)
    }
    return aggregates.indices.filter { !aggregates[$0].isSame(as: other.aggregates[$0]) }
  }

  /// Whether a section has the same aggregates as in another version.
  func hasSameAggregates(ofSection number: Int, as other: ResultsSummary?) -> Bool {
    guard let other else { return aggregates.isEmpty }
    let (left, right) = (sections.row(of: RowID(number)), other.sections.row(of: RowID(number)))
    if let left, let right, left.address == right.address { return true }
    return Self.areSame(
      aggregates(ofSection: number), other.aggregates(ofSection: number))
  }

  /// Whether anything differs between two versions, of which the new one shows sections with these numbers.
  static func differ(
    _ old: ResultsSummary?, _ new: ResultsSummary?, sections: @autoclosure () -> [Int]
  ) -> Bool {
    guard let old, let new else { return old !== new }
    guard old !== new else { return false }
    if !new.facets(differingFrom: old).isEmpty || !new.aggregates(differingFrom: old).isEmpty
      || new.counts.count != old.counts.count || new.aggregates.count != old.aggregates.count
    {
      return true
    }
    let haveSame = new.sections.hasSameRows(as: old.sections) { left, right in
      Self.areSame(left.item(), right.item())
    }
    return !haveSame && sections().contains { !new.hasSameAggregates(ofSection: $0, as: old) }
  }

  private static func areSame(_ left: [AggregateValue], _ right: [AggregateValue]) -> Bool {
    left.elementsEqual(right) { $0.isSame(as: $1) }
  }
}

extension FacetCounts {
  /// Whether both are the same and spelled in the same way.
  fileprivate func isSame(as other: FacetCounts) -> Bool {
    self == other && zip(counts, other.counts).allSatisfy { $0.value.isSpelled(as: $1.value) }
  }
}

extension AggregateValue {
  /// Whether both are the same and spelled in the same way.
  func isSame(as other: AggregateValue) -> Bool {
    failed == other.failed && value.isSpelled(as: other.value)
  }
}
