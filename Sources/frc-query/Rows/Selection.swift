internal import FilterEngine
internal import FilterJSON

/// The part of a row that is written.
struct Selection {
  /// Nil for all of it.
  let columns: [KeyColumn]?
  private let shape: FilterObject.Shape?

  init(_ columns: [KeyColumn]?) {
    self.columns = columns
    shape = columns.map { FilterObject.Shape($0.map(\.name)) }
  }

  /// The output of a row; with its JSON, spelled as in the input, if `asJSON`.
  func output(of row: FilterValue, _ spelling: any RowSpelling, asJSON: Bool) -> OutputRow {
    guard let columns else {
      return OutputRow(
        value: row, json: asJSON ? spelling.text ?? JSONWriter().bytes(row) : [])
    }
    let values = columns.map { $0.value(of: row) }
    let value = object(values)
    guard asJSON else { return OutputRow(value: value, json: []) }
    var json = Array("{".utf8)
    for (index, column) in columns.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      JSONWriter.write(column.name, to: &json)
      json.append(UInt8(ascii: ":"))
      json += column.path.flatMap(spelling.text(ofPath:)) ?? JSONWriter().bytes(values[index])
    }
    json += "}".utf8
    return OutputRow(value: value, json: json)
  }

  /// The object of the values of the columns, one for each.
  func object(_ values: [FilterValue]) -> FilterValue {
    if let shape, shape.keys.count == values.count {
      return .object(FilterObject(shape: shape, values: values))
    }
    return .object(
      FilterObject(zip(columns ?? [], values).lazy.map { (key: $0.name, value: $1) }))
  }
}

/// The spelling of a row in its input.
protocol RowSpelling {
  /// The row as a line of JSON without its line end; nil if the input is not JSON.
  var text: [UInt8]? { get }

  /// The JSON of the value at `path` as it is spelled, without white space between tokens; nil if it is unknown.
  func text(ofPath path: [String]) -> [UInt8]?
}

/// Values without a spelling of their own, which are written as they are read.
struct WithoutSpelling: RowSpelling {
  var text: [UInt8]? { nil }
  func text(ofPath path: [String]) -> [UInt8]? { nil }
}
