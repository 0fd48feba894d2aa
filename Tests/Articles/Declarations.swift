import FilterEngine
import FilterableResults
import Foundation

enum Mood: String, CaseIterable, Codable, FilterValueConvertible {
  case good, fair

  var rank: Int { self == .good ? 0 : 1 }
}

struct Person: Filterable, Identifiable, Codable, Sendable {
  var id = 0
  var name = ""
  var age = 0
  var city: String?
  var mood = Mood.good
  var price = 0.0
  var due: Date?
  var owner = ""
  static let filterFields = FilterFields<Person>(
    FilterField("id", \.id), FilterField("name", \.name), FilterField("age", \.age),
    FilterField("city", \.city), FilterField("mood", \.mood),
    FilterField("price", \.price), FilterField("due", \.due), FilterField("owner", \.owner))
}

struct Note: Filterable, Sendable {
  var date = Date()
  static let filterFields = FilterFields<Note>(FilterField("date", \.date))
}

final class List {
  func apply(_ change: ResultsChange<Person>) {}
  func apply(_ changeset: Changeset) {}
  func reload(_ snapshot: ResultsSnapshot<Person>) {}
}

let people: [Person] = []

let young = ResultsFilter<Person>("Young", group: "age") { $0.age < 18 }

let adult = ResultsFilter<Person>("Adult", group: "age") { 18..<65 ~= $0.age }

let old = ResultsFilter<Person>("Old", group: "age") { $0.age >= 65 }

let path = ResultsPath(section: 0, item: 3)

let list = List()

let view = List()

let results = ResultsController<Person>()

let section = ResultsSection<Person>(key: "Oslo", rows: [])

let change = ResultsChange(reloading: results.snapshot, from: results.snapshot)

var configuration = ResultsConfiguration<Person>()

let snapshot = results.snapshot

let adapter = List()

let policy = FilterPolicy(Person.filterFields)

let order = "-age"
