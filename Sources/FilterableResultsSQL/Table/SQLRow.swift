public import EssentialFoundation
internal import FilterEngine
internal import FilterSQL

/// The cells of a row, read one by one in the order in which a table declares its columns.
///
/// ```swift
/// { row in Person(id: row.next(), name: row.next(), city: row.next(), score: row.next()) }
/// ```
///
/// `next()` never throws: after a cell that does not have the expected type, the row is left out and reported as
/// ``SQLDataError``.
public struct SQLRow {
  /// The first cell that does not have the expected type. A class keeps rows without one small.
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

  /// The contents of the cells until they are read.
  private var values: [SQLCellValue]
  private var index = 0
  private(set) var misfit: Misfit?

  /// Creates a row of a table with these columns, without contents.
  init(_ columns: [SQLColumn]) {
    self.columns = columns
    values = Array(repeating: .null, count: columns.count)
  }

  /// Moves to the first cell of another row.
  mutating func begin(_ cells: any SQLCells) {
    cells.read(into: &values)
    index = 0
    misfit = nil
  }

  /// The number of cells that were read or skipped.
  var taken: Int { index }

  /// Records that the row cannot be decoded.
  mutating func fail(column: Int, expected: String, found: String) {
    misfit = Misfit(column: column, expected: expected, found: found)
  }

  /// Records an error for a type that reads nothing from a cell that is not NULL.
  @usableFromInline
  mutating func failToRead<Value>(_ type: Value.Type) {
    guard misfit == nil else { return }
    fail(column: index - 1, expected: "\(Value.self)", found: "another value")
  }

  /// Reads all cells of a row of which none was read.
  mutating func takeAll() -> [SQLCellValue] {
    index = values.count
    return values
  }

  /// Skips the next cell.
  public mutating func skip() { index += 1 }

  /// Reads the next cell as a value that is not NULL.
  @inlinable
  public mutating func next<Value: SQLReadable>() -> Value {
    // Inlined where the type is known, so that no witness is looked up for a cell.
    if let value = Value.read(from: &self, orNull: false) { return value }
    failToRead(Value.self)
    return Value()
  }

  /// Reads the next cell as a value, nil for NULL.
  @inlinable
  public mutating func next<Value: SQLReadable>() -> Value? {
    Value.read(from: &self, orNull: true)
  }

  // MARK: - Cells

  /// Reads the next cell by `read`. Nil for NULL, and after an error: a cell that `read` returns nil for, or NULL unless
  /// `orNull` permits it.
  @inline(__always)
  fileprivate mutating func read<Value>(
    _ expected: String, orNull: Bool, _ read: (SQLCellValue) -> Value?
  ) -> Value? {
    guard let cell = take(expected) else { return nil }
    if orNull, case .null = cell { return nil }
    if let value = read(cell) { return value }
    note(expected, cell)
    return nil
  }

  /// Takes the next cell; nil if there is none, or after an error.
  @inline(__always)
  private mutating func take(_ expected: String) -> SQLCellValue? {
    guard misfit == nil else { return nil }
    guard index < values.count else {
      misfit = Misfit(column: index, expected: expected, found: "nothing")
      return nil
    }
    // Moved out, so that a text is not retained twice.
    var cell = SQLCellValue.null
    swap(&cell, &values[index])
    index += 1
    return cell
  }

  /// Records that the cell just taken does not have the expected type.
  private mutating func note(_ expected: String, _ cell: SQLCellValue) {
    misfit = Misfit(column: index - 1, expected: expected, found: cell.phrase)
  }

  /// The kind of the next cell.
  fileprivate var kind: SQLColumn.Kind? { index < columns.count ? columns[index].kind : nil }

  /// The date form of the next cell.
  fileprivate var form: SQLDateForm? { if case .date(let form)? = kind { form } else { nil } }
}

/// A type whose values a row reads from cells: integers, `Double`, `Decimal`, `Bool`, `String`, `Data`, `UUID` and
/// `Date`.
///
/// A type of a program conforms by a type that does already:
///
/// ```swift
/// extension Status: SQLReadable {
///   init() { self = .open }
///   static func read(from row: inout SQLRow, orNull: Bool) -> Status? {
///     String.read(from: &row, orNull: orNull).flatMap(Status.init(rawValue:))
///   }
/// }
/// ```
public protocol SQLReadable {
  /// The placeholder in an item that is left out because a cell could not be read.
  init()

  /// Reads the next cell. Returns nil for a cell that does not hold such a value, and for NULL if `orNull` permits it.
  static func read(from row: inout SQLRow, orNull: Bool) -> Self?
}

extension Int64: SQLReadable {
  /// Reads an integer.
  public static func read(from row: inout SQLRow, orNull: Bool) -> Int64? {
    row.read("an integer", orNull: orNull) { $0.integer }
  }
}

extension Int: SQLReadable {
  /// Reads an integer that fits the machine's word.
  public static func read(from row: inout SQLRow, orNull: Bool) -> Int? {
    row.read("an integer", orNull: orNull) { $0.integer.flatMap { Int(exactly: $0) } }
  }
}

extension Double: SQLReadable {
  /// Reads a double, or an integer that equals one.
  public static func read(from row: inout SQLRow, orNull: Bool) -> Double? {
    row.read("a number", orNull: orNull) { $0.number }
  }
}

extension Decimal: SQLReadable {
  /// Reads a decimal number of up to 38 digits, which cells hold as text, or an integer.
  public static func read(from row: inout SQLRow, orNull: Bool) -> Decimal? {
    row.read("a decimal number of up to 38 digits", orNull: orNull) { $0.decimal }
  }
}

extension Bool: SQLReadable {
  /// Reads the integer 0 or 1.
  public static func read(from row: inout SQLRow, orNull: Bool) -> Bool? {
    row.read("0 or 1", orNull: orNull) { $0.truth }
  }
}

extension String: SQLReadable {
  /// Reads a text.
  public static func read(from row: inout SQLRow, orNull: Bool) -> String? {
    row.read("a text", orNull: orNull) { $0.text }
  }
}

extension Data: SQLReadable {
  /// Reads bytes.
  public static func read(from row: inout SQLRow, orNull: Bool) -> Data? {
    row.read("bytes", orNull: orNull) { $0.bytes.map { Data($0) } }
  }
}

extension UUID: SQLReadable {
  /// Reads 16 bytes, or in a column of UUIDs as text, 36 characters in either case.
  public static func read(from row: inout SQLRow, orNull: Bool) -> UUID? {
    let kind = row.kind
    return row.read(kind == .uuidText ? "a UUID" : "16 bytes", orNull: orNull) { $0.uuid(kind) }
  }
}

extension Date: SQLReadable {
  /// Reads a point in time in the form that the column declares.
  public static func read(from row: inout SQLRow, orNull: Bool) -> Date? {
    let form = row.form
    return row.read("a date", orNull: orNull) { $0.date(form) }
  }
}

extension SQLCellValue {
  /// A description of the content for messages.
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

  var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }

  fileprivate var number: Double? {
    switch self {
    case .real(let real): real
    case .integer(let integer): Double(exactly: integer)
    default: nil
    }
  }

  /// The number of a text or an integer, if a `Decimal` has all of its digits.
  var decimal: Decimal? {
    switch self {
    case .integer(let integer): return Decimal(integer)
    case .text(let text?):
      guard case .decimal(let decimal)? = FilterValue(decimalDigits: text.utf8) else { return nil }
      return decimal
    default: return nil
    }
  }

  fileprivate var truth: Bool? {
    guard let integer else { return nil }
    return integer == 0 ? false : integer == 1 ? true : nil
  }

  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }

  fileprivate var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }

  /// The UUID of a cell in a column of a kind.
  func uuid(_ kind: SQLColumn.Kind?) -> UUID? {
    kind == .uuidText
      ? text.flatMap { UUID(uuidString: $0) } : bytes.flatMap { UUID(bytes: $0) }
  }

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
