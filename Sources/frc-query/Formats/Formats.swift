internal import FilterJSON

extension RowFormat {
  /// The table of formats.
  static let all = [jsonl, table, json, values, csv, tsv]

  static let jsonl = RowFormat(
    name: "jsonl", title: "JSON Lines", endings: ["jsonl", "ndjson"],
    record: .json(isElement: false),
    open: { source, query throws(ToolError) in try JSONLinesInput(lines: source, query) },
    read: JSONFiles.lines,
    write: { sink, _ in JSONRowWriter(sink, isArray: false) })

  static let table = RowFormat(name: "table", write: { TableWriter($0, $1) })

  static let json = RowFormat(
    name: "json", title: "JSON", endings: ["json"], record: .json(isElement: true),
    open: { source, query throws(ToolError) in try JSONLinesInput(document: source, query) },
    read: JSONFiles.document, frame: { text, count, _ in FileFrame(json: text, count: count) },
    write: { sink, _ in JSONRowWriter(sink, isArray: true) })

  static let values = RowFormat(
    name: "values", title: "values one after another", record: .json(isElement: false),
    open: { source, query throws(ToolError) in try JSONLinesInput(values: source, query) },
    read: JSONFiles.values, isOutput: false,
    write: { sink, _ in JSONRowWriter(sink, isArray: false) })

  static let csv = delimited("csv", by: ",")
  static let tsv = delimited("tsv", by: "\t", "tab")

  private static func delimited(
    _ name: String, by separator: Character, _ endings: String...
  ) -> RowFormat {
    let separator = separator.asciiValue ?? UInt8(ascii: ",")
    return RowFormat(
      name: name, title: name.uppercased(), endings: [name] + endings,
      record: .cells(separator: separator),
      open: { source, query throws(ToolError) in
        try DelimitedInput(source, separator: separator, query)
      },
      read: { source, format throws(ToolError) in try DelimitedReader.read(source, format) },
      records: DelimitedRecordWriter.self,
      write: { DelimitedWriter($0, separator: separator, $1) })
  }

  /// Those that can be read.
  static let inputs = all.filter { $0.open != nil }

  /// Those that can be chosen for output.
  static let outputs = all.filter(\.isOutput)

  /// The format of output unless one is asked for.
  static func usual(onTerminal: Bool) -> RowFormat { onTerminal ? table : jsonl }

  /// Titles as a list: `CSV and TSV`.
  static func titles(_ formats: [RowFormat], _ word: String = "and", more: String...) -> String {
    let titles = formats.map(\.title) + more
    let head = titles.dropLast().joined(separator: ", ")
    return [head, titles.last ?? ""].filter { !$0.isEmpty }.joined(separator: " \(word) ")
  }

  /// The titles of all that a filter reads.
  static let sourceTitles = titles(inputs.filter { !$0.endings.isEmpty }, more: DatabaseName.title)

  /// The titles of the formats whose rows are records.
  static let recordTitles = titles(inputs.filter { $0.records != nil }, "or")
}

// MARK: - Detection

extension RowFormat {
  /// The format that the name of a file ends with, nil for any other end.
  init?(path: String) {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    guard let format = Self.inputs.first(where: { $0.endings.contains(ending) }) else { return nil }
    self = format
  }

  /// The format that was asked for; without one, the name of the file or its content decides.
  init(of source: ByteSource, asked format: RowFormat?) throws(ToolError) {
    if let format = format ?? RowFormat(path: source.name) {
      self = format
    } else {
      try self.init(of: source)
    }
  }

  /// The format that the beginning of a text has.
  ///
  /// A first line that is a JSON value of its own begins JSON Lines, unless it is an array with
  /// nothing behind it, and so does one with a mistake in it; a bracket or brace that is only not
  /// closed there begins a document, or values one after another if the brace is closed and anything
  /// follows; a tab makes TSV, anything else is CSV.
  init(of source: ByteSource) throws(ToolError) {
    let limit = 16 << 20
    while !source.rest.trimmedJSON.contains(UInt8(ascii: "\n")), source.rest.count < limit,
      try source.fill()
    {}
    let text = source.rest.trimmedJSON
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    guard let first = line.first else {
      self = .jsonl
      return
    }
    let (isValue, isOpen) = Self.look(at: line)
    switch first {
    case UInt8(ascii: "["):
      if isValue {
        while text.count == line.count || source.rest.trimmedJSON.dropFirst(line.count).isBlank {
          guard source.rest.count < limit, try source.fill() else { break }
        }
      }
      self = isValue && !source.rest.trimmedJSON.dropFirst(line.count).isBlank ? .jsonl : .json
    case UInt8(ascii: "{"):
      self = !isOpen ? .jsonl : try JSONValues.areSeveral(source, limit: limit) ? .values : .json
    default:
      self = isValue ? .jsonl : line.contains(UInt8(ascii: "\t")) ? .tsv : .csv
    }
  }

  /// Whether a line is a JSON value, and whether it only lacks the end of one.
  private static func look(at line: ArraySlice<UInt8>) -> (isValue: Bool, isOpen: Bool) {
    do throws(JSONError) {
      _ = try JSONReader().read(line)
      return (true, false)
    } catch {
      return (false, error.reason == .unexpectedEnd)
    }
  }
}
