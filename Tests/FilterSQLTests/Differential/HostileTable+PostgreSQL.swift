#if PostgreSQL
  @testable import FilterSQL

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
          at float8, raw bytea, token uuid, owner_id int8, share float8 NOT NULL);
        """#)
      let item = "\"item \"\"1\"\"\""
      for (name, rows) in [("\"owner\"", owners), ("\"order\"", orders), (item, items)] {
        for row in rows {
          var number = 0
          let marks = row.map { value -> String in
            guard value != nil else { return "NULL" }
            number += 1
            return "$\(number)"
          }
          _ = try database.column(
            "INSERT INTO \(name) VALUES (\(marks.joined(separator: ", ")))", row.compactMap(\.self))
        }
      }
    }
  }
#endif
