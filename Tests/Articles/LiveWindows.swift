// swift-format-ignore-file: NeverUseForceTry

import FilterableResultsGRDB

let store = try! SQLiteStore(path: "")

let tickets = try! SQLTable<Ticket>("ticket", key: ["id"], columns: [.integer("id")]) { row in
  Ticket(id: row.next())
}

struct TicketKey: Filterable, Sendable {
  var id: Int64
  var isOpen: Bool
  static let filterFields = FilterFields<TicketKey>(
    FilterField("id", \.id), FilterField("open", \.isOpen))
}

let results = ResultsController<Ticket>(identifiedBy: \.id)

let path = ResultsPath(section: 0, item: 0)
