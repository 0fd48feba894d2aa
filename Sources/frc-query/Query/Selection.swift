internal import FilterEngine
internal import FilterJSON

/// What of a row comes out.
struct Selection {
  /// Nil for all of it.
  let columns: [KeyColumn]?
  private let shape: FilterObject.Shape?

  init(_ columns: [KeyColumn]?) {
    self.columns = columns
    shape = columns.map { FilterObject.Shape($0.map(\.name)) }
  }

  /// The row as it comes out; with its JSON, spelled as it was in the input, where that is wanted.
  func output(of row: FilterValue, _ reader: any RowReader, asJSON: Bool) -> OutputRow {
    guard let columns, let shape else {
      return OutputRow(
        value: row, json: asJSON ? reader.text ?? JSONWriter().bytes(row) : [])
    }
    let values = columns.map { $0.value(of: row) }
    let value =
      shape.keys.count == values.count
      ? FilterObject(shape: shape, values: values)
      : FilterObject(zip(columns, values).lazy.map { (key: $0.name, value: $1) })
    guard asJSON else { return OutputRow(value: .object(value), json: []) }
    var json = Array("{".utf8)
    for (index, column) in columns.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      JSONWriter.write(column.name, to: &json)
      json.append(UInt8(ascii: ":"))
      json += column.path.flatMap(reader.text(ofPath:)) ?? JSONWriter().bytes(values[index])
    }
    json += "}".utf8
    return OutputRow(value: .object(value), json: json)
  }
}
