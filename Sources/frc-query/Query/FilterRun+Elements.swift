internal import FilterEngine
internal import FilterJSON

extension FilterRun {
  /// Filters a JSON document: the elements of an array as they come, or its one value.
  func readDocument(_ source: ByteSource) throws(ToolError) {
    guard let line = try source.skipToArray() else { return try readValue(source) }
    var input = LineInput(
      name: source.name, query: query, filter: lineFilter(), elements: JSONElements(line: line))
    try readStream(source, &input)
  }

  private func readValue(_ source: ByteSource) throws(ToolError) {
    let document: JSONDocument?
    do throws(ToolError) {
      document = try JSONDocument(source)
    } catch {
      guard case .badData = error else { throw error }
      return try skip(error, count: 1)
    }
    guard let document else { return }
    var input = LineInput(name: source.name, query: query, filter: lineFilter())
    input.count = document.line - 1
    try filter(document.row, document.row.indices, &input)
  }
}
