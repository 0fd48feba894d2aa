import FilterEngine

/// The functions of texts, unit by unit.
enum ReferenceTextFunctions {
  static func call(_ selector: String, _ arguments: [FilterValue]) throws -> FilterValue {
    if arguments.contains(where: \.isNull) { return .null }
    let text = try ReferenceFunctions.text(arguments[0])
    switch selector {
    case "concat:": return .string(try arguments.map(ReferenceFunctions.text).joined())
    case "trim:": return .string(trimmed(text))
    case "substring:":
      let start = try ReferenceArithmetic.integer(arguments[1])
      let count = try arguments.count < 3 ? nil : ReferenceArithmetic.integer(arguments[2])
      return .string(part(of: text, start, count))
    case "replace:":
      let target = try ReferenceFunctions.text(arguments[1])
      return .string(
        parts(of: text, target).joined(separator: try ReferenceFunctions.text(arguments[2])))
    default:
      return .list(
        FilterList(parts(of: text, try ReferenceFunctions.text(arguments[1])).map { .string($0) }))
    }
  }

  /// The parts between the places where all bytes of `separator` follow.
  private static func parts(of text: String, _ separator: String) -> [String] {
    let (bytes, separator) = (Array(text.utf8), Array(separator.utf8))
    var parts: [[UInt8]] = [[]]
    var place = 0
    while place < bytes.count {
      if !separator.isEmpty, bytes[place...].starts(with: separator) {
        parts.append([])
        place += separator.count
      } else {
        parts[parts.count - 1].append(bytes[place])
        place += 1
      }
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func trimmed(_ text: String) -> String {
    let blanks: [ClosedRange<UInt32>] = [
      9...13, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A,
      0x2028...0x2029, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
    ]
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      blanks.contains { $0.contains(scalar.value) }
    }
    var scalars = Array(text.unicodeScalars)
    while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    var result = ""
    result.unicodeScalars.append(contentsOf: scalars)
    return result
  }

  /// The scalars whose units are all among those that are asked for.
  private static func part(of text: String, _ start: Int64, _ count: Int64?) -> String {
    var result = ""
    var unit: Int128 = 0
    let first = Int128(start)
    let end = count.map { first + max(0, Int128($0)) } ?? .max
    for scalar in text.unicodeScalars {
      let width: Int128 = scalar.value > 0xFFFF ? 2 : 1
      if unit >= first, unit + width <= end { result.unicodeScalars.append(scalar) }
      unit += width
    }
    return result
  }
}
