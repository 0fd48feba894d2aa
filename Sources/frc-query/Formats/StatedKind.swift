#if SQLite
  internal import FilterEngine
  internal import FilterSQL

  /// What `--types` says of a column of a database.
  ///
  /// SQLite has no dates, and the forms that programs give them are many.
  enum StatedKind {
    case text
    case number
    case boolean

    /// Nil for a kind that columns of databases do not have.
    init?(_ kind: ColumnKind) {
      switch kind {
      case .text: self = .text
      case .number: self = .number
      case .boolean: self = .boolean
      case .date: return nil
      }
    }

    /// Integers up to here are doubles too, so that one comparison serves both.
    private static var greatestInteger: Int64 { 1 << 53 }

    /// The kind for translations.
    var kind: SQLColumn.Kind {
      switch self {
      case .text: .text
      case .number: .real(isFinite: true)
      case .boolean: .boolean
      }
    }

    /// The name as it is written.
    var name: String {
      switch self {
      case .text: ColumnKind.text.rawValue
      case .number: ColumnKind.number.rawValue
      case .boolean: ColumnKind.boolean.rawValue
      }
    }

    /// A cell as one of the kind; nil where it is not. NULL is of each kind.
    func slot(_ cell: RowSlot) -> RowSlot? {
      switch (self, cell.kind) {
      case (_, .null), (.text, .string), (.number, .double): cell
      case (.number, .integer):
        cell.integer.magnitude <= Self.greatestInteger.magnitude ? cell : nil
      case (.boolean, .integer):
        cell.integer == 0 ? RowSlot(.false) : cell.integer == 1 ? RowSlot(.true) : nil
      default: nil
      }
    }

    /// A value that is of the kind as filters see it.
    func value(_ value: FilterValue) -> FilterValue {
      if case (.boolean, .int(let number)) = (self, value) { .bool(number != 0) } else { value }
    }
  }
#endif
