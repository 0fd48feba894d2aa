import FilterSQL

struct Viewer: Filterable, Sendable {
  var id = 0
  var role = ""
  var teams: [Int] = []
  static let filterFields = FilterFields<Viewer>(
    FilterField("id", \.id), FilterField("role", \.role), FilterField("teams", \.teams))
}

struct Ticket: Filterable, Sendable {
  var team = 0
  var ownerID = 0
  var isDraft = false
  static let filterFields = FilterFields<Ticket>(
    FilterField("team", \.team), FilterField("ownerID", \.ownerID),
    FilterField("isDraft", \.isDraft))
}

struct Access: Filterable, Sendable {
  var viewer = Viewer()
  var ticket = Ticket()
  static let filterFields = FilterFields<Access>(
    FilterField("viewer", \.viewer), FilterField("team", \.ticket.team),
    FilterField("ownerID", \.ticket.ownerID), FilterField("isDraft", \.ticket.isDraft))
}

let filter = FilterPredicate<Ticket>.true

let tickets: [Ticket] = []
