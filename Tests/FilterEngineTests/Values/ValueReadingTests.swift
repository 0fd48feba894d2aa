import FilterEngine
import Foundation
import TestSupport
import Testing

/// Values that programs read: by key and position, as types, and as JSON.
@Suite struct ValueReadingTests {
  private struct Order: Codable, Equatable {
    enum State: String, Codable { case open, paid }
    struct Line: Codable, Equatable {
      var name: String
      var price: Decimal
    }
    var id: UUID
    var state: State
    var lines: [Line]
    var due: Date?
    var page: URL
    var data: Data
    var tags: Set<String>
    var counts: [String: UInt8]
    var ratio: Double
    var other: Int?
  }

  private let order = Order(
    id: UUID(), state: .paid,
    lines: [Order.Line(name: "a", price: 1.5), Order.Line(name: "b", price: 2)],
    due: Date(timeIntervalSinceReferenceDate: 5),
    page: URL(string: "https://a.example/b") ?? URL(filePath: "/"),
    data: Data([1, 2]), tags: ["x", "y"], counts: ["n": 3], ratio: 3, other: nil)

  @Test func whatIsEncodedIsDecoded() throws {
    let value = try FilterValue(encoding: order)
    #expect(try value.decode(as: Order.self) == order)
    #expect(try FilterValue.list([value, value]).decode() == [order, order])
    #expect(try FilterValue.int(3).decode(as: Double.self) == 3)
    #expect(try FilterValue.null.decode(as: Int?.self) == nil)
    #expect(try value.decode(as: FilterValue.self) == value)
  }

  @Test func whatCannotBeDecodedHasItsPath() throws {
    func path(_ value: FilterValue) -> String {
      do {
        _ = try value.decode(as: Order.Line.self)
        return "decoded"
      } catch DecodingError.keyNotFound(let key, let context) {
        return "missing \((context.codingPath + [key]).map(\.stringValue))"
      } catch DecodingError.typeMismatch(_, let context) {
        return "\(context.codingPath.map(\.stringValue)) \(context.debugDescription)"
      } catch DecodingError.valueNotFound(_, let context) {
        return "nil \(context.codingPath.map(\.stringValue))"
      } catch {
        return "\(error)"
      }
    }
    #expect(path(["name": "a"]) == "missing [\"price\"]")
    #expect(path(["name": 3, "price": 1]) == "[\"name\"] expected String, found a number")
    #expect(path(["name": "a", "price": nil]) == "nil [\"price\"]")
    #expect(path([1, 2]).contains("found a list"))
    #expect(throws: DecodingError.self) { try FilterValue.double(0.5).decode(as: Int.self) }
    #expect(throws: DecodingError.self) { try FilterValue.list([1]).decode(as: [Bool].self) }
  }

  @Test func valuesAreReadByKeyAndPosition() throws {
    let value: FilterValue = ["owner": ["tags": ["a", "b"]], "n": nil]
    #expect(value["owner"]["tags"][1] == "b")
    #expect(value["owner"]["tags"][2] == nil && value["owner"]["tags"][-1] == nil)
    #expect(value["n"] == nil && value["x"] == nil && value["n"]["y"][0] == nil)
    #expect(FilterValue.set(FilterSet([1]))[0] == 1 && value[0] == nil)
    struct Item: Filterable, Sendable {
      var n = 3
      static let filterFields = FilterFields<Item>(FilterField("n", \.n))
    }
    #expect(Item().filterValue["n"] == 3)
  }

  /// A number becomes any type that has it exactly, and no other.
  @Test func numbersAreConvertedWithoutLoss() {
    func all(_ value: FilterValue) -> [String] {
      func text<Value: FilterValueConvertible>(_ type: Value.Type) -> String {
        value.converted(to: type).map { "\($0)" } ?? "-"
      }
      return [
        text(Int.self), text(UInt8.self), text(Double.self), text(Float.self), text(Decimal.self),
        text(Int128.self),
      ]
    }
    #expect(all(.int(3)) == ["3", "3", "3.0", "3.0", "3", "3"])
    #expect(all(.int(-300)) == ["-300", "-", "-300.0", "-300.0", "-300", "-300"])
    #expect(all(.double(2)) == ["2", "2", "2.0", "2.0", "2", "2"])
    #expect(all(.double(0.5)) == ["-", "-", "0.5", "0.5", "0.5", "-"])
    #expect(all(.double(0.1))[3] == "-")
    #expect(all(.decimal(7)) == ["7", "7", "7.0", "7.0", "7", "7"])
    #expect(all(.int(1 << 53 + 1))[2] == "-")
    #expect(all(.double(.nan)) == ["-", "-", "-", "-", "NaN", "-"])
    #expect(FilterValue(integer: UInt64.max).converted(to: UInt64.self) == .max)
    #expect(FilterValue.null.converted(to: Int?.self) == .some(nil))
    #expect(FilterValue.int(3).converted(to: Int??.self) == .some(3))
    #expect(FilterValue.string("a").converted(to: Int?.self) == nil)
    #expect(FilterValue.string("https://a.b").converted(to: URL.self)?.host() == "a.b")
    #expect(FilterValue.bool(true).converted(to: Int.self) == nil)
  }

  @Test func aValueIsPlainJSON() throws {
    let value: FilterValue = [
      "n": .list([1, 2.5, .bool(true), .null, .decimal(Decimal(string: "0.1") ?? 0)]),
      "t": "a\"b", "d": .date(Date(timeIntervalSinceReferenceDate: 0)), "b": .data(Data([1])),
      "w": FilterValue(integer: UInt64.max), "x": .double(.nan),
    ]
    #expect(
      value.json
        == #"{"n":[1,2.5,true,null,0.1],"t":"a\"b","d":"2001-01-01T00:00:00Z","b":"AQ==","w":18446744073709551615,"x":null}"#
    )
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(value.json.utf8)) }
  }
}
