/// Reads files as rows of JSON.
struct RowTextReader {
  let path: String
  let format: RowFormat?

  /// Whether only a regular file is read, which can neither block nor go on for ever.
  var regularOnly = true

  /// The rows of the file, every one of them checked.
  func read() throws(ToolError) -> FileRows {
    let source = try ByteSource(path: path, regularOnly: regularOnly)
    try source.checkSize()
    source.progress = Progress(size: source.size)
    defer { source.progress?.clear() }
    source.keptSize = .max
    let format = try RowFormat(of: source, asked: format)
    return try format.file(source)
  }
}
