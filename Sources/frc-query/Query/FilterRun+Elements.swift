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
      name: source.name, filter: lineFilter(), elements: JSONElements(line: line))
    while true {
      input.elements?.append(source.rest)
      source.skip(source.rest.count)
      try filterElements(&input)
      try source.checkLine(input.elements?.text.count ?? 0)
      if isComplete { return }
      guard input.elements?.failure == nil, try source.fill() else { break }
    }
    input.elements?.finish()
    if let failure = input.elements?.failure {
      try skip(
        .badData(file: source.name, line: failure.line, failure.reason.description), count: 1)
    }
  }

  /// Filters the elements that are complete.
  private func filterElements(_ input: inout LineInput) throws(ToolError) {
    guard let end = input.elements?.end, end > 0, let text = input.elements?.text else {
      return
    }
    try filter(text, 0..<end, &input)
    input.elements?.removeLines()
  }
}
