/// How functions and messages reach into collections.
enum StandardAccess {
  /// The values of a list, of a set, or of an object in the order of its keys; nil of another kind.
  static func elements(_ value: FilterValue) -> [FilterValue]? {
    if case .object(let object) = value { object.values } else { members(value) }
  }

  /// The values of a list or of a set; nil of another kind.
  static func members(_ value: FilterValue) -> [FilterValue]? {
    switch value {
    case .list(let values): values
    case .set(let set): set.elements
    default: nil
    }
  }

  /// An element of a list, the value of an object's key, the member of a set that equals `index`.
  ///
  /// Throws `index` outside a list, `missingValue` for `nil`, `unknownKey` where a typed item lacks
  /// the key, and `kindMismatch` for what cannot be indexed so.
  static func element(
    of value: FilterValue, at index: FilterValue
  ) throws(EvaluationError) -> FilterValue {
    switch value {
    case .list(let values):
      let place = try FilterArithmetic.int64("[]", index)
      guard values.indices.contains(Int(clamping: place)) else {
        throw EvaluationError(.index, "index \(place) is outside a list of \(values.count)")
      }
      return values[Int(clamping: place)]
    case .set(let set): return set.elements.first { $0 == index } ?? .null
    case .object(let object):
      guard case .string(let key) = index else { return .null }
      return object[key] ?? .null
    case .item(let item):
      if case .string(let key) = index, let value = item.filterValue(forKey: key) { return value }
      throw EvaluationError(.unknownKey, "\(item.typeName) has no key \(index.clipped)")
    case .null: throw EvaluationError(.missingValue, "nil has no elements to index")
    default:
      throw EvaluationError(.kindMismatch, "\(value.kind.phrase) has no elements to index")
    }
  }
}
