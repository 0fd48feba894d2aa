import FoundationEssentials
import Testing

@testable import FilterEngine

/// Equality and order against a definition by digits, and their laws over all pairs.
@Suite struct ValuesEqualityTests {
  @Test func everyValueEqualsItself() {
    for value in Samples.all {
      #expect(value == value, "\(value)")
      #expect(value.hashValue == value.hashValue)
    }
  }

  @Test func equalityIsSymmetricAndEqualValuesHashTheSame() {
    for left in Samples.all {
      for right in Samples.all {
        #expect((left == right) == (right == left), "\(left) \(right)")
        if left == right { #expect(left.hashValue == right.hashValue, "\(left) \(right)") }
      }
    }
  }

  @Test func equalityIsTransitive() {
    for left in Samples.all {
      let equals = Samples.all.filter { $0 == left }
      for middle in equals {
        for right in Samples.all where middle == right {
          #expect(left == right, "\(left) \(middle) \(right)")
        }
      }
    }
  }

  @Test func numbersHaveTheOrderOfTheirDigits() throws {
    let digits = Samples.numbers.map(DigitText.Ranked.init)
    for (left, leftDigits) in zip(Samples.numbers, digits) {
      for (right, rightDigits) in zip(Samples.numbers, digits) {
        let order = try left.compare(to: right)
        #expect(order == leftDigits.order(rightDigits), "\(left) \(right)")
        #expect(try right.compare(to: left) == order.reversed, "\(left) \(right)")
        #expect((order == .same) == (left == right), "\(left) \(right)")
      }
    }
  }

  /// A list, a set and an object by themselves are equal where the values are that they make.
  @Test func collectionsAreEqualAsTheirValuesAre() {
    func pairs<Element: Hashable>(
      _ make: (FilterValue) -> Element?, _ value: (Element) -> FilterValue
    ) -> Int {
      let all = Samples.others.compactMap(make)
      for left in all {
        for right in all {
          #expect((left == right) == (value(left) == value(right)), "\(left) \(right)")
          if left == right { #expect(left.hashValue == right.hashValue, "\(left) \(right)") }
        }
      }
      return all.count
    }
    #expect(pairs({ if case .list(let list) = $0 { list } else { nil } }, { .list($0) }) > 5)
    #expect(pairs({ if case .set(let set) = $0 { set } else { nil } }, { .set($0) }) > 3)
    #expect(
      pairs({ if case .object(let object) = $0 { object } else { nil } }, { .object($0) }) > 3)
  }

  @Test func sortedNumbersAreInOrderPairwise() throws {
    let sorted = try Samples.numbers.sorted { try $0.compare(to: $1) == .ascending }
    for (index, left) in sorted.enumerated() {
      for right in sorted[index...] {
        #expect(try left.compare(to: right) != .descending, "\(left) \(right)")
      }
    }
  }

  @Test func notANumberLiesBetweenTheNegativeAndTheOtherNumbers() throws {
    let nan = FilterValue.double(.nan)
    #expect(nan == .double(-.nan))
    #expect(nan == .decimal(.nan))
    #expect(try nan.compare(to: .double(-.infinity)) == .descending)
    #expect(try nan.compare(to: .double(-.leastNonzeroMagnitude)) == .descending)
    #expect(try nan.compare(to: .double(-0.0)) == .ascending)
    #expect(try nan.compare(to: .int(0)) == .ascending)
    #expect(try nan.compare(to: .int(-1)) == .descending)
  }

  @Test func anIntegerAndADoubleAreNeverRoundedToEachOther() {
    #expect(FilterValue.int(9_007_199_254_740_993) != .double(9_007_199_254_740_992))
    #expect(FilterValue.int(.max) != .double(0x1p63))
    #expect(FilterValue.int(.min) == .double(-0x1p63))
    #expect(FilterValue(integer: UInt64(1) << 63) == .double(0x1p63))
    #expect(Samples.decimal("0.1") != .double(0.1))
    #expect(Samples.decimal("0.5") == .double(0.5))
  }

  @Test func aBooleanIsANumber() {
    #expect(FilterValue.bool(true) == .int(1))
    #expect(FilterValue.bool(false) == .double(-0.0))
    #expect(FilterValue.bool(true) == Samples.decimal("1.0"))
    #expect(FilterValue.bool(true) != .string("1"))
  }

  @Test func stringsAreEqualByteForByte() throws {
    #expect(FilterValue.string("\u{E9}") != .string("e\u{301}"))
    #expect(try FilterValue.string("\u{E9}").compare(to: .string("e\u{301}")) == .same)
    #expect(try FilterValue.string("a").compare(to: .string("ab")) == .ascending)
    #expect(try FilterValue.string("Z").compare(to: .string("a")) == .ascending)
  }

  @Test func listsSetsAndObjectsAreDifferentThings() {
    #expect(FilterValue.list([.int(1)]) != .set(FilterSet([.int(1)])))
    #expect(FilterValue.list([.int(1), .int(2)]) != .list([.int(2), .int(1)]))
    #expect(
      FilterValue.set(FilterSet([.int(1), .int(2)])) == .set(FilterSet([.int(2), .double(1)])))
    #expect(FilterValue.date(Date(timeIntervalSinceReferenceDate: 1)) != .int(1))
    #expect(FilterValue.null != .bool(false))
  }

  @Test func aSetKeepsTheFirstOfEqualValues() {
    let set = FilterSet([.int(2), .double(2), .bool(true), .int(1), .string("2")])
    #expect(set.elements.map(\.description) == ["2", "TRUE", "\"2\""])
    #expect(set.contains(.double(1)))
  }

  @Test(arguments: [
    (
      FilterValue.string("a"), FilterValue.int(3),
      #"can't compare a string with a number; write a number without quotes, or number(text)"#
    ),
    (.null, .int(3), "can't compare nil with a number"),
    (.list([]), .list([]), "lists have no order"),
    (.data(Data()), .data(Data()), "data has no order"),
    (.uuid(Samples.uuid), .uuid(Samples.uuid), "UUIDs have no order"),
    (.object(FilterObject([])), .bool(true), "can't compare an object with a boolean"),
  ])
  func whatHasNoOrderIsAnError(_ left: FilterValue, _ right: FilterValue, _ message: String) {
    #expect { try left.compare(to: right) } throws: { error in
      let error = error as? EvaluationError
      return error?.kind == .kindMismatch && error?.message == message
    }
  }

  @Test func aDeeplyNestedValueIsHashedAndCompared() {
    func nested(_ depth: Int) -> FilterValue {
      (0..<depth).reduce(.list([])) { value, level in
        level.isMultiple(of: 2) ? .list([value]) : .object(FilterObject([("a", value)]))
      }
    }
    // With the list inside, as deep as values go.
    let depth = FilterValue.maximumDepth - 1
    let value = nested(depth)
    #expect(value == nested(depth))
    #expect(value != nested(depth - 1))
    #expect(value.hashValue == nested(depth).hashValue)
    #expect(value.clipped.count == 60)
  }
}
