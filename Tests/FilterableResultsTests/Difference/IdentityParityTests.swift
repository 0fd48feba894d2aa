import FilterableResults
import Testing

/// What makes two rows the same row, by the first rule that applies: a key, the item's own `id`, equality, the
/// object itself.
@Suite struct IdentityParityTests {
  private struct Person: Filterable, Identifiable, Hashable {
    var id: Int
    var name: String
    var email: String?

    static let filterFields = FilterFields<Person>(
      FilterField("id", \.id), FilterField("name", \.name), FilterField("email", \.email))
  }

  /// The changes of a controller while `edits` are made.
  private func changes<Item: Filterable>(
    of controller: ResultsController<Item>, _ edits: () throws -> Void
  ) throws -> [String] {
    var sent: [String] = []
    let observation = controller.observe {
      sent.append($0.isReload ? "reload" : describe($0.changeset))
    }
    try edits()
    observation.cancel()
    return sent
  }

  @Test func aKeyComesBeforeTheItemsOwn() throws {  // TL-18
    var configuration = ResultsConfiguration<Person>()
    configuration.rows.identity = ResultsKey(\.email)
    let controller = try ResultsController(configuration)
    try controller.setItems([
      Person(id: 1, name: "Ann", email: "a"), Person(id: 2, name: "Bob", email: "b"),
    ])
    #expect(
      controller.item(forKey: "b")?.id == 2 && controller.item(forKey: FilterValue.int(2)) == nil)
    let sent = try changes(of: controller) {
      // One email and another id is the same row; one id and another email is another row.
      try controller.setItems([
        Person(id: 9, name: "Ann", email: "a"), Person(id: 2, name: "Bob", email: "c"),
      ])
    }
    #expect(sent == ["D(1) I(1) U(0/0)"])
    #expect(controller.currentVersion(of: Person(id: 0, name: "", email: "a"))?.id == 9)
  }

  @Test func anItemsOwnIDComesBeforeEquality() throws {  // TL-18
    let controller = ResultsController<Person>()
    try controller.setItems([Person(id: 1, name: "Ann"), Person(id: 2, name: "Bob")])
    let sent = try changes(of: controller) {
      #expect(controller.replace(Person(id: 2, name: "Bo")))
      try controller.setItems([Person(id: 1, name: "Anna"), Person(id: 3, name: "Bo")])
    }
    #expect(sent == ["U(1/1)", "D(1) I(1) U(0/0)"])
    #expect(controller.item(forKey: 3)?.name == "Bo")
  }

  /// Where the key of an item is nil, the next rule that applies is equality, whatever `id` the item has.
  @Test func anItemWithoutTheKeyIsWhatEqualsIt() throws {  // TL-18
    var configuration = ResultsConfiguration<Person>()
    configuration.rows.identity = ResultsKey(\.email)
    let controller = try ResultsController(configuration)
    let (ann, bob) = (Person(id: 1, name: "Ann"), Person(id: 2, name: "Bob"))
    try controller.setItems([ann, bob, Person(id: 3, name: "Cy", email: "c")])
    let sent = try changes(of: controller) {
      #expect(!controller.replace(Person(id: 1, name: "Anna")))
      try controller.setItems([
        bob, Person(id: 1, name: "Anna"), Person(id: 4, name: "Cyd", email: "c"),
      ])
    }
    #expect(sent == ["D(0) I(1) U(2/2)"])
    #expect(controller.path(of: bob) == ResultsPath(section: 0, item: 0))
    #expect(controller.path(of: ann) == nil)
  }

  @Test func anObjectWithoutEqualityIsItself() throws {  // TL-18
    let boxes = [Box(1), Box(1), Box(2)]
    let controller = ResultsController<Box>()
    try controller.setItems(boxes)
    let sent = try changes(of: controller) {
      #expect(!controller.remove(Box(2)))
      try controller.setItems([boxes[1], boxes[0], Box(2)])
    }
    #expect(sent == ["D(2) I(2) M(1→0)"] || sent == ["D(2) I(2) M(0→1)"])
    #expect(controller.path(of: boxes[0]) == ResultsPath(section: 0, item: 1))
    #expect(controller.path(of: boxes[2]) == nil)
  }

  @Test func rowsWithoutAKeyAreComparedByEquality() throws {
    let none = { (n: FilterValue) -> FilterValue in ["id": nil, "n": n] }
    for policy in [
      ResultsConfiguration<FilterValue>.Duplicates.first, .last, .refuse,
    ] {
      var configuration = ResultsConfiguration<FilterValue>()
      configuration.rows.identity = try ResultsKey("id")
      configuration.rows.duplicates = policy
      let controller = try ResultsController(configuration)
      try controller.setItems([none(1), none(1), none(2), ["id": 3, "n": 0]])
      #expect(controller.count == 4 && controller.duplicateKeys == [])
      #expect(controller.item(forKey: FilterValue.null) == nil)
      let sent = try changes(of: controller) {
        // One of two equal rows goes, the other one moves; another content is another row.
        try controller.setItems([none(2), none(1), ["id": 3, "n": 1], none(7)])
        try controller.setItems([none(2), none(1), ["id": 3, "n": 1], none(8)])
        try controller.add(none(8))
      }
      #expect(["D(1) I(3) M(2→0) U(3/2)", "D(0) I(3) M(2→0) U(3/2)"].contains(sent.first))
      #expect(sent.dropFirst() == ["D(3) I(3)", "I(4)"])
      #expect(controller.items?.suffix(2) == [none(8), none(8)])
    }
  }

  /// Another identity may find rows of one key: the first stays at its place, or gets the content of the last.
  @Test(arguments: [ResultsConfiguration<Row>.Duplicates.first, .last, .refuse])
  func anotherIdentityFindsDuplicates(duplicates: ResultsConfiguration<Row>.Duplicates) throws {
    let controller = keyed { $0.rows.duplicates = duplicates }
    let items = [Row(1, n: 5), Row(2, n: 6), Row(3, n: 5), Row(4, n: 7), Row(5, n: 5)]
    try controller.setItems(items)
    guard duplicates != .refuse else {
      #expect(throws: ResultsError.duplicateKey(5)) {
        try controller.configure { $0.rows.identity = ResultsKey(\.n) }
      }
      #expect(controller.items == items && controller.item(forKey: 3) == items[2])
      return
    }
    try controller.configure { $0.rows.identity = ResultsKey(\.n) }
    #expect(controller.duplicateKeys == [5, 5])
    #expect(controller.items?.map(\.id) == [duplicates == .first ? 1 : 5, 2, 4])
    for (place, key) in ([5, 6, 7] as [FilterValue]).enumerated() {
      #expect(controller.path(forKey: key) == ResultsPath(section: 0, item: place))
      #expect(controller.position(forKey: key)?.offset == place)
    }
    #expect(controller.item(forKey: 1) == nil)
    #expect(controller.replace(Row(9, n: 5)) && controller.count == 3)
  }

  /// Rows that were told apart by other keys for a while are compared by what they are.
  @Test func anotherIdentityForAWhileIsNotSeen() throws {
    let controller = keyed()
    try controller.setItems([Row(1, n: 5), Row(2, n: 6)])
    let recorder = Recorder(controller)
    try controller.performBatch { () throws(ResultsError) in
      try controller.configure { $0.rows.identity = ResultsKey(\.n) }
      controller.replace(Row(9, n: 5))
      try controller.configure { $0.rows.identity = ResultsKey(\.id) }
      controller.replace(Row(2, n: 7))
    }
    #expect(recorder.take() == ["D(0) I(0) U(1/1)"])
    #expect(controller.item(forKey: 9)?.n == 5 && controller.item(forKey: 1) == nil)
    #expect(recorder.problems == [])
  }

  /// A short text is stored in place, or in a buffer that had room for a longer one.
  @Test func aKeyIsTheSameHoweverItIsStored() throws {
    struct Named: Filterable, Identifiable, Hashable {
      var id: String

      static let filterFields = FilterFields<Named>(FilterField("id", \.id))
    }
    func buffered(_ text: String) -> String {
      var buffer = ""
      buffer.reserveCapacity(64)
      buffer += text
      return buffer
    }
    let texts = ["a", "abc", "fifteen letters", "more than fifteen letters", ""]
    let forms = [texts, texts.map(buffered)]
    for first in forms {
      for second in forms {
        let controller = ResultsController<Named>()
        try controller.setItems(first.map { Named(id: $0) })
        let sent = try changes(of: controller) {
          try controller.setItems(second.map { Named(id: $0) })
          try controller.setItems(second.dropFirst().map { Named(id: $0) })
        }
        #expect(sent == ["D(0)"])
        for text in second.dropFirst() {
          #expect(controller.item(forKey: FilterValue.string(text)) != nil)
        }
      }
    }
  }
}
