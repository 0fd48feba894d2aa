internal import FilterEngine
internal import FilterSyntax

extension NumberBounds {
  /// The integers for which a comparison holds, or for `!=` does not hold; nil if the constant does not decide it.
  init?(
    integers range: NumberRange, _ operator: AST.Comparison.Operator
  ) {
    guard !range.isOfDates, let integers = range.integers else { return nil }
    self.init(integers.low, integers.high, `operator`)
  }

  /// The doubles for which a comparison with `constant` holds, or for `!=` does not hold.
  init?(
    doubles range: NumberRange, _ operator: AST.Comparison.Operator, _ constant: FilterValue
  ) {
    guard !range.isOfDates else { return nil }
    if let doubles = range.doubles {
      self.init(doubles.low, doubles.high, containsNaN: doubles.containsNaN, `operator`)
      return
    }
    // No double is equal to the integer: its neighbours.
    switch constant {
    case .int(let integer):
      let (below, above) = Self.neighbours(integer)
      switch `operator`.relation {
      case .equal, .notEqual: self = .empty
      case .lessThan, .lessThanOrEqual:
        self.init(-.infinity, below, containsNaN: integer >= 0, .lessThanOrEqual)
      case .greaterThan, .greaterThanOrEqual:
        self.init(above, .infinity, containsNaN: integer < 0, .greaterThanOrEqual)
      case nil: return nil
      }
    case .list(let list) where `operator` == .between && list.count == 2:
      guard let first = Self.place(list.elements[0]), let second = Self.place(list.elements[1])
      else { return nil }
      let low = min(first.above, second.above)
      let high = max(first.below, second.below)
      self.init(low, high, containsNaN: low < 0 && high >= 0, .between)
    default: return nil
    }
  }

  /// The integers for which a comparison with NaN holds. NaN is between the negative numbers and zero.
  static func integers(
    toNaN operator: AST.Comparison.Operator
  ) -> NumberBounds? {
    switch `operator`.relation {
    case .equal, .notEqual: .empty
    case .lessThan, .lessThanOrEqual: NumberBounds(Int128(Int64.min), -1, .lessThanOrEqual)
    case .greaterThan, .greaterThanOrEqual: NumberBounds(0, Int128(Int64.max), .greaterThanOrEqual)
    case nil: nil
    }
  }

  static func doubles(toNaN operator: AST.Comparison.Operator) -> NumberBounds? {
    let least = Double.leastNonzeroMagnitude
    switch `operator`.relation {
    case .equal, .notEqual:
      return NumberBounds(1, 0, containsNaN: true, .equal)
    case .lessThan: return NumberBounds(-.infinity, -least, .lessThanOrEqual)
    case .lessThanOrEqual:
      return NumberBounds(-.infinity, -least, containsNaN: true, .lessThanOrEqual)
    case .greaterThan: return NumberBounds(0, .infinity, .greaterThanOrEqual)
    case .greaterThanOrEqual:
      return NumberBounds(0, .infinity, containsNaN: true, .greaterThanOrEqual)
    case nil: return nil
    }
  }

  /// The greatest double that is not above a number, and the least that is not below it.
  private static func place(_ value: FilterValue) -> (below: Double, above: Double)? {
    switch value {
    case .bool(let flag): flag ? (1, 1) : (0, 0)
    case .double(let double): double.isNaN ? nil : (double, double)
    case .int(let integer):
      Double(exactly: integer).map { ($0, $0) } ?? neighbours(integer)
    default: nil
    }
  }

  private static func neighbours(_ integer: Int64) -> (below: Double, above: Double) {
    let rounded = Double(integer)
    return Int128(rounded) > Int128(integer)
      ? (rounded.nextDown, rounded) : (rounded, rounded.nextUp)
  }
}

// MARK: - Dates

extension NumberBounds {
  /// The stored dates for which a comparison holds, or for `!=` does not hold.
  init?(dates range: NumberRange, _ operator: AST.Comparison.Operator, _ form: SQLDateForm) {
    guard range.isOfDates, let doubles = range.doubles else { return nil }
    guard doubles.low <= doubles.high else {
      self = .empty
      return
    }
    if form.isReal {
      let low = Self.firstDouble { (form.seconds($0) ?? .nan) >= doubles.low }
      let high = Self.firstDouble { (form.seconds($0) ?? .nan) > doubles.high }
      guard let low else {
        self = .empty
        return
      }
      self.init(low, high?.nextDown ?? .infinity, .between)
    } else {
      let low = Self.firstInteger { (form.seconds(step: $0) ?? .nan) >= doubles.low }
      let high = Self.firstInteger { (form.seconds(step: $0) ?? .nan) > doubles.high }
      guard let low else {
        self = .empty
        return
      }
      // A database would refuse dates that the form cannot store.
      let stored = form.stored
      let least = low <= stored.lowerBound ? Int64.min : low
      let most = high.map { $0 - 1 } ?? Int64.max
      guard least <= stored.upperBound, most >= stored.lowerBound else {
        self = .empty
        return
      }
      self.init(
        Int128(least), Int128(most >= stored.upperBound ? Int64.max : most), `operator`
      ) { form.value($0) }
    }
  }

  /// The first integer for which a condition holds, if it holds for all greater integers too.
  private static func firstInteger(where holds: (Int64) -> Bool) -> Int64? {
    guard holds(.max) else { return nil }
    var (low, high) = (Int64.min, Int64.max)
    while low < high {
      let middle = low + Int64(UInt64(bitPattern: high &- low) / 2)
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The first double for which a condition holds, if it holds for all greater doubles too.
  private static func firstDouble(where holds: (Double) -> Bool) -> Double? {
    // The bit patterns of doubles are ordered as the doubles are.
    func double(_ place: Int64) -> Double {
      Double(bitPattern: UInt64(bitPattern: place < 0 ? Int64.min &- place &- 1 : place))
    }
    let last = Int64(bitPattern: Double.infinity.bitPattern)
    guard holds(.infinity) else { return nil }
    var (low, high) = (-last - 1, last)
    while low < high {
      let middle = low + Int64(UInt64(bitPattern: high &- low) / 2)
      if holds(double(middle)) { high = middle } else { low = middle + 1 }
    }
    return double(low)
  }
}
