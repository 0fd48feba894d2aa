internal import EssentialFoundation
internal import FilterEngine
internal import FilterJSON
internal import FilterableResults

/// A row of open data, by its place in the store. Rows are equal if they are the same stored row.
struct OpenRow: Hashable, Sendable {
  let text: UInt32
  let index: UInt32
}

// The content is read through the store, by the closures of the controller.
extension OpenRow: Filterable {
  static let filterFields = FilterFields<OpenRow>([])
}

/// The texts that contain the rows: that of the file, and one for each row that was typed.
final class RowStore {
  private struct Place {
    var text: RowText?
    /// The numbers of the rows; nil if they follow each other
    var numbers: [Int]?
    /// The JSON of rows of more than one line
    var spellings: [UInt32: [UInt8]] = [:]
    /// A number that no earlier text at this index had
    var serial: Int
    /// The number of rows that are in use, each counted as often as it was retained
    var uses = 0
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

  /// A column with values of the stated kinds.
  func converting(_ key: KeyColumn) -> KeyColumn {
    (try? conversion(key.expression.libraries)?.column(key)) ?? key
  }

  /// A predicate over values of the stated kinds.
  func converting(_ predicate: FilterPredicate<FilterValue>) -> FilterPredicate<FilterValue> {
    let limits = predicate.options.limits ?? .standard
    return (try? conversion(predicate.libraries)?.predicate(predicate, limits)) ?? predicate
  }

  /// An expression over values of the stated kinds.
  func converting(_ expression: FilterExpression<FilterValue>) -> FilterExpression<FilterValue> {
    (try? conversion(expression.libraries)?.expression(expression)) ?? expression
  }

  /// The conversions of values, nil if there are none. Cells have been read as what needs none, but other rows have not.
  private func conversion(
    _ libraries: FilterLibraries
  ) throws(ToolError) -> ColumnTypes.Conversion? {
    guard !types.isEmpty else { return nil }
    return try types.conversion(libraries) { !hasCells || isMixed || $0.isConverted }
  }

  private var places: [Place] = []
  private var free: [UInt32] = []

  /// The places of texts that were without uses when they were added or released.
  private var unused: [UInt32] = []
  private var serials = 0
  private let reader = JSONReader()

  /// The number that the next new row gets.
  private(set) var nextNumber = 1

  /// Adds a text without uses, and returns its rows. They have `numbers`, or those of the text; `spellings` is the JSON on several
  /// lines that files get of rows that the text has on one.
  func add(
    _ text: RowText, numbers: [Int]? = nil, spellings: [UInt32: [UInt8]] = [:]
  ) -> [OpenRow] {
    serials += 1
    let place = free.popLast() ?? UInt32(places.count)
    let entry = Place(text: text, numbers: numbers, spellings: spellings, serial: serials)
    if Int(place) < places.count { places[Int(place)] = entry } else { places.append(entry) }
    unused.append(place)
    return (0..<UInt32(text.count)).map { OpenRow(text: place, index: $0) }
  }

  /// Sets the number of the next row.
  func setNextNumber(_ number: Int) { nextNumber = number }

  /// Keeps the texts of rows until each of them is released.
  func retain(_ lists: [OpenRow]...) { for rows in lists { count(rows, 1) } }

  func release(_ lists: [OpenRow]...) { for rows in lists { count(rows, -1) } }

  // Rows next to each other mostly have one text.
  private func count(_ rows: [OpenRow], _ step: Int) {
    var start = 0
    while start < rows.count {
      let text = rows[start].text
      let end = rows[start...].firstIndex { $0.text != text } ?? rows.count
      places[Int(text)].uses += step * (end - start)
      if places[Int(text)].uses == 0 { unused.append(text) }
      start = end
    }
  }

  /// Removes the texts without uses.
  func removeUnused() {
    for place in unused where places[Int(place)].uses == 0 && places[Int(place)].text != nil {
      places[Int(place)].text = nil
      places[Int(place)].numbers = nil
      places[Int(place)].spellings = [:]
      free.append(place)
    }
    unused = []
  }

  /// The texts that are there, by place.
  var texts: [(place: UInt32, text: RowText)] {
    places.enumerated().compactMap { place, entry in
      entry.text.map { (UInt32(place), $0) }
    }
  }

  /// The serial number of the text at an index, which no earlier text there had.
  func serial(_ place: UInt32) -> Int { places[Int(place)].serial }

  /// Calls `body` with the JSON of a row.
  func withBytes<Value, Failure: Error>(
    of row: OpenRow, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let text = places[Int(row.text)].text else {
      return try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    return try text.withBytes(text.range(of: Int(row.index)), body)
  }

  /// The JSON of a row.
  func json(of row: OpenRow) -> [UInt8] { withBytes(of: row) { Array($0) } }

  /// The JSON of a row as it is spelled on several lines; nil if it is on one.
  func spelling(of row: OpenRow) -> [UInt8]? { places[Int(row.text)].spellings[row.index] }

  /// The number of bytes of the JSON of a row.
  func length(of row: OpenRow) -> Int { withBytes(of: row) { $0.count } }

  /// The value of a row.
  func value(of row: OpenRow) -> FilterValue {
    withBytes(of: row) { (try? reader.read($0)) ?? .null }
  }

  /// The value of a row with the readings of its cells.
  func readings(of row: OpenRow) -> FilterValue {
    withBytes(of: row) { CellReading.row($0, reader) ?? .null }
  }

  /// The place of a row in its file, counted from 1; rows that came later follow.
  func number(of row: OpenRow) -> Int {
    let place = places[Int(row.text)]
    if let numbers = place.numbers { return numbers[Int(row.index)] }
    return (place.text?.firstNumber ?? 0) + Int(row.index)
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
        if let last, last.text == row.text, last.index &+ 1 == row.index {
          spans[spans.count - 1].rows = spans[spans.count - 1].rows.lowerBound..<index + 1
        } else {
          let text = places[Int(row.text)].text ?? RowText(bytes: [], starts: [])
          spans.append(Span(text: text, rows: index..<index + 1))
        }
        last = row
      }
      return spans
    }
  }

  /// Whether the JSON of two rows is the same.
  func isSameText(_ left: OpenRow, _ right: OpenRow) -> Bool {
    left == right || json(of: left) == json(of: right)
  }

  /// Whether the JSON of two rows is the same but for white space between tokens.
  func isSameContent(_ left: OpenRow, _ right: OpenRow) -> Bool {
    left == right
      || withBytes(of: left) { left in
        withBytes(of: right) { right in
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
