// swift-format-ignore-file: NeverUseForceTry

import FilterableResultsGRDB

let store = try! SQLiteStore(path: "")

let tickets = try! SQLTable<Ticket>("ticket", key: ["id"], columns: [.integer("id")]) { row in
  Ticket(id: row.next())
}
