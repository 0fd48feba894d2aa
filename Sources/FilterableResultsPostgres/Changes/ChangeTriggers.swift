#if PostgreSQL
  internal import FilterSQL
  internal import FilterSyntax

  /// The function and the triggers by which a table reports its changed rows.
  ///
  /// After each statement the function sends notifications on the channel `frc_<oid of the table>`. Their payload is the
  /// number of the transaction, a space, and either `*` for unknown rows or a JSON array with an entry for each distinct
  /// row before and after the change. An entry is the value of the only reported column, or the array of the values of
  /// all reported columns.
  struct ChangeTriggers {
    /// The reported columns; if there are none, all rows are unknown.
    let columns: [String]

    /// The version of the function, which its comment contains.
    static var version: Int { 2 }

    /// The start of the comment of each version of the function.
    static var mark: String { "Reports changed rows, filterable-results version " }

    /// The names of the triggers.
    static var names: [String] { ["frc_insert", "frc_update", "frc_delete", "frc_truncate"] }

    /// The channel of a table.
    static func channel(_ table: Int64) -> String { "frc_\(table)" }

    /// The table of a channel; nil for another channel.
    static func table(ofChannel channel: String) -> Int64? {
      channel.begins(with: "frc_") ? Int64(channel.dropFirst(4)) : nil
    }

    /// The most rows of a statement whose keys are sent. The payloads of more rows hardly ever fit.
    static var mostRows: Int { 20_000 }

    /// The most notifications of a statement.
    static var mostParts: Int { 16 }

    /// The largest size of the entries in a payload, in bytes. With the number of the transaction, at most 20 digits, and
    /// three other characters, a payload has at most 7,900 bytes; the server allows 7,999.
    static var partSize: Int { 7_877 }

    // MARK: - Statements

    /// The statement that creates the function under a qualified name.
    ///
    /// The function runs with the rights and the settings of each role that changes rows. Its own search path keeps it
    /// from functions and operators that others have created.
    func creation(ofFunction name: String) -> String {
      "CREATE FUNCTION \(name)() RETURNS pg_catalog.trigger LANGUAGE plpgsql "
        + "SET search_path = pg_catalog, pg_temp AS \(body.quotedLiteral)"
    }

    /// The statement that comments on the function.
    static func comment(onFunction name: String) -> String {
      "COMMENT ON FUNCTION \(name)() IS \("\(mark)\(version)".quotedLiteral)"
    }

    /// The statements that create the triggers of a table. The arguments of a trigger are the reported columns.
    func creation(on table: String, function: String) -> [String] {
      let arguments = columns.map(\.quotedLiteral).joined(separator: ", ")
      let events = [
        ("INSERT", "REFERENCING NEW TABLE AS frc_new "),
        ("UPDATE", "REFERENCING OLD TABLE AS frc_old NEW TABLE AS frc_new "),
        ("DELETE", "REFERENCING OLD TABLE AS frc_old "), ("TRUNCATE", ""),
      ]
      return zip(Self.names, events).map { name, event in
        "CREATE TRIGGER \(name) AFTER \(event.0) ON \(table) \(event.1)FOR EACH STATEMENT "
          + "EXECUTE FUNCTION \(function)(\(arguments))"
      }
    }

    // MARK: - The function

    /// An error of the function, such as that of a column which has been renamed, never fails the statement of a writer.
    private var body: String {
      """

      #variable_conflict use_column
      DECLARE
        entries pg_catalog.text[];
        entry pg_catalog.text;
        parts pg_catalog.text[] := '{}';
        size pg_catalog.int8 := 0;
        first pg_catalog.int4 := 1;
        number pg_catalog.int4 := 0;
      BEGIN
        IF TG_OP = 'INSERT' THEN
      \(collecting(["frc_new"]))
        ELSIF TG_OP = 'UPDATE' THEN
      \(collecting(["frc_old", "frc_new"]))
        ELSIF TG_OP = 'DELETE' THEN
      \(collecting(["frc_old"]))
        ELSE
          parts := '{*}';
        END IF;
        IF entries IS NOT NULL THEN
          size := pg_catalog.octet_length(pg_catalog.array_to_string(entries, ','));
          IF size <= \(Self.partSize) THEN
            parts := ARRAY[pg_catalog.array_to_string(entries, ',')];
          ELSIF size > \(Self.mostParts * Self.partSize) THEN
            parts := '{*}';
          ELSE
            size := -1;
            FOREACH entry IN ARRAY entries LOOP
              number := number + 1;
              size := size + 1 + pg_catalog.octet_length(entry);
              IF size > \(Self.partSize) THEN
                parts := parts || pg_catalog.array_to_string(entries[first:number - 1], ',');
                first := number;
                size := pg_catalog.octet_length(entry);
              END IF;
              IF size > \(Self.partSize) OR pg_catalog.cardinality(parts) = \(Self.mostParts) THEN
                parts := '{*}';
                EXIT;
              END IF;
            END LOOP;
            IF parts <> '{*}' THEN
              parts := parts || pg_catalog.array_to_string(entries[first:], ',');
            END IF;
          END IF;
        END IF;
        FOREACH entry IN ARRAY parts LOOP
          PERFORM pg_catalog.pg_notify('frc_' || TG_RELID, pg_catalog.txid_current() || ' '
            || CASE entry WHEN '*' THEN entry ELSE '[' || entry || ']' END);
        END LOOP;
        RETURN NULL;
      EXCEPTION WHEN OTHERS THEN
        PERFORM pg_catalog.pg_notify('frc_' || TG_RELID, pg_catalog.txid_current() || ' *');
        RETURN NULL;
      END
      """
    }

    /// The statements that collect the entries of the rows in transition tables.
    private func collecting(_ tables: [String]) -> String {
      guard let entry else {
        return """
              IF EXISTS (SELECT FROM \(tables[0])) THEN
                parts := '{*}';
              END IF;
          """
      }
      let rows = tables.map { "SELECT \(entry) COLLATE \"C\" FROM \($0) AS r" }
        .joined(separator: " UNION ALL ")
      return """
            IF EXISTS (SELECT FROM \(tables[0]) OFFSET \(Self.mostRows)) THEN
              parts := '{*}';
            ELSE
              SELECT pg_catalog.array_agg(DISTINCT c.e) INTO entries FROM (\(rows)) AS c (e);
            END IF;
        """
    }

    /// The entry of a row, as text; nil if no columns are reported.
    private var entry: String? {
      let values = columns.map { "r." + $0.quotedIdentifier }
      guard let first = values.first else { return nil }
      guard values.count > 1 else { return "pg_catalog.to_json(\(first))::pg_catalog.text" }
      return "pg_catalog.json_build_array(\(values.joined(separator: ", ")))::pg_catalog.text"
    }
  }
#endif
