internal import FilterSQL

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The cells of a row, taken one after another in the order in which a table declares its columns.
///
/// `next()` never throws. After a cell that does not fit the row is left out, and reported as ``SQLDataError``.
public struct SQLRow {
  /// The first cell that does not fit. A class keeps rows small where there is none.
  final class Misfit {
    let column: Int
    let expected: String
    let found: String

    init(column: Int, expected: String, found: String) {
      self.column = column
      self.expected = expected
      self.found = found
    }
  }

  private let columns: [SQLColumn]

  /// What the cells hold, until they are taken.
  private var values: [SQLCellValue]
  private var index = 0
  private(set) var misfit: Misfit?

  /// A row without values, of a table with these columns.
  init(_ columns: [SQLColumn]) {
    self.columns = columns
    values = Array(repeating: .null, count: columns.count)
  }

  /// Goes to the first cell of another row.
  mutating func begin(_ cells: any SQLCells) {
    cells.read(into: &values)
    index = 0
    misfit = nil
  }

  /// The number of cells that were taken or left out.
  var taken: Int { index }

  /// Notes that the row cannot be an item.
  mutating func fail(column: Int, expected: String, found: String) {
    misfit = Misfit(column: column, expected: expected, found: found)
  }

  /// What the cells hold, of a row of which none was taken.
  mutating func takeAll() -> [SQLCellValue] {
    index = values.count
    return values
  }

  /// Leaves a cell out.
  public mutating func skip() { index += 1 }

  // MARK: - Numbers

  /// An integer.
  public mutating func next() -> Int64 { required(0, "an integer") { $0.integer } }

  /// An integer, nil for NULL.
  public mutating func next() -> Int64? { optional("an integer") { $0.integer } }

  /// An integer of the size of the machine.
  public mutating func next() -> Int {
    required(0, "an integer") { $0.integer.flatMap { Int(exactly: $0) } }
  }

  /// An integer of the size of the machine, nil for NULL.
  public mutating func next() -> Int? {
    optional("an integer") { $0.integer.flatMap { Int(exactly: $0) } }
  }

  /// A double; an integer that one is equal to is taken as it.
  public mutating func next() -> Double { required(0, "a number") { $0.number } }

  /// A double, nil for NULL.
  public mutating func next() -> Double? { optional("a number") { $0.number } }

  /// A truth value: 0 or 1.
  public mutating func next() -> Bool { required(false, "0 or 1") { $0.truth } }

  /// A truth value, nil for NULL.
  public mutating func next() -> Bool? { optional("0 or 1") { $0.truth } }

  // MARK: - Texts, bytes, dates

  /// A text.
  public mutating func next() -> String { required("", "a text") { $0.text } }

  /// A text, nil for NULL.
  public mutating func next() -> String? { optional("a text") { $0.text } }

  /// Bytes.
  public mutating func next() -> Data { required(Data(), "bytes") { $0.bytes.map { Data($0) } } }

  /// Bytes, nil for NULL.
  public mutating func next() -> Data? { optional("bytes") { $0.bytes.map { Data($0) } } }

  /// A UUID of 16 bytes.
  public mutating func next() -> UUID {
    required(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), "16 bytes") { $0.uuid }
  }

  /// A UUID of 16 bytes, nil for NULL.
  public mutating func next() -> UUID? { optional("16 bytes") { $0.uuid } }

  /// A point in time, in the form that the column declares.
  public mutating func next() -> Date {
    let form = form
    return required(Date(timeIntervalSinceReferenceDate: 0), "a date") { $0.date(form) }
  }

  /// A point in time, nil for NULL.
  public mutating func next() -> Date? {
    let form = form
    return optional("a date") { $0.date(form) }
  }

  // MARK: - Cells

  @inline(__always)
  private mutating func required<Value>(
    _ placeholder: @autoclosure () -> Value, _ expected: String,
    _ read: (SQLCellValue) -> Value?
  ) -> Value {
    guard let cell = take(expected) else { return placeholder() }
    if let value = read(cell) { return value }
    note(expected, cell)
    return placeholder()
  }

  @inline(__always)
  private mutating func optional<Value>(
    _ expected: String, _ read: (SQLCellValue) -> Value?
  ) -> Value? {
    guard let cell = take(expected) else { return nil }
    if case .null = cell { return nil }
    if let value = read(cell) { return value }
    note(expected, cell)
    return nil
  }

  /// The next cell; nil where there is none, or the row has failed already.
  @inline(__always)
  private mutating func take(_ expected: String) -> SQLCellValue? {
    guard misfit == nil else { return nil }
    guard index < values.count else {
      misfit = Misfit(column: index, expected: expected, found: "nothing")
      return nil
    }
    // Taken out, so that a text is not retained twice.
    var cell = SQLCellValue.null
    swap(&cell, &values[index])
    index += 1
    return cell
  }

  /// Notes that the cell that was taken does not fit.
  private mutating func note(_ expected: String, _ cell: SQLCellValue) {
    misfit = Misfit(column: index - 1, expected: expected, found: cell.phrase)
  }

  /// How the next cell keeps points in time.
  private var form: SQLDateForm? {
    guard index < columns.count, case .date(let form) = columns[index].kind else { return nil }
    return form
  }
}

extension SQLCellValue {
  /// What the cell holds, for messages.
  var phrase: String {
    switch self {
    case .null: "NULL"
    case .integer(let integer): String(integer)
    case .real(let real): String(real)
    case .text(nil): "a text that is not UTF-8"
    case .text: "a text"
    case .bytes(let bytes): "\(bytes.count) bytes"
    }
  }

  fileprivate var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }

  fileprivate var number: Double? {
    switch self {
    case .real(let real): real
    case .integer(let integer): Double(exactly: integer)
    default: nil
    }
  }

  fileprivate var truth: Bool? {
    guard let integer else { return nil }
    return integer == 0 ? false : integer == 1 ? true : nil
  }

  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }

  fileprivate var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }

  var uuid: UUID? { bytes.flatMap { UUID(bytes: $0) } }

  func date(_ form: SQLDateForm?) -> Date? {
    guard let form else { return nil }
    let seconds: Double? =
      switch self {
      case .integer(let integer): form.seconds(integer) ?? form.seconds(Double(integer))
      case .real(let real): form.seconds(real)
      case .text(let text): text.flatMap { form.seconds($0) }
      default: nil
      }
    return seconds.map { Date(timeIntervalSinceReferenceDate: $0) }
  }
}
