internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax
internal import FilterableResults

/// A source that keeps the rows of a pipe, which have been read from it. Its errors are messages.
protocol RequestSource: AnyObject {
  /// The key path that identifies rows; nil if they have none.
  var identity: String? { get }

  /// The rows of the source, in its order.
  func rows() throws(ToolError) -> [FilterValue]

  /// Whether another program has changed the source since its rows were read.
  func isChanged() throws(ToolError) -> Bool

  /// A list of the tables of the source, or of the keys of its rows.
  func description(ofTables: Bool) throws(ToolError) -> RowDescription

  /// The statement for the rows of a predicate.
  func statement(for predicate: FilterPredicate<FilterValue>, text: String) throws(ToolError)
    -> String

  /// Makes an edit of rows of a session in the source, and returns the edit with rows as they are stored there; nil if it
  /// has no effect on the rows that are read.
  func write(
    _ edit: ReferenceEdit, of session: RequestSession
  ) throws(ToolError) -> ReferenceEdit?

  func begin() throws(ToolError)
  func end() throws(ToolError)
  func rollback() throws(ToolError)
}

extension RequestSession {
  /// Opens a source with tables or a file, and shows its rows.
  func open(_ members: RequestMembers) throws(ToolError) -> Answer {
    let predicate = members.isGiven("filter") ? try members.predicate(libraries, limits) : nil
    var request = TableRequest(
      path: try members.text("source"),
      options: TableOptions(
        table: try members.optionalText("table"), isWritable: try members.flag("write") ?? false,
        lockTimeout: lockTimeout), predicate: predicate,
      text: try members.optionalText("filter") ?? "", bindings: try members.bindings,
      limit: try members.optionalCount("limit") ?? TableRequest.usualLimit, limits: limits)
    return try Self.refused { () throws(ToolError) in
      let form = try members.inputForm(libraries)
      request.options.types = form.types
      let opened = try form.format == nil ? RowFormat.requestSource(request) : nil
      let rows: [FilterValue]
      if let opened {
        try form.checkTable(request.path)
        rows = try opened.rows()
      } else {
        rows = try request.rows(of: form)
      }
      var configuration = controller.configuration
      if opened != nil || source != nil { configuration.rows.identity = nil }
      if let path = opened?.identity {
        do throws(SyntaxError) {
          configuration.rows.identity = try key(path)
        } catch {
          throw .message(error.message)
        }
      }
      let answer = try change { () throws(ResultsError) in
        try controller.performBatch { () throws(ResultsError) in
          try controller.configure { $0 = configuration }
          try controller.setItems(self.rows(rows, isRead: false))
          try controller.countSummaries()
        }
        return []
      }
      source = opened
      return answer
    }
  }

  /// Reads the rows again if another program has changed them.
  func refresh() throws(ToolError) -> Answer {
    try Self.refused { () throws(ToolError) in
      let source = try openSource()
      guard try source.isChanged() else { return try change { nil } }
      return try change(.setItems(rows(try source.rows(), isRead: false)))
    }
  }

  /// A list of tables, or of the keys of the rows.
  func describe(tables: Bool) throws(ToolError) -> Answer {
    try Self.refused { () throws(ToolError) in
      let description = try openSource().description(ofTables: tables)
      let rows = description.rows.map { values in
        FilterValue.object(
          FilterObject(zip(description.columns, values).map { (key: $0, value: $1) }))
      }
      return .member(tables ? "tables" : "schema", .list(FilterList(rows)))
    }
  }

  /// The statement for a filter.
  func statement(_ members: RequestMembers) throws(ToolError) -> Answer {
    let predicate = try predicate(members)
    let text = try members.text("filter")
    return try Self.refused { () throws(ToolError) in
      .member("sql", .string(try openSource().statement(for: predicate, text: text)))
    }
  }

  private func openSource() throws(ToolError) -> any RequestSource {
    guard let source else { throw .request("no table is open, see 'open'", .noSource) }
    return source
  }

  /// Makes an edit in the source and then here, or in neither.
  func edit(_ edit: ReferenceEdit, in source: any RequestSource) throws(ToolError) -> Answer {
    try Self.refused { () throws(ToolError) in
      switch edit {
      case .begin:
        try source.begin()
        return try change(edit)
      case .end where controller.isInBatch:
        try source.end()
        return try change(edit)
      case .rollback where controller.isInBatch:
        try source.rollback()
        return try change(edit)
      case .end, .rollback: return try change(edit)
      case .setItems, .setSections:
        // The rows of the table are replaced.
        self.source = nil
        return try change(edit)
      case .configure(let configuration):
        try checkIdentity(of: configuration)
        return try change(edit)
      case .setFilters: return try change(edit)
      default: break
      }
      try source.begin()
      var isWritten = false
      do throws(ToolError) {
        let stored = try source.write(edit, of: self)
        try source.end()
        isWritten = true
        return try change(stored ?? .setFilters(controller.filters))
      } catch {
        if !isWritten { try? source.rollback() }
        throw error
      }
    }
  }

  /// Refuses another identity of the rows of a source.
  func checkIdentity(of configuration: ResultsConfiguration<OpenRow>) throws(ToolError) {
    let known = controller.configuration.rows.identity?.keyPath
    guard source == nil || configuration.rows.identity?.keyPath == known else {
      throw .request("rows of a table are identified by its key", .fixedIdentity)
    }
  }

  /// Runs `body` and makes its error one of a request, and a message one of its data.
  private static func refused<Result>(
    _ body: () throws(ToolError) -> Result
  ) throws(ToolError) -> Result {
    do throws(ToolError) {
      return try body()
    } catch {
      throw error.refused(as: .data)
    }
  }
}

/// A request for the rows of a table or a file.
struct TableRequest {
  /// The most rows that are read, unless a request says otherwise.
  static let usualLimit = 1_000_000

  let path: String
  var options: TableOptions

  /// The filter of the rows that are read; nil for all rows.
  let predicate: FilterPredicate<FilterValue>?
  let text: String
  let bindings: [String: FilterValue]
  let limit: Int
  let limits: EvaluationLimits

  /// The error for more rows than `limit`.
  var tooMany: ToolError {
    .message("\(path): more than \(limit) rows; 'filter' reads fewer, 'limit' allows more")
  }

  /// The rows of a file, with values of the stated kinds.
  fileprivate func rows(of form: InputForm) throws(ToolError) -> [FilterValue] {
    guard options.table == nil, !options.isWritable else {
      throw .message(
        "\(path): '\(options.isWritable ? "write" : "table")' is for files with tables")
    }
    let text = try FileRows(path: path, form: form).rows
    let reader = JSONReader()
    let converted = try form.types.rowConversion()
    var rows: [FilterValue] = []
    for row in 0..<text.count {
      if row & 0xFF == 0, let end = limits.end { throw .message(end.message) }
      let value = converted(
        text.withBytes(text.range(of: row)) { (try? reader.read($0)) ?? .null })
      do throws(EvaluationError) {
        if let predicate,
          try !predicate.matches(value, bindings: bindings, limits: limits)
        {
          continue
        }
      } catch {
        throw .message("\(path): \(error.message)")
      }
      guard rows.count < limit else { throw tooMany }
      rows.append(value)
    }
    return rows
  }
}
