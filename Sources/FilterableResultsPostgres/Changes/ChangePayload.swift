#if PostgreSQL
  internal import FilterEngine

  /// The payload of a notification that the triggers of a table send.
  struct ChangePayload: Equatable {
    /// The number of the transaction that changed the rows; nil if the payload does not have the form of the triggers.
    let transaction: Int64?

    /// The reported values of each row; nil if the rows are unknown.
    let rows: [[FilterValue]]?

    /// Reads a payload with entries of `count` values. Another form means that the rows are unknown, as any role can
    /// send notifications.
    init(_ text: String, columns count: Int) {
      let parts = text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
      transaction = parts.first.flatMap { Int64(Substring($0)) }
      guard transaction != nil, parts.count == 2, count > 0 else {
        rows = nil
        return
      }
      var entries = JSONEntries(bytes: Array(parts[1]))
      rows = entries.rows(count)
    }
  }

  /// Reads a JSON array of values, or of arrays of values.
  struct JSONEntries {
    private let bytes: [UInt8]
    private var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The elements of a JSON array of texts; none for another text.
    static func texts(_ json: String) -> [String] {
      var entries = JSONEntries(bytes: Array(json.utf8))
      return entries.rows(1)?.compactMap { if case .string(let text) = $0[0] { text } else { nil } }
        ?? []
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Skips blanks and then a byte; false if there is another one.
    private mutating func skip(_ byte: Character) -> Bool {
      skipBlanks()
      guard next == byte.asciiValue else { return false }
      index += 1
      return true
    }

    private mutating func skipBlanks() {
      while next == UInt8(ascii: " ") { index += 1 }
    }

    /// The entries, up to the end of the payload.
    mutating func rows(_ count: Int) -> [[FilterValue]]? {
      guard skip("[") else { return nil }
      var rows: [[FilterValue]] = []
      repeat {
        guard let row = row(count) else { return nil }
        rows.append(row)
      } while skip(",")
      guard skip("]"), index == bytes.count else { return nil }
      return rows
    }

    private mutating func row(_ count: Int) -> [FilterValue]? {
      if count == 1 { return value().map { [$0] } }
      guard skip("[") else { return nil }
      var row: [FilterValue] = []
      repeat {
        guard let value = value() else { return nil }
        row.append(value)
      } while skip(",")
      return skip("]") && row.count == count ? row : nil
    }

    /// A text, an integer of 64 bits or null; nil for any other value, which no key or link has.
    private mutating func value() -> FilterValue? {
      skipBlanks()
      guard let first = next else { return nil }
      if first == UInt8(ascii: "\"") { return text().map { .string($0) } }
      let start = index
      while let byte = next, byte != UInt8(ascii: ","), byte != UInt8(ascii: "]") { index += 1 }
      let word = String(decoding: bytes[start..<index], as: UTF8.self)
      if word == "null" { return .null }
      return Int64(word).map { .int($0) }
    }

    /// The text in quotes.
    private mutating func text() -> String? {
      index += 1
      var text: [UInt8] = []
      while let byte = next, byte != UInt8(ascii: "\"") {
        index += 1
        guard byte == UInt8(ascii: "\\") else {
          text.append(byte)
          continue
        }
        guard let scalar = escape() else { return nil }
        text.append(contentsOf: String(scalar).utf8)
      }
      guard next != nil else { return nil }
      index += 1
      return String(decoding: text, as: UTF8.self)
    }

    /// The scalar of an escape. The server escapes control characters, quotes and backslashes.
    private mutating func escape() -> Unicode.Scalar? {
      guard let byte = next else { return nil }
      index += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
      case UInt8(ascii: "b"): return "\u{8}"
      case UInt8(ascii: "f"): return "\u{C}"
      case UInt8(ascii: "n"): return "\n"
      case UInt8(ascii: "r"): return "\r"
      case UInt8(ascii: "t"): return "\t"
      case UInt8(ascii: "u"):
        guard index + 4 <= bytes.count else { return nil }
        let digits = String(decoding: bytes[index..<index + 4], as: UTF8.self)
        index += 4
        return UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) }
      default: return nil
      }
    }
  }
#endif
