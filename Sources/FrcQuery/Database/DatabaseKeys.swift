#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterSyntax

  /// The keys of the rows of a table. A filter may read no other keys.
  struct DatabaseKeys {
    let table: String

    /// The names of the columns.
    let names: [String]

    /// What a message may name; nil for every column.
    var policy: FilterPolicy?

    /// Throws if a predicate reads a key that is not a column; `text` is the source text of the filter.
    func check(_ predicate: AST.Predicate, text: String) throws(ToolError) {
      guard let error = error(in: predicate, text: text) else { return }
      // A filter without this key has been checked under the policy, so the filter that is joined to it reads the key.
      if case .unknownKey(let key, _, _) = error.kind, let policy, !policy.permitsSome(key) {
        throw .message("'\(table)' lacks a key of the filter of \"always\"")
      }
      throw .syntax(error)
    }

    /// The error for the first key of a predicate that is not a column; `text` is the source text of the filter.
    func error(in predicate: AST.Predicate, text: String) -> SyntaxError? {
      for read in KeyReads(predicate).reads {
        guard let key = read.path.first?.wrappedValue, !contains(key) else { continue }
        let suggestion = nearest(to: key)
        let range = read.steps.count == read.path.count ? read.steps[0] : read.range
        var error = SyntaxError(
          .unknownKey(key, of: table, suggestion: suggestion), at: range, in: text)
        error.fix = suggestion.map {
          SyntaxError.Fix(range: range, replacement: RowSchema.spelled($0))
        }
        return error
      }
      return nil
    }

    /// Throws if an output, sort or section key path does not start with a column; `file` is for the message.
    func check(_ key: KeyColumn, in file: String) throws(ToolError) {
      for first in key.firstKeys ?? [] where !contains(first) {
        let question = nearest(to: first).map { ", did you mean '\($0)'?" }
        throw .message("\(file): table '\(table)' has no column '\(first)'" + (question ?? ""))
      }
    }

    private func nearest(to key: String) -> String? {
      NearestKey.nearest(to: key, in: names.filter { policy?.permitsWhole($0) ?? true })
    }

    /// Whether a column has this name, byte for byte.
    private func contains(_ name: String) -> Bool {
      names.contains { $0.utf8.elementsEqual(name.utf8) }
    }
  }

  extension KeyColumn {
    /// The first keys of the paths that it reads; nil if it may read the whole row.
    var firstKeys: [String]? { projection?.paths.compactMap(\.first) }
  }
#endif
