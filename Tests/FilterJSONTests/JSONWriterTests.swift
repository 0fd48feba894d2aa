import FilterEngine
import FilterJSON
import Foundation
import TestSupport
import Testing

/// What is written, beside the texts of Swift and the reader of Foundation.
struct JSONWriterTests {
  private func text(_ value: FilterValue, _ style: JSONWriter.Style = .plain) -> String {
    String(decoding: JSONWriter(style: style).bytes(value), as: UTF8.self)
  }

  @Test func anIntegerHasItsDigits() {
    var numbers: Set<Int64> = [0, .min, .min + 1, .max, .max - 1]
    var power: Int64 = 1
    while power < 1_000_000_000_000_000_000 {
      for number in [power - 1, power, power + 1, power * 7] {
        numbers.formUnion([number, -number])
      }
      power *= 10
    }
    for number in numbers {
      #expect(text(.int(number)) == "\(number)")
      #expect(text(.list([.int(number), .int(number)])) == "[\(number),\(number)]")
    }
  }

  @Test func aDoubleIsReadBack() throws {
    for number in [
      0, -0.0, 1, -1, 0.1, 1e21, 1e-7, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0x1p53,
      -2.5,
    ] {
      for style in [JSONWriter.Style.plain, .tagged] {
        let written = text(.double(number), style)
        #expect(Double(written)?.bitPattern == number.bitPattern)
        // Neither is taken for an integer.
        #expect(written.contains(".") || written.contains("e"))
      }
    }
    for (number, name) in [(Double.infinity, "inf"), (-.infinity, "-inf"), (.nan, "nan")] {
      #expect(text(.double(number)) == "null")
      #expect(text(.double(number), .tagged) == #"{"$float":"\#(name)"}"#)
    }
  }

  private func value(_ dice: inout SeededGenerator, depth: Int) -> FilterValue {
    let texts = [
      "", "a", "\"", "\\", "\n\r\t\u{8}\u{c}", "\u{0}\u{f}\u{10}\u{1f}", "é 日本 😀", "/\u{7f}",
    ]
    switch dice.below(depth > 0 ? 7 : 5) {
    case 0: return .null
    case 1: return .bool(dice.chance(50))
    case 2: return .int(Int64(dice.below(100)) - 50)
    case 3: return .double(Double(dice.below(9)) / 4)
    case 4: return .string(dice.pick(texts) + dice.pick(texts))
    case 5: return .list((0..<dice.below(4)).map { _ in value(&dice, depth: depth - 1) })
    default:
      let keys = texts.filter { _ in dice.chance(30) }
      return .object(FilterObject(keys.map { (key: $0, value: value(&dice, depth: depth - 1)) }))
    }
  }

  private func isSame(_ value: FilterValue, _ read: Any) -> Bool {
    switch value {
    case .null: return read is NSNull
    case .bool(let flag): return read as? Bool == flag
    case .int(let number): return (read as? NSNumber)?.int64Value == number
    case .double(let number): return (read as? NSNumber)?.doubleValue == number
    case .string(let text): return (read as? String)?.utf8.elementsEqual(text.utf8) == true
    case .list(let elements):
      guard let list = read as? [Any], list.count == elements.count else { return false }
      return zip(elements, list).allSatisfy { isSame($0, $1) }
    case .object(let object):
      guard let members = read as? [String: Any], members.count == object.values.count else {
        return false
      }
      return zip(object.shape.keys, object.values).allSatisfy { key, value in
        members[key].map { isSame(value, $0) } ?? false
      }
    default: return false
    }
  }

  @Test(arguments: RandomSearch.seeds(100))
  func anyValueIsWhatFoundationReads(_ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let value = value(&dice, depth: 4)
    for style in [JSONWriter.Style.plain, .tagged] {
      let bytes = JSONWriter(style: style).bytes(value)
      let read = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      #expect(isSame(value, read), "\(String(decoding: bytes, as: UTF8.self))")
      #expect(try JSONReader().read(bytes) == value)
      #expect(JSONText.minified(bytes) == bytes)
    }
  }
}
