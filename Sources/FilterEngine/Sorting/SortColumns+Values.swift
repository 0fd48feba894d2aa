internal import EssentialFoundation

extension SortColumns {
  /// Adds the next sort key, with one value for each row.
  ///
  /// If there are values of several kinds, a column distinguishes the kinds. Each kind then has its own
  /// columns, in which rows of other kinds are equal.
  package mutating func append(
    _ values: [FilterValue], _ comparison: SortComparison, isAscending: Bool, nilsFirst: Bool
  ) {
    appendPresence(values.map { $0.kind != .null }, nilsFirst: nilsFirst)
    let kinds = SortKinds(values)
    if kinds.areMixed {
      append(values.map { UInt64(SortComparison.rank($0)) }, isAscending: isAscending)
    }
    if !kinds.isDisjoint(with: .numbers) {
      appendNumbers(values, kinds, comparison, isAscending: isAscending)
    }
    if kinds.contains(.dates) {
      append(values.map { Self.dateWord($0) }, isAscending: isAscending)
    }
    if kinds.contains(.texts) {
      var texts = SortedTexts(capacity: count, isAscending: isAscending)
      var numeric = NumericText()
      for value in values {
        if case .string(var text) = value {
          text.withUTF8 { comparison.append($0, to: &texts, &numeric) }
        } else {
          texts.appendMissing()
        }
      }
      append(texts)
    }
  }

  private mutating func appendNumbers(
    _ values: [FilterValue], _ kinds: SortKinds, _ comparison: SortComparison, isAscending: Bool
  ) {
    if kinds.contains(.longNumbers) {
      append(Self.ranks(values, comparison), isAscending: isAscending)
    } else if kinds.isSuperset(of: [.integers, .doubles]) {
      append(values.map { Self.mixedWord($0) }, isAscending: isAscending)
      let rests = values.map { Self.rest($0) }
      if rests.contains(where: { $0 != 0 }) { append(rests, isAscending: isAscending) }
    } else {
      append(values.map { Self.word($0) }, isAscending: isAscending)
    }
  }

  private mutating func append(_ words: [UInt64], isAscending: Bool) {
    append(isAscending ? words : words.map { ~$0 })
  }

  // MARK: - Words of values

  /// The word of a date, 0 for another value.
  private static func dateWord(_ value: FilterValue) -> UInt64 {
    guard case .date(let date) = value else { return 0 }
    return ValueWords.ordered(date.timeIntervalSinceReferenceDate)
  }

  /// The word of a number among numbers of its kind, 0 for another value.
  private static func word(_ value: FilterValue) -> UInt64 {
    switch value {
    case .bool(let value): ValueWords.ordered(value ? 1 as Int64 : 0)
    case .int(let value): ValueWords.ordered(value)
    case .double(let value): ValueWords.ordered(value)
    default: 0
    }
  }

  /// The word of the greatest double that is not above a number; 0 for a value that is not a number.
  private static func mixedWord(_ value: FilterValue) -> UInt64 {
    switch value {
    case .bool(let value): ValueWords.ordered(value ? 1 as Double : 0)
    case .int(let value): ValueWords.ordered(double(notAbove: value))
    default: word(value)
    }
  }

  /// The difference of an integer and the greatest double that is not above it.
  private static func rest(_ value: FilterValue) -> UInt64 {
    guard case .int(let value) = value else { return 0 }
    return UInt64(value - Int64(double(notAbove: value)))
  }

  private static func double(notAbove value: Int64) -> Double {
    let double = Double(value)
    // The greatest integers are rounded to a power of two that does not fit 64 bits.
    return Int64(exactly: double).map { $0 <= value } == true ? double : double.nextDown
  }

  /// The ranks of the numbers among the values, and one rank for all other values.
  private static func ranks(_ values: [FilterValue], _ comparison: SortComparison) -> [UInt64] {
    var ranks: [UInt64] = Array(repeating: 0, count: values.count)
    let numbers = values.indices.filter { !SortKinds([values[$0]]).isDisjoint(with: .numbers) }
    let order = SortColumns(count: numbers.count).order {
      comparison.order(values[numbers[$0]], values[numbers[$1]]) < 0
    }.map { numbers[Int($0)] }
    var rank: UInt64 = 0
    for (index, place) in order.enumerated() {
      if index > 0, comparison.order(values[order[index - 1]], values[place]) != 0 { rank += 1 }
      ranks[place] = rank
    }
    return ranks
  }
}
