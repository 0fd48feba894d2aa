#if PostgreSQL
  /// The schemas in which PostgreSQL looks up names of tables without a schema.
  package struct PostgresSearchPath {
    /// The setting `search_path`.
    let setting: String

    /// The names of the schemas in order, with those that the server searches although the setting does not name them.
    let schemas: [String]

    /// Reads a setting, which the server has accepted, for a role.
    init(_ setting: String, user: String) {
      self.setting = setting
      let named = Self.names(setting).map { $0 == "$user" ? user : $0 }
      schemas = [Self.temporary, "pg_catalog"].filter { !named.contains($0) } + named
    }

    /// The name for the schema of the session's temporary tables.
    private static var temporary: String { "pg_temp" }

    /// The identifiers of a list with commas. Those without quotes are in lowercase, as far as their letters are ASCII.
    private static func names(_ list: String) -> [String] {
      var names: [String] = []
      var bytes = Array(list.utf8)[...]
      let isEnd = { (byte: UInt8) in byte == UInt8(ascii: ",") || Self.isBlank(byte) }
      while true {
        bytes = bytes.drop { $0 == UInt8(ascii: ",") || Self.isBlank($0) }
        guard let first = bytes.first else { return names }
        var name: [UInt8] = []
        if first == UInt8(ascii: "\"") {
          bytes.removeFirst()
          while let byte = bytes.popFirst() {
            // Two quotes are one of the name.
            if byte == UInt8(ascii: "\""), bytes.first != byte { break }
            if byte == UInt8(ascii: "\"") { bytes.removeFirst() }
            name.append(byte)
          }
        } else {
          name = bytes.prefix { !isEnd($0) }.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
          bytes = bytes.drop { !isEnd($0) }
        }
        names.append(String(decoding: name, as: UTF8.self))
      }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
      byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    // MARK: - Statements

    /// The relations `f` in the schemas `m` of an array with names, after FROM. `p.number` is the position of the schema.
    static func relations(in schemas: String) -> String {
      """
      pg_catalog.unnest(\(schemas)::pg_catalog.text[]) WITH ORDINALITY AS p (name, number)
        JOIN pg_catalog.pg_namespace m ON m.nspname = CASE p.name WHEN '\(temporary)' THEN (
          SELECT t.nspname FROM pg_catalog.pg_namespace t
          WHERE t.oid = pg_catalog.pg_my_temp_schema()) ELSE p.name END
          AND pg_catalog.has_schema_privilege(m.oid, 'USAGE')
        JOIN pg_catalog.pg_class f ON f.relnamespace = m.oid
      """
    }

    /// The number of the relation with a name in the first of the schemas that has one; NULL if none has.
    package static func table(_ name: String, in schemas: String) -> String {
      """
      (SELECT f.oid FROM \(relations(in: schemas)) AND f.relname = \(name)
        ORDER BY p.number LIMIT 1)
      """
    }
  }
#endif
