public import EssentialFoundation

extension Sequence where Element: Filterable {
  /// The elements that match, in their order.
  ///
  /// An array is tested in place, 64 elements at a time. Only matching elements are copied.
  ///
  /// ```swift
  /// let older = try FilterPredicate<Person>("age > $limit")
  /// let found = try people.filter(older, bindings: ["limit": 30])
  /// ```
  ///
  /// - Throws: The error of the first element without an answer; later ones are not tested.
  /// - Complexity: O(n) evaluations.
  @inlinable
  public func filter(
    _ predicate: FilterPredicate<Element>, bindings: [String: any FilterValueConvertible] = [:],
    now: Date? = nil,
    limits: EvaluationLimits? = nil
  ) throws(EvaluationError) -> [Element] {
    let run = predicate.program.run(bindings, now, limits)
    let selected = withContiguousStorageIfAvailable {
      buffer -> Result<[Element], EvaluationError> in
      Result { () throws(EvaluationError) in try predicate.matching(buffer, run) }
    }
    if let selected { return try selected.get() }
    var result: [Element] = []
    for element in self where try predicate.matches(element, run) { result.append(element) }
    return result
  }

  /// The elements that match, in their order. Elements without an answer are left out and reported to
  /// `onError`.
  ///
  /// ```swift
  /// let long = try FilterPredicate<Person>("1000 / age > 20")
  /// let found = people.filter(long) { person, error in
  ///   print("\(person.name): \(error)")
  /// }
  /// ```
  ///
  /// - Complexity: O(n) evaluations.
  @inlinable
  public func filter(
    _ predicate: FilterPredicate<Element>, bindings: [String: any FilterValueConvertible] = [:],
    now: Date? = nil,
    limits: EvaluationLimits? = nil, onError: (Element, EvaluationError) -> Void
  ) -> [Element] {
    let run = predicate.program.run(bindings, now, limits)
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

  /// The number of elements that match.
  ///
  /// ```swift
  /// let adults = try people.count(where: FilterPredicate("age >= 18"))
  /// ```
  ///
  /// - Throws: The error of the first element without an answer.
  /// - Complexity: O(n) evaluations.
  @inlinable
  public func count(
    where predicate: FilterPredicate<Element>, bindings: [String: any FilterValueConvertible] = [:],
    now: Date? = nil, limits: EvaluationLimits? = nil
  ) throws(EvaluationError) -> Int {
    let run = predicate.program.run(bindings, now, limits)
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
  /// ```swift
  /// let anna = try people.first(where: FilterPredicate("name ==[c] 'anna'"))
  /// ```
  ///
  /// - Throws: The error of an element without an answer that comes before it.
  /// - Complexity: O(n) evaluations at most.
  @inlinable
  public func first(
    where predicate: FilterPredicate<Element>, bindings: [String: any FilterValueConvertible] = [:],
    now: Date? = nil, limits: EvaluationLimits? = nil
  ) throws(EvaluationError) -> Element? {
    let run = predicate.program.run(bindings, now, limits)
    for element in self where try predicate.matches(element, run) { return element }
    return nil
  }

  /// Whether an element matches.
  ///
  /// ```swift
  /// let hasMinors = try people.contains(where: FilterPredicate("age < 18"))
  /// ```
  ///
  /// - Throws: The error of an element without an answer that comes before it.
  /// - Complexity: O(n) evaluations at most.
  @inlinable
  public func contains(
    where predicate: FilterPredicate<Element>, bindings: [String: any FilterValueConvertible] = [:],
    now: Date? = nil, limits: EvaluationLimits? = nil
  ) throws(EvaluationError) -> Bool {
    try first(where: predicate, bindings: bindings, now: now, limits: limits) != nil
  }

  /// Whether every element matches.
  ///
  /// ```swift
  /// let areNamed = try people.allSatisfy(FilterPredicate("name != ''"))
  /// ```
  ///
  /// - Throws: The error of an element without an answer that comes before the first element that does not
  /// match.
  /// - Complexity: O(n) evaluations at most.
  @inlinable
  public func allSatisfy(
    _ predicate: FilterPredicate<Element>, bindings: [String: any FilterValueConvertible] = [:],
    now: Date? = nil,
    limits: EvaluationLimits? = nil
  ) throws(EvaluationError) -> Bool {
    let run = predicate.program.run(bindings, now, limits)
    for element in self where try !predicate.matches(element, run) { return false }
    return true
  }
}

extension Collection where Element: Filterable {
  /// The position of the first element that matches, or nil.
  ///
  /// ```swift
  /// let position = try people.firstIndex(where: FilterPredicate("city == nil"))
  /// ```
  ///
  /// - Throws: The error of an element without an answer that comes before it.
  /// - Complexity: O(n) evaluations at most.
  @inlinable
  public func firstIndex(
    where predicate: FilterPredicate<Element>,
    bindings: [String: any FilterValueConvertible] = [:], now: Date? = nil,
    limits: EvaluationLimits? = nil
  ) throws(EvaluationError) -> Index? {
    let run = predicate.program.run(bindings, now, limits)
    for index in indices where try predicate.matches(self[index], run) { return index }
    return nil
  }
}

extension RangeReplaceableCollection where Element: Filterable {
  /// Removes the elements that match.
  ///
  /// ```swift
  /// var rest = people
  /// try rest.removeAll(where: FilterPredicate("city IN {'Oslo', 'Bergen'}"))
  /// ```
  ///
  /// - Throws: The error of the first element without an answer; then nothing is removed.
  /// - Complexity: O(n) evaluations.
  @inlinable
  public mutating func removeAll(
    where predicate: FilterPredicate<Element>,
    bindings: [String: any FilterValueConvertible] = [:], now: Date? = nil,
    limits: EvaluationLimits? = nil
  ) throws(EvaluationError) {
    let run = predicate.program.run(bindings, now, limits)
    var kept = Self()
    for element in self where try !predicate.matches(element, run) { kept.append(element) }
    self = kept
  }
}

extension FilterPredicate {
  /// Tests adjacent items.
  @usableFromInline
  func select(
    _ items: UnsafeBufferPointer<Item>, _ run: EvaluationContext, keepsMasks: Bool
  ) -> RowMasks {
    guard let base = items.baseAddress else { return RowMasks() }
    return program.select(
      base, stride: MemoryLayout<Item>.stride, count: items.count, run, keepsMasks: keepsMasks)
  }

  /// Tests one item in a run.
  @usableFromInline
  func matches(_ item: Item, _ run: EvaluationContext) throws(EvaluationError) -> Bool {
    try withUnsafePointer(to: item) { address throws(EvaluationError) in
      let program = program.program
      run.beginRow()
      if run.isWatched, let end = run.work(program.weight) { throw end }
      return try program.matches(Row(address), run, orMake: { run })
    }
  }
}

extension FilterPredicate {
  /// Those of adjacent items that match.
  @inlinable
  func matching(
    _ items: UnsafeBufferPointer<Item>, _ run: EvaluationContext
  ) throws(EvaluationError) -> [Item] {
    var result: [Item] = []
    var start = 0
    if items.count > RowMasks.chunk { prepareToCopy(run) }
    while start < items.count {
      let end = Swift.min(start &+ RowMasks.chunk, items.count)
      let chunk = UnsafeBufferPointer(rebasing: items[start..<end])
      let selection = select(chunk, run, keepsMasks: true)
      if let failure = selection.failure { throw failure }
      result.makeRoom(for: selection.count, tested: end, of: items.count)
      result.append(selection, of: chunk)
      start = end
    }
    return result
  }

  /// Lets the run prefetch the rows that will be copied.
  @usableFromInline
  func prepareToCopy(_ run: EvaluationContext) {
    run.copies = ReferencePlaces(
      Item.rowLayout, size: MemoryLayout<Item>.size)
  }
}

extension Array {
  /// Reserves capacity for `added` elements, and for the expected number of later ones.
  @inlinable
  mutating func makeRoom(for added: Int, tested: Int, of total: Int) {
    let needed = count &+ added
    guard needed > capacity else { return }
    let left = total &- tested
    guard left > 0 else { return reserveCapacity(needed) }
    let expected = needed &+ needed &* (left / tested &+ 1)
    // The first rows may not be typical.
    reserveCapacity(Swift.min(expected &+ expected / 8, 64 &* needed, total))
    let bytes = capacity &* MemoryLayout<Element>.stride
    withUnsafeMutableBytes { LargeResult.willFill($0.baseAddress, bytes) }
  }

  /// Appends the selected elements of a buffer.
  @inlinable
  mutating func append(_ selection: RowMasks, of buffer: UnsafeBufferPointer<Element>) {
    guard var row = buffer.baseAddress else { return }
    append(addingCapacity: selection.count) { span in
      span.withUnsafeMutableBufferPointer { places, count in
        guard var place = places.baseAddress else { return }
        for mask in selection.masks {
          var rest = mask
          while rest != 0 {
            place.initialize(to: row[rest.trailingZeroBitCount])
            place += 1
            rest &= rest &- 1
          }
          row += 64
        }
        count = selection.count
      }
    }
  }
}
