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

  /// The column that identifies rows, and its values, of their stated kinds.
  private let key: KeyColumn
  private let column: RowColumn

  /// Converts the values of a row to the stated kinds, whose key paths are `stated`.
  private let converted: (FilterValue) -> FilterValue
  private let stated: Set<[Exact]>
  private let old: [OpenRow]
  private let new: [OpenRow]

  // A reader knows the places in the text that it has read last.
  private let oldReader = JSONReader()
  private let newReader = JSONReader()
  private let reader = JSONReader()

  /// The number of rows of both files that had fewer cells than columns.
  let shortCount: Int

  /// A file that was read, of which only the rows are kept.
  private struct Side {
    let name: String
    let rows: [OpenRow]
    let shortCount: Int
    let hasCells: Bool

    init(
      _ path: String, _ form: InputForm, into store: RowStore, in surroundings: Surroundings
    ) throws(ToolError) {
      let source = try surroundings.source(path)
      name = source.name
      let file = try FileRows(source, form: form, progress: surroundings.progress(size:))
      rows = store.add(file.rows)
      (shortCount, hasCells) = (file.shortCount, file.text.format.records != nil)
    }
  }

  /// Reads two files of a form, or the input for "-". Throws if a row has no key, or two rows of a file have the same.
  init(
    old oldPath: String, new newPath: String, key: String, form: InputForm,
    in surroundings: Surroundings
  ) throws(ToolError) {
    let store = store
    stated = try form.types.paths()
    converted = try form.types.rowConversion()
    let old = try Side(oldPath, form, into: store, in: surroundings)
    let new = try Side(newPath, form, into: store, in: surroundings)
    store.types = form.types
    store.hasCells = old.hasCells || new.hasCells
    store.isMixed = old.hasCells != new.hasCells
    (self.old, self.new) = (old.rows, new.rows)
    shortCount = old.shortCount + new.shortCount
    let sample = old.rows.prefix(Self.sampleSize) + new.rows.prefix(Self.sampleSize)
    self.key = try KeyColumn(key).resolved(in: sample.map(store.value))
    column = RowColumn(store.converting(self.key), store)
    try column.prepare()
    for side in [old, new] {
      if let conflict = try store.conflict(of: side.rows, by: self.key.name, keyValue) {
        throw .message("\(side.name): \(conflict)")
      }
    }
  }

  /// Calls `body` with the JSON of each difference: those of the rows of the new file in its order, then the rows that it
  /// lacks.
  func forEach(_ body: ([UInt8]) throws(ToolError) -> Void) throws(ToolError) {
    let alignment = RowAlignment(keyed: keyValue, old: old, new: new, isSame: store.isSameContent)
    for (index, row) in new.enumerated() {
      if index & 0xFFF == 0 { try Interrupt.check() }
      if let place = alignment.old[index] {
        try compare(old[place], row, body)
      } else {
        try body(difference("inserted", row, new: row.json))
      }
    }
    for index in alignment.removed {
      try body(difference("deleted", old[index], old: old[index].json))
    }
  }

  private func compare(
    _ old: OpenRow, _ new: OpenRow, _ body: ([UInt8]) throws(ToolError) -> Void
  ) throws(ToolError) {
    if store.isSameContent(old, new) { return }
    let (left, right) = (old.json, new.json)
    // Every row was checked when it was read.
    let before = converted((try? oldReader.read(left)) ?? .null)
    let after = converted((try? newReader.read(right)) ?? .null)
    guard case .object(let before) = before, case .object(let after) = after else {
      if before != after { try body(difference("changed", new, old: left, new: right)) }
      return
    }
    let added = after.shape.keys.filter { before.shape.slot(of: $0) == nil }
    for name in before.shape.keys + added
    where compared(before[name] ?? .null, at: [name]) != compared(after[name] ?? .null, at: [name])
    {
      try body(
        difference(
          "changed", new, field: name, old: spelling(of: name, in: left, oldReader),
          new: spelling(of: name, in: right, newReader)))
    }
  }

  /// The value that identifies a row.
  private func keyValue(of row: OpenRow) -> FilterValue {
    compared(column.value(of: row), at: key.path)
  }

  /// A value of a key path as it is compared: beside cells, a text that spells a number is that number, unless the kind of
  /// the value is stated.
  private func compared(_ value: FilterValue, at path: [String]?) -> FilterValue {
    if !stated.isEmpty, let path, stated.contains(path.map(Exact.init)) { return value }
    return store.sharedKey(value)
  }

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
    let spelled = key.path.flatMap { reader.spelling(ofPath: $0, in: row.json) }
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
