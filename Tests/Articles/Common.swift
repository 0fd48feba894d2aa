import FilterEngine
import FilterableResults
import Foundation

struct Person: Filterable, Sendable {
  var id = 0
  var name = ""
  var age = 0
  var city: String?
  static let filterFields = FilterFields<Person>(
    FilterField("id", \.id), FilterField("name", \.name), FilterField("age", \.age),
    FilterField("city", \.city))
}

struct Owner: Filterable, Codable, Sendable, Equatable {
  var id: Int64 = 0
  var name = ""
  static let filterFields = FilterFields<Owner>(
    FilterField("id", \.id), FilterField("name", \.name))
}

struct Ticket: Filterable, Codable, Sendable, Equatable {
  var id: Int64 = 0
  var title = ""
  var isOpen = true
  var due: Date?
  var ownerID: Int64?
  static let filterFields = FilterFields<Ticket>(
    FilterField("id", \.id), FilterField("title", \.title), FilterField("open", \.isOpen),
    FilterField("due", \.due), FilterField("ownerID", \.ownerID))
}

let people: [Person] = []

let prefix = "A"
