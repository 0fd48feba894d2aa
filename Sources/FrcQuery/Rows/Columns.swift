internal import FilterEngine
internal import FilterJSON

/// The columns of rows that are written as a table.
enum Columns {
  /// The column of rows that are no objects.
  static let ofScalars = "value"

  /// The keys of all rows, in the order in which they first appear.
  static func all(of rows: some Sequence<OutputRow>) -> [String] {
    var seen: Set<[UInt8]> = []
    var columns: [String] = []
    var last: FilterObject.Shape?
    for row in rows {
      var keys = [ofScalars]
      if case .object(let object) = row.value {
        if object.shape === last { continue }
        last = object.shape
        keys = object.shape.keys
      }
      for key in keys where seen.insert(Array(key.utf8)).inserted { columns.append(key) }
    }
    return columns
  }

  /// The value of each column.
  static func cells(of row: OutputRow, _ columns: [String]) -> [FilterValue] {
    columns.map { column in
      if case .object(let object) = row.value { return object[column] ?? .null }
      return column == ofScalars ? row.value : .null
    }
  }

  /// The text of a cell for people: an empty text is in quotes, which keeps it apart from nil.
  static func shown(_ value: FilterValue) -> String {
    let text = text(of: value)
    return text.isEmpty && value.kind != .null ? #""""# : text
  }

  /// The text of a cell: strings as they are, nothing for nil, `nan` and `inf`, JSON for the rest.
  static func text(of value: FilterValue) -> String {
    switch value {
    case .null: return ""
    case .string(let text): return text
    case .double(let number) where !number.isFinite:
      return number.isNaN ? "nan" : number < 0 ? "-inf" : "inf"
    case .decimal where value.isNotANumber: return "nan"
    case .date, .data, .uuid:
      // In quotes, which no character of theirs needs.
      return String(decoding: JSONWriter().bytes(value), as: UTF8.self).filter { $0 != "\"" }
    default: return String(decoding: JSONWriter().bytes(value), as: UTF8.self)
    }
  }
}
