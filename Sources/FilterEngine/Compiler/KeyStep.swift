import FilterSyntax

/// A step of a key path that reads a key of a value.
struct KeyStep: Sendable {
  let key: String
  let range: SourceRange

  /// The library's reader of the key for values that are not objects.
  let leaf: FilterLeafKey?

  /// The index at which a run keeps the slot of the key in objects of the last shape.
  let place: Int

  /// The units of work of reading a key of one more element.
  private static let units = 2

  /// The value of the key: nil for `nil` and for objects without the key, a list for a list.
  func value(in value: FilterValue, _ run: EvaluationContext) throws(EvaluationError) -> FilterValue
  {
    switch value {
    case .null: return .null
    case .object(let object): return member(of: object, run)
    case .item(let item):
      guard let value = item.filterValue(forKey: key) else {
        throw EvaluationError(.missingKey(key, of: item.typeName), at: range)
      }
      return try run.checked(value, at: range)
    case .list(let elements):
      try run.spend(elements.count, at: range)
      try run.make(elements: elements.count, at: range)
      var values: [FilterValue] = []
      values.reserveCapacity(elements.count)
      for element in elements {
        try run.pass(Self.units)
        values.append(try self.value(in: element, run))
      }
      // Values of typed items can have the greatest depth. The list is then too deep.
      return try run.checked(.list(FilterList(values)), at: range)
    case .set(let set):
      try run.spend(set.elements.count, at: range)
      try run.make(elements: set.elements.count, at: range)
      var values: [FilterValue] = []
      for element in set.elements {
        try run.pass(Self.units)
        let value = try self.value(in: element, run)
        if value.kind != .null { values.append(value) }
      }
      // A set hashes whole values. That is work and no step: a policy can hide some of their keys, and the steps of a
      // row would reveal how large these are.
      for value in values where value.isNested { try run.pass(value.measure.size) }
      return try run.checked(.set(run.distinct(values)), at: range)
    default: return try leafValue(of: value, run)
    }
  }

  /// The value of the key in a row that is a value. The path from `SELF` begins at `range`.
  func value(
    inRow row: Row, at range: SourceRange, _ run: EvaluationContext
  ) throws(EvaluationError) -> FilterValue {
    // Read in place: copying the row would count the references of its parts.
    if case .object(let object) = row.address.assumingMemoryBound(to: FilterValue.self).pointee,
      object.measure.depth <= run.limits.depth, !object.measure.isTooDeep
    {
      return member(of: object, run)
    }
    return try value(in: run.checked(row.load(FilterValue.self, at: 0), at: range), run)
  }

  @inline(__always)
  private func member(of object: FilterObject, _ run: EvaluationContext) -> FilterValue {
    let slot = run.places[place].slot
    if run.places[place].shape === object.shape {
      return slot.map { object.values[$0] } ?? .null
    }
    // Objects that were made separately have the same keys in different shapes.
    if let slot, object.shape.has(key, at: slot) { return object.values[slot] }
    return find(in: object, run)
  }

  @inline(never)
  private func find(in object: FilterObject, _ run: EvaluationContext) -> FilterValue {
    let slot = object.shape.slot(of: key)
    run.places[place] = ObjectPlace(shape: object.shape, slot: slot)
    return slot.map { object.values[$0] } ?? .null
  }

  private func leafValue(
    of value: FilterValue, _ run: EvaluationContext
  ) throws(EvaluationError) -> FilterValue {
    guard let leaf, leaf.kinds.contains(value.kind) else {
      throw EvaluationError(.missingKey(key, of: value.kind.phrase), at: range)
    }
    do throws(EvaluationError) {
      let units = try run.reading(value)
      return try run.accept(try leaf.body(value), given: units, at: range)
    } catch {
      throw error.located(at: range)
    }
  }
}
