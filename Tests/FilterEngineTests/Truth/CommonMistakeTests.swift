import FilterEngine
import Foundation
import TestSupport
import Testing

private struct Label: Filterable {
  var n: Int
  static let filterFields = FilterFields<Label>(FilterField("n", \.n))
}

private struct Sub: Filterable {
  var name: String
  var labels: [Label]
  static let filterFields = FilterFields<Sub>(
    FilterField("name", \.name), FilterField("labels", \.labels))
}

private struct Ticket: Filterable {
  enum Status: String, CaseIterable, FilterValueConvertible { case open, inProgress, closed }

  var title = "a"
  var status = Status.open
  var tags = ["a", "b"]
  var flag = true
  var prio = 3
  var size = 5
  var subs = [Sub(name: "Xa", labels: [Label(n: 1)])]
  var labels = ["x": Label(n: 1)]
  var notes: [String: String] = ["k": "v"]
  var parent: [Ticket] = []

  static let filterFields = FilterFields<Ticket>(
    FilterField("title", \.title), FilterField("status", \.status), FilterField("tags", \.tags),
    FilterField("flag", \.flag), FilterField("prio", \.prio), FilterField("size", \.size),
    FilterField("subs", \.subs), FilterField("labels", \.labels), FilterField("notes", \.notes),
    FilterField("parent", \.parent))
}

/// What people of Swift and Core Data write, for typed items.
@Suite struct CommonMistakeTests {
  @Test(arguments: [
    ("tags.count > 1", "'list' has no key 'count', did you mean '@count'?", "tags.@count > 1"),
    ("subs.count == 1", "'list' has no key 'count', did you mean '@count'?", "subs.@count == 1"),
    ("title.count > 0", "'string' has no key 'count', did you mean 'length'?", "title.length > 0"),
    (
      "tags.first == 'a'", "'list' has no key 'first', did you mean '[FIRST]'?",
      "tags[FIRST] == 'a'"
    ),
    ("tags.last == 'b'", "'list' has no key 'last', did you mean '[LAST]'?", "tags[LAST] == 'b'"),
    ("tags.isEmpty", "'list' has no key 'isEmpty', did you mean '@count == 0'?", nil),
    (
      "status == inProgress", "'Ticket' has no key 'inProgress', did you mean ''inProgress''?",
      "status == 'inProgress'"
    ),
    ("tags == 'a'", "list == string can never be answered", "ANY tags == 'a'"),
    ("flag == 'true'", "boolean == string can never be answered", "flag == TRUE"),
    ("prio == '3'", "number == string can never be answered", "prio == 3"),
    ("prio == 'high'", "number == string can never be answered", nil),
    // A name beside a text is a text without quotes, and no key that only has some of its letters.
    ("title == Prio", "'Ticket' has no key 'Prio', did you mean ''Prio''?", "title == 'Prio'"),
    ("title == t", "'Ticket' has no key 't', did you mean ''t''?", "title == 't'"),
    ("title != Tilte", "'Ticket' has no key 'Tilte', did you mean ''Tilte''?", "title != 'Tilte'"),
    (
      "title IN {'a', Printer}", "'Ticket' has no key 'Printer', did you mean ''Printer''?",
      "title IN {'a', 'Printer'}"
    ),
    (
      "ANY tags == urgent", "'Ticket' has no key 'urgent', did you mean ''urgent''?",
      "ANY tags == 'urgent'"
    ),
    (
      "tags CONTAINS tag", "'Ticket' has no key 'tag', did you mean ''tag''?", "tags CONTAINS 'tag'"
    ),
    ("status == titel", "'Ticket' has no key 'titel', did you mean 'title'?", "status == title"),
    // A key whose values cannot be compared with the other side is not proposed.
    ("prios == 3", "'Ticket' has no key 'prios', did you mean 'prio'?", "prio == 3"),
    ("prios == 'x'", "'Ticket' has no key 'prios'", nil),
    ("prio == titl", "'Ticket' has no key 'titl'", nil),
    ("T.n == 1", "'Ticket' has no key 'T'", nil),
    ("prio == siz", "'Ticket' has no key 'siz', did you mean 'size'?", "prio == #size"),
  ])
  func itHasTheRightForm(_ text: String, _ message: String, _ fixed: String?) throws {
    let error = #expect(throws: SyntaxError.self) { try FilterPredicate<Ticket>(text: text) }
    #expect(error?.message == message)
    #expect(error?.fix.map { text.applying($0) } == fixed)
    if let fixed { #expect(throws: Never.self) { try FilterPredicate<Ticket>(text: fixed) } }
  }

  /// A key of lists in a list, and of a dictionary of structs, which no item can answer.
  @Test(arguments: [
    ("ANY subs.labels.n == 1", "list == number can never be answered"),
    ("NONE subs.labels.n == 1", "list == number can never be answered"),
    ("subs.labels.n CONTAINS 1", "list CONTAINS number can never be answered"),
    ("ANY labels.n == 1", "ANY goes through a list or set, and this is always an object"),
    ("labels.n == 1", "object == number can never be answered"),
    ("notes.k == 1", "string == number can never be answered"),
    ("labels.x.m == 1", "'Label' has no key 'm'"),
    ("ANY subs.labels.m == 1", "'Label' has no key 'm'"),
  ])
  func whatIsNeverTrueIsAnError(_ text: String, _ message: String) {
    let error = #expect(throws: SyntaxError.self) { try FilterPredicate<Ticket>(text: text) }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    "labels.x.n == 1", "notes.k == 'v'", "notes.other == nil", "subs.labels.n == {{1}}",
    "SUBQUERY(subs, $s, ANY $s.labels.n == 1).@count == 1", "size == 5 AND size > 4",
    "ANY subs.labels.n CONTAINS 1", "prio BETWEEN [1, 5]", "ANY subs.name contains[c] 'x'",
  ])
  func whatIsMeantIsAnswered(_ text: String) throws {
    let predicate = try FilterPredicate<Ticket>(text: text)
    #expect(try predicate.matches(Ticket()) && predicate.notes == [])
  }

  /// An object is no list: dictionaries of structs and of texts, and an item that is a struct.
  @Test(arguments: [
    ("labels[4] == nil", "the index of an object is a text, write labels[\"4\"]"),
    ("NOT notes[0] == 'v'", "the index of an object is a text, write notes[\"0\"]"),
    ("subs[0][1] != 1", "the index of an object is a text, write subs[0][\"1\"]"),
    ("notes[nil] == nil", "the index of an object is a text, not nil"),
    ("notes[prio] == nil", "the index of an object is a text, not a number"),
  ])
  func aNumberIsNoIndexOfAnObject(_ text: String, _ message: String) throws {
    let predicate = try FilterPredicate<Ticket>(text: text)
    let value = try FilterPredicate<FilterValue>(text: text)
    let error = #expect(throws: EvaluationError.self) { try predicate.matches(Ticket()) }
    #expect(error?.message == message)
    #expect(throws: EvaluationError.self) { try value.matches(Ticket().filterValue) }
    #expect(throws: EvaluationError.self) { try [Ticket(), Ticket()].filter(predicate) }
  }

  @Test func aPlaceholderInQuotesIsANote() throws {
    let predicate = try FilterPredicate<Ticket>(text: "title == '%@' OR title LIKE '*%K*'")
    #expect(predicate.notes.map(\.code) == ["quoted-placeholder", "quoted-placeholder"])
    #expect(predicate.notes.map { $0.fix?.replacement } == ["%@", nil])
    #expect(
      predicate.notes.first?.rendered(in: "title == '%@' OR title LIKE '*%K*'") == """
        note: %@ in quotes is text, and takes no argument, write it without quotes
         | title == '%@' OR title LIKE '*%K*'
         |          ^^^^
         fix: replace '%@' with %@
        """)
    let data = try JSONEncoder().encode(predicate.notes[0])
    let diagnostic = try JSONDecoder().decode(FilterDiagnostic.self, from: data)
    #expect(diagnostic == predicate.notes[0].diagnostic() && diagnostic.kind == .note)
    #expect(diagnostic.fix?.replacement == "%@" && diagnostic.offset == 9)
    #expect("\(predicate.notes[0])" == predicate.notes[0].message)
    // An argument that holds the signs is a value.
    #expect(try FilterPredicate<Ticket>("title == \("%@")").notes == [])
    let error = #expect(throws: SyntaxError.self) {
      try FilterPredicate<Ticket>("title == '%@'", "a")
    }
    #expect(error?.code == "unused-arguments" && error?.fix?.replacement == "%@")
    #expect(throws: SyntaxError.self) {
      try FilterPredicate<Ticket>(text: "prio > 1", arguments: [3])
    }
    #expect(throws: SyntaxError.self) { try FilterExpression<Ticket>("prio + 1", 3) }
  }

  /// A policy that permits what nothing has would refuse what it is meant to permit.
  @Test func aPolicyOfUnknownNamesIsAnError() throws {
    func message(_ change: (inout FilterPolicy) -> Void) -> String? {
      var policy = FilterPolicy(Ticket.filterFields)
      change(&policy)
      let error = #expect(throws: SyntaxError.self) {
        try FilterPredicate<Ticket>(text: "prio == 1", options: FilterOptions(policy: policy))
      }
      #expect(error?.code == "unknown-permission")
      return error?.message
    }
    #expect(
      message { $0.functions = ["lowercase"] }
        == "the policy permits the function 'lowercase', which no library has, did you mean 'lowercase:'?"
    )
    #expect(
      message { $0.operators = ["==", "CONTAIN"] }
        == "the policy permits the operator 'CONTAIN', which no library has, did you mean 'CONTAINS'?"
    )
    #expect(message { $0.collectionOperators = ["@count"] }?.contains("'count'") == true)
    #expect(message { $0.casts = ["Number"] }?.contains("'Number'") == true)
  }

  @Test func whatIsConvertibleIsTakenEverywhere() throws {
    let (name, none, least) = ("a", String?.none, 2)
    let tickets = [Ticket(), Ticket(title: "b", prio: 1)]
    #expect(try tickets.filter(FilterPredicate("title == \(name) AND prio > %d", least)).count == 1)
    #expect(try tickets.filter(FilterPredicate("title == \(none)")).isEmpty)
    #expect(try FilterPredicate<Ticket>("title == \(none)").syntax.description == "title == nil")
    let bound = try FilterPredicate<Ticket>("prio >= $least AND title IN $names")
    #expect(try tickets.count(where: bound, bindings: ["least": least, "names": [name]]) == 1)
    #expect(try bound.matches(tickets[0], bindings: ["least": least, "names": Set([name])]))
    let values: [FilterValue] = ["a", 2]
    let text = try FilterPredicate<Ticket>(text: "title == %@ AND prio > %@", arguments: values)
    #expect(try tickets.firstIndex(where: text) == 0)
    #expect(try bound.substituting(["least": least, "names": [name]]).matches(tickets[0]))
    var rest = tickets
    try rest.removeAll(where: text)
    #expect(rest.map(\.title) == ["b"])
    #expect(throws: EvaluationError.self) { try rest.removeAll(where: FilterPredicate("$x == 1")) }
    #expect(rest.count == 1)
  }

  @Test func predicatesAreJoined() throws {
    let parts = try ["prio > 1", "title == 'a'", "flag == TRUE"].map {
      try FilterPredicate<Ticket>(text: $0)
    }
    let tickets = [Ticket(), Ticket(title: "b"), Ticket(title: "b", flag: false, prio: 1)]
    #expect(try tickets.filter(.all(parts)).count == 1 && tickets.filter(.any(parts)).count == 2)
    #expect(try tickets.filter(.all([])).count == 3 && tickets.filter(.any([])).isEmpty)
    #expect(try tickets.filter(.true).count == 3 && tickets.filter(.false).isEmpty)
    #expect(
      try FilterPredicate.all(parts).syntax.description
        == "prio > 1 AND title == \"a\" AND flag == 1")
  }

  @Test func aTableShowsItsKeys() throws {
    let keys = Ticket.filterFields.keys
    #expect(
      keys.map(\.description) == [
        "title: string", "status: string (open, inProgress, closed)", "tags: list of strings",
        "flag: boolean", "prio: number", "#size: number", "subs: list of objects",
        "subs.name: string", "subs.labels: list of objects", "subs.labels.n: number",
        "labels: object", "notes: object", "parent: list of objects", "parent.title: string",
      ] + keys.dropFirst(14).map(\.description))
    #expect(keys.count == 14 + 12 && !keys.contains { $0.path.hasPrefix("parent.parent.") })
    #expect("\(Ticket.filterFields)".hasPrefix("title: string\nstatus: string (open"))
    let kept = try Ticket.filterFields.keeping(["title", "subs.name"])
    #expect(kept.keys.map(\.path) == ["title", "subs", "subs.name"])
    #expect(FilterValue.filterFields.keys.isEmpty)
  }
}
