internal import FilterJSON
internal import FilterSyntax

extension RowFormat {
  /// All formats.
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
    isDocument: true,
    write: { sink, _ in JSONRowWriter(sink, isArray: true) })

  static let values = RowFormat(
    name: "values", title: "values one after another", record: .json(isElement: false),
    open: { source, query throws(ToolError) in try JSONLinesInput(values: source, query) },
    read: JSONFiles.values, isOutput: false,
    write: { sink, _ in JSONRowWriter(sink, isArray: false) })

  static let csv = delimited("csv", by: UInt8(ascii: ","))
  static let tsv = delimited("tsv", by: UInt8(ascii: "\t"), "tab")

  /// CSV with the separator that an option names: a character of ASCII, or `\t`.
  static func delimited(by text: String, asked format: RowFormat?) throws(ToolError) -> RowFormat {
    guard format == nil || format?.records != nil else {
      throw .message("--delimiter is for \(recordTitles)")
    }
    let byte = text == "\\t" ? UInt8(ascii: "\t") : text.count == 1 ? text.first?.asciiValue : nil
    guard let byte, !byte.isLineEnd, byte != UInt8(ascii: "\"") else {
      throw .message("--delimiter takes one character such as ';' or \\t, not '\(text)'")
    }
    return delimited(csv.name, by: byte)
  }

  private static func delimited(
    _ name: String, by separator: UInt8, _ endings: String...
  ) -> RowFormat {
    RowFormat(
      name: name, title: name.uppercased(), endings: [name] + endings,
      record: .cells(separator: separator),
      open: { source, query throws(ToolError) in
        try DelimitedInput(source, separator: separator, query)
      },
      guesses: { source, query in
        let reader = DelimitedReader(
          source, separator: separator, sampleSize: query.sampleSize)
        try? reader.open()
        return reader.columnGuesses
      },
      read: { source, format throws(ToolError) in try DelimitedReader.read(source, format) },
      records: DelimitedRecordWriter.self,
      write: { DelimitedWriter($0, separator: separator, $1) })
  }

  /// The formats that can be read.
  static let inputs = all.filter { $0.open != nil }

  /// The formats that can be chosen for output.
  static let outputs = all.filter(\.isOutput)

  /// The default format of output.
  static func usual(onTerminal: Bool) -> RowFormat { onTerminal ? table : jsonl }

  /// The titles as a list, such as `CSV and TSV`.
  static func titles(_ formats: [RowFormat], _ word: String = "and", more: String...) -> String {
    let titles = formats.map(\.title) + more
    let head = titles.dropLast().joined(separator: ", ")
    return [head, titles.last ?? ""].filter { !$0.isEmpty }.joined(separator: " \(word) ")
  }

  /// The titles of all formats that a filter reads.
  static let sourceTitles = titles(inputs.filter { !$0.endings.isEmpty }, more: DatabaseName.title)

  /// The titles of the formats whose rows are records.
  static let recordTitles = titles(inputs.filter { $0.records != nil }, "or")
}

// MARK: - Detection

extension RowFormat {
  /// The format with the extension of a file name, before that of a compression; nil for any other extension.
  init?(path: String) {
    let path = Compression.plainName(path)
    guard let dot = path.unicodeScalars.lastIndex(of: "."), !path[dot...].has("/") else {
      return nil
    }
    let ending = path[dot...].dropping(1).lowercased()
    guard let format = Self.inputs.first(where: { $0.endings.contains(ending) }) else { return nil }
    self = format
  }

  /// The requested format; if there is none, the name of the file or its content decides.
  init(of source: ByteSource, asked format: RowFormat?) throws(ToolError) {
    try source.checkText()
    if let format = format ?? RowFormat(path: source.name) {
      // CSV without a comma in its header has another separator.
      self =
        format == .csv && format.separator == Self.csv.separator
        ? try Self.delimited(of: source) : format
    } else {
      try self.init(of: source)
    }
  }

  /// CSV with the separator of its header: that of a line `sep=;` before it, a comma, or a semicolon, a vertical bar or a
  /// tab if there is no comma.
  private static func delimited(of source: ByteSource) throws(ToolError) -> RowFormat {
    while !source.rest.contains(UInt8(ascii: "\n")), source.rest.count < headerLimit,
      try source.fill()
    {}
    let rest = source.rest
    let text = rest.starts(with: ArraySlice.byteOrderMark) ? rest.dropFirst(3) : rest
    let header = text.prefix { !$0.isLineEnd }
    if let separator = ByteSource.separator(in: header) {
      return delimited(csv.name, by: separator)
    }
    guard !header.contains(UInt8(ascii: ",")) else { return csv }
    let found = ";|\t".utf8.first { header.contains($0) }
    return found.map { delimited(csv.name, by: $0) } ?? csv
  }

  /// The longest header in which a separator is looked for.
  private static let headerLimit = 1 << 20

  /// The format of a text, detected from its beginning.
  ///
  /// The first line decides. A JSON value starts JSON Lines, unless it is an array with nothing after it, and so does
  /// an object with a mistake. An object that is not closed starts a document, or consecutive values if it is closed
  /// later and more text follows. Any other line that begins with a bracket starts a document. Otherwise a line with
  /// a tab starts TSV, and a line without a tab CSV.
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
      self =
        isValue
        ? .jsonl
        : line.contains(UInt8(ascii: "\t")) ? .tsv : try Self.delimited(of: source)
    }
  }

  /// Whether a line is a JSON value, and whether only the end of a value is missing.
  private static func look(at line: ArraySlice<UInt8>) -> (isValue: Bool, isOpen: Bool) {
    do throws(JSONError) {
      _ = try JSONReader().read(line)
      return (true, false)
    } catch {
      return (false, error.reason == .unexpectedEnd)
    }
  }
}

extension ByteSource {
  /// The marks of encodings that are not read, the longer ones first.
  private static let encodings: [(mark: [UInt8], name: String)] = [
    ([0xFF, 0xFE, 0, 0], "UTF-32"), ([0, 0, 0xFE, 0xFF], "UTF-32"),
    ([0xFF, 0xFE], "UTF-16"), ([0xFE, 0xFF], "UTF-16"),
  ]

  /// The marks of compressed data that is not read, and the programs that print what is compressed.
  private static let compressed: [(mark: [UInt8], name: String, tool: String)] = {
    var compressed: [(mark: [UInt8], name: String, tool: String)] = [
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "xz", "xzcat"),
      ([0x50, 0x4B, 3, 4], "zip", "unzip -p"),
    ]
    for level in "123456789".utf8 {
      let mark = Array("BZh".utf8) + [level, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59]
      compressed.append((mark, "bzip2", "bzcat"))
    }
    return compressed
  }()

  /// The separator of a line such as `sep=;`, which spreadsheets write before a header.
  fileprivate static func separator(in line: ArraySlice<UInt8>) -> UInt8? {
    guard line.count == 5,
      line.prefix(4).elementsEqual("sep=".utf8, by: { $0 | 0x20 == $1 | 0x20 }),
      let separator = line.last, separator != UInt8(ascii: "\"")
    else { return nil }
    return separator
  }

  /// The number of bytes of a line `sep=;` before the header with its line end; nil without such a line for a separator.
  func separatorLine(of separator: UInt8) throws(ToolError) -> Int? {
    while rest.count < 7, try fill() {}
    let line = rest.prefix { !$0.isLineEnd }
    guard Self.separator(in: line) == separator else { return nil }
    let after = rest.dropFirst(line.count)
    return line.count + (after.starts(with: "\r\n".utf8) ? 2 : min(after.count, 1))
  }

  /// Reads carriage returns as line ends if there are no others.
  func findLineEnd() throws(ToolError) {
    while !rest.contains(UInt8(ascii: "\n")), rest.count < Self.lineEndLimit, try fill() {}
    guard !rest.contains(UInt8(ascii: "\n")), rest.contains(UInt8(ascii: "\r")) else { return }
    endLinesInReturns()
  }

  /// The bytes in which a line end is looked for.
  private static let lineEndLimit = 1 << 16

  /// The error in a record that is not UTF-8.
  var encodingFault: String {
    "invalid UTF-8; if it is Latin-1: \(printed(through: "iconv -f LATIN1 -t UTF-8"))"
  }

  /// Throws if the first bytes say that the input is not text in UTF-8.
  fileprivate func checkText() throws(ToolError) {
    for encoding in Self.encodings {
      guard try starts(with: encoding.mark) else { continue }
      let conversion = printed(through: "iconv -f \(encoding.name) -t UTF-8")
      throw .message("\(name): text in \(encoding.name): \(conversion)")
    }
    for compressed in Self.compressed {
      guard try starts(with: compressed.mark) else { continue }
      throw .message("\(name): \(compressed.name) data: \(printed(through: compressed.tool))")
    }
    guard try starts(with: DatabaseName.header) else { return }
    let remedy =
      compression != nil
      ? "; decompress it, and name that file"
      : isNamedFile ? ", not text" : "; name its file"
    throw .message("\(name): a \(DatabaseName.title) database\(remedy)")
  }
}
