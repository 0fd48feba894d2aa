import FilterEngine
import Foundation

/// A struct with fields of the kinds that are read in place, and of some that are not.
struct FuzzItem: Filterable, Sendable {
  struct Pet: Filterable, Equatable, Sendable {
    var name: String
    var age: Int
    var weight: Double?
    var tags: [String]

    static let filterFields = FilterFields<Pet>(
      FilterField("name", \.name), FilterField("age", \.age), FilterField("weight", \.weight),
      FilterField("tags", \.tags))
  }

  enum Color: String, CaseIterable, FilterValueConvertible, Sendable { case red, teal, é }

  var flag: Bool
  var maybeFlag: Bool?
  var int: Int
  var int8: Int8
  var uint64: UInt64
  var float: Float
  var double: Double
  var maybeInt: Int?
  var maybeDouble: Double?
  var text: String
  var other: String
  var maybeText: String?
  var date: Date
  var maybeDate: Date?
  var data: Data
  var uuid: UUID
  var color: Color
  var maybeColor: Color?
  var texts: [String]
  var ints: [Int]
  var doubles: [Double]
  var maybeInts: [Int?]
  var set: Set<String>
  var pet: Pet
  var maybePet: Pet?
  var pets: [Pet]
  var stock: [String: Int]

  var computed: Int { int &+ 1 }

  static let filterFields = FilterFields<FuzzItem>(
    FilterField("flag", \.flag), FilterField("maybeFlag", \.maybeFlag), FilterField("int", \.int),
    FilterField("int8", \.int8), FilterField("uint64", \.uint64), FilterField("float", \.float),
    FilterField("double", \.double), FilterField("maybeInt", \.maybeInt),
    FilterField("maybeDouble", \.maybeDouble), FilterField("text", \.text),
    FilterField("other", \.other), FilterField("maybeText", \.maybeText),
    FilterField("date", \.date), FilterField("maybeDate", \.maybeDate),
    FilterField("data", \.data), FilterField("uuid", \.uuid), FilterField("color", \.color),
    FilterField("maybeColor", \.maybeColor), FilterField("texts", \.texts),
    FilterField("ints", \.ints), FilterField("doubles", \.doubles),
    FilterField("maybeInts", \.maybeInts), FilterField("set", \.set), FilterField("pet", \.pet),
    FilterField("maybePet", \.maybePet), FilterField("pets", \.pets),
    FilterField("stock", \.stock), FilterField("computed", \.computed))

  /// The item as an object, items in it too.
  var object: FilterValue { filterValue.withoutItems }
}

extension FuzzItem {
  /// An item of the next bytes; its texts may be parts of `hint`.
  init(_ data: inout FuzzedData, hint: String) {
    flag = data.flag()
    maybeFlag = data.optional { $0.flag() }
    int = Int(data.number())
    int8 = Int8(truncatingIfNeeded: data.number())
    uint64 = UInt64(truncatingIfNeeded: data.number())
    float = Float(data.double())
    double = data.double()
    maybeInt = data.optional { Int($0.number()) }
    maybeDouble = data.optional { $0.double() }
    text = data.text(orPartOf: hint)
    other = data.text(orPartOf: hint)
    maybeText = data.optional { $0.text(orPartOf: hint) }
    date = Date(timeIntervalSinceReferenceDate: data.double())
    maybeDate = data.optional { Date(timeIntervalSinceReferenceDate: $0.double()) }
    self.data = Data(data.take(data.below(6)))
    let byte = data.byte()
    uuid = UUID(uuid: (byte, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, byte))
    color = data.pick(Color.allCases)
    maybeColor = data.optional { $0.pick(Color.allCases) }
    texts = data.list { $0.text(orPartOf: hint) }
    ints = data.list { Int($0.number()) }
    doubles = data.list { $0.double() }
    maybeInts = data.list { data in data.optional { Int($0.number()) } }
    // A set of texts has another order in each process: one element has none.
    set = data.flag() ? [data.text(orPartOf: hint)] : []
    pet = Pet(&data, hint)
    maybePet = data.optional { Pet(&$0, hint) }
    pets = data.list { Pet(&$0, hint) }
    stock = data.flag() ? ["a": Int(data.number())] : [:]
  }
}

extension FuzzItem.Pet {
  fileprivate init(_ data: inout FuzzedData, _ hint: String) {
    name = data.text(orPartOf: hint)
    age = Int(data.number())
    weight = data.optional { $0.double() }
    tags = data.list { $0.text(orPartOf: hint) }
  }
}

extension FuzzedData {
  /// A number, mostly small or at an end of the range of a type.
  mutating func number() -> Int64 {
    let byte = byte()
    switch byte {
    case 0..<0xE0: return Int64(Int8(bitPattern: byte << 1)) / 2
    case 0xE0..<0xF0:
      let ends: [Int64] = [
        .min, .max, .min + 1, .max - 1, 127, 128, -128, -129, 32_767, 65_535, 1 << 31, 1 << 53,
        (1 << 53) + 1, 255, 256, 1_000_000,
      ]
      return ends[Int(byte - 0xE0)]
    default: return integer()
    }
  }

  /// A double, mostly small, whole or odd.
  mutating func double() -> Double {
    let byte = byte()
    let odd: [Double] = [
      .nan, .infinity, -.infinity, -0.0, 0.1, 1e300, -1e300, 0x1p63, 0x1p53, 0x1p64,
      .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]
    switch byte {
    case 0..<0xE0: return Double(Int8(bitPattern: byte << 1)) / 4
    case 0xE0..<0xEC: return odd[Int(byte - 0xE0)]
    default: return Double(bitPattern: integer())
    }
  }

  mutating func optional<Value>(_ value: (inout FuzzedData) -> Value) -> Value? {
    flag() ? value(&self) : nil
  }

  /// Up to seven values.
  mutating func list<Value>(_ value: (inout FuzzedData) -> Value) -> [Value] {
    var list: [Value] = []
    for _ in 0..<below(8) { list.append(value(&self)) }
    return list
  }

  /// A value of any kind; lists and objects nest up to `depth`.
  mutating func value(depth: Int = 3) -> FilterValue {
    switch below(depth > 0 ? 12 : 8) {
    case 0: return .null
    case 1: return .bool(flag())
    case 2, 3: return .int(number())
    case 4: return .double(double())
    case 5: return .date(Date(timeIntervalSinceReferenceDate: double()))
    case 6, 7: return .string(text())
    case 8: return .data(Data(take(below(6))))
    case 9: return .list(list { $0.value(depth: depth - 1) })
    case 10: return .set(FilterSet(list { $0.value(depth: depth - 1) }))
    default:
      return .object(
        FilterObject(list { (key: $0.text(), value: $0.value(depth: depth - 1)) }))
    }
  }
}

extension FilterValue {
  /// The value with objects in the place of items.
  fileprivate var withoutItems: FilterValue {
    switch self {
    case .item(let item):
      .object(
        FilterObject(
          item.filterKeys.map {
            (key: $0, value: item.filterValue(forKey: $0)?.withoutItems ?? .null)
          }
        ))
    case .list(let values): .list(values.map(\.withoutItems))
    default: self
    }
  }
}
