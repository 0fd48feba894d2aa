// swift-format-ignore-file: NeverUseForceTry

import FilterableResultsSQL

struct Ticket: Filterable, Decodable, Sendable {
  var id: Int64 = 0
  var title = ""
  var isOpen = true
  var due: Date?
  var ownerID: Int64?
  var owner: Owner?
  static let filterFields = FilterFields<Ticket>(
    FilterField("id", \.id), FilterField("title", \.title), FilterField("open", \.isOpen),
    FilterField("due", \.due), FilterField("ownerID", \.ownerID), FilterField("owner", \.owner))
}

let columns: [SQLColumn] = [.integer("id"), .integer("owner_id", nullable: true, field: "ownerID")]

let owners = try! SQLTable<Owner>("owner", key: ["id"], columns: [.integer("id"), .text("name")]) {
  row in
  Owner(id: row.next(), name: row.next())
}

let owner = SQLRelation.toOne("owner", owners.declaration, from: ["owner_id"])

let tickets = try! SQLTable<Ticket>("ticket", key: ["id"], columns: columns, relations: [owner]) {
  row in
  Ticket(id: row.next(), ownerID: row.next())
}

var request = SQLFetchRequest(tickets)
