internal import FilterEngine
internal import FilterJSON

extension FilterRun {
  /// Filters a JSON document: the elements of an array as they come, or its one value.
  func readDocument(_ source: ByteSource) throws(ToolError) {
    while source.rest.count < 3, try source.fill() {}
    if source.rest.starts(with: ArraySlice.byteOrderMark) { source.skip(3) }
    while source.rest.isBlank, try source.fill() {}
    let blanks = source.rest.prefix { $0.isJSONSpace }
    guard source.rest.dropFirst(blanks.count).first == UInt8(ascii: "[") else {
      return try read(JSONDocumentReader(source), name: source.name)
    }
    let line = 1 + blanks.count { $0 == UInt8(ascii: "\n") }
    source.skip(blanks.count + 1)
    var input = LineInput(
      name: source.name, query: query, filter: lineFilter(), elements: JSONElements(line: line))
    try readStream(source, &input)
  }
}
