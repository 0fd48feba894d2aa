/// The rows of an input in a format; without one, the name of the file or its content decides.
func rowReader(of source: ByteSource, format: InputFormat?) throws(ToolError) -> any RowReader {
  var format = format ?? InputFormat(path: source.name)
  if format == nil { format = try InputFormat(of: source) }
  switch format {
  case .json: return JSONDocumentReader(source)
  case .csv: return try DelimitedReader(source, separator: UInt8(ascii: ","))
  case .tsv: return try DelimitedReader(source, separator: UInt8(ascii: "\t"))
  case .jsonl, nil: return JSONLinesReader(source)
  }
}
