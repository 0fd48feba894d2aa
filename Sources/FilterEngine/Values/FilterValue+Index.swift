extension FilterValue {
  /// `x[FIRST]`: the first element; nil for an empty collection.
  func first() throws(EvaluationError) -> FilterValue { try indexed("FIRST").first ?? .null }

  /// `x[LAST]`: the last element; nil for an empty collection.
  func last() throws(EvaluationError) -> FilterValue { try indexed("LAST").last ?? .null }

  /// `x[SIZE]`: the number of elements.
  func size() throws(EvaluationError) -> FilterValue { .int(Int64(try indexed("SIZE").count)) }

  /// `x[index]`: an element of a list, the value of an object's key, the member of a set that equals
  /// `index`.
  ///
  /// Throws `index` outside a list, `missingValue` for `nil` and for the index `nil` of an object, `unknownKey` where a
  /// typed item lacks the key, and `kindMismatch` for what cannot be indexed so.
  func element(at index: FilterValue) throws(EvaluationError) -> FilterValue {
    switch self {
    case .list(let values):
      guard index.kind == .number || index.kind == .boolean else {
        throw EvaluationError(.indexNotANumber(found: index.kind))
      }
      let position = try FilterArithmetic.int64("[]", index)
      guard values.indices.contains(Int(clamping: position)) else {
        throw EvaluationError(.outsideList(index: position, count: values.count))
      }
      return values[Int(clamping: position)]
    case .set(let set): return set.member(equalTo: index) ?? .null
    case .object(let object):
      return object[try Self.key(index)] ?? .null
    case .item(let item):
      if let value = item.filterValue(forKey: try Self.key(index)) { return value }
      throw EvaluationError(.missingIndexKey(index.clipped, of: item.typeName))
    default: throw EvaluationError(.notIndexable(found: kind))
    }
  }

  private static func key(_ index: FilterValue) throws(EvaluationError) -> String {
    guard case .string(let key) = index else {
      throw EvaluationError(.indexNotAString(found: index.kind, instead: nil))
    }
    return key
  }

  private func indexed(_ name: String) throws(EvaluationError) -> [FilterValue] {
    guard let children else { throw EvaluationError(.notCountable(index: name, found: kind)) }
    return children
  }
}
