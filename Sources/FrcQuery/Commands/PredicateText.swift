internal import FilterSyntax

/// The text of a predicate, from the command line or a file.
struct PredicateText {
  /// The longest predicate that is read from a file, in bytes: 16 MiB.
  private static let maximumSize = 16 << 20

  let text: String
  private let options: QueryOptions

  /// Reads the text if it is in a file.
  init(_ options: QueryOptions, in surroundings: Surroundings) throws(ToolError) {
    self.options = options
    text =
      try options.predicateFile.map { file throws(ToolError) in
        try Self.read(file, in: surroundings)
      } ?? options.predicate ?? ""
  }

  /// The predicate in a file, or on standard input for "-".
  static func read(_ path: String, in surroundings: Surroundings) throws(ToolError) -> String {
    let source = try surroundings.source(path)
    while try source.fill() {
      guard source.rest.count <= maximumSize else {
        throw .message("\(source.name): the predicate is longer than \(maximumSize) bytes")
      }
    }
    let mark = ArraySlice.byteOrderMark
    let bytes = source.rest.starts(with: mark) ? source.rest.dropFirst(mark.count) : source.rest
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw .message("\(source.name): the predicate is not valid UTF-8")
    }
    // An error at the end of the predicate is shown on its last line.
    while text.unicodeScalars.last?.properties.isWhitespace == true {
      text.unicodeScalars.removeLast()
    }
    return text
  }

  /// Refuses a file name in place of the predicate, and standard input as the source of both predicate and rows.
  func checkInputs(in surroundings: Surroundings) throws(ToolError) {
    if let file = options.predicateFile {
      guard file == "-", options.inputs.isEmpty || options.inputs.contains("-") else { return }
      throw .message("-f - reads the predicate from standard input; name a file with the rows")
    }
    guard let predicate = options.predicate, SystemCalls.isFile(predicate) else { return }
    let usage = "the predicate comes first, then the files"
    if let file = options.files.first {
      guard file != "-", !SystemCalls.exists(file) else { return }
      throw .message("\(file): no such file; \(usage)")
    }
    if SystemCalls.isTerminal(surroundings.input) {
      throw .message("\(predicate) is a file; \(usage)")
    }
  }
}
