/// Makes values that an explanation keeps of values that an evaluation reads.
///
/// A value is cut to a number of values and levels. A typed item becomes an object of its keys, as it may not leave the
/// isolation domain of the evaluation. Of an object only the keys of a tree are left.
struct ShownValues {
  /// The greatest number of values in a collection, and of its levels.
  private static let mostValues = 1_000
  private static let mostLevels = 32

  /// The value with the keys of a tree; nil if there is no tree.
  ///
  /// If the tree is not whole, the value is known only by its keys: anything but `nil` and collections is an object
  /// without members.
  @inline(never)
  func shown(_ value: FilterValue, _ keys: KeyTree?) -> FilterValue? {
    guard let keys else { return nil }
    var left = Self.mostValues
    if keys.isWhole, value.measure.size <= left, value.measure.depth <= Self.mostLevels,
      !Self.hasItem(value)
    {
      return value
    }
    return Self.cut(value, keys, levels: Self.mostLevels - 1, &left)
  }

  /// The values, each with the keys of a tree; nil if there is no tree.
  func shown(all values: [FilterValue], _ keys: KeyTree?) -> [FilterValue]? {
    guard keys != nil else { return nil }
    return values.prefix(ComparisonRecord.most).compactMap { shown($0, keys) }
  }

  /// Whether a typed item is inside a value of few levels.
  private static func hasItem(_ value: FilterValue) -> Bool {
    if case .item = value { return true }
    return value.children?.contains(where: hasItem) ?? false
  }

  @inline(never)
  private static func cut(
    _ value: FilterValue, _ keys: KeyTree, levels: Int, _ left: inout Int
  ) -> FilterValue {
    left -= 1
    switch value {
    case .null: return value
    case .list(let list): return .list(FilterList(cut(list.elements, keys, levels, &left)))
    case .set(let set): return .set(FilterSet(cut(set.elements, keys, levels, &left)))
    case .object(let object):
      return cut(object.shape.keys, keys, levels, &left) { object.values[$0] }
    case .item(let item):
      let names = item.filterKeys
      return cut(names, keys, levels, &left) { item.filterValue(forKey: names[$0]) ?? .null }
    default: return keys.isWhole ? value : .object(FilterObject(shape: .empty, values: []))
    }
  }

  @inline(never)
  private static func cut(
    _ elements: [FilterValue], _ keys: KeyTree, _ levels: Int, _ left: inout Int
  ) -> [FilterValue] {
    var shown: [FilterValue] = []
    guard levels > 0 else { return shown }
    for element in elements {
      guard left > 0 else { break }
      shown.append(cut(element, keys, levels: levels - 1, &left))
    }
    return shown
  }

  private static func cut(
    _ names: [String], _ keys: KeyTree, _ levels: Int, _ left: inout Int,
    value: (Int) -> FilterValue
  ) -> FilterValue {
    var members: [(key: String, value: FilterValue)] = []
    for (index, name) in names.enumerated() where levels > 0 && left > 0 {
      guard let keys = keys.isWhole ? keys : keys.children[name] else { continue }
      members.append((name, cut(value(index), keys, levels: levels - 1, &left)))
    }
    return .object(FilterObject(members))
  }
}
