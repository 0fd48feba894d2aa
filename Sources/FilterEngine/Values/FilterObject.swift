/// Keys and values in a stable order: a JSON object, a dictionary.
///
/// Objects with the same `Shape` share their keys, so that a key is looked up once for the shape instead of for
/// each object. An object that would nest deeper than `FilterValue.maximumDepth` has no members, and its
/// `FilterValue.isTooDeep` is true.
public struct FilterObject: Sendable {
  /// The keys of an object, in order.
  public final class Shape: Sendable {
    /// The keys in order, each once.
    public let keys: [String]

    let slots: [ByteKey: Int]

    /// A shape of `keys`. Of equal keys the last one counts, at the position of the first one.
    public init(_ keys: [String]) {
      var slots: [ByteKey: Int] = [:]
      var distinct: [String] = []
      for key in keys where slots[ByteKey(key)] == nil {
        slots[ByteKey(key)] = distinct.count
        distinct.append(key)
      }
      self.keys = distinct
      self.slots = slots
    }

    /// A shape of distinct keys with their indices.
    fileprivate init(_ keys: [String], slots: [ByteKey: Int]) {
      self.keys = keys
      self.slots = slots
    }

    /// The shape of an object without members.
    static let empty = Shape([])

    /// The index of `key` among the values, or nil.
    package func slot(of key: String) -> Int? {
      // Comparing a few keys is faster than hashing one.
      guard keys.count > Self.fewKeys else {
        // Tries `==` first: strings with the same words are equal at once.
        for (slot, other) in keys.enumerated() where other == key {
          if other.hasSameBytes(as: key) { return slot }
        }
        return nil
      }
      return slots[ByteKey(key)]
    }

    /// Whether the key in `slot` is `key`.
    @inline(__always)
    func has(_ key: String, at slot: Int) -> Bool {
      slot < keys.count && keys[slot] == key && keys[slot].hasSameBytes(as: key)
    }

    private static let fewKeys = 6
  }

  let measure: ValueMeasure

  /// A value for each key of the shape, in its order.
  public let values: [FilterValue]

  // Last, so that a `FilterValue` can keep its tag in unused bits of a pointer.
  /// The keys.
  public let shape: Shape

  /// An object; `values` has as many elements as `shape` has keys.
  public init(shape: Shape, values: [FilterValue]) {
    precondition(shape.keys.count == values.count, "a value for each key")
    measure = ValueMeasure(of: values)
    self.values = measure.isTooDeep ? [] : values
    self.shape = measure.isTooDeep ? .empty : shape
  }

  /// An object of its members in order. Of equal keys the last value counts.
  ///
  /// ```swift
  /// let object = FilterObject([("name", .string("Ada")), ("age", .int(36))])
  /// print(object["age"] ?? .null)  // 36
  /// ```
  public init(_ members: some Sequence<(key: String, value: FilterValue)>) {
    var keys: [String] = []
    var values: [FilterValue] = []
    var slots: [ByteKey: Int] = [:]
    for (key, value) in members {
      if let slot = slots[ByteKey(key)] {
        values[slot] = value
      } else {
        slots[ByteKey(key)] = keys.count
        keys.append(key)
        values.append(value)
      }
    }
    self.init(shape: Shape(keys, slots: slots), values: values)
  }

  /// The value of `key`, or nil if the object does not have the key.
  public subscript(key: String) -> FilterValue? {
    shape.slot(of: key).map { values[$0] }
  }

  /// The members in order.
  public var members: some Sequence<(key: String, value: FilterValue)> {
    zip(shape.keys, values).lazy.map { (key: $0, value: $1) }
  }
}

extension FilterObject: Hashable {
  /// Whether both have the same keys with equal values, in any order.
  public static func == (lhs: FilterObject, rhs: FilterObject) -> Bool {
    guard lhs.measure == rhs.measure, lhs.values.count == rhs.values.count else { return false }
    if lhs.shape === rhs.shape { return lhs.values == rhs.values }
    for slot in lhs.values.indices {
      guard let place = rhs.shape.slot(of: lhs.shape.keys[slot]) else { return false }
      if lhs.values[slot] != rhs.values[place] { return false }
    }
    return true
  }

  /// Feeds the members to `hasher`, independently of their order.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for slot in values.indices {
      var member = Hasher()
      member.combine(ByteKey(shape.keys[slot]))
      values[slot].hash(into: &member)
      sum &+= member.finalize()
    }
    hasher.combine(sum)
  }
}
