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
  /// The first cell that does not fit.
  struct Misfit {
    let column: Int
    let expected: String
    let found: String
  }

  private let cells: any SQLCells
  private let columns: [SQLColumn]
  private var index = 0
  private(set) var misfit: Misfit?

  init(_ cells: any SQLCells, _ columns: [SQLColumn]) {
    self.cells = cells
    self.columns = columns
  }

  /// Leaves a cell out.
  public mutating func skip() { index += 1 }

  // MARK: - Numbers

  /// An integer.
  public mutating func next() -> Int64 { required(0, "an integer") { $0.integer($1, $2) } }

  /// An integer, nil for NULL.
  public mutating func next() -> Int64? { optional("an integer") { $0.integer($1, $2) } }

  /// An integer of the size of the machine.
  public mutating func next() -> Int {
    required(0, "an integer") { $0.integer($1, $2).flatMap { Int(exactly: $0) } }
  }

  /// An integer of the size of the machine, nil for NULL.
  public mutating func next() -> Int? {
    optional("an integer") { $0.integer($1, $2).flatMap { Int(exactly: $0) } }
  }

  /// A double; an integer that one is equal to is taken as it.
  public mutating func next() -> Double { required(0, "a number") { $0.number($1, $2) } }

  /// A double, nil for NULL.
  public mutating func next() -> Double? { optional("a number") { $0.number($1, $2) } }

  /// A truth value: 0 or 1.
  public mutating func next() -> Bool { required(false, "0 or 1") { $0.truth($1, $2) } }

  /// A truth value, nil for NULL.
  public mutating func next() -> Bool? { optional("0 or 1") { $0.truth($1, $2) } }

  // MARK: - Texts, bytes, dates

  /// A text.
  public mutating func next() -> String {
    required("", "a text") { $2 == .text ? $0.cells.text(at: $1) : nil }
  }

  /// A text, nil for NULL.
  public mutating func next() -> String? {
    optional("a text") { $2 == .text ? $0.cells.text(at: $1) : nil }
  }

  /// Bytes.
  public mutating func next() -> Data {
    required(Data(), "bytes") { $2 == .bytes ? Data($0.cells.bytes(at: $1)) : nil }
  }

  /// Bytes, nil for NULL.
  public mutating func next() -> Data? {
    optional("bytes") { $2 == .bytes ? Data($0.cells.bytes(at: $1)) : nil }
  }

  /// A UUID of 16 bytes.
  public mutating func next() -> UUID {
    required(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), "16 bytes") {
      $0.uuid($1, $2)
    }
  }

  /// A UUID of 16 bytes, nil for NULL.
  public mutating func next() -> UUID? { optional("16 bytes") { $0.uuid($1, $2) } }

  /// A point in time, in the form that the column declares.
  public mutating func next() -> Date {
    required(Date(timeIntervalSinceReferenceDate: 0), "a date") { $0.date($1, $2) }
  }

  /// A point in time, nil for NULL.
  public mutating func next() -> Date? { optional("a date") { $0.date($1, $2) } }

  // MARK: - Cells

  private typealias Reading<Value> = (SQLRow, Int, SQLCellKind) -> Value?

  private mutating func required<Value>(
    _ placeholder: Value, _ expected: String, _ read: Reading<Value>
  ) -> Value {
    guard let kind = begin(expected) else { return placeholder }
    if let value = read(self, index, kind) {
      index += 1
      return value
    }
    note(expected, kind)
    return placeholder
  }

  private mutating func optional<Value>(_ expected: String, _ read: Reading<Value>) -> Value? {
    guard let kind = begin(expected) else { return nil }
    if kind == .null {
      index += 1
      return nil
    }
    if let value = read(self, index, kind) {
      index += 1
      return value
    }
    note(expected, kind)
    return nil
  }

  /// What the next cell holds; nil where there is none, or the row has failed already.
  private mutating func begin(_ expected: String) -> SQLCellKind? {
    guard misfit == nil else { return nil }
    guard index < columns.count else {
      misfit = Misfit(column: index, expected: expected, found: "nothing")
      return nil
    }
    return cells.kind(at: index)
  }

  private mutating func note(_ expected: String, _ kind: SQLCellKind) {
    let found =
      switch kind {
      case .null: "NULL"
      case .integer: String(cells.integer(at: index))
      case .real: String(cells.real(at: index))
      case .text: cells.text(at: index) == nil ? "a text that is not UTF-8" : "a text"
      case .bytes: "\(cells.bytes(at: index).count) bytes"
      }
    misfit = Misfit(column: index, expected: expected, found: found)
  }
}

extension SQLRow {
  private func integer(_ index: Int, _ kind: SQLCellKind) -> Int64? {
    kind == .integer ? cells.integer(at: index) : nil
  }

  private func number(_ index: Int, _ kind: SQLCellKind) -> Double? {
    switch kind {
    case .real: cells.real(at: index)
    case .integer: Double(exactly: cells.integer(at: index))
    default: nil
    }
  }

  private func truth(_ index: Int, _ kind: SQLCellKind) -> Bool? {
    guard kind == .integer else { return nil }
    let number = cells.integer(at: index)
    return number == 0 ? false : number == 1 ? true : nil
  }

  private func uuid(_ index: Int, _ kind: SQLCellKind) -> UUID? {
    guard kind == .bytes else { return nil }
    return UUID(bytes: cells.bytes(at: index))
  }

  private func date(_ index: Int, _ kind: SQLCellKind) -> Date? {
    guard case .date(let form) = columns[index].kind else { return nil }
    let seconds: Double? =
      switch kind {
      case .integer:
        form.seconds(cells.integer(at: index)) ?? form.seconds(Double(cells.integer(at: index)))
      case .real: form.seconds(cells.real(at: index))
      case .text: cells.text(at: index).flatMap { form.seconds($0) }
      default: nil
      }
    return seconds.map { Date(timeIntervalSinceReferenceDate: $0) }
  }
}
