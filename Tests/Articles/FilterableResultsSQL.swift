// swift-format-ignore-file: NeverUseForceTry

import FilterSQL
import FilterableResultsGRDB
import FilterableResultsSQL

struct Person: Filterable, Sendable {
  var id: Int64 = 0
  var name = ""
  var city: String?
  var age = 0
  static let filterFields = FilterFields<Person>(
    FilterField("id", \.id), FilterField("name", \.name), FilterField("city", \.city),
    FilterField("age", \.age))
}

let store: any SQLStore = try! SQLiteStore(path: "")
