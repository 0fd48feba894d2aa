import FilterableResults
import Synchronization
import Testing

/// Items whose conformance is isolated to the main actor.
@MainActor @Suite struct MainActorTests {
  @MainActor final class Author {
    let name: String
    var age: Int

    init(_ name: String, _ age: Int) { (self.name, self.age) = (name, age) }
  }

  @MainActor final class Document {
    let id: Int
    var title: String
    var pages: Int
    var note: String?
    var author: Author?
    var readers: [Author] = []
    var marks: [String: Int] = [:]
    var draft = Draft(words: 3, reviewer: Author("Rae", 60))

    init(_ id: Int, _ title: String, pages: Int, author: Author? = nil) {
      (self.id, self.title, self.pages, self.author) = (id, title, pages, author)
    }

    var isLong: Bool { pages > 100 }
  }

  @MainActor struct Draft {
    var words: Int
    var comment: String?
    var reviewer: Author
    var marks: [String: Author] = [:]
  }

  private let documents = [
    Document(1, "Ants", pages: 90, author: Author("Ann", 30)),
    Document(2, "Bees", pages: 120), Document(3, "Ants, again", pages: 300),
  ]

  @Test(
    arguments: [
      ("title BEGINSWITH 'Ants'", [1, 3]), ("pages > 100", [2, 3]), ("isLong", [2, 3]),
      ("note == nil AND pages * 2 == 240", [2]), ("length(title) > 5", [3]),
      ("author.name == 'Ann' AND author.age >= 30", [1]), ("author == nil", [2, 3]),
      ("ANY readers.age > 50", [3]), ("readers.@sum.age > 100", [3]), ("readers.@count == 2", [3]),
      ("SUBQUERY(readers, $r, $r.name == 'Bob').@count == 1", [3]), ("marks.red == 7", [2]),
      ("draft.words == 3 AND draft.reviewer.age == 60", [1, 2, 3]), ("draft.comment != nil", []),
      ("readers.@count > 0 AND readers[0].name == 'Bob'", [3]), ("author.readers == nil", nil),
    ] as [(String, [Int]?)])
  func itemsAreFilteredOnTheMainActor(_ text: String, _ ids: [Int]?) throws {
    documents[1].marks["red"] = 7
    documents[2].readers = [Author("Bob", 70), Author("Cleo", 40)]
    guard let ids else {
      #expect(throws: SyntaxError.self) { try FilterPredicate<Document>(text: text) }
      return
    }
    let filter = try FilterPredicate<Document>(text: text)
    #expect(try documents.filter(filter).map(\.id) == ids)
    #expect(try documents.filter { try filter.matches($0) }.map(\.id) == ids)
    #expect(try documents.lazy.map { $0 }.filter(filter).map(\.id) == ids)
  }

  @Test func structsAreReadInPlace() throws {
    var drafts = (0..<200).map { Draft(words: $0, reviewer: Author("R", $0)) }
    drafts[7].comment = "short"
    drafts[9].marks["x"] = Author("Xi", 9)
    let words = try FilterPredicate<Draft>("words >= 190")
    #expect(words.explain().contains("in place"))
    #expect(try drafts.count(where: words) == 10)
    #expect(try drafts.filter(FilterPredicate("comment == 'short'")).map(\.words) == [7])
    #expect(try drafts.filter(FilterPredicate("reviewer.age == 8")).map(\.words) == [8])
    #expect(try drafts.filter(FilterPredicate("marks.x.name == 'Xi'")).map(\.words) == [9])
  }

  @Test func aControllerOfThemIsObserved() throws {
    let results = try ResultsController<Document>(
      identifiedBy: ResultsKey("id"), sectionedBy: ResultsKey("isLong"),
      sortedBy: [ResultsSortKey("title")])
    try results.setItems(documents)
    var changes: [Changeset] = []
    results.observe { changes.append($0.changeset) }
    try results.filters.add(ResultsFilter("short", predicate: FilterPredicate("pages < 200")))
    #expect(changes.count == 1 && changes[0].deletedItems == [ResultsPath(section: 1, item: 0)])
    documents[2].pages = 150
    try results.itemDidChange(key: 3)
    #expect(changes.count == 2 && changes[1].insertedItems == [ResultsPath(section: 1, item: 0)])
    try results.add(Document(4, "Cats", pages: 20, author: documents[0].author))
    #expect(results.snapshot.sections.map { $0.items.map(\.id) } == [[1, 4], [3, 2]])
  }

  @Test func propertiesAreKeys() throws {
    #expect(ResultsKey<Document>(\.title) == (try ResultsKey("title")))
    #expect(
      ResultsSortKey<Document>.descending(\.note) == (try ResultsSortKey("note", ascending: false)))
    #expect(ResultsKey<Draft>(\.words).keyPath == "words")
    #expect(ResultsKey<Document>(\.draft.words).keyPath == nil)
    let results = ResultsController<Document>(
      identifiedBy: ResultsKey(\.id), sectionedBy: ResultsKey(\.draft.reviewer.name),
      sortedBy: [.descending(\.title), .ascending(\.pages, missing: .last)])
    documents[1].draft.reviewer = Author("Sue", 50)
    try results.setItems(documents)
    #expect(results.snapshot.sections.map(\.key) == ["Sue", "Rae"])
    #expect(results.snapshot.sections.map { $0.items.map(\.id) } == [[2], [3, 1]])
    documents[1].draft.reviewer = documents[0].draft.reviewer
    try results.itemDidChange(key: 2)
    #expect(results.snapshot.sections.map { $0.items.map(\.id) } == [[2, 3, 1]])
    // One key of the main actor and one that can be read anywhere.
    let titles = ResultsController<Document>(
      identifiedBy: ResultsKey(\.title), sectionedBy: ResultsKey(\.id))
    try titles.setItems(documents)
    #expect(titles.item(forKey: "Bees") === documents[1])
    #expect(titles.snapshot.sections.map(\.key) == [1, 2, 3])
    let sections = ResultsController<Document>(
      identifiedBy: nil, sectionedBy: ResultsKey(\.isLong), sortedBy: [.ascending(\.pages)])
    try sections.setItems(documents)
    #expect(sections.path(of: documents[2]) == ResultsPath(section: 1, item: 1))
  }

  @Test func propertiesOfStructsAreKeys() throws {
    let drafts = (0..<50).map {
      Draft(words: $0 % 10, comment: "\($0 % 7)", reviewer: Author("R", $0))
    }
    let results = ResultsController<Draft>(
      identifiedBy: ResultsKey(\.reviewer.age), sectionedBy: ResultsKey(\.comment),
      sortedBy: [.ascending(\.words)])
    try results.setItems(drafts)
    let expected = (0..<7).map { group in
      (0..<50).filter { $0 % 7 == group }.sorted { $0 % 10 < $1 % 10 }
    }
    // Each section is where its first row in the order of all is.
    let shown = results.snapshot.sections.map { $0.items.map(\.reviewer.age) }
    #expect(shown.sorted { ($0.first ?? 0) % 7 < ($1.first ?? 0) % 7 } == expected)
    #expect(results.item(forKey: 12)?.words == 2)
  }

  @Test func aStreamOfThemIsReadOnTheMainActor() async throws {
    let results = try ResultsController<Document>(
      identifiedBy: ResultsKey("id"), sortedBy: [ResultsSortKey("pages")])
    try results.setItems(documents)
    var titles: [[String]] = []
    for await change in results.changes {
      titles.append(change.new.items.map(\.title))
      if titles.count == 2 { break }
      try results.add(Document(9, "Zebras", pages: 1))
    }
    #expect(
      titles == [["Ants", "Bees", "Ants, again"], ["Zebras", "Ants", "Bees", "Ants, again"]])
  }

  /// A type that is filtered anywhere, with a field that was made on the main actor.
  nonisolated struct Record: Filterable {
    nonisolated static let field = Mutex<FilterField<Record>?>(nil)
    nonisolated static let filterFields = FilterFields<Record>(
      field.withLock { $0 }.map { [$0] } ?? [])

    let number: Int
  }

  @Test func aFieldOfTheMainActorStopsTheProgramElsewhere() async {
    await #expect(processExitsWith: .failure) {
      let isFound = await MainActor.run {
        Record.field.withLock { $0 = FilterField(onMainActor: "number") { $0.number } }
        return try? FilterPredicate<Record>("number == 1").matches(Record(number: 1))
      }
      precondition(isFound == true)
      print("read on the main actor")
      _ = try await Task.detached {
        try FilterPredicate<Record>("number == 1").matches(Record(number: 1))
      }.value
    }
  }
}

extension MainActorTests.Author: @MainActor Filterable {
  static let filterFields = FilterFields<MainActorTests.Author>(
    FilterField("name", \.name), FilterField("age", \.age))
}

extension MainActorTests.Document: @MainActor Filterable {
  static let filterFields = FilterFields<MainActorTests.Document>(
    FilterField("id", \.id),
    FilterField("title", \.title),
    FilterField(onMainActor: "pages") { $0.pages },
    FilterField("note", \.note),
    FilterField("author", \.author),
    FilterField("readers", \.readers),
    FilterField("marks", \.marks),
    FilterField("draft", \.draft),
    FilterField(onMainActor: "isLong") { $0.isLong })
}

extension MainActorTests.Draft: @MainActor Filterable {
  static let filterFields = FilterFields<MainActorTests.Draft>(
    FilterField("words", \.words), FilterField("comment", \.comment),
    FilterField("reviewer", \.reviewer), FilterField("marks", \.marks))
}
