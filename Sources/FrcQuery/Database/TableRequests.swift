#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterSyntax
  internal import FilterTables
  internal import FilterableResults

  /// The rows of a table for a pipe. Its edits are statements by key.
  final class TableRequests: RequestSource {
    private let request: TableRequest
    private let connection: DatabaseConnection
    private let limits: EvaluationLimits
    private var dataVersion = FilterValue.null

    /// The columns of documents when the rows were read.
    private var documents = DatabaseDocuments([])

    /// Converts values of a row to the kinds that are stated for them.
    private let converted: (FilterValue) -> FilterValue

    init(_ name: DatabaseName, _ request: TableRequest) throws(ToolError) {
      self.request = request
      limits = request.limits
      connection = try DatabaseConnection(
        name, request.options, limits: limits.beginning())
      let (table, types) = (connection.table, request.options.types)
      let keys = table.keys
      converted = try types.conversions(of: keys.names).rowConversion()
      if let predicate = request.predicate { try keys.check(predicate.syntax, text: request.text) }
      guard request.options.isWritable else { return }
      if identity == nil {
        throw .message(
          "rows of '\(keys.table)' have no key of one column; open them without 'write'")
      }
      let stated = try table.kinds(stated: types)
      if let name = table.identity.first(where: { stated[$0] != nil }) {
        throw .message(
          "edits name rows by '\(name)' as it is stored; open them without 'write', or without a kind of "
            + "'\(name)'")
      }
    }

    /// A row with the values of its documents and of stated kinds.
    private func reading(_ row: FilterObject) -> FilterValue {
      converted(.object(documents.reading(row)))
    }

    var identity: String? {
      let names = connection.table.identity
      guard names.count == 1, connection.table.hiddenKey != names[0] else { return nil }
      return RowSchema.spelled(names[0])
    }

    func rows() throws(ToolError) -> [FilterValue] {
      connection.limits = limits.beginning()
      try connection.beginReading()
      defer { connection.endReading() }
      try connection.checkSchema()
      dataVersion = try connection.driver.dataVersion()
      let scan = try TableScan(
        connection, request.predicate.map { [.predicate($0)] } ?? [], bindings: request.bindings,
        sorting: [])
      connection.forgetKinds()
      let table = connection.table
      documents = DatabaseDocuments(
        try connection.documents(
          among: Set(table.keys.names)
            .subtracting(table.kinds(stated: request.options.types).keys)))
      let request = request
      var rows: [FilterValue] = []
      let failures = try scan.run(scan.plan()) { row throws(ToolError) in
        guard rows.count < request.limit else {
          throw request.tooMany
        }
        if case .object(let value) = row.value { rows.append(reading(value)) }
        return true
      }
      if let reason = failures.reason { throw .message(reason) }
      return rows
    }

    func isChanged() throws(ToolError) -> Bool {
      try connection.driver.dataVersion() != dataVersion
    }

    func description(ofTables: Bool) throws(ToolError) -> RowDescription {
      if ofTables { return try connection.driver.tableList() }
      return connection.table.description(of: connection.table.columns, note: nil)
    }

    func statement(
      for predicate: FilterPredicate<FilterValue>, text: String
    ) throws(ToolError) -> String {
      defer { connection.endReading() }
      try connection.table.keys.check(predicate.syntax, text: text)
      let plan = try TableScan(connection, [.predicate(predicate)], sorting: []).plan()
      return plan.translation.statement(columns: plan.columns)
    }

    // MARK: - Edits

    func begin() throws(ToolError) {
      connection.limits = limits.beginning()
      try connection.begin()
    }

    func end() throws(ToolError) { try connection.end() }
    func rollback() throws(ToolError) { try connection.rollback() }

    func write(
      _ edit: ReferenceEdit, of session: RequestSession
    ) throws(ToolError) -> ReferenceEdit? {
      try connection.requireWritable("\"write\":true")
      try connection.table.requireEditable()
      let records = try TableRecords(connection)
      func stored(_ value: FilterValue) -> OpenRow { session.rows([value], isRead: false)[0] }
      switch edit {
      case .add(let item, nil):
        let value = try row(session.store.value(of: item))
        let key = connection.table.identity(of: value)
        if key.kind != .null, let record = try records.record(identifiedBy: key) {
          guard session.value(ofKey: key) != nil else {
            throw .message("a row that is not read has the key \(ValueText.text(key)) already")
          }
          guard session.controller.configuration.rows.duplicates == .last else { return edit }
          return try update(record, value, records).map { .add(stored($0), toSection: nil) }
        }
        return try insert(value, records).map { .add(stored($0), toSection: nil) }
      case .removeKey(let typed):
        let key = connection.table.read(key: typed, of: connection.table.identity)
        guard let record = try record(key, records, session) else { return edit }
        try records.delete(record)
        return .removeKey(key)
      case .replace(let item):
        let value = try row(session.store.value(of: item))
        let key = connection.table.identity(of: value)
        guard let record = try record(key, records, session) else { return edit }
        return try update(record, value, records).map { .replace(stored($0)) } ?? .removeKey(key)
      case .merge(let items, let isSorted):
        var merged: [FilterValue] = []
        for item in items {
          let value = try row(session.store.value(of: item))
          let key = connection.table.identity(of: value)
          if let record = try records.record(identifiedBy: key) {
            if let row = try update(record, value, records) { merged.append(row) }
          } else if let row = try insert(value, records) {
            merged.append(row)
          }
        }
        return .merge(session.rows(merged, isRead: false), isSorted: isSorted)
      default:
        throw .message("rows of a table have no position: name them by their key")
      }
    }

    private func update(
      _ record: TableRecord, _ value: FilterObject, _ records: TableRecords
    ) throws(ToolError) -> FilterValue? {
      guard case .object(let read) = reading(record.value) else { return nil }
      let members = records.differences(of: read, from: value)
      try check(members)
      return try records.update(record, members).flatMap(passing)
    }

    /// Throws if a member cannot be written as it is stored.
    private func check(
      _ members: [(name: String, value: FilterValue)]
    ) throws(ToolError) {
      let (table, types) = (connection.table, request.options.types)
      if types.isEmpty { return }
      try table.check(members, types)
      // The other parts of a document would be written as what they were converted to.
      let parts = try types.divided(table.keys.names).paths.keys()
      if let key = parts.first(where: { key in members.contains { $0.name == key.path?.first } }) {
        throw .message("'\(key.name)' has a kind of --types, so that its column is not written")
      }
    }

    private func insert(
      _ value: FilterObject, _ records: TableRecords
    ) throws(ToolError) -> FilterValue? {
      try connection.table.check(
        value.members.map { ($0.key, $0.value) }, request.options.types)
      return try records.insert(value).flatMap(passing)
    }

    /// The value of a row if the filter of the request matches it.
    private func passing(_ record: TableRecord) -> FilterValue? {
      let value = reading(record.value)
      guard let predicate = request.predicate else { return value }
      let isTrue = try? predicate.matches(value, bindings: request.bindings)
      return isTrue == true ? value : nil
    }

    /// A row that is about to be edited; nil if it is not among those that were read. Throws if another program has
    /// changed it since.
    private func record(
      _ key: FilterValue, _ records: TableRecords, _ session: RequestSession
    ) throws(ToolError) -> TableRecord? {
      guard let before = session.value(ofKey: key) else { return nil }
      let record = try records.record(identifiedBy: key)
      guard let record, reading(record.value) == before else {
        throw .message(
          "the row with the key \(ValueText.text(key)) was changed by another program since it "
            + "was read; 'refresh' reads it again")
      }
      return record
    }

    private func row(_ item: FilterValue) throws(ToolError) -> FilterObject {
      guard case .object(let value) = item else {
        throw .message("a row of a table must be an object")
      }
      return connection.table.read(value)
    }
  }
#endif
