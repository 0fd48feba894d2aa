#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterJSON
  internal import FilterSQL

  /// The kind that `--types` states for a column of a database, by its name there.
  ///
  /// A date is not such a kind: SQLite has no type for dates, so the engine converts their values.
  enum StatedKind: String {
    case text, number, boolean, json

    /// The bound up to which integers are exact as doubles, so that a single comparison serves both.
    private static var greatestInteger: Int64 { 1 << 53 }

    /// The kind after "is not", for messages.
    var noun: String {
      switch self {
      case .text: "text"
      case .json: "JSON"
      case .number, .boolean: "a \(rawValue)"
      }
    }

    /// The kind for translations.
    var kind: SQLColumn.Kind {
      switch self {
      case .text: .text
      case .number: .real(isFinite: true)
      case .boolean: .boolean
      case .json: .json(isObject: false)
      }
    }

    /// A cell as a value of this kind; nil if it is of another kind. NULL is of each kind.
    func slot(_ cell: RowSlot) -> RowSlot? {
      switch (self, cell.kind) {
      case (_, .null), (.text, .string), (.number, .double): cell
      case (.number, .integer):
        cell.integer.magnitude <= Self.greatestInteger.magnitude ? cell : nil
      case (.boolean, .integer):
        cell.integer == 0 ? RowSlot(.false) : cell.integer == 1 ? RowSlot(.true) : nil
      // A value that the row is read for.
      case (.json, .string): Self.document(cell.utf8) == nil ? nil : RowSlot(.other)
      default: nil
      }
    }

    /// A value of this kind as filters see it.
    func value(_ value: FilterValue) -> FilterValue {
      switch (self, value) {
      case (.boolean, .int(let number)): .bool(number != 0)
      case (.json, .string(let text)): Self.document(text.utf8) ?? value
      default: value
      }
    }

    /// A value as a table stores one of this kind: truth values as 0 and 1.
    func stored(_ value: FilterValue) -> FilterValue {
      guard self == .boolean, case .bool(let flag) = value else { return value }
      return .int(flag ? 1 : 0)
    }

    private static func document(_ text: some Sequence<UInt8>) -> FilterValue? {
      try? JSONReader().read(Array(text))
    }
  }
#endif
