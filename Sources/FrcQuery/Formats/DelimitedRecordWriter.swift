internal import FilterEngine
internal import FilterJSON

/// Creates the records of a CSV or TSV file that is rewritten.
///
/// A cell whose value did not change keeps its bytes, including quotes. Columns that edits added follow the others,
/// and every record gets an empty cell for each of them.
struct DelimitedRecordWriter: FileRecords {
  private let separator: UInt8
  private let text: FileText
  private let added: [String]
  private let original: (Int) -> [UInt8]

  private let columns: [String]

  init(_ text: FileText, added: [String], original: @escaping (Int) -> [UInt8]) {
    self.text = text
    self.added = added
    separator = text.format.separator ?? UInt8(ascii: ",")
    self.original = original
    columns = text.header?.names ?? []
  }

  var addsColumns: Bool { !added.isEmpty }

  /// The header of the file, with the names of the added columns.
  var header: [UInt8] {
    if let header = text.header, !header.isWritten { return [] }
    let names = added.map { Cell.bytes(of: $0, separator: separator) }
    guard let header = text.header else { return Array(names.joined(separator: [separator])) }
    return Array(([Array(text.bytes[..<header.end])] + names).joined(separator: [separator]))
  }

  /// An unchanged row of the file.
  func record(_ row: Int) -> [UInt8] {
    text.row(row) + Array(repeating: separator, count: added.count)
  }

  /// A new row.
  func record(_ json: [UInt8]) -> [UInt8] {
    let row = Row(json)
    return joined((columns + added).map { row.cell($0, separator) })
  }

  /// A row that replaces a row of the file.
  func record(_ json: [UInt8], insteadOf old: Int) -> [UInt8] {
    let (row, before) = (Row(json), Row(original(old)))
    let written = Cell.split(text.row(old), separator: separator)
    var cells = columns.enumerated().map { index, name -> [UInt8] in
      let bytes = index < written.count ? Array(written[index]) : []
      return row.hasSame(name, as: before) ? bytes : row.cell(name, separator)
    }
    cells += added.map { row.cell($0, separator) }
    // A record that lacked its last cells may still lack them.
    while added.isEmpty, cells.count > written.count, cells.last?.isEmpty == true {
      cells.removeLast()
    }
    let record = joined(cells)
    return record.isEmpty && columns.count + added.count > 1
      ? Array(repeating: separator, count: columns.count + added.count - 1) : record
  }

  private func joined(_ cells: [[UInt8]]) -> [UInt8] {
    Array(cells.joined(separator: [separator]))
  }

  static func names(
    in rows: some Sequence<[UInt8]>, beside header: [String], withoutValue: Bool
  ) -> [String] {
    var seen = Set(header.map { Array($0.utf8) })
    var names: [String] = []
    for json in rows {
      for (name, value) in Row(json).members
      where (withoutValue || value.kind != .null) && seen.insert(Array(name.utf8)).inserted {
        names.append(name)
      }
    }
    return names
  }

  /// The values of a row by name.
  private struct Row {
    private let value: FilterValue
    private let json: [UInt8]

    /// The ranges of the values of the members in the JSON, by slot.
    private let ranges: [Range<Int>]

    init(_ json: [UInt8]) {
      let reader = JSONReader()
      // Every row was checked when it was added.
      value = (try? reader.read(json)) ?? .null
      self.json = json
      guard case .object(let object) = value else {
        ranges = []
        return
      }
      var ranges = Array(repeating: 0..<0, count: object.shape.keys.count)
      json.withUnsafeBytes { text in
        reader.members(in: text) { key, range in
          // The last of equal keys counts.
          if let slot = object.shape.slot(of: key) { ranges[slot] = range }
        }
      }
      self.ranges = ranges
    }

    var members: [(name: String, value: FilterValue)] {
      guard case .object(let object) = value else { return [(Columns.ofScalars, value)] }
      return zip(object.shape.keys, object.values).map { ($0, $1) }
    }

    private func value(_ name: String) -> FilterValue {
      if case .object(let object) = value { return object[name] ?? .null }
      return name == Columns.ofScalars ? value : .null
    }

    /// The JSON of a value as it is spelled in the row.
    private func json(_ name: String) -> [UInt8] {
      guard case .object(let object) = value else { return JSONText.minified(json) }
      return object.shape.slot(of: name).map { JSONText.minified(json[ranges[$0]]) } ?? []
    }

    /// The cell of a value: a string as it is, empty for nil, JSON for anything else.
    func cell(_ name: String, _ separator: UInt8) -> [UInt8] {
      switch value(name) {
      case .null: []
      case .string(let text): Cell.bytes(of: text, separator: separator)
      default:
        Cell.bytes(of: String(decoding: json(name), as: UTF8.self), separator: separator)
      }
    }

    /// Whether a value is spelled as in another row, or as `JSONWriter` writes the value of that row.
    func hasSame(_ name: String, as other: Row) -> Bool {
      switch (value(name), other.value(name)) {
      case (.null, .null): true
      case (.string(let new), .string(let old)): new.utf8.elementsEqual(old.utf8)
      case (let new, let old) where new.kind == old.kind:
        json(name) == other.json(name) || json(name) == JSONWriter().bytes(old)
      default: false
      }
    }
  }
}
