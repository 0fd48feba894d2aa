import FilterEngine
import Foundation
import TestSupport

/// A type whose list of cases leaves some out.
enum SampleGrade: UInt8, CaseIterable, FilterValueConvertible, Sendable {
  case low = 1
  case middle = 2
  case hidden = 4

  static let allCases: [SampleGrade] = [.low, .middle]
  static let all: [SampleGrade] = [.low, .middle, .hidden]
}

enum SampleOnly: String, CaseIterable, FilterValueConvertible, Sendable {
  case only
}

/// A type that is no optional, and whose value may be `nil` all the same.
struct SampleMaybe: FilterValueConvertible, Sendable {
  var text: String?

  var filterValue: FilterValue { text.filterValue }

  static var filterKind: FilterKind? { .string }
}

/// The optional of every width, and types that are seldom a field.
struct SampleMore: Filterable, Sendable {
  var maybeInt16: Int16?
  var maybeInt32: Int32?
  var maybeInt64: Int64?
  var maybeUInt: UInt?
  var maybeUInt8: UInt8?
  var maybeUInt16: UInt16?
  var maybeUInt32: UInt32?
  var maybeUInt64: UInt64?
  var maybeFloat: Float?
  var maybeDecimal: Decimal?
  var wide: Int128
  var maybeWide: UInt128?
  var grade: SampleGrade
  var maybeGrade: SampleGrade?
  var only: SampleOnly
  var maybeOnly: SampleOnly?
  var letter: Character
  var part: Substring
  var maybe: SampleMaybe
  var anything: FilterValue
  var bools: [Bool]
  var bytes: [UInt8]
  var floats: [Float]
  var maybeTexts: [String?]
  var doubly: Int??

  static let filterFields = FilterFields<SampleMore>(
    FilterField("maybeInt16", \.maybeInt16), FilterField("maybeInt32", \.maybeInt32),
    FilterField("maybeInt64", \.maybeInt64), FilterField("maybeUInt", \.maybeUInt),
    FilterField("maybeUInt8", \.maybeUInt8), FilterField("maybeUInt16", \.maybeUInt16),
    FilterField("maybeUInt32", \.maybeUInt32), FilterField("maybeUInt64", \.maybeUInt64),
    FilterField("maybeFloat", \.maybeFloat), FilterField("maybeDecimal", \.maybeDecimal),
    FilterField("wide", \.wide), FilterField("maybeWide", \.maybeWide),
    FilterField("grade", \.grade), FilterField("maybeGrade", \.maybeGrade),
    FilterField("only", \.only), FilterField("maybeOnly", \.maybeOnly),
    FilterField("letter", \.letter), FilterField("part", \.part), FilterField("maybe", \.maybe),
    FilterField("anything", \.anything), FilterField("bools", \.bools),
    FilterField("bytes", \.bytes), FilterField("floats", \.floats),
    FilterField("maybeTexts", \.maybeTexts), FilterField("doubly", \.doubly))

  static let numbers = [
    "maybeInt16", "maybeInt32", "maybeInt64", "maybeUInt", "maybeUInt8", "maybeUInt16",
    "maybeUInt32", "maybeUInt64", "maybeFloat", "maybeDecimal", "wide", "maybeWide", "grade",
    "maybeGrade", "doubly", "anything",
  ].map { "more." + $0 }
  static let texts = ["only", "maybeOnly", "letter", "part", "maybe"].map { "more." + $0 }
  static let numberLists = ["bools", "bytes", "floats"].map { "more." + $0 }
  static let textLists = ["more.maybeTexts"]
}

extension SampleMore {
  static func random(_ generator: inout SeededGenerator) -> SampleMore {
    func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: Value(truncatingIfNeeded: generator.pick(PropertyValues.integers))
      case 1: .max
      case 2: .min
      case 3: nil
      default: Value(clamping: Int.random(in: -2...5, using: &generator))
      }
    }
    func list<Value>(_ value: () -> Value) -> [Value] {
      (0..<Int.random(in: 0...3, using: &generator)).map { _ in value() }
    }
    func maybe<Value>(_ value: Value) -> Value? { generator.chance(30) ? nil : value }
    func float() -> Float { Float(generator.pick(PropertyValues.doubles)) }
    func text() -> String { PropertyValues.text(&generator) }
    let (decimals, pads): ([Decimal], [String]) = ([0, 1, -1, 0.5, 100], ["", "before ", "é"])
    let (pad, anything) = (generator.pick(pads), integer(UInt64.self).filterValue)
    return SampleMore(
      maybeInt16: integer(Int16.self), maybeInt32: integer(Int32.self),
      maybeInt64: integer(Int64.self), maybeUInt: integer(UInt.self),
      maybeUInt8: integer(UInt8.self), maybeUInt16: integer(UInt16.self),
      maybeUInt32: integer(UInt32.self), maybeUInt64: integer(UInt64.self),
      maybeFloat: maybe(float()), maybeDecimal: maybe(generator.pick(decimals)),
      wide: integer(Int128.self) ?? 7, maybeWide: integer(UInt128.self),
      grade: generator.pick(SampleGrade.all), maybeGrade: maybe(generator.pick(SampleGrade.all)),
      only: .only, maybeOnly: maybe(.only), letter: text().first ?? "a",
      part: (pad + text()).dropFirst(pad.count), maybe: SampleMaybe(text: maybe(text())),
      anything: anything, bools: list { .random(using: &generator) },
      bytes: list { integer(UInt8.self) ?? 3 }, floats: list(float),
      maybeTexts: list { maybe(text()) }, doubly: maybe(integer(Int.self)))
  }

  /// The same as an object, written out by hand.
  var object: FilterValue {
    func whole<Value: BinaryInteger>(_ value: Value?) -> FilterValue {
      value.map { FilterValue(integer: $0) } ?? .null
    }
    func text(_ value: String?) -> FilterValue { value.map { .string($0) } ?? .null }
    var members: [(key: String, value: FilterValue)] = []
    func add(_ key: String, _ value: FilterValue) { members.append((key, value)) }
    add("maybeInt16", whole(maybeInt16))
    add("maybeInt32", whole(maybeInt32))
    add("maybeInt64", whole(maybeInt64))
    add("maybeUInt", whole(maybeUInt))
    add("maybeUInt8", whole(maybeUInt8))
    add("maybeUInt16", whole(maybeUInt16))
    add("maybeUInt32", whole(maybeUInt32))
    add("maybeUInt64", whole(maybeUInt64))
    add("maybeFloat", maybeFloat.map { .double(Double($0)) } ?? .null)
    add("maybeDecimal", maybeDecimal.map { .decimal($0) } ?? .null)
    add("wide", whole(wide))
    add("maybeWide", whole(maybeWide))
    add("grade", whole(grade.rawValue))
    add("maybeGrade", whole(maybeGrade?.rawValue))
    add("only", .string("only"))
    add("maybeOnly", text(maybeOnly?.rawValue))
    add("letter", .string(String(letter)))
    add("part", .string(String(part)))
    add("maybe", text(maybe.text))
    add("anything", anything)
    add("bools", .list(bools.map { .bool($0) }))
    add("bytes", .list(bytes.map { whole($0) }))
    add("floats", .list(floats.map { .double(Double($0)) }))
    add("maybeTexts", .list(maybeTexts.map { text($0) }))
    add("doubly", whole(doubly ?? nil))
    return .object(FilterObject(members))
  }
}
