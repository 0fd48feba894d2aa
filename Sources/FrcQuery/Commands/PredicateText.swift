internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// The text of a predicate, from the command line or a file.
struct PredicateText {
  /// The longest predicate that is read from a file, in bytes: 16 MiB.
  private static let maximumSize = 16 << 20

  let text: String

  /// The values of the first placeholders of the text, if it is that of a tree.
  let arguments: [FilterValue]
  private let options: QueryOptions

  /// Reads the text if it is in a file.
  init(_ options: QueryOptions, in surroundings: Surroundings) throws(ToolError) {
    self.options = options
    (text, arguments) =
      try options.predicateFile.map { file throws(ToolError) in
        try Self.read(file, try options.language, in: surroundings)
      } ?? (options.predicate ?? "", [])
  }

  /// The predicate in a file, or on standard input for "-": a text, or a tree as data if the name ends in ".json".
  static func read(
    _ path: String, _ options: @autoclosure () throws(ToolError) -> FilterOptions = .standard,
    in surroundings: Surroundings
  ) throws(ToolError) -> (text: String, arguments: [FilterValue]) {
    let source = try surroundings.source(path)
    while try source.fill() {
      guard source.rest.count <= maximumSize else {
        throw .message("\(source.name): the predicate is longer than \(maximumSize) bytes")
      }
    }
    guard !path.lowercased().ends(with: ".json") else {
      return try tree(
        try JSONReader.value(ofFile: source.rest, source.name, tagged: true), source.name,
        try options())
    }
    guard var text = String(validating: source.rest.withoutMark, as: UTF8.self) else {
      throw .message("\(source.name): the predicate is not valid UTF-8")
    }
    // An error at the end of the predicate is shown on its last line.
    while text.unicodeScalars.last?.properties.isWhitespace == true {
      text.unicodeScalars.removeLast()
    }
    return (text, [])
  }

  /// The text of a tree as data, with the values of its placeholders.
  private static func tree(
    _ data: FilterValue, _ name: String, _ options: FilterOptions
  ) throws(ToolError) -> (text: String, arguments: [FilterValue]) {
    do throws(FilterTreeError) {
      let predicate = try FilterPredicate<FilterValue>(treeData: data, options: options)
      let (text, arguments) = predicate.syntax.template
      return (text, arguments.map { FilterValue(constant: $0) })
    } catch {
      switch error {
      case .refused(let error): throw .syntax(error)
      case .malformed, .untranslatable: throw .message("\(name): \(error.description)")
      }
    }
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

extension QueryOptions {
  /// The libraries and rules of the predicate.
  fileprivate var language: FilterOptions {
    get throws(ToolError) {
      FilterOptions(libraries: try plugins.libraries(), rules: strict ? .strict : .standard)
    }
  }
}

extension JSONReader {
  /// The value of a file in which no member occurs twice.
  static func value(
    ofFile bytes: some Collection<UInt8>, _ name: String, tagged: Bool = false
  ) throws(ToolError) -> FilterValue {
    do throws(JSONError) {
      return try JSONReader(tagged: tagged, refusingRepeatedMembers: true)
        .read(ArraySlice(bytes).withoutMark)
    } catch {
      throw .message("\(name):\(error.line): \(error.description)")
    }
  }
}

extension ArraySlice<UInt8> {
  /// The bytes after a byte order mark, if there is one.
  fileprivate var withoutMark: ArraySlice {
    starts(with: Self.byteOrderMark) ? dropFirst(Self.byteOrderMark.count) : self
  }
}
