internal import EssentialFoundation
internal import FilterEngine
internal import FilterJSON

/// The cells of the current record, as slots and as values of the kinds of their columns.
///
/// Unsafe because cells point into the buffer of the file, or into a scratch buffer for texts whose doubled quotes
/// are replaced. Both are valid until the next record.
final class DelimitedCells {
  /// The source of the value of a key path.
  enum Source {
    /// A cell as its column is
    case cell(Int)
    /// The text of a cell
    case text(Int)
    /// The number or the boolean of a cell, or else its text
    case number(Int)
    /// A path below a cell, which has no members
    case below(Int)
    /// No column
    case missing
    /// The row
    case row

    init(_ path: [String], _ schema: DelimitedSchema) {
      let (reading, path) = CellReading.split(path)
      guard let name = path.first else {
        self = .row
        return
      }
      guard let column = schema.column(named: name) else {
        self = .missing
        return
      }
      self =
        switch reading {
        case _ where path.count > 1: .below(column)
        case nil: .cell(column)
        case .text: .text(column)
        case .number: .number(column)
        }
    }
  }

  /// What the slot of a cell is made from.
  private enum SlotKind {
    case text, number, boolean
    /// A value that requires more than a slot
    case value

    init(_ kind: ColumnKind) {
      self =
        switch kind {
        case .text: .text
        case .number: .number
        case .boolean: .boolean
        default: .value
        }
    }
  }

  /// The buffer to which the scanner writes the cells of a record.
  let places: UnsafeMutableBufferPointer<DelimitedScanner.Place>

  /// The sources of the columns that are read from matching rows.
  let taken: [Source]

  let schema: DelimitedSchema
  private let slotKinds: [SlotKind]
  private let reader = JSONReader()

  /// The columns whose cells must be of the stated kind.
  private let stated: [Int]

  /// The source of what is written of each column: cells that are converted keep their spelling.
  private let writtenSources: [Source]

  private var base: UnsafePointer<UInt8>?
  private var count = 0
  private var scratch = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4096)
  private var scratchCount = 0

  /// Creates the cells of a schema. The key paths `taken` are read for the output.
  init(_ schema: DelimitedSchema, taken: [[String]] = []) {
    self.schema = schema
    slotKinds = schema.columns.map { SlotKind($0.kind) }
    stated = schema.columns.indices.filter {
      schema.columns[$0].isStated && schema.columns[$0].kind != .text
    }
    writtenSources = schema.columns.enumerated().map { index, column in
      guard column.kind.isConverted else { return .cell(index) }
      return column.kind.cellKind == .text ? .text(index) : .number(index)
    }
    self.taken = taken.map { Source($0, schema) }
    places = .allocate(capacity: max(schema.columns.count, 1))
    places.initialize(repeating: DelimitedScanner.Place())
  }

  deinit {
    places.deallocate()
    scratch.deallocate()
  }

  /// Begins reading the record that a scanner has found in `bytes`.
  @inline(__always)
  func begin(_ scanner: DelimitedScanner, in bytes: UnsafeBufferPointer<UInt8>) {
    base = bytes.baseAddress
    count = min(scanner.cellCount, places.count)
    scratchCount = 0
    // Texts without their quotes are at most as long as the record, and each is read at most four times: for its stated
    // kind, and in three readings.
    let size = scanner.place - scanner.start
    guard scratch.count < size * 4 else { return }
    scratch.deallocate()
    scratch = .allocate(capacity: size * 8)
  }

  /// The error in a record that a scanner has found, apart from the kinds of its cells; nil if it is a row. Its
  /// encoding is not checked if `isUTF8`.
  @inline(__always)
  func fault(
    of scanner: DelimitedScanner, in bytes: UnsafeBufferPointer<UInt8>, isUTF8: Bool
  ) -> String? {
    let record = bytes[scanner.start..<scanner.place]
    if !isUTF8, !JSONText.isUTF8(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: record))) {
      return schema.encodingFault
    }
    guard scanner.cellCount > schema.header.count else { return nil }
    return "\(scanner.cellCount) cells in a row of \(schema.header.count) columns"
  }

  /// The error for a cell of the current record that is not of the stated kind; nil if there is none.
  @inline(__always)
  func kindFault() -> String? {
    guard !stated.isEmpty else { return nil }
    for column in stated where column < count && !places[column].isMissing {
      let kind = schema.columns[column].kind
      guard kind.value(cell(column), reader: reader) == nil else { continue }
      return schema.fault(cell(column), ofColumn: column)
    }
    return nil
  }

  /// The cells of the record that a scanner has found in `bytes`.
  func texts(of scanner: DelimitedScanner, in bytes: UnsafeBufferPointer<UInt8>) -> [Cell] {
    begin(scanner, in: bytes)
    return (0..<count).map { cell($0) }
  }

  // MARK: - Slots

  /// The slot of a value, valid until the next record.
  @inline(__always)
  func slot(_ source: Source) -> RowSlot {
    switch source {
    case .cell(let column): return slot(ofCell: column, slotKinds[column])
    case .text(let column): return slot(ofCell: column, .text)
    case .number(let column):
      let slot = slot(ofCell: column, .number)
      return slot.kind == .string ? Self.boolean(slot.utf8) ?? slot : slot
    case .below(let column):
      return column >= count || places[column].isMissing ? RowSlot(.missing) : RowSlot(.other)
    case .missing: return RowSlot(.missing)
    case .row: return RowSlot(.object)
    }
  }

  /// The slot of a word for a boolean; nil for any other text.
  private static func boolean(_ text: UnsafeBufferPointer<UInt8>) -> RowSlot? {
    guard (4...5).contains(text.count) else { return nil }
    return ColumnKind.boolean(String(decoding: text, as: UTF8.self)).map {
      RowSlot($0 ? .true : .false)
    }
  }

  @inline(__always)
  private func slot(ofCell column: Int, _ kind: SlotKind) -> RowSlot {
    guard column < count, !places[column].isMissing else { return RowSlot(.null) }
    let text = utf8(column)
    if kind == .number, let number = DelimitedNumber.slot(text, reader) { return number }
    if kind == .boolean, let value = Self.boolean(text) { return value }
    if kind == .value { return RowSlot(.other) }
    guard let length = UInt32(exactly: text.count) else { return RowSlot(.other) }
    return RowSlot(.string, bits: UInt64(UInt(bitPattern: text.baseAddress)), length: length)
  }

  /// The text of a cell, without its quotes.
  @inline(__always)
  private func utf8(_ column: Int) -> UnsafeBufferPointer<UInt8> {
    let place = places[column]
    let bytes = UnsafeBufferPointer(
      start: base.map { $0 + place.start }, count: place.end - place.start)
    return place.hasQuotes ? withoutQuotes(bytes) : bytes
  }

  private func withoutQuotes(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    // The buffer is reused from its start if it has no room for a text that is read repeatedly.
    if scratchCount + bytes.count > scratch.count { return repeated(bytes) }
    let start = scratchCount
    var isSecond = false
    for byte in bytes {
      isSecond = byte == UInt8(ascii: "\"") && !isSecond
      if !isSecond {
        scratch[scratchCount] = byte
        scratchCount += 1
      }
    }
    return UnsafeBufferPointer(rebasing: scratch[start..<scratchCount])
  }

  private func repeated(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    scratchCount = 0
    return withoutQuotes(bytes)
  }

  // MARK: - Texts

  /// Appends a value that is one cell as it was read, but for its quotes; false for any other source.
  @inline(__always)
  func appendCell(_ source: Source, separator: UInt8?, to bytes: inout [UInt8]) -> Bool {
    switch source {
    case .cell(let column), .text(let column), .number(let column):
      if column < count, !places[column].isMissing {
        Cell.append(utf8(column), separator: separator, to: &bytes)
      }
      return true
    case .missing: return true
    case .below, .row: return false
    }
  }

  /// The current row with its cells as texts.
  var textRow: FilterValue {
    let values = schema.columns.indices.map { column -> FilterValue in
      column >= count || places[column].isMissing ? .null : .string(cell(column).text)
    }
    return .object(FilterObject(shape: schema.shape, values: values))
  }

  /// Appends the current row as JSON, in which a number is spelled as its cell is.
  func appendJSON(to bytes: inout [UInt8]) {
    if schema.columns.isEmpty { bytes.append(UInt8(ascii: "{")) }
    for column in schema.columns.indices {
      bytes.append(UInt8(ascii: column == 0 ? "{" : ","))
      JSONWriter.write(schema.header[column], to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      _ = appendJSON(.cell(column), to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends a value as JSON; false if it must be read from the whole row.
  func appendJSON(_ source: Source, to bytes: inout [UInt8]) -> Bool {
    let source = written(source)
    let column: Int? =
      switch source {
      case .cell(let column), .text(let column), .number(let column): column
      case .below, .missing, .row: nil
      }
    if let column, column < count, !places[column].isMissing {
      let slot = slot(source)
      switch slot.kind {
      case .double where !slot.double.isFinite:
        JSONWriter.write(utf8: utf8(column), to: &bytes)
        return true
      case .integer, .double, .wide:
        bytes.append(contentsOf: utf8(column))
        return true
      case .string:
        JSONWriter.write(utf8: slot.utf8, to: &bytes)
        return true
      default: break
      }
    }
    guard let value = value(source) else { return false }
    JSONWriter().write(value, to: &bytes)
    return true
  }

  // MARK: - Values

  private func cell(_ column: Int) -> Cell {
    Cell(
      text: String(decoding: utf8(column), as: UTF8.self), isQuoted: places[column].isQuoted)
  }

  /// The current row as a value.
  var row: FilterValue {
    let cells = (0..<count).map { cell($0) }
    // Records with a cell that is not of the stated kind have been rejected.
    return (try? schema.row(cells, reader) { .message($0) }) ?? .null
  }

  /// The current row as it is written.
  var writtenRow: FilterValue {
    let values = writtenSources.map { value($0) ?? .null }
    return .object(FilterObject(shape: schema.shape, values: values))
  }

  /// The value of a source as it is written; nil if it must be read from the whole row.
  func writtenValue(_ source: Source) -> FilterValue? { value(written(source)) }

  private func written(_ source: Source) -> Source {
    if case .cell(let column) = source { writtenSources[column] } else { source }
  }

  /// The current row with the readings of its cells as members.
  var readings: FilterValue { CellReading.row(row, texts: textRow, reader) }

  /// The value of a source; nil if it must be read from the whole row.
  func value(_ source: Source) -> FilterValue? {
    switch source {
    case .cell(let column):
      guard column < count else { return .null }
      return try? schema.value(cell(column), ofColumn: column, reader) { .message($0) }
    case .text(let column), .number(let column):
      guard column < count, !places[column].isMissing else { return .null }
      let text = String(decoding: utf8(column), as: UTF8.self)
      if case .text = source { return .string(text) }
      return CellReading.number(text, reader)
    case .below(let column): return column >= count || places[column].isMissing ? .null : nil
    case .missing: return .null
    case .row: return nil
    }
  }
}
