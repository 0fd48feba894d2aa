internal import EssentialFoundation

extension FilterValue: Hashable {
  /// Whether both are equal in the language.
  ///
  /// Numbers and booleans are equal by exact value whatever their kind, NaN equals itself; strings
  /// are equal byte for byte, lists element by element, sets and objects in whatever order, items
  /// where they say so. Values of different kinds are never equal.
  ///
  /// - Complexity: O(1) for collections of different depth or size, else O(n) in their size.
  public static func == (lhs: FilterValue, rhs: FilterValue) -> Bool {
    // Two functions: recursive code keeps a small frame, so that deep values fit a small stack.
    lhs.isNested ? areEqualNested(lhs, rhs) : areEqualScalars(lhs, rhs)
  }

  /// Feeds the value to `hasher`: equal values feed the same, so that 1, 1.0 and TRUE do.
  public func hash(into hasher: inout Hasher) {
    if isNested { hashNested(into: &hasher) } else { hashScalar(into: &hasher) }
  }

  @inline(never)
  private static func areEqualNested(_ lhs: FilterValue, _ rhs: FilterValue) -> Bool {
    guard rhs.isNested, lhs.measure == rhs.measure else { return false }
    return switch lhs {
    case .list(let list): list.holdsSame(as: rhs)
    case .set(let set): set.holdsSame(as: rhs)
    case .object(let object): object.holdsSame(as: rhs)
    default: false
    }
  }

  @inline(never)
  private func hashNested(into hasher: inout Hasher) {
    switch self {
    case .list(let list):
      hasher.combine(7 as UInt8)
      list.elements.hash(into: &hasher)
    case .set(let set):
      hasher.combine(8 as UInt8)
      set.members.hash(into: &hasher)
    case .object(let object):
      hasher.combine(9 as UInt8)
      object.hash(into: &hasher)
    default: break
    }
  }

  @inline(never)
  private static func areEqualScalars(_ lhs: FilterValue, _ rhs: FilterValue) -> Bool {
    switch (lhs, rhs) {
    case (.int(let lhs), .int(let rhs)): lhs == rhs
    case (.string(let lhs), .string(let rhs)): lhs.hasSameBytes(as: rhs)
    case (.null, .null): true
    case (.bool(let lhs), .bool(let rhs)): lhs == rhs
    case (.date(let lhs), .date(let rhs)):
      NumberOrder.order(
        lhs.timeIntervalSinceReferenceDate, rhs.timeIntervalSinceReferenceDate) == .same
    case (.data(let lhs), .data(let rhs)): areSame(lhs, rhs)
    case (.uuid(let lhs), .uuid(let rhs)): lhs == rhs
    case (.item(let lhs), .item(let rhs)): lhs.isEqual(to: rhs)
    default: NumberOrder.order(lhs, rhs) == .same
    }
  }

  // The comparison of data is long code, and seldom used.
  @inline(never)
  private static func areSame(_ lhs: Data, _ rhs: Data) -> Bool { lhs == rhs }

  private func hashScalar(into hasher: inout Hasher) {
    switch self {
    case .null, .list, .set, .object: hasher.combine(0 as UInt8)
    case .bool(let value): Self.hash(value ? 1 as Int64 : 0, into: &hasher)
    case .int(let value): Self.hash(value, into: &hasher)
    case .wide(let value):
      if let number = ExactNumber(value) {
        Self.hash(number, into: &hasher)
      } else {
        hasher.combine(11 as UInt8)
        hasher.combine(value)
      }
    case .double(let value): Self.hash(value, into: &hasher)
    case .decimal(let value):
      Self.hash(value.isNaN ? nil : ExactNumber(finite: value), into: &hasher)
    case .string(let value):
      hasher.combine(3 as UInt8)
      ByteKey(value).hash(into: &hasher)
    case .date(let value):
      hasher.combine(4 as UInt8)
      Self.hash(value.timeIntervalSinceReferenceDate, into: &hasher)
    case .data(let value):
      hasher.combine(5 as UInt8)
      hasher.combine(value)
    case .uuid(let value):
      hasher.combine(6 as UInt8)
      hasher.combine(value)
    case .item(let item):
      hasher.combine(10 as UInt8)
      item.hashForEquality(into: &hasher)
    }
  }

  private static func hash(_ value: Int64, into hasher: inout Hasher) {
    hasher.combine(1 as UInt8)
    hasher.combine(value)
  }

  private static func hash(_ value: Double, into hasher: inout Hasher) {
    if let whole = Int64(exactly: value) {
      hash(whole, into: &hasher)
    } else if value.isInfinite {
      hasher.combine(value)
    } else {
      hash(value.isNaN ? nil : ExactNumber(finite: value), into: &hasher)
    }
  }

  /// Feeds a number of any kind, or NaN.
  private static func hash(_ number: ExactNumber?, into hasher: inout Hasher) {
    if let whole = number?.int64 {
      hash(whole, into: &hasher)
    } else {
      hasher.combine(2 as UInt8)
      hasher.combine(number)
    }
  }
}

extension FilterValue {
  /// Whether both are the same value in the same form: 1 and 1.0 are not, and neither are 0.0 and -0.0.
  package func isSpelled(as other: FilterValue) -> Bool {
    switch (self, other) {
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)):
      left.bitPattern == right.bitPattern || left.isNaN && right.isNaN
    case (.wide, .wide), (.decimal, .decimal), (.bool, .bool): self == other
    case (.int, _), (.wide, _), (.double, _), (.decimal, _), (.bool, _): false
    default: self == other && (!isNested || description == other.description)
    }
  }

  /// Whether it is the double or the decimal NaN.
  package var isNotANumber: Bool {
    switch self {
    case .double(let value): value.isNaN
    case .decimal(let value): value.isNaN
    default: false
    }
  }
}

extension FilterList {
  @inline(never)
  fileprivate func holdsSame(as value: FilterValue) -> Bool {
    guard case .list(let other) = value else { return false }
    return elements == other.elements
  }
}

extension FilterSet {
  @inline(never)
  fileprivate func holdsSame(as value: FilterValue) -> Bool {
    guard case .set(let other) = value else { return false }
    return members == other.members
  }
}

extension FilterObject {
  @inline(never)
  fileprivate func holdsSame(as value: FilterValue) -> Bool {
    guard case .object(let other) = value else { return false }
    return self == other
  }
}
