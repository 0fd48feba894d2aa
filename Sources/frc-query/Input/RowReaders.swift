extension InputFormat {
  /// The format that was asked for; without one, the name of the file or its content decides.
  init(of source: ByteSource, asked format: InputFormat?) throws(ToolError) {
    if let format = format ?? InputFormat(path: source.name) {
      self = format
    } else {
      try self.init(of: source)
    }
  }

  /// What reads the rows of a format one after another, nil for JSON, which is read in blocks.
  ///
  /// `types` are those that were said of columns, which only CSV and TSV have.
  func rowReader(
    of source: ByteSource, types: ColumnTypes = ColumnTypes()
  ) throws(ToolError) -> (any RowReader)? {
    switch self {
    case .csv: return try DelimitedReader(source, separator: UInt8(ascii: ","), types: types)
    case .tsv: return try DelimitedReader(source, separator: UInt8(ascii: "\t"), types: types)
    case .json, .jsonl:
      guard types.isEmpty else { throw .message("\(source.name): --types is for CSV and TSV") }
      return nil
    }
  }
}
