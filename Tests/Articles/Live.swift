// swift-format-ignore-file: NeverUseForceTry

import FilterableResultsGRDB

let store = try! SQLiteStore(path: "")

let other = try! SQLiteStore(path: "")

let tickets = try! SQLTable<Ticket>("ticket", key: ["id"], columns: [.integer("id")]) { row in
  Ticket(id: row.next())
}

let open = FilterPredicate<Ticket>.true

struct Folder: Filterable, Sendable {
  var id: Int64 = 0
  var name = ""
  var parentID: Int64?
  static let filterFields = FilterFields<Folder>(
    FilterField("id", \.id), FilterField("name", \.name), FilterField("parentID", \.parentID))
}

let folders = try! SQLTable<Folder>("folder", key: ["id"], columns: [.integer("id")]) { row in
  Folder(id: row.next())
}

let results = ResultsController<Ticket>(identifiedBy: \.id)

let live = try! LiveFetch(SQLFetchRequest(tickets), in: store)

let observation = results.observe { _ in }

let folder = URL(filePath: "/tmp")
