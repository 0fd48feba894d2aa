internal import EssentialFoundation
internal import FilterEngine
internal import FilterJSON
internal import FilterableResults

/// The texts that contain the rows: that of the file, and one for each row that was typed. A text exists as long as a row
/// of it does.
final class RowStore: ConvertedRows {
  /// Fewer rows of a text are read one by one.
  static let manyRows = 64

  private struct WeakText {
    weak var text: RowText?
  }

  /// Whether the values of rows are cells, which are read as what they are compared with.
  var hasCells = false

  /// Whether some rows are of a file without cells, although others have cells.
  var isMixed = false

  /// The stated kinds of values, by which rows are tested, ordered and counted.
  var types = ColumnTypes()

  /// A column of the rows, which reads cells as what it compares or computes them with.
  func reading(_ key: KeyColumn) -> KeyColumn {
    hasCells ? key.readingCells(stated: types.names) : key
  }

  /// A value as a key that other files have too: of cells, a text that spells a number is the number.
  func sharedKey(_ value: FilterValue) -> FilterValue {
    guard hasCells, case .string(let text) = value else { return value }
    return CellReading.number(text, reader)
  }

  /// The conversions of values, nil if there are none. Cells have been read as what needs none, but other rows have not.
  func conversion(
    _ libraries: FilterLibraries
  ) throws(ToolError) -> ColumnTypes.Conversion? {
    guard !types.isEmpty else { return nil }
    return try types.conversion(libraries) { !hasCells || isMixed || $0.isConverted }
  }

  private var large: [WeakText] = []
  private let reader = JSONReader()
  private let taggedReader = JSONReader(tagged: true)
  private var recent = RecentValues()

  /// The number that the next new row gets.
  private(set) var nextNumber = 1

  /// Sets the number of the next row.
  func setNextNumber(_ number: Int) { nextNumber = number }

  /// Adds a text, and returns its rows.
  func add(_ text: RowText) -> [OpenRow] {
    if text.count >= Self.manyRows {
      large.removeAll { $0.text == nil }
      large.append(WeakText(text: text))
    }
    return (0..<UInt32(text.count)).map { OpenRow(text: text, index: $0) }
  }

  /// The texts of many rows.
  var texts: [RowText] { large.compactMap(\.text) }

  /// The value of a row.
  func value(of row: OpenRow) -> FilterValue {
    if let value = recent[row] { return value }
    let text = row.text
    let value = text.value(of: Int(row.index), text.isTagged ? taggedReader : reader)
    recent[row] = value
    return value
  }

  /// Records the value of a row that an edit is about to read.
  func expect(_ value: FilterValue, of row: OpenRow) { recent[row] = value }

  /// The kind of the value of a row.
  func kind(of row: OpenRow) -> FilterKind {
    let isObject = !row.text.isTagged && row.withBytes { $0.first == UInt8(ascii: "{") }
    return isObject ? .object : value(of: row).kind
  }

  /// The value of a row with the readings of its cells.
  func readings(of row: OpenRow) -> FilterValue {
    row.withBytes { CellReading.row($0, reader) ?? .null }
  }

  /// Rows next to each other in a text.
  struct Span: Sendable {
    let text: RowText
    fileprivate(set) var rows: Range<Int>
  }

  /// The spans of rows, in parts of as many rows as one thread tests at once.
  func parts(of rows: UnsafeBufferPointer<OpenRow>) -> [[Span]] {
    stride(from: 0, to: rows.count, by: RowWork.partSize).map { start in
      var spans: [Span] = []
      var last: OpenRow?
      for row in rows[start..<min(rows.count, start + RowWork.partSize)] {
        let index = Int(row.index)
        if let last, last.owner === row.owner, last.index &+ 1 == row.index {
          spans[spans.count - 1].rows = spans[spans.count - 1].rows.lowerBound..<index + 1
        } else {
          spans.append(Span(text: row.text, rows: index..<index + 1))
        }
        last = row
      }
      return spans
    }
  }

  /// Whether the JSON of two rows is the same.
  func isSameText(_ left: OpenRow, _ right: OpenRow) -> Bool {
    left == right || left.withBytes { left in right.withBytes { left.hasEqualBytes($0) } }
  }

  /// The values of rows, by which a controller compares them.
  var content: ItemContent<OpenRow> {
    ItemContent(value: value, kind: kind) { [self] left, right in
      let (first, second) = (left.text, right.text)
      return first.isTagged == second.isTagged && !first.hasValues && !second.hasValues
        && isSameText(left, right)
    }
  }

  /// Whether the JSON of two rows is the same but for white space between tokens.
  func isSameContent(_ left: OpenRow, _ right: OpenRow) -> Bool {
    left == right
      || left.withBytes { left in
        right.withBytes { right in
          // Most rows that are compared are equal, and are not copied for that.
          left.hasEqualBytes(right) || JSONText.minified(left) == JSONText.minified(right)
        }
      }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes are the same.
  fileprivate func hasEqualBytes(_ other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let start = baseAddress, let first = other.baseAddress else {
      return count == other.count
    }
    return memcmp(start, first, count) == 0
  }
}
