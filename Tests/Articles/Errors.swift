struct Abort: Error {
  enum Status { case badRequest }
  init(_ status: Status, body: Data) {}
}

let query = ""

let policy = FilterPolicy(Ticket.filterFields)

typealias Result = FilterPredicate<Ticket>
