internal import FilterEngine
internal import FilterJSON

/// The first rows of the inputs, which show what key paths there are.
struct RowSample {
  /// The bytes of each input that are looked at, and the most cells that its rows have: 1 MiB.
  static let size = 1 << 20

  private(set) var rows: [FilterValue] = []

  /// Whether these are all rows.
  private(set) var isWhole = true

  /// Adds the beginning of an input that has been read to its end.
  mutating func add(_ source: ByteSource, _ format: InputFormat) {
    var bytes = source.kept
    var isCut = !source.hasKeptAll
    if let extent = source.extent {
      let range = 0..<min(Self.size, extent.count)
      bytes = Array(repeating: 0, count: range.count)
      let read = SystemCalls.read(
        source.descriptor, at: extent.lowerBound, into: &bytes, range)
      guard case .success(range.count) = read else {
        isWhole = false
        return
      }
      isCut = extent.count > range.count
    }
    if isCut {
      isWhole = false
      // The last line may go on. Elements of an array are found by their ends.
      if format != .json { bytes.removeSubrange(((bytes.lastIndex(of: 0x0A) ?? -1) + 1)...) }
    }
    // Bad data ends the sample, and has been reported before.
    try? read(ByteSource(bytes: bytes, name: source.name), format)
  }

  private mutating func read(_ source: ByteSource, _ format: InputFormat) throws(ToolError) {
    if let separator = format.separator {
      let reader = try DelimitedReader(source, separator: separator)
      var left = Self.size
      while let row = try reader.next() {
        // A row has all columns, however few cells its record has.
        left -= reader.names?.count ?? 0
        guard left >= 0 else {
          isWhole = false
          return
        }
        rows.append(row)
      }
    } else if format == .jsonl {
      add(StreamParts(source))
    } else if let line = try source.skipToArray() {
      add(StreamParts(source, elements: JSONElements(line: line)))
    } else if let document = try JSONDocument(source) {
      add(document.row[...])
    }
  }

  private mutating func add(_ parts: StreamParts) {
    while case .success(let part)? = parts.next() { add(part.text[part.range]) }
  }

  private mutating func add(_ lines: ArraySlice<UInt8>) {
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      if let row = try? JSONReader().read(line) { rows.append(row) }
    }
  }
}
