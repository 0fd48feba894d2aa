internal import FilterEngine
internal import FilterJSON

/// The differences between the rows of two files: rows that only one of them has, and fields with other values.
///
/// Rows are the same row if they have the same key. In memory are the texts of both files and some bytes for each row;
/// rows whose texts are equal are not read.
final class RowComparison {
  /// The members of a difference.
  static let columns = ["change", "key", "field", "old", "new"]

  /// The rows from which a key is told from an expression.
  private static let sampleSize = 64

  private let store = RowStore()
  private let column: RowColumn
  private let old: [OpenRow]
  private let new: [OpenRow]

  // A reader knows the places in the text that it has read last.
  private let oldReader = JSONReader()
  private let newReader = JSONReader()
  private let reader = JSONReader()

  /// The number of rows of both files that had fewer cells than columns.
  let shortCount: Int

  /// Reads two files. Throws if a row has no key, or two rows of a file have the same.
  init(
    old oldPath: String, new newPath: String, key: String, progress: (Int?) -> Progress?
  ) throws(ToolError) {
    let store = store
    // Of a file that was read only its rows are kept.
    func read(_ path: String) throws(ToolError) -> (rows: [OpenRow], shortCount: Int) {
      let file = try FileRows(path: path, regularOnly: false, progress: progress)
      if file.text.format.records != nil { store.hasCells = true }
      return (store.add(file.rows), file.shortCount)
    }
    let (old, new) = (try read(oldPath), try read(newPath))
    (self.old, self.new) = (old.rows, new.rows)
    shortCount = old.shortCount + new.shortCount
    let sample = old.rows.prefix(Self.sampleSize) + new.rows.prefix(Self.sampleSize)
    column = RowColumn(try KeyColumn(key).resolved(in: sample.map(store.value)), store)
    try column.prepare()
    for (path, rows) in [(oldPath, old.rows), (newPath, new.rows)] {
      if let conflict = try store.conflict(of: rows, by: column.key.name, self.key) {
        throw .message("\(path): \(conflict)")
      }
    }
  }

  /// Calls `body` with the JSON of each difference: those of the rows of the new file in its order, then the rows that it
  /// lacks.
  func forEach(_ body: ([UInt8]) throws(ToolError) -> Void) throws(ToolError) {
    let alignment = RowAlignment(keyed: key, old: old, new: new, isSame: store.isSameContent)
    for (index, row) in new.enumerated() {
      if index & 0xFFF == 0 { try Interrupt.check() }
      if let place = alignment.old[index] {
        try compare(old[place], row, body)
      } else {
        try body(difference("inserted", row, new: store.json(of: row)))
      }
    }
    for index in alignment.removed {
      try body(difference("deleted", old[index], old: store.json(of: old[index])))
    }
  }

  private func compare(
    _ old: OpenRow, _ new: OpenRow, _ body: ([UInt8]) throws(ToolError) -> Void
  ) throws(ToolError) {
    if store.isSameContent(old, new) { return }
    let (left, right) = (store.json(of: old), store.json(of: new))
    // Every row was checked when it was read.
    let before = (try? oldReader.read(left)) ?? .null
    let after = (try? newReader.read(right)) ?? .null
    guard case .object(let before) = before, case .object(let after) = after else {
      if before != after { try body(difference("changed", new, old: left, new: right)) }
      return
    }
    let added = after.shape.keys.filter { before.shape.slot(of: $0) == nil }
    for name in before.shape.keys + added
    where compared(before[name] ?? .null) != compared(after[name] ?? .null) {
      try body(
        difference(
          "changed", new, field: name, old: spelling(of: name, in: left, oldReader),
          new: spelling(of: name, in: right, newReader)))
    }
  }

  /// The key of a row.
  private func key(of row: OpenRow) -> FilterValue { compared(column.value(of: row)) }

  /// A value as it is compared: beside cells, a text that spells a number is that number.
  private func compared(_ value: FilterValue) -> FilterValue { store.sharedKey(value) }

  // MARK: - Texts

  private static let null = Array("null".utf8)

  /// The JSON of a member of the row that `reader` has read last.
  private func spelling(of name: String, in row: [UInt8], _ reader: JSONReader) -> [UInt8] {
    let range = row.withUnsafeBytes { reader.range(ofPath: [name], in: $0) }
    return range.map { JSONText.minified(row[$0]) } ?? Self.null
  }

  /// The JSON of a difference.
  private func difference(
    _ change: String, _ row: OpenRow, field: String? = nil, old: [UInt8]? = nil,
    new: [UInt8]? = nil
  ) -> [UInt8] {
    let spelled = column.key.path.flatMap { reader.spelling(ofPath: $0, in: store.json(of: row)) }
    let key = spelled ?? JSONWriter().bytes(column.value(of: row))
    let members = [
      JSONWriter().bytes(.string(change)), key,
      JSONWriter().bytes(field.map { .string($0) } ?? .null),
      old.map { JSONText.minified($0) } ?? Self.null,
      new.map { JSONText.minified($0) } ?? Self.null,
    ]
    var json: [UInt8] = []
    for (name, member) in zip(Self.columns, members) {
      json.append(UInt8(ascii: json.isEmpty ? "{" : ","))
      JSONWriter.write(name, to: &json)
      json.append(UInt8(ascii: ":"))
      json += member
    }
    json.append(UInt8(ascii: "}"))
    return json
  }
}
