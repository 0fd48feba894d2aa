import FilterEngine
import Foundation
import Testing

/// Values as Swift types.
@Suite struct TypedValueTests {
  private enum Level: UInt8, FilterValueConvertible { case low = 1, high = 200 }
  private enum Name: String, FilterValueConvertible { case ann = "Ann", digit = "3" }
  private struct Code: RawRepresentable, FilterValueConvertible, Equatable {
    var rawValue: Name
  }

  /// What is made of a value is a value again.
  private func isSame<Value: FilterValueConvertible & Equatable>(_ value: Value) -> Bool {
    value.filterValue.converted(to: Value.self) == value
  }

  @Test func everyTypeIsMadeOfItsValue() {
    #expect(isSame("text") && isSame("") && isSame(Character("x")) && isSame(Substring("ab")))
    #expect(isSame(true) && isSame(false) && isSame(UUID()) && isSame(Data([1, 2])))
    #expect(isSame(Date(timeIntervalSince1970: 5)) && isSame(Decimal(string: "1.10")!))
    #expect(isSame(Int.min) && isSame(UInt8.max) && isSame(Int64(-3)) && isSame(UInt64.max))
    #expect(isSame(Int128.min) && isSame(Int128.max) && isSame(UInt128.max))
    #expect(isSame(2.5) && isSame(Float(0.1)) && isSame(Double.infinity))
    #expect(isSame(Level.high) && isSame(Name.ann) && isSame(Code(rawValue: .digit)))
    #expect(isSame(FilterValue.list([1, nil])))
  }

  @Test func noTypeIsMadeOfAnotherKind() {
    #expect(FilterValue.int(300).converted(to: UInt8.self) == nil)
    #expect(FilterValue.int(7).converted(to: Level.self) == nil)
    #expect(FilterValue(integer: Int128.min).converted(to: UInt128.self) == nil)
    #expect(
      Samples.wide("-170141183460469231731687303715884105729").converted(to: Int128.self) == nil)
    #expect(
      Samples.wide("340282366920938463463374607431768211456").converted(to: UInt128.self) == nil)
    #expect(FilterValue.string("3").converted(to: Int.self) == nil)
    #expect(FilterValue.int(3).converted(to: String.self) == nil)
    #expect(FilterValue.string("Bob").converted(to: Name.self) == nil)
    #expect(FilterValue.null.converted(to: String.self) == nil)
    #expect(FilterValue.bool(true).converted(to: Int.self) == nil)
    #expect(FilterValue.double(0.1).converted(to: Float.self) == nil)
    #expect(FilterValue.list(["a"]).converted(to: String.self) == nil)
    // A whole number is one however it is held.
    #expect(FilterValue.double(3).converted(to: Double.self) == 3)
  }
}
