internal import FilterEngine
internal import FilterJSON

/// A writer of rows and sections, each as a line of JSON, or all as one array.
final class JSONRowWriter: RowWriter {
  private let sink: ByteSink
  private let isArray: Bool
  private var isEmpty = true

  init(_ sink: ByteSink, isArray: Bool) {
    self.sink = sink
    self.isArray = isArray
  }

  func write(_ row: OutputRow) throws(ToolError) {
    // Leading and trailing white space belongs to the line, not to the value.
    try write(isArray ? Array(row.json[...].trimmed) : row.json)
  }

  func write(_ section: OutputSection) throws(ToolError) {
    var json = Array(#"{"section":"#.utf8)
    JSONWriter().write(section.name ?? .null, to: &json)
    json += #","items":["#.utf8
    for (index, row) in section.rows.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      json += row.json[...].trimmed
    }
    json += "]}".utf8
    try write(json)
  }

  private func write(_ json: [UInt8]) throws(ToolError) {
    if isArray { try sink.write((isEmpty ? "[\n" : ",\n").utf8) }
    isEmpty = false
    try sink.write(json)
    if !isArray { try sink.write("\n".utf8) }
  }

  func write(records: [UInt8]) throws(ToolError) {
    guard isArray, isEmpty, !records.isEmpty else { return try sink.write(block: records) }
    isEmpty = false
    // Each record begins with a comma.
    try sink.write("[".utf8)
    try sink.write(records.dropFirst())
  }

  func end() throws(ToolError) {
    if isArray { try sink.write(isEmpty ? "[]\n" : "\n]\n") }
  }
}
