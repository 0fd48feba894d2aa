// Filters that the compiler refuses, each after what it says. The test of compiler messages compiles this file.

import FilterMacros
import Foundation

@Filterable struct Ticket {
  var title: String
  var when: Date
  var tags: [String]
  var n: Int
  var flag: Bool
  var status: Status
  var owners: [Owner]
  var notes: [String: Int]
  var id: UUID
}

@Filterable enum Status { case open, closed }

@Filterable struct Owner { var name: String }

let kinds = [
  // error: 'number' is unavailable: the key has no numbers, and is compared with one
  #filter<Ticket>("title > 3"),
  // error: 'text' is unavailable: the key has no texts, and is compared with one
  #filter<Ticket>("when > '2024-01-01'"),
  // error: 'text' is unavailable: the key has no texts, and is compared with one
  #filter<Ticket>("tags == 'a'"),
  // error: 'elements' is unavailable: ANY, ALL, NONE and SUBQUERY go through lists, and the key has none
  #filter<Ticket>("ANY n == 3"),
  // error: 'numbers' is unavailable: the key has no list of numbers, whose elements are compared with one
  #filter<Ticket>("ANY tags == 3"),
  // error: 'text' is unavailable: the key has no texts, and is compared with one
  #filter<Ticket>("n BEGINSWITH 'a'"),
  // error: 'number' is unavailable: the key has no numbers, and is compared with one
  #filter<Ticket>("status == 3"),
  // error: 'text' is unavailable: the key has no texts, and is compared with one
  #filter<Ticket>("n IN {'a', 'b'}"),
  // error: 'date' is unavailable: the key has no dates, and is compared with one
  #filter<Ticket>("title == #2026-11-21#"),
]

let texts = [
  // error: there is no collection operator @cuont; did you mean @count?
  #filter<Ticket>("owners.@cuont > 1"),
  // error: no library has a selector 'nope' for FUNCTION
  #filter<Ticket>("FUNCTION(title, 'nope') == 1"),
  // error: an error wherever it meets a text: the regular expression "(" cannot be used: missing ), at byte 0
  #filter<Ticket>("title MATCHES '('"),
  // warning: always an error: 1 / 0: division by zero
  #filter<Ticket>("n == 1 AND 1 / 0 == 1"),
]

let accepted = [
  #filter<Ticket>("title == 'a' AND n > 3 AND flag == TRUE AND when > #2026-11-21#"),
  #filter<Ticket>(
    "ANY tags == 'a' AND tags.@count > 0 AND n BETWEEN {1, 5} AND status IN {'open'}"),
  #filter<Ticket>("ANY owners.name == 'x' AND notes.a == 3 AND title.length > 2 AND n == flag"),
]
