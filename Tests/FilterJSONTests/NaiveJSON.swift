import FilterEngine

/// JSON read as the standard says, byte by byte: the truth that the reader is measured by.
struct NaiveJSON {
  struct Failure: Error {}

  private var rest: ArraySlice<UInt8>

  static func read(_ text: [UInt8]) throws -> FilterValue {
    guard String(validating: text, as: UTF8.self) != nil else { throw Failure() }
    var parser = NaiveJSON(rest: text[...])
    let value = try parser.value()
    parser.skipSpace()
    guard parser.rest.isEmpty else { throw Failure() }
    return value
  }

  private mutating func skipSpace() { rest = rest.drop { " \n\r\t".utf8.contains($0) } }

  private mutating func eat(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private mutating func expect(_ text: String) throws {
    guard eat(text) else { throw Failure() }
  }

  private mutating func value() throws -> FilterValue {
    skipSpace()
    if eat("null") { return .null }
    if eat("true") { return .bool(true) }
    if eat("false") { return .bool(false) }
    if eat("[") { return .list(try list("]") { try $0.value() }) }
    if eat("{") {
      return .object(
        FilterObject(
          try list("}") { parser in
            parser.skipSpace()
            try parser.expect("\"")
            let key = try parser.string()
            parser.skipSpace()
            try parser.expect(":")
            return (key: key, value: try parser.value())
          }))
    }
    if eat("\"") { return .string(try string()) }
    return try number()
  }

  private mutating func list<Element>(
    _ end: String, _ element: (inout NaiveJSON) throws -> Element
  ) throws -> [Element] {
    var elements: [Element] = []
    skipSpace()
    if eat(end) { return elements }
    repeat {
      elements.append(try element(&self))
      skipSpace()
    } while eat(",")
    try expect(end)
    return elements
  }

  private mutating func unit() throws -> UInt16 {
    let digits = rest.prefix(4)
    rest = rest.dropFirst(4)
    guard digits.count == 4, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw Failure() }
    return unit
  }

  private mutating func string() throws -> String {
    var units: [UInt8] = []
    let escapes: [(String, UInt8)] = [
      ("\"", 34), ("\\", 92), ("/", 47), ("b", 8), ("f", 12), ("n", 10), ("r", 13), ("t", 9),
    ]
    while !eat("\"") {
      guard let byte = rest.popFirst(), byte >= 0x20 else { throw Failure() }
      guard byte == UInt8(ascii: "\\") else {
        units.append(byte)
        continue
      }
      if eat("u") {
        var pair = [try unit()]
        if UTF16.isLeadSurrogate(pair[0]) {
          try expect("\\u")
          pair.append(try unit())
        }
        guard let text = String(validating: pair, as: UTF16.self) else { throw Failure() }
        units += text.utf8
      } else {
        var found: UInt8?
        for (letter, byte) in escapes where found == nil && eat(letter) { found = byte }
        guard let found else { throw Failure() }
        units.append(found)
      }
    }
    return String(decoding: units, as: UTF8.self)
  }

  private mutating func digits() throws -> String {
    let digits = rest.prefix { (48...57).contains($0) }
    guard !digits.isEmpty else { throw Failure() }
    rest = rest.dropFirst(digits.count)
    return String(decoding: digits, as: UTF8.self)
  }

  private mutating func number() throws -> FilterValue {
    var text = eat("-") ? "-" : ""
    let whole = try digits()
    guard whole == "0" || !whole.hasPrefix("0") else { throw Failure() }
    text += whole
    if rest.first != UInt8(ascii: "."), !"eE".utf8.contains(rest.first ?? 0) {
      return Int64(text).map { .int($0) } ?? FilterValue(integerDigits: text.utf8) ?? .null
    }
    if eat(".") { text += "." + (try digits()) }
    if eat("e") || eat("E") {
      text += "e"
      if eat("-") { text += "-" } else { _ = eat("+") }
      text += try digits()
    }
    guard let number = Double(text), number.isFinite else { throw Failure() }
    return .double(number)
  }
}
