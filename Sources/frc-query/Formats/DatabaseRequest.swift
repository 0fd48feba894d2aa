#if SQLite
  internal import FilterEngine
  internal import FilterSyntax

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  /// What is asked of a table.
  struct DatabaseRequest {
    /// The text of the filter, for messages.
    var text: String

    var predicate: FilterPredicate<FilterValue>
    var bindings: [String: FilterValue]
    var now: Date

    /// Whether the rows that the predicate is false of are wanted.
    var isInverted: Bool

    /// What evaluation may take.
    var limits: EvaluationLimits

    /// The key paths that come out; nil for all columns.
    var selected: [KeyColumn]?

    /// The key paths that rows are sorted and grouped by.
    var sortKeys: [SortColumn]
    var section: KeyColumn?

    /// The window of the rows in their order.
    var limit: Int?
    var offset: Int

    /// Whether the rows of the table are all there are, so that the database may order and cut them.
    var isAlone: Bool

    /// Whether only the number of rows is wanted.
    var isCount: Bool

    /// What columns were said to hold.
    var types = ColumnTypes()

    /// Whether rows that cannot be read are passed over, so that those behind them take their places.
    var skipsErrors: Bool

    /// The predicate as the rows have to fulfil it.
    var tree: AST.Predicate {
      isInverted ? .not(AST.Negation(predicate.syntax)) : predicate.syntax
    }

    /// Whether evaluation has other limits than usual, which hold for the engine alone.
    var hasLimits: Bool {
      limits.time != nil || limits.steps != EvaluationLimits.standard.steps
    }
  }

  extension DatabaseRequest {
    /// The columns that key paths read; nil for all.
    static func columns(of keys: [KeyColumn]) -> Set<String>? {
      var columns: Set<String> = []
      for key in keys {
        guard let first = key.firstKey else { return nil }
        columns.insert(first)
      }
      return columns
    }

    /// The columns that a predicate reads; nil for all.
    static func columns(of tree: AST.Predicate) -> Set<String>? {
      let reads = KeyReads(tree)
      guard reads.computed.isEmpty else { return nil }
      var columns: Set<String> = []
      for read in reads.reads {
        guard let first = read.path.first else { return nil }
        columns.insert(first.wrappedValue)
      }
      return columns
    }

    /// What columns of the table were said to hold, by their names.
    func stated(_ table: DatabaseTable) throws(ToolError) -> [String: StatedKind] {
      let (names, path) = (table.columns.map(\.name), table.errors.path)
      var stated: [String: StatedKind] = [:]
      for (name, kind) in zip(names, try types.kinds(of: names, in: path)) {
        guard let kind else { continue }
        guard let kind = StatedKind(kind) else {
          throw .message("\(path): the kind '\(kind.rawValue)' of '\(name)' is for CSV and TSV")
        }
        stated[name] = kind
      }
      return stated
    }

    /// Throws where a key is not a column of the table.
    func check(_ table: DatabaseTable) throws(ToolError) {
      let keys = table.keys
      try keys.check(predicate.syntax, text: text)
      for key in (selected ?? []) + sortKeys.map(\.column) + (section.map { [$0] } ?? []) {
        try keys.check(key, in: table.errors.path)
      }
    }
  }
#endif
