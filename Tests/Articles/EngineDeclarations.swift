import FilterEngine
import FilterSQL

@MainActor final class Document {
  var title = ""
}

struct Place: Filterable {
  static let filterFields = FilterFields<Place>()
}

struct Order: Filterable {
  static let filterFields = FilterFields<Order>()
}

extension FilterLibrary {
  fileprivate static let geo = FilterLibrary(name: "geo")
}

let completion = FilterCompletion<Ticket>()

let text = ""

let query = ""

let line = ""

let name = ""

let column = ""

let user = ""

let tenant = ""

let offset = 0

let minimum = 18

let limits = EvaluationLimits.standard

var policy = FilterPolicy(Ticket.filterFields)

let ticket = Ticket()

let tickets = [Ticket()]

let predicate = FilterPredicate<Ticket>.true

let filter = FilterPredicate<Ticket>.true

let order = FilterValue.null
