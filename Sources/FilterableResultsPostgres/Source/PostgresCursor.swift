#if PostgreSQL
  internal import EssentialFoundation
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterTables
  internal import FilterableResultsSQL

  /// A statement of PostgreSQL, whose cells are read in the memory of libpq.
  final class PostgresCursor: TableCursor {
    private let statement: PostgresStatement
    private let source: PostgresSource
    private let watch: StatementWatch

    /// The rows of a statement that `watch` has begun.
    init(_ statement: PostgresStatement, _ source: PostgresSource, _ watch: StatementWatch) {
      self.statement = statement
      self.source = source
      self.watch = watch
    }

    deinit {
      statement.close()
      watch.end()
    }

    func next() throws(TableError) -> Bool {
      do throws(PostgresError) {
        return try statement.next()
      } catch {
        throw source.failure(error)
      }
    }

    func read(into row: inout [RowSlot]) -> UnreadableCell? {
      statement.read(into: &row).map { column in
        let content =
          switch statement.cell(at: column) {
          case .text(nil): "a text that is not valid UTF-8"
          case .text(let text?) where text.utf8.count <= 20: text
          default: "a number with too many digits"
          }
        return UnreadableCell(column: column, content: content)
      }
    }

    func byteCount(at column: Int) -> Int { statement.byteCount(at: column) }

    func value(at column: Int) -> FilterValue? {
      let type = type(at: column)
      switch statement.cell(at: column) {
      case .null: return .null
      case .real(let number): return .double(number)
      case .integer(let number):
        if type == PostgresType.bool { return .bool(number != 0) }
        guard case .date(let form)? = PostgresType.kind(type) else { return .int(number) }
        return form.seconds(number).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
      case .text(let text):
        guard let text else { return nil }
        switch type {
        case PostgresType.json, PostgresType.jsonb: return .string(text)
        case PostgresType.numeric: return FilterValue(decimalDigits: text.utf8)
        case PostgresType.timestamptz, PostgresType.timestamp, PostgresType.date: return nil
        default: return .string(text)
        }
      case .bytes(let bytes):
        guard type == PostgresType.uuid, bytes.count == 16 else { return .data(Data(bytes)) }
        return .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
      }
    }

    func holdsJSON(at column: Int) -> Bool {
      [PostgresType.json, PostgresType.jsonb].contains(type(at: column))
    }

    private func type(at column: Int) -> UInt32 {
      statement.columnTypes.indices.contains(column) ? statement.columnTypes[column] : 0
    }
  }
#endif
