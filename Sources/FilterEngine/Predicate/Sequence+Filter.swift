public import FoundationEssentials

extension Sequence where Element: Filterable {
  /// The elements that match, in their order.
  ///
  /// An array is tested where it lies, 64 elements at a time; only what matches is copied.
  ///
  /// - Throws: Why the first element without an answer has none; later ones are not tested.
  /// - Complexity: O(n) evaluations.
  @inlinable
  public func filter(
    _ predicate: FilterPredicate<Element>, bindings: [String: FilterValue] = [:], now: Date? = nil
  ) throws(EvaluationError) -> [Element] {
    let run = predicate.program.run(bindings, now)
    let selected = withContiguousStorageIfAvailable {
      buffer -> Result<[Element], EvaluationError> in
      let selection = predicate.select(buffer, run, keepsMasks: true)
      if let failure = selection.failure { return .failure(failure) }
      return .success(Array(selection, of: buffer))
    }
    if let selected { return try selected.get() }
    var result: [Element] = []
    for element in self where try predicate.matches(element, run) { result.append(element) }
    return result
  }

  /// The elements that match, in their order; elements without an answer are left out, and `onError`
  /// is told.
  ///
  /// - Complexity: O(n) evaluations.
  @inlinable
  public func filter(
    _ predicate: FilterPredicate<Element>, bindings: [String: FilterValue] = [:], now: Date? = nil,
    onError: (Element, EvaluationError) -> Void
  ) -> [Element] {
    let run = predicate.program.run(bindings, now)
    var result: [Element] = []
    for element in self {
      do throws(EvaluationError) {
        if try predicate.matches(element, run) { result.append(element) }
      } catch {
        onError(element, error)
      }
    }
    return result
  }

  /// How many elements match.
  ///
  /// - Throws: Why the first element without an answer has none.
  /// - Complexity: O(n) evaluations.
  @inlinable
  public func count(
    where predicate: FilterPredicate<Element>, bindings: [String: FilterValue] = [:],
    now: Date? = nil
  ) throws(EvaluationError) -> Int {
    let run = predicate.program.run(bindings, now)
    let counted = withContiguousStorageIfAvailable { buffer -> Result<Int, EvaluationError> in
      let selection = predicate.select(buffer, run, keepsMasks: false)
      if let failure = selection.failure { return .failure(failure) }
      return .success(selection.count)
    }
    if let counted { return try counted.get() }
    var count = 0
    for element in self where try predicate.matches(element, run) { count += 1 }
    return count
  }

  /// The first element that matches, or nil.
  ///
  /// - Throws: Why an element before it has no answer.
  /// - Complexity: O(n) evaluations at most.
  @inlinable
  public func first(
    where predicate: FilterPredicate<Element>, bindings: [String: FilterValue] = [:],
    now: Date? = nil
  ) throws(EvaluationError) -> Element? {
    let run = predicate.program.run(bindings, now)
    for element in self where try predicate.matches(element, run) { return element }
    return nil
  }

  /// Whether an element matches.
  ///
  /// - Throws: Why an element before it has no answer.
  /// - Complexity: O(n) evaluations at most.
  @inlinable
  public func contains(
    where predicate: FilterPredicate<Element>, bindings: [String: FilterValue] = [:],
    now: Date? = nil
  ) throws(EvaluationError) -> Bool {
    try first(where: predicate, bindings: bindings, now: now) != nil
  }

  /// Whether every element matches.
  ///
  /// - Throws: Why an element before the first that does not match has no answer.
  /// - Complexity: O(n) evaluations at most.
  @inlinable
  public func allSatisfy(
    _ predicate: FilterPredicate<Element>, bindings: [String: FilterValue] = [:], now: Date? = nil
  ) throws(EvaluationError) -> Bool {
    let run = predicate.program.run(bindings, now)
    for element in self where try !predicate.matches(element, run) { return false }
    return true
  }
}

extension FilterPredicate {
  /// Tests items that lie next to each other.
  @usableFromInline
  func select(
    _ items: UnsafeBufferPointer<Item>, _ run: EvaluationRun, keepsMasks: Bool
  ) -> Selection {
    guard let base = items.baseAddress else { return Selection() }
    return program.select(
      base, stride: MemoryLayout<Item>.stride, count: items.count, run, keepsMasks: keepsMasks)
  }

  /// Tests one item in a run.
  @usableFromInline
  func matches(_ item: Item, _ run: EvaluationRun) throws(EvaluationError) -> Bool {
    try withUnsafePointer(to: item) { address throws(EvaluationError) in
      try program.program.matches(Row(address), run)
    }
  }
}

extension Array {
  /// The selected elements of a buffer, copied once into storage of the right size.
  @inlinable
  init(_ selection: Selection, of buffer: UnsafeBufferPointer<Element>) {
    self.init(unsafeUninitializedCapacity: selection.count) { target, initialized in
      guard let source = buffer.baseAddress, var place = target.baseAddress else { return }
      var base = source
      for mask in selection.masks {
        var rest = mask
        while rest != 0 {
          place.initialize(to: base[rest.trailingZeroBitCount])
          place += 1
          rest &= rest &- 1
        }
        base += 64
      }
      initialized = selection.count
    }
  }
}
