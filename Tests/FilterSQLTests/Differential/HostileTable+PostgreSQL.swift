#if PostgreSQL
  @testable import FilterSQL

  extension SQLColumn.Kind {
    fileprivate var isJSON: Bool { if case .json = self { true } else { false } }
  }

  extension HostileTable {
    /// Fills a database with the three tables.
    func fill(_ database: PostgreSQLDatabase) throws {
      try database.execute(
        #"""
        SET client_min_messages = error;
        DROP TABLE IF EXISTS "owner", "order", "item ""1""";
        CREATE TABLE "owner" (id int8 PRIMARY KEY, name text, age int8);
        CREATE TABLE "order" (
          id int8 PRIMARY KEY, item_id int8 NOT NULL, price int8, label text, day int8, note text);
        CREATE TABLE "item ""1""" (
          id int8 PRIMARY KEY, whole int8, other int8 NOT NULL, ratio float8, flag bool,
          name text, code text NOT NULL, title text, born int8, seen timestamptz NOT NULL,
          at float8, raw bytea, token uuid, owner_id int8, share float8 NOT NULL, stamp text,
          day text, julian float8, price numeric, extra jsonb, doc jsonb, meta jsonb,
          local timestamp, calendar date);
        CREATE INDEX item_whole ON "item ""1""" (whole);
        CREATE INDEX item_ratio ON "item ""1""" (ratio);
        CREATE INDEX item_name ON "item ""1""" (name text_pattern_ops);
        CREATE INDEX item_name_folded ON "item ""1""" (lower(name COLLATE "C"));
        CREATE INDEX item_born ON "item ""1""" (born);
        CREATE INDEX item_seen ON "item ""1""" (seen);
        CREATE INDEX item_local ON "item ""1""" (local);
        CREATE INDEX item_calendar ON "item ""1""" (calendar);
        CREATE INDEX item_julian ON "item ""1""" (julian);
        CREATE INDEX item_price ON "item ""1""" (price);
        CREATE INDEX item_extra ON "item ""1""" USING gin (extra);
        CREATE INDEX item_meta ON "item ""1""" USING gin (meta jsonb_path_ops);
        """#)
      let item = "\"item \"\"1\"\"\""
      for (name, rows) in [("\"owner\"", owners), ("\"order\"", orders), (item, items)] {
        for row in rows {
          var number = 0
          let kinds = name == item ? Self.columns(.postgreSQL).map(\.kind) : []
          let marks = row.enumerated().map { index, value -> String in
            guard value != nil else { return "NULL" }
            number += 1
            let kind = index < kinds.count ? kinds[index] : .integer
            return "$\(number)" + (kind == .decimal ? "::numeric" : kind.isJSON ? "::jsonb" : "")
          }
          _ = try database.column(
            "INSERT INTO \(name) VALUES (\(marks.joined(separator: ", ")))", row.compactMap(\.self))
        }
      }
    }
  }
#endif
