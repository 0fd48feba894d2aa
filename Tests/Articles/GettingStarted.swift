import FilterMacros

let line = ""

let data = Data()

struct Person: Filterable, Sendable {
  var name = ""
  var age = 0
  var city: String?
  var tags: [String] = []
  static let filterFields = FilterFields<Person>(
    FilterField("name", \.name), FilterField("age", \.age), FilterField("city", \.city),
    FilterField("tags", \.tags))
}
