#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterJSON
  internal import FilterSQL
  internal import FilterSyntax
  internal import FilterTables

  /// The columns of a table whose texts are JSON documents, and the keys, indices and operators that read them.
  ///
  /// The value of such a column is that of the document wherever a request tests, compares, sorts, counts or computes with
  /// it, and in the rows of a pipe. A row that is written has the text. A column in which any text is not a document is a column of texts.
  struct DatabaseDocuments {
    private let columns: FilterObject.Shape
    private let isEmpty: Bool

    /// The documents in columns with these names.
    init(_ columns: Set<String>) {
      self.columns = FilterObject.Shape(Array(columns))
      isEmpty = columns.isEmpty
    }

    /// A request that reads documents. Columns that are written as they are remain texts, unless `computesColumns`.
    func entering(
      _ request: DatabaseRequest, computesColumns: Bool = false
    ) throws(ToolError) -> DatabaseRequest {
      if isEmpty { return request }
      let libraries = FilterLibraries(request.predicate.libraries.libraries + [Self.library])
      var request = request
      do throws(SyntaxError) {
        let syntax = request.predicate.syntax.replacing(document)
        if syntax != request.predicate.syntax {
          request.predicate = try request.predicate.replacing(syntax, libraries: libraries)
        }
        return try request.replacingColumns(computesColumns: computesColumns) {
          column throws(SyntaxError) in try column.replacing(libraries, document)
        }
      } catch {
        throw .syntax(error)
      }
    }

    /// A row with the values of its documents.
    func reading(_ row: FilterObject) -> FilterObject {
      guard !isEmpty else { return row }
      return FilterObject(
        row.members.map { member in
          (
            member.key,
            columns.slot(of: member.key) == nil ? member.value : Self.value(member.value)
          )
        })
    }

    /// The expression that reads the document in place of a column, and goes on from there; nil for any other expression.
    private func document(_ expression: AST.Expression, _ bound: [Exact]) -> AST.Expression? {
      guard case .keyPath(var node) = expression, case .selfReference = node.base,
        let first = node.components.first, first.kind == .key, columns.slot(of: first.name) != nil
      else { return nil }
      let column = AST.Expression.keyPath(AST.KeyPath([first], range: node.range))
      let document = AST.Expression.call(
        AST.FunctionCall(Self.selector, [column], range: node.range))
      node.components.removeFirst()
      guard !node.components.isEmpty else { return document }
      node.base = document
      return .keyPath(node)
    }

    /// The function that reads JSON. No text can name it.
    private static let selector = "--json:"

    private static let library = FilterLibrary(
      name: "json",
      functions: [
        FilterFunction(
          selector, parameters: [nil], result: nil,
          documentation: FilterDocumentation("The value of a JSON text.", example: "")
        ) { arguments, _ in value(arguments[0]) }
      ])

    /// The value of a JSON text; any other value as it is.
    private static func value(_ value: FilterValue) -> FilterValue {
      guard case .string(let text) = value else { return value }
      return (try? JSONReader().read(text)) ?? value
    }
  }

  extension DatabaseTable {
    /// The kind of columns whose texts are documents; nil if only the engine tests them: those of a view, and those of a
    /// database that has a type for JSON and operators for that alone.
    var kindOfDocuments: SQLColumn.Kind? {
      model.isTable && driver.statesKinds ? .json(isObject: false) : nil
    }

    /// The columns among `names` that may hold documents.
    func textColumns(among names: Set<String>) -> [TableModel.Column] {
      model.columns.filter { column in
        let mayHoldTexts = column.kind == nil && driver.statesKinds
        return names.contains(column.name) && (column.kind == .text || mayHoldTexts)
      }
    }
  }

  // MARK: - Requests

  extension DatabaseRequest {
    /// The columns of a table whose values are tested, compared or computed with, and not only written.
    func usedColumns(of table: DatabaseTable) -> Set<String> {
      let computed = (columns ?? []).filter { counting != nil || $0.path?.count != 1 }
      let keys = computed + sortKeys.map(\.column) + [section, limitKey].compactMap { $0 }
      guard let tested = tree.columns, let read = Self.columns(of: keys) else {
        return Set(table.keys.names)
      }
      return tested.union(read)
    }

    /// The used columns whose texts are JSON documents, other than those whose kind is stated.
    func documents(in table: DatabaseTable) throws(ToolError) -> Set<String> {
      let used = usedColumns(of: table).subtracting(try table.kinds(stated: types).keys)
      let documents = try table.driver.documents(among: used, in: table)
      try checkKeys(in: used.subtracting(documents), of: table, isSession: false)
      return documents
    }

    /// Throws if a key path leads into columns of texts of which only some are documents.
    func checkKeys(
      in columns: Set<String>, of table: DatabaseTable, isSession: Bool
    ) throws(ToolError) {
      let known = Set(predicate.libraries.libraries.flatMap { $0.leafKeys.map(\.key) })
      var found: (column: String, key: String)?
      func look(_ expression: AST.Expression) {
        guard found == nil, case .keyPath(let node) = expression, case .selfReference = node.base,
          node.components.count > 1, node.components.prefix(2).allSatisfy({ $0.kind == .key })
        else { return }
        let (column, key) = (node.components[0].name, node.components[1].name)
        if columns.contains(column), !known.contains(key) { found = (column, key) }
      }
      try? predicate.syntax.visit(expressions: look, comparisons: { _ in })
      for key in keys { try? key.expression.syntax.visit(expressions: look, comparisons: { _ in }) }
      guard let (name, key) = found, let column = table.column(name),
        column.kind == .text || column.kind == nil && table.driver.statesKinds
      else { return }
      // A key of any other text is as missing as that of a text in a file.
      let start = "ltrim(\(name.quotedIdentifier))"
      let document = try table.driver.value(
        "SELECT 1 FROM \(table.quotedName) WHERE \(start) LIKE '{%' OR \(start) LIKE '[%' LIMIT 1")
      if document.kind == .null { return }
      throw .message(
        "\(table.driver.path): no key '\(key)' in column '\(name)': not all of its values are JSON "
          + "objects or lists"
          + (isSession ? "" : "; --types \(RowSchema.spelled(name))=json makes the others errors"))
    }
  }
#endif
