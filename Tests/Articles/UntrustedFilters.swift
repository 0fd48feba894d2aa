struct Ticket: Filterable, Sendable {
  var title = ""
  var state = ""
  var created = Date.now
  var owner = Owner()
  var tags: [String] = []
  static let filterFields = FilterFields<Ticket>(
    FilterField("title", \.title), FilterField("state", \.state),
    FilterField("created", \.created), FilterField("owner", \.owner), FilterField("tags", \.tags))
}

let policy = FilterPolicy(Ticket.filterFields)

let body = Data()
