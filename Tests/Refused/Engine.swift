// Programs that the compiler refuses, each after what it says. The test of compiler messages compiles this file.

import FilterEngine
import FilterableResults

struct Ticket: Filterable {
  var title = ""
  var tags: [String] = []
  var owner = Owner()
  var code: Any = 0

  static let filterFields = FilterFields<Ticket>(
    FilterField("title", \.title),
    // error: the type of the property has to be FilterValueConvertible; a generic type also SendableMetatype
    FilterField("code", \.code))
}

struct Owner: Filterable {
  var name = ""
  static let filterFields = FilterFields<Owner>(FilterField("name", \.name))
}

func texts(_ line: String, _ part: Substring) throws {
  // error: write FilterPredicate(text: …) for a text that is made at run time
  _ = try FilterPredicate<Ticket>(line)
  // error: write FilterPredicate(text: …) for a text that is made at run time
  _ = try FilterPredicate<Ticket>(part)
  // error: write FilterPredicate(text: …) for a text that is made at run time
  _ = try FilterPredicate<Ticket>(line, 3)
  _ = try FilterPredicate<Ticket>("title == \(line)")
  let name: String? = line
  _ = try FilterPredicate<Ticket>("title == \(name) AND title != \(nil as String?)")
}

func orders() -> [ResultsSortKey<Ticket>] {
  [
    .ascending(\.title),
    // error: lists, sets, objects, data and UUIDs have no order; sort by one of their keys
    .ascending(\.tags),
    // error: lists, sets, objects, data and UUIDs have no order; sort by one of their keys
    .descending(\.owner),
    .descending(\.owner.name),
  ]
}

func aggregates() -> [ResultsAggregate<Ticket>] {
  [
    .maximum(\.title), .count(\.tags),
    // error: only numbers have a sum
    .sum(\.title),
    // error: only numbers have an average
    .average(\.tags),
    // error: lists, sets, objects, data and UUIDs have no order
    .minimum(\.owner),
    .distinct(\.owner.name),
  ]
}

// Each product gives what its errors are made of.
func messages(_ error: SyntaxError, _ other: EvaluationError) -> [String] {
  [error.message, other.message]
}
