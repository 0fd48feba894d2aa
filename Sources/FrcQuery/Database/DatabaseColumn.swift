#if SQLite || PostgreSQL
  internal import EssentialFoundation
  internal import FilterEngine
  internal import FilterSQL

  /// A column in the schema of a database.
  struct DatabaseColumn {
    let name: String

    /// The type as it is written in the schema; may be empty.
    let type: String

    let isNotNull: Bool

    /// The kind of all values; nil if values may be of any type, or if only the engine tests them.
    let kind: SQLColumn.Kind?

    /// The collation of texts; nil for a column of a view.
    let collation: String?

    /// Whether equal texts have the same bytes.
    let comparesBytes: Bool

    /// Whether the column is the first of an index that is not partial.
    let isIndexed: Bool

    /// Whether an index serves ranges of texts by their bytes.
    let servesByteRanges: Bool

    /// Whether the database computes its values.
    let isGenerated: Bool

    /// Whether statements read its values as text, because no kind has values of its type.
    var isReadAsText = false

    /// A value that was typed or read from JSON, as values of the column are read: JSON has no dates and no UUIDs.
    func read(_ value: FilterValue) -> FilterValue {
      guard case .string(let text) = value else { return value }
      switch kind {
      case .uuid: return UUID(uuidString: text).map { .uuid($0) } ?? value
      case .date: return Date(iso8601: text).map { .date($0) } ?? value
      default: return value
      }
    }

    /// The column as it is declared for translations.
    ///
    /// Without a kind, no predicate can name its key, so only the engine tests the column.
    func declared(_ kind: SQLColumn.Kind?, number: Int) -> SQLColumn {
      guard let kind else {
        var column = SQLColumn(name, .bytes, nullable: true, field: "\0\(number)")
        column.isReadAsText = isReadAsText
        return column
      }
      return SQLColumn(
        name, kind, nullable: !isNotNull, indexed: servesByteRanges, comparesBytes: comparesBytes)
    }
  }
#endif
