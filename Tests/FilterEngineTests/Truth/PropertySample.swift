import FilterEngine
import Foundation

enum SampleColor: String, CaseIterable, FilterValueConvertible, Sendable {
  case red, teal, é = "é"
}

enum SampleLevel: Int, CaseIterable, FilterValueConvertible, Sendable {
  case low = -1, middle = 0, high = 1000
}

/// Without `CaseIterable`, so that its cases are not known.
enum SampleCode: String, FilterValueConvertible, Sendable {
  case alpha, beta
}

struct SamplePet: Filterable, Equatable, Sendable {
  var name: String
  var age: Int
  var weight: Double?
  var tags: [String]

  static let filterFields = FilterFields<SamplePet>(
    FilterField("name", \.name), FilterField("age", \.age), FilterField("weight", \.weight),
    FilterField("tags", \.tags))
}

/// A struct with a field of every kind that a table can hold.
struct PropertySample: Filterable, Sendable {
  var flag: Bool
  var maybeFlag: Bool?
  var int: Int
  var int8: Int8
  var int16: Int16
  var int32: Int32
  var int64: Int64
  var uint: UInt
  var uint8: UInt8
  var uint16: UInt16
  var uint32: UInt32
  var uint64: UInt64
  var float: Float
  var double: Double
  var maybeInt: Int?
  var maybeInt8: Int8?
  var maybeDouble: Double?
  var text: String
  var other: String
  var maybeText: String?
  var date: Date
  var maybeDate: Date?
  var data: Data
  var uuid: UUID
  var decimal: Decimal
  var color: SampleColor
  var level: SampleLevel
  var code: SampleCode
  var maybeColor: SampleColor?
  var maybeLevel: SampleLevel?
  var maybeCode: SampleCode?
  var texts: [String]
  var ints: [Int]
  var doubles: [Double]
  var maybeInts: [Int?]
  var set: Set<String>
  var pet: SamplePet
  var maybePet: SamplePet?
  var pets: [SamplePet]
  var stock: [String: Int]
  var more: SampleMore

  var computed: Int { int &+ 1 }
  var shout: String { text.uppercased() }

  static let filterFields = FilterFields<PropertySample>(
    FilterField("flag", \.flag), FilterField("maybeFlag", \.maybeFlag), FilterField("int", \.int),
    FilterField("int8", \.int8), FilterField("int16", \.int16), FilterField("int32", \.int32),
    FilterField("int64", \.int64), FilterField("uint", \.uint), FilterField("uint8", \.uint8),
    FilterField("uint16", \.uint16), FilterField("uint32", \.uint32),
    FilterField("uint64", \.uint64), FilterField("float", \.float),
    FilterField("double", \.double), FilterField("maybeInt", \.maybeInt),
    FilterField("maybeInt8", \.maybeInt8), FilterField("maybeDouble", \.maybeDouble),
    FilterField("text", \.text), FilterField("other", \.other),
    FilterField("maybeText", \.maybeText), FilterField("date", \.date),
    FilterField("maybeDate", \.maybeDate), FilterField("data", \.data),
    FilterField("uuid", \.uuid), FilterField("decimal", \.decimal), FilterField("color", \.color),
    FilterField("level", \.level), FilterField("code", \.code),
    FilterField("maybeColor", \.maybeColor), FilterField("maybeLevel", \.maybeLevel),
    FilterField("maybeCode", \.maybeCode), FilterField("texts", \.texts),
    FilterField("ints", \.ints), FilterField("doubles", \.doubles),
    FilterField("maybeInts", \.maybeInts), FilterField("set", \.set), FilterField("pet", \.pet),
    FilterField("maybePet", \.maybePet), FilterField("pets", \.pets),
    FilterField("stock", \.stock), FilterField("more", \.more), FilterField("computed", \.computed),
    FilterField("shout") { $0.shout })
}
