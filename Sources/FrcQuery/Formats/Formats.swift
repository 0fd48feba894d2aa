internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

extension RowFormat {
  /// All formats.
  static let all = [jsonl, table, json, values, csv, tsv, lines, text, markdown]

  static let jsonl = RowFormat(
    name: "jsonl", title: "JSON Lines", endings: ["jsonl", "ndjson"],
    record: .json(isElement: false),
    open: { source, query throws(ToolError) in try JSONLinesInput(lines: source, query) },
    read: JSONFiles.lines, holdsRows: true,
    write: { sink, _ in JSONRowWriter(sink, isArray: false) })

  static let table = RowFormat(
    name: "table", isTable: true, write: { TableWriter($0, $1) })

  static let markdown = RowFormat(name: "markdown", write: { MarkdownWriter($0, $1) })

  static let json = document(isFound: false)

  /// JSON that a name or the content, and no option, says to be a document. It may be several arrays, as pages of a
  /// list are printed, or several values.
  private static let foundDocument = document(isFound: true)

  private static func document(isFound: Bool) -> RowFormat {
    RowFormat(
      name: "json", title: "JSON", endings: ["json"], record: .json(isElement: true),
      open: { source, query throws(ToolError) in
        try JSONLinesInput(document: source, query, isFound: isFound)
      },
      read: { source, format, form throws(ToolError) in
        try JSONFiles.document(source, format, form, isFound: isFound)
      }, frame: { text, count, _ in FileFrame(json: text, count: count) },
      holdsRows: true,
      write: { sink, _ in JSONRowWriter(sink, isArray: true) })
  }

  static let values = RowFormat(
    name: "values", title: "values one after another", record: .json(isElement: false),
    open: { source, query throws(ToolError) in try JSONLinesInput(values: source, query) },
    read: JSONFiles.values, holdsRows: true, isOutput: false,
    write: { sink, _ in JSONRowWriter(sink, isArray: false) })

  static let csv = delimited("csv", by: UInt8(ascii: ","))
  static let tsv = delimited("tsv", by: UInt8(ascii: "\t"), "tab")

  /// Each line of a text is a row.
  static let lines = RowFormat(
    name: "lines", title: "lines of text", record: .json(isElement: false),
    open: { source, query throws(ToolError) in try JSONLinesInput(text: source, query) },
    read: { source, format, _ throws(ToolError) in
      try JSONFiles.parts(source, format, by: TextLines.parts(of: source))
    }, isOutput: false, write: { sink, _ in JSONRowWriter(sink, isArray: false) })

  /// Values as they are, with tabs between those of a row.
  static let text = RowFormat(
    name: "text", record: .cells(separator: UInt8(ascii: "\t"), areQuoted: false),
    write: { DelimitedWriter($0, separator: UInt8(ascii: "\t"), isPlain: true, $1) })

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

  /// The format without a header before its rows; nil for a format whose rows name their members.
  var withoutHeader: RowFormat? {
    guard records != nil, let separator else { return nil }
    return Self.delimited(name, by: separator, hasHeader: false)
  }

  private static func delimited(
    _ name: String, by separator: UInt8, _ endings: String..., hasHeader: Bool = true
  ) -> RowFormat {
    RowFormat(
      name: name, title: name.uppercased(), endings: [name] + endings,
      record: .cells(separator: separator, areQuoted: true),
      open: { source, query throws(ToolError) in
        try DelimitedInput(source, separator: separator, hasHeader: hasHeader, query)
      },
      guesses: { source, query in
        let reader = DelimitedReader(
          source, separator: separator, hasHeader: hasHeader, sampleSize: query.sampleSize)
        try? reader.open()
        return reader.columnGuesses
      },
      read: { source, format, form throws(ToolError) in
        try DelimitedReader.read(source, format, hasHeader: hasHeader, form.types)
      },
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

  /// The titles of the formats whose values can hold rows.
  fileprivate static let holderTitles = titles(inputs.filter(\.holdsRows), "or")

  /// The titles of the formats whose rows are records.
  static let recordTitles = titles(inputs.filter { $0.records != nil }, "or")
}

extension InputForm {
  /// The form that texts state, in the words of all ways to state one.
  init(
    format: RowFormat?, delimiter: String?, hasHeader: Bool, rows: String?, types: [String],
    _ libraries: FilterLibraries
  ) throws(ToolError) {
    self.init(format: format, hasHeader: hasHeader)
    if let delimiter { self.format = try .delimited(by: delimiter, asked: format) }
    self.rows = try rows.map { text throws(ToolError) in try RowPath(text, libraries) }
    if !types.isEmpty { self.types = try ColumnTypes(types.joined(separator: ",")) }
  }

  /// The format of a source in this form. Without a header a source has cells, unless only the `output` has.
  func format(
    of source: ByteSource, for output: RowFormat? = nil
  ) throws(ToolError) -> RowFormat {
    let format = try RowFormat(of: source, asked: format)
    guard rows == nil || format.holdsRows else {
      throw .message("\(source.name): --rows is for \(RowFormat.holderTitles)")
    }
    guard !hasHeader, output?.records == nil || format.records != nil else { return format }
    guard let bare = format.withoutHeader else {
      throw .message("\(source.name): --no-header is for \(RowFormat.recordTitles)")
    }
    return bare
  }
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

  /// The requested format; if there is none, the name of the file or its content decides. A name says only that a file
  /// is JSON, and not in which of its forms.
  init(of source: ByteSource, asked format: RowFormat?) throws(ToolError) {
    try source.checkText()
    let named = RowFormat(path: source.name)
    if format == nil, named == .json {
      self = try Self.json(in: source, isNamed: true)
    } else if let format = format ?? named {
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
  /// The first line decides. A JSON value or a bracket starts JSON. Otherwise a line with a tab starts TSV, and a line
  /// without a tab CSV.
  init(of source: ByteSource) throws(ToolError) {
    let line = try source.firstLine(limit: Self.lookLimit)
    switch line.first {
    case nil: self = .jsonl
    case UInt8(ascii: "["), UInt8(ascii: "{"): self = try Self.json(in: source, isNamed: false)
    case _ where Self.isValue(line): self = .jsonl
    default: self = line.contains(UInt8(ascii: "\t")) ? .tsv : try Self.delimited(of: source)
    }
  }

  /// The most bytes that are looked at for a format. A name has said half of it, and most documents are on one line.
  private static let (lookLimit, namedLimit) = (16 << 20, 1 << 18)

  /// The form of a text of JSON: lines, values one after another, or a document.
  ///
  /// The first line decides. If it is a value and other lines follow, they are JSON Lines, except for lists of objects:
  /// those are opened, as is a list that goes on after its line. An object that is closed on another line is a document,
  /// unless another value follows it. An object with a mistake starts JSON Lines.
  private static func json(
    in source: ByteSource, isNamed: Bool
  ) throws(ToolError) -> RowFormat {
    let limit = isNamed ? namedLimit : lookLimit
    let line = try source.firstLine(limit: limit)
    switch (look(at: line), line.first) {
    case (.success(.list(let list)), _):
      if list.elements.first?.kind == .object { return foundDocument }
      return try source.goesOn(after: line.count, limit: limit) ? .jsonl : foundDocument
    case (.success, _):
      if !isNamed { return .jsonl }
      return try source.goesOn(after: line.count, limit: limit) ? .jsonl : foundDocument
    case (.failure(let error), UInt8(ascii: "{")):
      // Of a long line only the beginning is known.
      let isCut = !source.isAtEnd && line.count == source.rest.trimmedJSON.count
      if isNamed, isCut { return foundDocument }
      switch error.reason {
      case .unexpectedEnd:
        return try JSONValues.areSeveral(source, limit: limit) ? .values : foundDocument
      case .trailingContent
      where line.dropFirst(error.offset).first.map(JSONValues.begins) ?? false:
        return .values
      default: return .jsonl
      }
    case (.failure, _): return foundDocument
    }
  }

  private static func isValue(_ line: ArraySlice<UInt8>) -> Bool {
    if case .success = look(at: line) { true } else { false }
  }

  /// A line as a value of JSON, or what is wrong with it.
  private static func look(at line: ArraySlice<UInt8>) -> Result<FilterValue, JSONError> {
    Result { () throws(JSONError) in try JSONReader().read(line) }
  }
}

extension ByteSource {
  /// The first line that is not blank of an input of which nothing has been taken, or as much as `limit` bytes have.
  fileprivate func firstLine(limit: Int) throws(ToolError) -> ArraySlice<UInt8> {
    while !rest.trimmedJSON.contains(UInt8(ascii: "\n")), rest.count < limit, try fill() {}
    return rest.trimmedJSON.prefix { $0 != UInt8(ascii: "\n") }
  }

  /// Whether anything but white space follows the first line, of `count` bytes, within `limit` bytes.
  fileprivate func goesOn(after count: Int, limit: Int) throws(ToolError) -> Bool {
    while rest.trimmedJSON.dropFirst(count).isBlank {
      guard rest.count < limit, try fill() else { return false }
    }
    return true
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
    guard try starts(with: SystemCalls.databaseHeader) else { return }
    let remedy =
      compression != nil
      ? "; decompress it, and name that file"
      : isNamedFile ? ", not text" : "; name its file"
    throw .message("\(name): a \(DatabaseName.title) database\(remedy)")
  }
}
