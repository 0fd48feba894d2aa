/// A file that is named in a command line, whose key paths complete others.
struct FileKeys {
  let path: String

  var form = InputForm()
  var table: String?

  /// The key paths of the first rows as filters spell them; none if they cannot be read.
  ///
  /// Reads only a regular file, and no more of it than a sample.
  var paths: [String] { (try? read()) ?? [] }

  private func read() throws(ToolError) -> [String] {
    if form.format == nil, let database = DatabaseName(path, table: table) {
      return try database.columns().map(RowSchema.spelled)
    }
    let source = try ByteSource(path: path, regularOnly: true)
    var sample = RowSample()
    try sample.add(beginningOf: source, form)
    let reader = RowSchemaReader()
    sample.rows.forEach(reader.add)
    return reader.take().entries.map(\.path).filter { $0 != "SELF" }
  }
}
