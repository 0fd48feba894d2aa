#if PostgreSQL
  internal import FilterSQL

  extension PostgresType {
    /// The types whose values have a kind, with their names.
    private static let columnTypes: [(type: UInt32, name: String, kind: SQLColumn.Kind)] = [
      (int8, "bigint", .integer), (int4, "integer", .integer), (int2, "smallint", .integer),
      (float8, "double precision", .real(isFinite: false)),
      (float4, "real", .real(isFinite: false)), (numeric, "numeric", .decimal),
      (bool, "boolean", .boolean), (text, "text", .text), (varchar, "character varying", .text),
      (bytea, "bytea", .bytes), (uuid, "uuid", .uuid), (jsonb, "jsonb", .json(isObject: false)),
      (timestamptz, "timestamp with time zone", .date(.timestamp)),
      (timestamp, "timestamp without time zone", .date(.timestampWithoutZone)),
      (date, "date", .date(.calendarDay)),
    ]

    /// The types that are read as they are although no kind has their values.
    static let readAsTheyAre = [json, oid, name, bpchar, text, varchar]

    /// The kind of the values of a type; nil for a type that only the engine tests.
    static func kind(_ type: UInt32) -> SQLColumn.Kind? {
      columnTypes.first { $0.type == type }?.kind
    }

    /// The types of columns whose values have a kind.
    static func types(of kind: SQLColumn.Kind) -> [(type: UInt32, name: String)] {
      let stored: SQLColumn.Kind
      switch kind {
      case .date(.unixSeconds), .date(.unixMilliseconds): stored = .integer
      case .real, .date(.unixReal), .date(.julianDay): stored = .real(isFinite: false)
      case .uuidText, .date(.text): stored = .text
      case .json: stored = .json(isObject: false)
      default: stored = kind
      }
      return columnTypes.filter { $0.kind == stored }.map { ($0.type, $0.name) }
    }
  }
#endif
