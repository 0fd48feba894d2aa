#if SQLite || PostgreSQL
  internal import FilterSQL
  internal import FilterSyntax

  /// The columns that `--columns` declares, such as `id=integer!,name=text`.
  enum DeclaredColumns {
    private enum Kind: String, CaseIterable {
      case integer
      case real
      case boolean
      case text
      case bytes
      case uuid
      case date
      case localdate
      case day
      case other

      func kind(_ dialect: SQLDialect) -> SQLColumn.Kind {
        switch self {
        case .integer: .integer
        case .real: .real(isFinite: false)
        case .boolean: .boolean
        case .text: .text
        case .bytes: .bytes
        case .uuid: .uuid
        case .date: .date(dialect.name == SQLDialect.sqlite().name ? .unixSeconds : .timestamp)
        case .localdate: .date(.timestampWithoutZone)
        case .day: .date(.calendarDay)
        // A document in no dialect that is declared here.
        case .other: .json(isObject: false)
        }
      }
    }

    /// Parses a list of columns. Names with a comma or an equals sign are in backquotes; `!` excludes NULL.
    static func columns(
      _ text: String, dialect: SQLDialect
    ) throws(ToolError) -> [SQLColumn] {
      var columns: [SQLColumn] = []
      for entry in ColumnText.split(text, at: ",") {
        let parts = ColumnText.split(entry, at: "=")
        guard parts.count == 2, !parts[0].isEmpty else {
          throw .message(
            "'\(entry)' does not declare a column: write --columns 'id=integer!,name=text'")
        }
        let isRequired = parts[1].ends(with: "!")
        let word = isRequired ? String(parts[1].dropLast()) : parts[1]
        guard let kind = Kind(rawValue: word.lowercased()) else {
          let kinds = Kind.allCases.map(\.rawValue)
          let question = EditDistance.nearest(to: word, in: kinds).map { ", did you mean '\($0)'?" }
          throw .message(
            "there is no kind '\(word)'\(question ?? "; columns are \(kinds.joined(separator: ", "))")"
          )
        }
        columns.append(
          SQLColumn(
            ColumnText.unquoted(parts[0]), kind.kind(dialect), nullable: !isRequired,
            indexed: kind == .text && dialect.prunesRanges))
      }
      return columns
    }
  }
#endif
