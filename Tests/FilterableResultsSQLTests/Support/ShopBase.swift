#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResultsSQL
  import Foundation
  import GRDB
  import TestSupport

  /// People with orders of products, each with the rows that it is related to.
  enum ShopBase {
    struct Person: Filterable, Hashable, Sendable {
      var id: Int64
      var name: String
      var city: City?
      var orders: [Order] = []

      static let filterFields = FilterFields<Person>(
        FilterField("id", \.id), FilterField("name", \.name), FilterField("city", \.city),
        FilterField("orders", \.orders))

      var text: String {
        let orders = orders.map { "\($0.amount) \($0.product?.name ?? "-")" }
        return "\(id) \(name) \(city?.name ?? "-") \(orders)"
      }
    }

    struct City: Filterable, Hashable, Sendable {
      var code: String
      var name: String

      static let filterFields = FilterFields<City>(
        FilterField("code", \.code), FilterField("name", \.name))
    }

    struct Order: Filterable, Hashable, Sendable {
      var personID: Int64?
      var amount: Int64
      var product: Product?

      static let filterFields = FilterFields<Order>(
        FilterField("personID", \.personID), FilterField("amount", \.amount),
        FilterField("product", \.product))
    }

    struct Product: Filterable, Hashable, Sendable {
      var name: String

      static let filterFields = FilterFields<Product>(FilterField("name", \.name))
    }

    static let schema = """
      CREATE TABLE city (code TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE product (maker INTEGER NOT NULL, part INTEGER NOT NULL, name TEXT NOT NULL,
        PRIMARY KEY (maker, part));
      CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
      CREATE TABLE entry (id INTEGER PRIMARY KEY, person_id INTEGER, amount INTEGER NOT NULL,
        maker INTEGER, part INTEGER, line INTEGER NOT NULL);
      CREATE INDEX entry_person ON entry (person_id);
      """

    /// - Parameter isRelated: Whether items get the rows that they are related to.
    static func people(isRelated: Bool = true) throws -> SQLTable<Person> {
      let products = try SQLTable<Product>(
        "product", key: ["maker", "part"],
        columns: [.integer("maker"), .integer("part"), .text("name")]
      ) { row in
        row.skip()
        row.skip()
        return Product(name: row.next())
      }
      let orders = try SQLTable<Order>(
        "entry", key: ["id"],
        columns: [
          .integer("id"), .integer("person_id", nullable: true, field: "personID"),
          .integer("amount"), .integer("maker", nullable: true), .integer("part", nullable: true),
          .integer("line"),
        ],
        relations: [.toOne("product", products.declaration, from: ["maker", "part"])]
      ) { row in
        row.skip()
        return Order(personID: row.next(), amount: row.next())
      }.relating("product", to: products, in: \.product)
      let cities = try SQLTable<City>(
        "city", key: ["code"], columns: [.text("code"), .text("name")]
      ) { row in City(code: row.next(), name: row.next()) }
      let people = try SQLTable<Person>(
        "person", key: ["id"],
        columns: [
          .integer("id"), .text("name"), .text("city", nullable: true, field: "cityCode"),
        ],
        relations: [
          .toOne("city", cities.declaration, from: ["city"]),
          .toMany("orders", orders.declaration, to: ["person_id"], orderedBy: ["line"]),
        ]
      ) { row in Person(id: row.next(), name: row.next()) }
      guard isRelated else { return people }
      return try people.relating("city", to: cities, in: \.city)
        .relating("orders", to: orders, in: \.orders)
    }

    /// The tables, of which those of the orders and products are related to that of the people.
    static func tables() throws -> [SQLTableDeclaration] {
      let people = try people().declaration
      let related = people.relations.map(\.table)
      return [people] + related + related.flatMap { $0.relations.map(\.table) }
    }

    /// All people with all that they are related to, read by plain rows and not by the library.
    static func all(_ database: any TestTransaction) throws -> [Person] {
      try database.rows("SELECT id, name, city FROM person ORDER BY id").map { row in
        var person = Person(id: row[0], name: row[1])
        let code: String? = row[2]
        let city = try database.rows(
          "SELECT code, name FROM city WHERE code = ?", arguments: [code])
        person.city = city.first.map { City(code: $0[0], name: $0[1]) }
        let orders = try database.rows(
          """
          SELECT person_id, amount, p.name FROM entry LEFT JOIN product p USING (maker, part)
          WHERE person_id = ? ORDER BY line, entry.id
          """, arguments: [person.id])
        person.orders = orders.map { row in
          let name: String? = row[2]
          return Order(
            personID: row[0], amount: row[1], product: name.map { Product(name: $0) })
        }
        return person
      }
    }

    static let codes = ["O", "o", "B", "\u{212A}", "K"]

    /// Changes a row of one of the tables.
    static func change(_ database: any TestTransaction, _ random: inout SeededGenerator) throws {
      let (a, b) = (random.below(8) + 1, random.below(4))
      switch random.below(11) {
      case 0, 1:
        let code: String? = random.chance(20) ? nil : random.pick(codes)
        try database.put("person", [a, random.pick(["Ann", "Bo", "Cy"]), code])
      case 2: try database.execute(sql: "DELETE FROM person WHERE id = ?", arguments: [a])
      case 3, 4:
        try database.put(
          "city", key: ["code"], [random.pick(codes), random.pick(["Oslo", "Rome"])])
      case 5:
        try database.execute(
          sql: "DELETE FROM city WHERE code = ?", arguments: [random.pick(codes)])
      case 6:
        try database.put(
          "product", key: ["maker", "part"], [b % 2, b / 2, random.pick(["pen", "ink"])])
      case 7, 8:
        let person: Int? = random.chance(10) ? nil : a
        try database.put(
          "entry", [random.below(20), person, random.below(9), b % 2, b / 2, random.below(3)])
      case 9:
        try database.execute(
          sql: "UPDATE entry SET person_id = ? WHERE id = ?", arguments: [a, random.below(20)])
      default:
        try database.execute(sql: "DELETE FROM entry WHERE id = ?", arguments: [random.below(20)])
      }
    }
  }
#endif
