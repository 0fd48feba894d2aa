import FilterEngine
import FilterJSON

/// A reader of CSV that is written to be read: it holds the text whole and takes it byte by byte.
struct NaiveDelimited {
  struct Cell {
    var text: [UInt8] = []
    var isQuoted = false

    var isMissing: Bool { text.isEmpty && !isQuoted }
    var string: String { String(decoding: text, as: UTF8.self) }
  }

  /// A row, or what is wrong in its place
  enum Row {
    case value(FilterValue)
    case bad(line: Int, String)
  }

  private let bytes: [UInt8]

  /// Where the next record begins
  private(set) var place = 0
  private(set) var line = 1

  init(_ text: String) { self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The rows below the header with the texts of their cells, nil for missing ones. The first `sampleSize` show what
  /// columns hold.
  static func rows(
    _ text: String, sampleSize: Int = 1_000
  ) -> [(row: Row, cells: [(key: String, text: String?)])] {
    var reader = NaiveDelimited(text)
    guard case .success(let names)? = reader.record().map(\.cells) else { return [] }
    let header = names.enumerated().map { $1.text.isEmpty ? "column\($0 + 1)" : $1.string }
    var records: [(line: Int, cells: Result<[Cell], Bad>)] = []
    while let record = reader.record() {
      if case .success(let cells) = record.cells {
        if header.count != 1, cells.count == 1, cells[0].isMissing { continue }
        if cells.count > header.count {
          let text = "\(cells.count) cells in a row of \(header.count) columns"
          records.append((record.line, .failure(Bad(text: text))))
          continue
        }
      }
      records.append(record)
    }
    let sample = records.prefix(sampleSize).compactMap { try? $0.cells.get() }
    let readers = header.indices.map { column in
      Self.reader(of: sample.compactMap { column < $0.count ? $0[column] : nil })
    }
    return records.map { line, cells in
      switch cells {
      case .failure(let bad): return (.bad(line: line, bad.text), [])
      case .success(let cells):
        let members = header.indices.map { column in
          (key: header[column], value: value(cells, column, readers[column]))
        }
        let texts = header.indices.map { column in
          let isThere = column < cells.count && !cells[column].isMissing
          return (key: header[column], text: isThere ? cells[column].string : nil)
        }
        return (.value(.object(FilterObject(members))), texts)
      }
    }
  }

  private static func value(
    _ cells: [Cell], _ column: Int, _ read: (String) -> FilterValue?
  ) -> FilterValue {
    guard column < cells.count, !cells[column].isMissing else { return .null }
    return read(cells[column].string) ?? .string(cells[column].string)
  }

  /// What reads the cells of a column, as far as those at hand say.
  private static func reader(of cells: [Cell]) -> (String) -> FilterValue? {
    let known = cells.filter { !$0.isMissing }.map(\.string)
    for read in [number, boolean] where !known.isEmpty && known.allSatisfy({ read($0) != nil }) {
      return read
    }
    return { .string($0) }
  }

  /// The number or the boolean that a cell spells, or its text.
  static func numeric(_ text: String) -> FilterValue {
    number(text) ?? boolean(text) ?? .string(text)
  }

  private static func number(_ text: String) -> FilterValue? {
    guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }) else { return nil }
    return try? JSONReader().read(text)
  }

  private static func boolean(_ text: String) -> FilterValue? {
    ["true", "True", "TRUE"].contains(text)
      ? .bool(true) : ["false", "False", "FALSE"].contains(text) ? .bool(false) : nil
  }

  struct Bad: Error { let text: String }

  /// The next record, with the line that it begins on; nil after the last.
  mutating func record() -> (line: Int, cells: Result<[Cell], Bad>)? {
    guard place < bytes.count else { return nil }
    let first = line
    var cells: [Cell] = []
    while true {
      var cell = Cell()
      if place < bytes.count, bytes[place] == UInt8(ascii: "\"") {
        cell.isQuoted = true
        if let bad = quoted(&cell) { return (first, .failure(bad)) }
      } else {
        while place < bytes.count, ![UInt8(ascii: ","), 0x0A].contains(bytes[place]) {
          cell.text.append(bytes[place])
          place += 1
        }
        if place < bytes.count, bytes[place] == 0x0A, cell.text.last == 0x0D {
          cell.text.removeLast()
        }
      }
      cells.append(cell)
      guard place < bytes.count else { return (first, .success(cells)) }
      let isLast = bytes[place] == 0x0A
      place += 1
      if isLast {
        line += 1
        return (first, .success(cells))
      }
    }
  }

  /// Reads a cell in quotes up to what ends it, or says what is wrong and skips the line.
  private mutating func quoted(_ cell: inout Cell) -> Bad? {
    place += 1
    var isClosed = false
    while place < bytes.count, !isClosed {
      if bytes[place] == UInt8(ascii: "\"") {
        place += 1
        isClosed = place == bytes.count || bytes[place] != UInt8(ascii: "\"")
        if isClosed { break }
      }
      if bytes[place] == 0x0A { line += 1 }
      cell.text.append(bytes[place])
      place += 1
    }
    guard isClosed else { return Bad(text: "a quote is not closed") }
    if place == bytes.count { return nil }
    if bytes[place] == 0x0D, place + 1 == bytes.count || bytes[place + 1] == 0x0A { place += 1 }
    if place == bytes.count || [UInt8(ascii: ","), 0x0A].contains(bytes[place]) { return nil }
    while place < bytes.count, bytes[place] != 0x0A { place += 1 }
    place += 1
    line += 1
    return Bad(text: "something follows the closing quote of a cell")
  }
}
