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
  func rowReader(of source: ByteSource) throws(ToolError) -> (any RowReader)? {
    switch self {
    case .csv: try DelimitedReader(source, separator: UInt8(ascii: ","))
    case .tsv: try DelimitedReader(source, separator: UInt8(ascii: "\t"))
    case .json, .jsonl: nil
    }
  }
}
