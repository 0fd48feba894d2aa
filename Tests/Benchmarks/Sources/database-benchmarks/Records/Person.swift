import FilterEngine
import FilterSQL
import FilterableResultsSQL
import Foundation

/// A row of the file.
struct Person: Hashable, Sendable {
  var id: Int
  var name: String
  var age: Int
  var city: String
  var score: Double
  var joined: Date
}

extension Person: Filterable {
  static let filterFields = FilterFields<Person>(
    FilterField("id", \.id),
    FilterField("name", \.name),
    FilterField("age", \.age),
    FilterField("city", \.city),
    FilterField("score", \.score),
    FilterField("joined", \.joined))

  /// A table of the file, or one with the same columns.
  static func table(_ name: String) throws -> SQLTable<Person> {
    try SQLTable<Person>(
      name, key: ["id"],
      columns: [
        .integer("id"), .text("name", indexed: true), .integer("age"), .text("city"),
        .real("score"), .date("joined", as: .unixSeconds),
      ]
    ) { row in
      Person(
        id: row.next(), name: row.next(), age: row.next(), city: row.next(), score: row.next(),
        joined: row.next())
    }
  }
}
