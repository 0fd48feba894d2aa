internal import FilterEngine
internal import FilterJSON

/// The records of CSV or TSV after the header. The kinds of the columns are inferred from the first rows.
struct DelimitedInput: SourceInput {
  let cut: SourceParts<[UInt8]>
  let start: (offset: Int, line: Int)
  private let query: Query
  private let separator: UInt8
  private let schema: DelimitedSchema

  /// The predicate over the slots of records, compiled once for all threads.
  private let program: SlotProgram

  var header: [String] { schema.header }

  var width: Int { schema.header.count }

  let fault: ToolError?
  let selection: Selection?

  /// The rows of a source after its header, if it has one; nil for an empty source.
  init?(
    _ source: ByteSource, separator: UInt8, hasHeader: Bool = true, _ query: Query
  ) throws(ToolError) {
    let reader = DelimitedReader(
      source, separator: separator, hasHeader: hasHeader, types: query.form.types,
      sampleSize: query.sampleSize, patience: query.patience, guesses: query.guesses)
    var fault: ToolError?
    do throws(ToolError) {
      try reader.open()
      if reader.names == nil { return nil }
    } catch {
      guard case .badData = error else { throw error }
      fault = error
    }
    self.fault = fault
    var query = query
    if query.isAlone, fault == nil, query.output.separator != nil, query.selection.columns == nil {
      var columns: [KeyColumn] = []
      for name in reader.schema.header where query.policy?.permitsWhole(name) ?? true {
        columns.append(try KeyColumn(member: name))
      }
      query.selection = Selection(columns)
      selection = query.selection
    } else {
      selection = nil
    }
    self.query = query
    self.separator = separator
    schema = reader.schema
    program = SlotProgram(query.predicate, bindings: query.bindings, limits: query.limits)
    var scanner = DelimitedScanner(separator: separator)
    // Blocks are read as they are in the file.
    cut = SourceParts(source, blockSize: query.blockSize, hasBlocks: !source.endsLinesInReturns) {
      () throws(ToolError) -> [UInt8]? in
      try Self.records(of: source, &scanner, separator: separator)
    }
    start = (cut.blocks?.extent.lowerBound ?? 0, reader.bodyLine)
  }

  /// Removes and returns the whole records that a source has read, and at least one; nil at its end.
  private static func records(
    of source: ByteSource, _ scanner: inout DelimitedScanner, separator: UInt8
  ) throws(ToolError) -> [UInt8]? {
    while true {
      let end = source.withRest { rest in
        scanner.go(on: rest, isAtEnd: false)
        return scanner.goToLastEnd()
      }
      if end == nil {
        try source.checkLine(source.rest.count)
        if try source.fill() { continue }
      }
      // The rest at the end of the input is the last record.
      let text = Array(source.rest.prefix(end ?? source.rest.count))
      source.skip(text.count)
      scanner = DelimitedScanner(separator: separator)
      return text.isEmpty ? nil : text
    }
  }

  func scanner() -> @Sendable () -> DelimitedFilter {
    let (query, program, schema, separator, blocks) = (
      query, program, schema, separator, cut.blocks
    )
    return { DelimitedFilter(query, program, schema, separator: separator, blocks) }
  }
}
