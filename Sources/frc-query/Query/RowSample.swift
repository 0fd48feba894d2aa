internal import FilterEngine
internal import FilterJSON

/// The first rows of the inputs, which show what key paths there are.
struct RowSample {
  /// The bytes of each input that are looked at: 1 MiB.
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
      while let row = try reader.next() { rows.append(row) }
    } else if format == .jsonl {
      while let line = try source.nextLine() { add(source.buffer[line]) }
    } else if try source.skipToArray() != nil {
      var elements = JSONElements(line: 1)
      elements.append(source.rest)
      for line in elements.text[..<elements.end].split(separator: UInt8(ascii: "\n")) { add(line) }
    } else if let row = try JSONDocumentReader(source).next() {
      rows.append(row)
    }
  }

  private mutating func add(_ line: ArraySlice<UInt8>) {
    let text = line.starts(with: ArraySlice.byteOrderMark) ? line.dropFirst(3) : line
    if let row = try? JSONReader().read(text) { rows.append(row) }
  }
}
