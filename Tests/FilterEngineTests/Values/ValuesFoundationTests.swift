import FilterEngine
import Foundation
import Testing

/// What Foundation reads and holds becomes values.
@Suite struct ValuesFoundationTests {
  @Test func whatFoundationReadsOfJSONIsAnObject() throws {
    let text = """
      {"i": 5, "d": 1.5, "b": true, "f": false, "s": "x", "n": null, "l": [1, "a", {"q": null}],
       "big": 18446744073709551615, "exact": 9007199254740993}
      """
    let value = FilterValue(any: try JSONSerialization.jsonObject(with: Data(text.utf8)))
    let expected: FilterValue = [
      "i": 5, "d": 1.5, "b": true, "f": false, "s": "x", "n": nil, "l": [1, "a", ["q": nil]],
      "big": FilterValue(integer: UInt64.max), "exact": 9_007_199_254_740_993,
    ]
    #expect(value == expected)
    guard case .object(let object)? = value else { return }
    #expect(object["b"]?.kind == .boolean && object["i"]?.kind == .number)
  }

  @Test func foundationsObjectsAreWhatTheyAreToSwift() throws {
    let (date, uuid) = (Date(timeIntervalSinceReferenceDate: 1.5), UUID())
    let members: [String: Any] = [
      "number": NSNumber(value: 2.5), "flag": NSNumber(value: true), "text": NSString("a"),
      "date": date as NSDate, "data": NSData(data: Data([1])), "uuid": uuid as NSUUID,
      "decimal": NSDecimalNumber(decimal: 0.5), "list": NSArray(array: [1, "b"]),
      "members": NSDictionary(dictionary: ["a": 1]), "set": NSSet(array: [1]),
    ]
    let expected: [String: FilterValue] = [
      "number": 2.5, "flag": true, "text": "a", "date": .date(date), "data": .data(Data([1])),
      "uuid": .uuid(uuid), "decimal": 0.5, "list": [1, "b"], "members": ["a": 1],
      "set": .set(FilterSet([1])),
    ]
    for (name, member) in members {
      #expect(FilterValue(any: member) == expected[name], "\(name)")
    }
    #expect(FilterValue(any: members) == expected.filterValue)
  }

  /// A number as exactly as Foundation holds it, alone or in a box of Swift.
  @Test func numbersAndObjectsInABoxAreThemselves() {
    let objects: [(NSObject, FilterValue)] = [
      (NSNumber(value: 0.1), 0.1), (NSNumber(value: Int64.min), .int(.min)),
      (NSNumber(value: UInt64.max), FilterValue(integer: UInt64.max)),
      (NSNumber(value: false), false), (NSNumber(value: 1 as Int8), 1),
      (NSDecimalNumber(string: "0.1"), .decimal(Decimal(string: "0.1")!)),
      (NSDecimalNumber(string: "1e-100"), .decimal(Decimal(string: "1e-100")!)),
      (NSString("a"), "a"),
      (Date(timeIntervalSince1970: 1) as NSDate, .date(Date(timeIntervalSince1970: 1))),
    ]
    for (object, expected) in objects {
      for value in [object, AnyHashable(object)] as [Any] {
        #expect(FilterValue(any: value) == expected)
        #expect(FilterValue(any: value)?.kind == expected.kind)
      }
      #expect(FilterValue(any: [AnyHashable(object)] as [Any]) == [expected])
      #expect(FilterValue(any: ["a": object] as [String: Any]) == ["a": expected])
    }
  }
}
