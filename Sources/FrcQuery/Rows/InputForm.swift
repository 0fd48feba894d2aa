internal import FilterSyntax

/// The form of an input, as options of the command line, commands of a session and requests state it.
struct InputForm: Sendable {
  /// The format, with the separator of its cells; nil for that of the name or the content.
  var format: RowFormat?

  /// The rows inside of documents; nil for the documents themselves.
  var rows: RowPath?

  /// The stated kinds of values.
  var types = ColumnTypes()

  /// Whether inputs and outputs of cells begin with a header.
  var hasHeader = true
}

extension InputForm {
  /// The options of commands that take a value, by which it is stated.
  static let valuedOptions = ["--delimiter", "--input", "--rows", "--types", "-i"]

  /// Throws if anything is stated that tables do not have.
  func checkTable(_ path: String) throws(ToolError) {
    let stated = [(rows != nil, "--rows"), (!hasHeader, "--no-header")]
    if let (_, option) = stated.first(where: \.0) {
      throw .message("\(path): \(option) is for files of rows, and not for tables of a session")
    }
  }
}
