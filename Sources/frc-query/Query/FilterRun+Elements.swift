internal import FilterEngine
internal import FilterJSON

extension FilterRun {
  /// Filters a JSON document: the elements of an array as they come, or its one value.
  func readDocument(_ source: ByteSource) throws(ToolError) {
    guard let line = try source.skipToArray() else {
      return try read(JSONDocumentReader(source), name: source.name)
    }
    var input = LineInput(
      name: source.name, query: query, filter: lineFilter(), elements: JSONElements(line: line))
    try readStream(source, &input)
  }
}
