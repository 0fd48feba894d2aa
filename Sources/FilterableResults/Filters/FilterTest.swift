internal import FilterEngine

// Unsafe: items are passed by their addresses, which are valid during the call.

/// A filter that evaluates rows by their addresses, without the type of their items.
// A class, because lists of many filters are copied at each change of a filter.
final class FilterTest {
  /// The evaluation of many rows.
  struct Pass {
    /// Whether the item at an address passes.
    let one: (UnsafeRawPointer) throws(EvaluationError) -> Bool

    /// Clears the bits of the rows of an array that do not pass; nil if rows are tested one by one.
    let many: ((inout [UInt64], RowArray, (Int, EvaluationError) -> Void) -> Void)?

    /// Like `many`, for rows at any addresses; nil if these are tested one by one.
    var scattered: Scattered?

    typealias Scattered = (
      inout [UInt64], [UnsafeRawPointer], (Int, EvaluationError) -> Void
    ) -> Void
  }

  /// The identity of the filter.
  let identity: ObjectIdentifier
  let name: String
  let group: String?

  /// A value that is equal for filters with the same answers; nil for code.
  let definition: AnyHashable?

  /// The values of a facet that the filter chooses; empty for any other filter.
  let chosen: [FilterValue]

  /// Whether there is a test; without one all rows pass.
  let hasTest: Bool

  /// Whether the test of an item can fail for another reason than a limit. It compiles a predicate that is not.
  let canFail: () -> Bool

  /// Whether the item at an address passes.
  let passes: (UnsafeRawPointer, EvaluationLimits) throws(EvaluationError) -> Bool

  /// Begins a pass.
  let pass: (EvaluationLimits) -> Pass

  init<Item>(_ filter: ResultsFilter<Item>) {
    identity = filter.identity
    name = filter.name
    group = filter.group
    chosen = filter.chosen
    definition = filter.comparableDefinition
    switch filter.test {
    case .everything:
      (hasTest, canFail) = (false, { false })
      passes = { _, _ in true }
      pass = { _ in Pass(one: { _ in true }, many: nil) }
    case .predicate(let predicate, let bindings):
      (hasTest, canFail) = (true, { predicate.canFail })
      passes = predicate.testOfAddresses(bindings: bindings)
      pass = { limits in Pass(predicate, bindings, limits) }
    case .closure(let closure):
      (hasTest, canFail) = (true, { true })
      let one = { (item: UnsafeRawPointer) throws(EvaluationError) in
        try withItem(at: item) { (item: borrowing Item) throws(EvaluationError) in
          try ResultsFilter<Item>.passes(item, closure)
        }
      }
      passes = { item, _ throws(EvaluationError) in try one(item) }
      pass = { _ in Pass(one: one, many: nil) }
    case .bulk(let test):
      (hasTest, canFail) = (true, { test.canFail })
      let passes = { (item: UnsafeRawPointer, limits: EvaluationLimits) throws(EvaluationError) in
        try withItem(at: item) { (item: borrowing Item) throws(EvaluationError) in
          try test.passes(copy item, limits: limits)
        }
      }
      self.passes = passes
      pass = { limits in
        Pass(test, limits) { item throws(EvaluationError) in try passes(item, limits) }
      }
    }
  }

  /// The index of the filter that this one would replace; nil if it would be added.
  func position(in filters: [FilterTest]) -> Int? {
    filters.firstIndex { group == $0.group && (group != nil || name == $0.name) }
  }

  /// Whether both have the same group, name and predicate.
  func isSame(as other: FilterTest) -> Bool {
    guard identity != other.identity else { return true }
    return group == other.group && name == other.name && definition != nil
      && definition == other.definition
  }

  /// Clears the bits of the rows that do not pass; returns the rows for which the test failed.
  func narrow(
    _ bits: inout RowBits, in rows: RowTable, _ limits: EvaluationLimits,
    _ failures: inout FilterFailures
  ) -> [RowID] {
    guard hasTest else { return [] }
    let pass = pass(limits)
    var undecided: [RowID] = []
    guard let many = pass.many else {
      for word in bits.words.indices where bits.words[word] != 0 && failures.limit == nil {
        bits.words[word] = Self.passing(
          bits.words[word], word, in: rows, &failures, &undecided, pass.one)
      }
      return undecided
    }
    // Rows that were edited are not in the array.
    let edited = rows.editedWords.map { ($0.word, bits.remove($0.bits, from: $0.word)) }
    many(&bits.words, rows.base) { row, error in
      failures.record(error, of: RowID(row))
      undecided.append(RowID(row))
    }
    if let scattered = pass.scattered, failures.limit == nil {
      var ids: [RowID] = []
      for (word, mask) in edited { RowBits.forEach(in: mask, word) { ids.append($0) } }
      Self.insert(ids, into: &bits, in: rows, &failures, &undecided, scattered)
      return undecided
    }
    for (word, mask) in edited where mask != 0 && failures.limit == nil {
      bits.words[word] |= Self.passing(mask, word, in: rows, &failures, &undecided, pass.one)
    }
    return undecided
  }

  /// Sets the bits of those of some rows that pass `test`, which tests them together.
  private static func insert(
    _ ids: [RowID], into bits: inout RowBits, in rows: RowTable, _ failures: inout FilterFailures,
    _ undecided: inout [RowID], _ test: Pass.Scattered
  ) {
    if ids.isEmpty { return }
    var passing = Array(repeating: ~UInt64(0), count: (ids.count + 63) / 64)
    test(&passing, ids.map(rows.address(of:))) { index, error in
      failures.record(error, of: ids[index])
      undecided.append(ids[index])
    }
    for (index, id) in ids.enumerated() where passing.has(RowID(index)) {
      bits.words.set(id, to: true)
    }
  }

  /// The rows of a word that pass `test`, at their addresses.
  private static func passing(
    _ mask: UInt64, _ word: Int, in rows: RowTable, _ failures: inout FilterFailures,
    _ undecided: inout [RowID], _ test: (UnsafeRawPointer) throws(EvaluationError) -> Bool
  ) -> UInt64 {
    let first = RowID(word * 64)
    let start = mask != 0 && rows.areContiguous(word) ? rows.address(of: first) : nil
    let stride = rows.base.stride
    var result = mask
    var rest = mask
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      rest &= rest &- 1
      let row = start.map { $0 + bit &* stride } ?? rows.address(of: first + RowID(bit))
      do throws(EvaluationError) {
        if try test(row) { continue }
      } catch {
        failures.record(error, of: first + RowID(bit))
        undecided.append(first + RowID(bit))
      }
      result &= ~(1 &<< UInt64(bit))
    }
    return result
  }
}

extension FilterTest.Pass {
  /// A pass of a predicate, in one run.
  fileprivate init<Item>(
    _ predicate: FilterPredicate<Item>, _ bindings: [String: FilterValue],
    _ limits: EvaluationLimits
  ) {
    let run = predicate.makeRun(bindings: bindings, now: nil, limits: limits)
    self.init(one: predicate.testOfAddresses(in: run)) { words, rows, failed in
      predicate.narrow(&words, of: rows.items(as: Item.self), in: run, failed: failed)
    }
  }

  /// A pass of a test of many items.
  fileprivate init<Item>(
    _ test: any BulkTest<Item>, _ limits: EvaluationLimits,
    one: @escaping (UnsafeRawPointer) throws(EvaluationError) -> Bool
  ) {
    self.init(one: one) { words, rows, failed in
      test.narrow(&words, of: rows.items(as: Item.self), limits: limits, failed: failed)
    }
    scattered = { words, addresses, failed in
      let items = addresses.map { $0.assumingMemoryBound(to: Item.self).pointee }
      items.withUnsafeBufferPointer { test.narrow(&words, of: $0, limits: limits, failed: failed) }
    }
  }
}

extension RowArray {
  /// The items of the array, whose type must be that of the items that were set.
  fileprivate func items<Item>(as type: Item.Type) -> UnsafeBufferPointer<Item> {
    UnsafeBufferPointer(start: address?.assumingMemoryBound(to: type), count: count)
  }
}
