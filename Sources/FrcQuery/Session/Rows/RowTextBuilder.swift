internal import FilterEngine
internal import FilterJSON
internal import FilterableResults

/// Rows that are collected for texts.
struct RowTextBuilder {
  /// Rows of a text take at most so many bytes, as their offsets have four: 1 GiB.
  private static let maximumSize = 1 << 30
  private static let writer = JSONWriter(style: .tagged)

  private var texts: [RowText] = []
  private var bytes: [UInt8] = []
  private var starts: [UInt32] = []
  private var numbers: [Int] = []
  private var spellings: [UInt32: [UInt8]] = [:]
  private var isTagged = false
  private var values: [UInt32: FilterValue] = [:]

  var isEmpty: Bool { texts.isEmpty && starts.isEmpty }

  /// Adds a row of JSON with its number.
  mutating func append(_ json: [UInt8], number: Int) {
    if json[...].firstIndexOfNewline != nil {
      spellings[UInt32(starts.count)] = json
      append(JSONText.minified(json))
    } else {
      append(json)
    }
    numbers.append(number)
    endRow()
  }

  private mutating func append(_ line: [UInt8]) {
    starts.append(UInt32(bytes.count))
    bytes += line
  }

  /// Adds a row as the JSON of its value, with tags for what JSON has no form for.
  ///
  /// - Parameters:
  ///   - reader: A reader of tagged JSON.
  ///   - isRead: Whether the value was read from tagged JSON, and none of another source, which can have other kinds.
  mutating func append(_ value: FilterValue, _ reader: JSONReader, isRead: Bool) {
    let start = bytes.count
    starts.append(UInt32(start))
    Self.writer.write(value, to: &bytes)
    let hasTag = bytes[start...].hasTag
    if hasTag || !isRead {
      let read = bytes[start...].withUnsafeBytes { try? reader.read($0) }
      let isSame = read?.isSameContent(as: value) == true
      if !isSame { values[UInt32(starts.count - 1)] = value }
      isTagged = isTagged || hasTag || !isSame
    }
    endRow()
  }

  private mutating func endRow() {
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count > Self.maximumSize { endText() }
  }

  private mutating func endText() {
    texts.append(
      RowText(
        bytes: bytes, starts: starts, numbers: numbers.isEmpty ? nil : numbers,
        spellings: spellings, isTagged: isTagged, values: values))
    let ended = texts
    self = RowTextBuilder()
    texts = ended
  }

  /// Returns the texts of all rows, in their order.
  mutating func finish() -> [RowText] {
    if !starts.isEmpty { endText() }
    defer { texts = [] }
    return texts
  }
}

extension ArraySlice<UInt8> {
  /// Whether an object of the JSON can be a tag: its first key begins with `$`.
  fileprivate var hasTag: Bool {
    withUnsafeBytes { bytes in
      bytes.indices.dropFirst(2).contains { index in
        bytes[index] == UInt8(ascii: "$") && bytes[index - 1] == UInt8(ascii: "\"")
          && bytes[index - 2] == UInt8(ascii: "{")
      }
    }
  }
}
