package import EssentialFoundation
package import FilterEngine
package import FilterSQL
package import FilterSyntax

/// The statements that read the rows of a request, and what they leave to the engine.
package struct TablePlan: Sendable {
  package let request: Request
  package let translation: SQLTranslation

  /// Whether the statement returns the rows in the order of the request.
  package let isOrdered: Bool

  /// The columns of a row, which are the first columns of the statement.
  package let columns: [String]

  /// All columns of the statement.
  package let read: [String]

  /// The index of each column of the key in the columns of the statement; empty if it does not return them.
  package let keyIndices: [Int]

  /// The statement that returns the rows.
  package let select: SQLSelect

  /// Plans a request for the rows of a table.
  package init(_ request: Request, of table: SQLTableDeclaration, _ dialect: SQLDialect) {
    self.init(
      request,
      SQLTranslation(
        request.predicate, table: table, dialect: dialect, bindings: request.bindings,
        now: request.now, options: request.options,
        failures: request.failures))
  }

  /// The plan for the same predicate, with changes of the order, the window or the columns.
  package func changing(_ change: (inout Request) -> Void) -> TablePlan {
    var request = request
    change(&request)
    return TablePlan(request, translation)
  }

  private init(_ request: Request, _ translation: SQLTranslation) {
    self.request = request
    self.translation = translation
    isOrdered = request.order?.allSatisfy { request.usesCollations || $0.collation == nil } ?? false
    let order = isOrdered ? request.order ?? [] : []
    columns = request.columns(of: translation)
    let keys = request.key.filter { [columns] in !columns.contains($0) }
    // A table may have as many columns as a statement can return. Then rows are named without their key.
    let hasKeys = columns.count + keys.count <= translation.dialect.limits.columns
    read = hasKeys ? columns + keys : columns
    keyIndices = hasKeys ? request.key.compactMap { [read] in read.firstIndex(of: $0) } : []
    select = SQLSelect(
      translation, columns: read, order: order, limit: isOrdered ? request.limit : nil,
      offset: isOrdered ? request.offset : 0, after: request.place,
      includesPlace: request.includesPlace,
      ordersByKey: request.keyOrder == .always || request.keyOrder == .last && !order.isEmpty)
  }

  /// Whether the database returns exactly the rows of the window.
  package var isWindow: Bool {
    isOrdered && select.isWindow && (request.limit != nil || request.offset > 0)
  }

  // MARK: - Counts

  /// The statement that counts the rows by the values of a column, or all of them if it is nil, regardless of limit and
  /// offset; nil if the engine has to test rows.
  package func count(by column: SQLColumn? = nil) -> SQLSelect? {
    SQLSelect.count(translation, by: column, order: position, after: request.place)
  }

  /// The statement that returns cells of the rows in no order, regardless of limit and offset.
  package func cells(of columns: [SQLColumn]) -> SQLSelect {
    SQLSelect.cells(translation, of: columns, order: position, after: request.place)
  }

  private var position: [SQLOrder] { request.place == nil ? [] : request.order ?? [] }
}

extension TablePlan {
  /// The rows that are wanted of a table, and their order.
  package struct Request: Sendable {
    package var predicate: AST.Predicate
    package var bindings: [String: FilterValue] = [:]
    package var now: Date
    package var options: FilterOptions
    package var failures = SQLTranslation.Failures.exact

    /// The order; nil if the database cannot order the rows as the engine does.
    package var order: [SQLOrder]? = []

    /// The order of rows that are equal in the order of the request.
    package var keyOrder = KeyOrder.always

    /// Whether the database may ask the engine for the order of texts. To sort all rows by texts, the engine is faster.
    package var usesCollations = true
    package var limit: Int?
    package var offset = 0

    /// The position in the order after which rows are wanted, or from which, if `includesPlace` is true.
    package var place: [SQLValue?]?
    package var includesPlace = false

    /// The columns of the table.
    package var columns: [String]

    /// The columns that rows are wanted with, beside those that the engine tests; nil for all.
    package var wanted: Set<String>?

    /// The columns that are read after those of the row.
    package var key: [String] = []

    package init(
      _ predicate: AST.Predicate, columns: [String], options: FilterOptions, now: Date
    ) {
      self.predicate = predicate
      self.columns = columns
      self.options = options
      self.now = now
    }

    /// The columns of a row, in the order of the table.
    fileprivate func columns(of translation: SQLTranslation) -> [String] {
      guard var wanted, let tested = translation.residual.map({ $0.columns }) ?? .some([]) else {
        return columns
      }
      wanted.formUnion(tested)
      // Columns of tests are read, as a text that the engine cannot read is an error of the row.
      for test in translation.tests { wanted.formUnion(test.columns.map(\.name)) }
      return columns.filter(wanted.contains)
    }
  }

  /// When rows that are equal in the order of a request are in that of their keys.
  package enum KeyOrder: Sendable {
    case always
    /// If the database orders the rows
    case last
    case never
  }
}

extension [SQLOrder] {
  /// Appends the term that orders rows by a field, with the comparison of its texts. Returns false if the database would
  /// order them in another way than the engine.
  package mutating func append(
    _ field: String, isAscending: Bool, options: AST.Comparison.Options, isNumeric: Bool,
    of table: SQLTableDeclaration, _ dialect: SQLDialect
  ) -> Bool {
    guard let column = table.columns.first(where: { $0.field == field }) else { return false }
    var term = SQLOrder(column.name, descending: !isAscending)
    let comparesBytes = column.kind == .text && options == .normalized && !isNumeric
    if !SQLOrder.isExact(column, dialect), !comparesBytes {
      guard dialect.hasCollations, column.kind == .text else { return false }
      term.collation = SQLCollation(options, isNumeric: isNumeric)
      guard term.collation != nil else { return false }
    }
    // A second term of a column never decides, unless the first one takes different texts for equal.
    let isDecided = contains {
      $0.column == column.name && ($0.collation == nil || $0.collation == term.collation)
    }
    if !isDecided { append(term) }
    return true
  }
}

extension AST.Predicate {
  /// The columns that the predicate reads; nil if it may read all of them.
  package var columns: Set<String>? {
    let reads = KeyReads(self)
    guard reads.computed.isEmpty else { return nil }
    var columns: Set<String> = []
    for read in reads.reads {
      guard let first = read.path.first else { return nil }
      columns.insert(first.wrappedValue)
    }
    return columns
  }
}
