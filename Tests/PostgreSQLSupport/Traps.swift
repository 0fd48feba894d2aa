#if PostgreSQL
  internal import Foundation

  /// Functions and operators of a schema that fit the statements of the library better than those of the server, and
  /// write into the log of the server when they are called.
  package struct Traps {
    /// The names in the log.
    package static let names = [
      "unnest", "not_like", "concat_ws", "equals", "join_oid", "join_bigint",
    ]

    /// The name of the schema.
    private let name: String
    private let log: URL

    package init(name: String, server: PostgreSQLServer) {
      self.name = name
      log = server.folder.appendingPathComponent("log")
    }

    /// The statements that create them in the first schema of the search path.
    package var statements: String {
      """
      \(function("unnest(int2vector)", "SETOF int2", "RETURN QUERY SELECT pg_catalog.unnest($1::int2[]);"))
      \(function("not_like(name, name)", "bool", "RETURN NOT $1::text LIKE $2::text;"))
      \(function("concat_ws(text, oid, \"char\", text, text)", "text", "RETURN $2::text;"))
      \(function("equals(varchar, text)", "bool", "RETURN $1::text OPERATOR(pg_catalog.=) $2;"))
      \(function("join_oid(text, oid)", "text", "RETURN $1 OPERATOR(pg_catalog.||) $2::text;"))
      \(function("join_bigint(bigint, text)", "text", "RETURN $1::text OPERATOR(pg_catalog.||) $2;"))
      CREATE OPERATOR !~~ (LEFTARG = name, RIGHTARG = name, FUNCTION = not_like);
      CREATE OPERATOR = (LEFTARG = varchar, RIGHTARG = text, FUNCTION = equals);
      CREATE OPERATOR || (LEFTARG = text, RIGHTARG = oid, FUNCTION = join_oid);
      CREATE OPERATOR || (LEFTARG = bigint, RIGHTARG = text, FUNCTION = join_bigint);
      """
    }

    /// Statements that call each of them where the search path has the schema.
    package var uses: String {
      """
      SELECT unnest(indkey) FROM pg_index; SELECT 'a'::name NOT LIKE 'b';
      SELECT concat_ws(' ', 1::oid, 'r'::"char", 'a'::text, 'b'::text);
      SELECT 'a'::varchar = 'b'::text; SELECT 'a'::text || 1::oid; SELECT 1::bigint || 'a'::text;
      """
    }

    private func function(_ signature: String, _ result: String, _ body: String) -> String {
      let trap = signature.prefix { $0 != "(" }
      return """
        CREATE FUNCTION \(signature) RETURNS \(result) LANGUAGE plpgsql AS $$ BEGIN
          RAISE LOG 'trap % %', '\(name)', '\(trap)'; \(body) END $$;
        """
    }

    /// The names of those that were called.
    package func called() throws -> Set<String> {
      let text = try String(contentsOf: log, encoding: .utf8)
      return Set(
        text.matches(of: /LOG:  trap (\w+) (\w+)/).filter { $0.1 == name }.map { String($0.2) })
    }
  }
#endif
