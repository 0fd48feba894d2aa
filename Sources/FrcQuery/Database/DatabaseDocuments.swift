#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterJSON
  internal import FilterSyntax

  /// Key paths into columns of a database that hold JSON as text.
  ///
  /// A text that is a JSON object or list is entered: `extra.name` is its member, and `tags[0]` its element. Any other text
  /// remains a text. The column itself is always the text.
  struct DatabaseDocuments {
    /// The names of the columns.
    private let columns: FilterObject.Shape

    init(_ columns: [String]) { self.columns = FilterObject.Shape(columns) }

    /// A query whose key paths into columns enter texts that are JSON.
    func entering(_ query: Query) throws(ToolError) -> Query {
      let libraries = FilterLibraries(query.predicate.libraries.libraries + [Self.library])
      var query = query
      do throws(SyntaxError) {
        let syntax = query.predicate.syntax.replacing(document)
        if syntax != query.predicate.syntax {
          query.predicate = try FilterPredicate(
            syntax, libraries: libraries, strict: query.predicate.isStrict, limits: query.limits)
        }
        func entered(_ columns: [KeyColumn]) throws(SyntaxError) -> [KeyColumn] {
          var entered: [KeyColumn] = []
          for column in columns { entered.append(try column.replacing(libraries, document)) }
          return entered
        }
        if let columns = query.selection.columns {
          query.selection = Selection(try entered(columns))
        }
        query.sortKeys = zip(query.sortKeys, try entered(query.sortKeys.map(\.column)))
          .map { $0.with($1) }
        if let section = query.section {
          query.section = try section.replacing(libraries, document)
        }
        if let unique = query.unique { query.unique = try unique.replacing(libraries, document) }
      } catch {
        throw .diagnostic(error.description)
      }
      return query
    }

    /// The expression that enters a column; nil for an expression that does not.
    private func document(_ expression: AST.Expression, _ bound: [Exact]) -> AST.Expression? {
      switch expression {
      case .keyPath(var node):
        guard case .selfReference = node.base, node.components.count > 1 else { return nil }
        let column = AST.Expression.keyPath(
          AST.KeyPath([node.components.removeFirst()], range: node.range))
        guard isColumn(column) else { return nil }
        node.base = entered(column)
        return .keyPath(node)
      case .subscript(var node):
        guard isColumn(node.base) else { return nil }
        node.base = entered(node.base)
        if case .expression(let index) = node.index {
          node.index = .expression(index.replacing(bound: bound, document))
        }
        return .subscript(node)
      default: return nil
      }
    }

    private func isColumn(_ expression: AST.Expression) -> Bool {
      guard let names = expression.names, names.count == 1 else { return false }
      return columns.slot(of: names[0]) != nil
    }

    private func entered(_ column: AST.Expression) -> AST.Expression {
      .call(AST.FunctionCall(Self.selector, [column], range: column.range))
    }

    /// The function that reads JSON. No text can name it.
    private static let selector = "--json:"

    private static let library = FilterLibrary(
      name: "json",
      functions: [
        FilterFunction(
          selector, parameters: [nil], result: nil,
          documentation: FilterDocumentation("The value of a JSON object or list.", example: "")
        ) { arguments, _ in document(arguments[0]) }
      ])

    /// The value of a text that is a JSON object or list; any other value as it is.
    private static func document(_ value: FilterValue) -> FilterValue {
      guard case .string(let text) = value,
        let first = text.utf8.first(where: { !$0.isJSONSpace }),
        first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      else { return value }
      return (try? JSONReader().read(text)) ?? value
    }
  }
#endif
