/// The file of open data, as the session last read or wrote it.
struct OpenFile {
  /// The file as it was last read: the shape in which it is written.
  let text: FileText

  /// Its rows as they were read, edited or not.
  let original: [OpenRow]

  /// The rows that are in the file now.
  private(set) var rows: [OpenRow]

  /// The version on disk; nil if it is not a regular file.
  private(set) var version: FileVersion?

  /// The number of rows of the file that are not among the open rows, as their keys are there already.
  private(set) var leftOut = 0

  /// The columns that saves have added to the header.
  var added: [String] = []

  /// A file that was read; of its rows `shown` are open, all if that is nil.
  init(_ read: FileRows, rows: [OpenRow], cause: String, shown: [OpenRow]? = nil) {
    text = read.text
    original = rows
    self.rows = shown ?? rows
    leftOut = rows.count - self.rows.count
    version = read.stamp.map {
      FileVersion(read: read.text.bytes, stamp: $0, rowCount: rows.count, cause: cause)
    }
  }

  /// The same source, which cannot be written, after its rows were written to another file.
  func copied(_ rows: [OpenRow]) -> OpenFile {
    var file = self
    file.rows = rows
    return file
  }

  /// The same file after it was written.
  func saved(_ rows: [OpenRow], added: [String], _ outcome: FileReplacement.Outcome) -> OpenFile {
    var file = self
    file.rows = rows
    file.added = added
    file.leftOut = 0
    file.version = FileVersion(written: outcome, rowCount: rows.count)
    return file
  }
}

extension FileRows {
  /// Reads and checks the rows of a file; with `regularOnly` only of one that can neither block nor go on for ever.
  /// `progress` makes the progress through a file of a size.
  init(
    path: String, form: InputForm = InputForm(), regularOnly: Bool = true,
    progress: (Int?) -> Progress? = { _ in nil }
  ) throws(ToolError) {
    try self.init(
      ByteSource(path: path, regularOnly: regularOnly), form: form, progress: progress)
  }

  /// Reads and checks the rows of a source.
  init(
    _ source: ByteSource, form: InputForm, progress: (Int?) -> Progress?
  ) throws(ToolError) {
    try source.checkSize()
    source.progress = progress(source.size)
    defer { source.progress?.clear() }
    source.keptSize = .max
    self = try form.format(of: source).file(source, form)
  }
}
