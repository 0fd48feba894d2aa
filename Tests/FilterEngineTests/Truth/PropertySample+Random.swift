import FilterEngine
import Foundation
import TestSupport

extension SamplePet {
  static func random(_ generator: inout SeededGenerator) -> SamplePet {
    SamplePet(
      name: PropertyValues.text(&generator), age: .random(in: -1...5, using: &generator),
      weight: generator.chance(30) ? nil : generator.pick(PropertyValues.doubles),
      tags: (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        generator.pick(PropertyValues.texts)
      })
  }

  /// The same as an object.
  var object: FilterValue {
    [
      "name": .string(name), "age": .int(Int64(age)), "weight": weight.map { .double($0) } ?? .null,
      "tags": .list(tags.map { .string($0) }),
    ]
  }
}

extension PropertySample {
  static func random(_ generator: inout SeededGenerator) -> PropertySample {
    func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: Value(truncatingIfNeeded: generator.pick(PropertyValues.integers))
      case 1: generator.chance(50) ? .max : .min
      default: Value(clamping: Int.random(in: -2...5, using: &generator))
      }
    }
    func list<Value>(_ value: () -> Value) -> [Value] {
      (0..<Int.random(in: 0...4, using: &generator)).map { _ in value() }
    }
    func maybe<Value>(_ value: Value) -> Value? { generator.chance(30) ? nil : value }
    func text() -> String { PropertyValues.text(&generator) }
    func double() -> Double { generator.pick(PropertyValues.doubles) }
    func date() -> Date {
      Date(timeIntervalSinceReferenceDate: generator.pick(PropertyValues.dates))
    }
    let main = text()
    return PropertySample(
      flag: .random(using: &generator), maybeFlag: maybe(.random(using: &generator)),
      int: integer(Int.self), int8: integer(Int8.self), int16: integer(Int16.self),
      int32: integer(Int32.self), int64: integer(Int64.self), uint: integer(UInt.self),
      uint8: integer(UInt8.self), uint16: integer(UInt16.self), uint32: integer(UInt32.self),
      uint64: integer(UInt64.self), float: Float(double()), double: double(),
      maybeInt: maybe(integer(Int.self)), maybeInt8: maybe(integer(Int8.self)),
      maybeDouble: maybe(double()), text: main,
      other: generator.chance(50) ? PropertyValues.part(of: main, &generator) : text(),
      maybeText: maybe(text()), date: date(), maybeDate: maybe(date()),
      data: Data([1, 2, 3].prefix(Int.random(in: 0...3, using: &generator))),
      uuid: generator.pick(sampleUUIDs), decimal: generator.pick([0, 1, -1, 0.5, 100]),
      color: generator.pick(SampleColor.allCases), level: generator.pick(SampleLevel.allCases),
      code: generator.pick([.alpha, .beta]),
      maybeColor: maybe(generator.pick(SampleColor.allCases)),
      maybeLevel: maybe(generator.pick(SampleLevel.allCases)),
      maybeCode: maybe(generator.pick([.alpha, .beta])), texts: list(text),
      ints: list { integer(Int.self) }, doubles: list(double),
      maybeInts: list { maybe(integer(Int.self)) }, set: Set(list(text).filter { !$0.isEmpty }),
      pet: .random(&generator), maybePet: maybe(.random(&generator)),
      pets: list { .random(&generator) }, stock: ["a": integer(Int.self), "b": 1],
      more: .random(&generator))
  }

  private static let sampleUUIDs = (1...3).compactMap {
    UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E0\($0)")
  }

  /// The same as an object, written out by hand.
  var object: FilterValue {
    func whole(_ value: some BinaryInteger) -> FilterValue { FilterValue(integer: value) }
    func text(_ value: String?) -> FilterValue { value.map { .string($0) } ?? .null }
    var members: [(key: String, value: FilterValue)] = []
    func add(_ key: String, _ value: FilterValue) { members.append((key, value)) }
    add("flag", .bool(flag))
    add("maybeFlag", maybeFlag.map { .bool($0) } ?? .null)
    add("int", whole(int))
    add("int8", whole(int8))
    add("int16", whole(int16))
    add("int32", whole(int32))
    add("int64", whole(int64))
    add("uint", whole(uint))
    add("uint8", whole(uint8))
    add("uint16", whole(uint16))
    add("uint32", whole(uint32))
    add("uint64", whole(uint64))
    add("float", .double(Double(float)))
    add("double", .double(double))
    add("maybeInt", maybeInt.map { whole($0) } ?? .null)
    add("maybeInt8", maybeInt8.map { whole($0) } ?? .null)
    add("maybeDouble", maybeDouble.map { .double($0) } ?? .null)
    add("text", .string(self.text))
    add("other", .string(other))
    add("maybeText", text(maybeText))
    add("date", .date(date))
    add("maybeDate", maybeDate.map { .date($0) } ?? .null)
    add("data", .data(data))
    add("uuid", .uuid(uuid))
    add("decimal", .decimal(decimal))
    add("color", .string(color.rawValue))
    add("level", whole(level.rawValue))
    add("code", .string(code.rawValue))
    add("maybeColor", text(maybeColor?.rawValue))
    add("maybeLevel", maybeLevel.map { whole($0.rawValue) } ?? .null)
    add("maybeCode", text(maybeCode?.rawValue))
    add("texts", .list(texts.map { .string($0) }))
    add("ints", .list(ints.map { whole($0) }))
    add("doubles", .list(doubles.map { .double($0) }))
    add("maybeInts", .list(maybeInts.map { $0.map { FilterValue(integer: $0) } ?? .null }))
    add("set", .set(FilterSet(set.map { .string($0) })))
    add("pet", pet.object)
    add("maybePet", maybePet?.object ?? .null)
    add("pets", .list(pets.map(\.object)))
    add("stock", ["a": whole(stock["a", default: 0]), "b": whole(stock["b"] ?? 0)])
    add("more", more.object)
    add("computed", whole(computed))
    add("shout", .string(shout))
    return .object(FilterObject(members))
  }
}
