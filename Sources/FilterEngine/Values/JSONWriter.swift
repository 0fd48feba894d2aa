import EssentialFoundation

/// Writes filter values as JSON on one line.
package struct JSONWriter: Sendable {
  /// The key of an object of one member, which names the kind of its value: `{"$date": 0}`.
  package enum Tag: String {
    /// Seconds since 2001-01-01T00:00:00Z, or an ISO 8601 text
    case date = "$date"
    /// Base64
    case data = "$data"
    /// A list
    case set = "$set"
    /// `"nan"`, `"inf"`, `"-inf"`, or a number
    case float = "$float"
    /// The digits of an integer
    case int = "$int"
    /// The text of a decimal number
    case decimal = "$decimal"
  }

  /// What becomes of values that JSON has no form for.
  package enum Style: Hashable, Sendable {
    /// As objects that say what they are, `{"$date": 0}`: nothing is lost
    case tagged
    /// As the text, number or list that comes nearest; NaN and infinities as null
    case plain
  }

  /// What becomes of values that JSON has no form for.
  package var style: Style

  /// A writer of a style.
  package init(style: Style = .plain) { self.style = style }

  /// The JSON of `value`; of one that `isTooDeep`, which holds nothing, an empty list or object.
  package func bytes(_ value: FilterValue) -> [UInt8] {
    var bytes: [UInt8] = []
    write(value, to: &bytes)
    return bytes
  }

  /// Appends the JSON of `value`; depth costs no recursion.
  package func write(_ value: FilterValue, to bytes: inout [UInt8]) {
    var steps: [Step] = []
    var next: FilterValue? = value
    while true {
      if let value = next {
        next = nil
        if let step = begin(value, &bytes) { steps.append(step) }
      }
      guard let last = steps.indices.last else { return }
      next = steps[last].advance(&bytes)
      if next == nil {
        bytes.append(contentsOf: steps[last].closing.utf8)
        steps.removeLast()
      }
    }
  }

  /// Appends `text` in quotes, escaped.
  package static func write(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { write(utf8: $0, to: &bytes) }
  }

  /// Appends a text in quotes, escaped.
  package static func write(utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    // Most texts have nothing to escape, and are copied as a whole.
    let isPlain = utf8.reduce(true) { $0 && $1 >= 0x20 && $1 != 0x22 && $1 != 0x5C }
    if isPlain {
      bytes.append(contentsOf: utf8)
    } else {
      writeEscaped(utf8, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func writeEscaped(_ utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
      case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
      case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
      case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
      case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
      case 0x0C: bytes.append(contentsOf: #"\f"#.utf8)
      case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
      case 0..<0x20:
        bytes.append(contentsOf: (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8)
        bytes.append(contentsOf: String(byte, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
  }

  /// A list or object that is not complete.
  private struct Step {
    var values: [FilterValue]
    var keys: [String]?
    var closing: String
    var index = 0

    /// Appends the separator before the next value, and returns that value.
    mutating func advance(_ bytes: inout [UInt8]) -> FilterValue? {
      guard index < values.count else { return nil }
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      if let keys {
        JSONWriter.write(keys[index], to: &bytes)
        bytes.append(UInt8(ascii: ":"))
      }
      index += 1
      return values[index - 1]
    }
  }

  /// Appends a scalar, or the beginning of a list or object whose values are to follow.
  private func begin(_ value: FilterValue, _ bytes: inout [UInt8]) -> Step? {
    switch value {
    case .list(let list):
      bytes.append(UInt8(ascii: "["))
      return Step(values: list.elements, closing: "]")
    case .set(let set):
      bytes.append(contentsOf: (style == .tagged ? #"{"$set":["# : "[").utf8)
      return Step(values: set.elements, closing: style == .tagged ? "]}" : "]")
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      return Step(values: object.values, keys: object.shape.keys, closing: "}")
    case .item(let item):
      bytes.append(UInt8(ascii: "{"))
      let keys = item.filterKeys
      return Step(
        values: keys.map { item.filterValue(forKey: $0) ?? .null }, keys: keys, closing: "}")
    default:
      writeScalar(value, to: &bytes)
      return nil
    }
  }
}
