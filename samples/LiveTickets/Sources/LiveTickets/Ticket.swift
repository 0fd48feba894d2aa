import FilterEngine
import FilterSQL
import FilterableResultsSQL

/// A ticket, and the table that has them.
struct Ticket: Filterable, Sendable {
  var id: Int
  var title: String
  var priority: Int
  var isOpen: Bool

  static let filterFields = FilterFields<Ticket>(
    FilterField("id", \.id), FilterField("title", \.title), FilterField("priority", \.priority),
    FilterField("open", \.isOpen))

  static func table() throws -> SQLTable<Ticket> {
    try SQLTable<Ticket>(
      "ticket", key: ["id"],
      columns: [.integer("id"), .text("title"), .integer("priority"), .boolean("open")]
    ) { row in
      Ticket(id: row.next(), title: row.next(), priority: row.next(), isOpen: row.next())
    }
  }
}
