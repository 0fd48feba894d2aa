import FilterEngine
import Testing

@testable import FilterableResults

/// Keys of controllers: properties, which the compiler checks, and texts, which are checked when they are read.
@Suite struct CheckedKeyTests {
  private struct Owner: Filterable, Hashable {
    var name: String
    var team: Int

    static let filterFields = FilterFields<Owner>(
      FilterField("name", \.name), FilterField("a.b", \.team))
  }

  private struct Task: Filterable, Identifiable, Hashable, Numbered {
    var id: Int
    var owner = Owner(name: "Ada", team: 1)
    var title: String? = nil
    var secret = 0

    var half: Int { id / 2 }

    static var numberKey: any KeyPath<Task, Int> & Sendable { \.id }

    static let filterFields = FilterFields<Task>(
      FilterField("id", \.id), FilterField("owner", \.owner), FilterField("heading", \.title),
      FilterField("half", \.half))
  }

  private protocol Numbered: Filterable, SendableMetatype {
    var id: Int { get }
    static var numberKey: any KeyPath<Self, Int> & Sendable { get }
  }

  @Test func aPropertyIsItsFieldInTheTable() throws {
    #expect(ResultsKey<Task>(\.id) == (try ResultsKey("id")))
    #expect(ResultsKey<Task>(\.title).keyPath == "heading")
    #expect(ResultsKey<Task>(\.title) == (try ResultsKey("heading")))
    #expect(ResultsKey<Task>(\.owner.name) == (try ResultsKey("owner.name")))
    #expect(ResultsKey<Task>(\.owner.team).keyPath == "owner.`a.b`")
    #expect(ResultsKey<Task>(\.half).keyPath == "half")
    #expect(ResultsKey<Task>(\.id) != ResultsKey(\.half))
    #expect(ResultsKey<Task>(\.owner.name).column != nil && ResultsKey<Task>(\.half).column == nil)
  }

  /// In generic code the key path of a requirement is not that of the field; a text and a key path of the type are.
  @Test func genericCodeNamesTheFieldInOtherWays() throws {
    func check<Row: Numbered>(_ row: Row) throws {
      let requirement = ResultsKey<Row>(\.id)
      #expect(requirement.keyPath == nil && requirement.column == nil)
      #expect(requirement.read(row) == 7)
      let text = try ResultsKey<Row>("id")
      #expect(ResultsKey<Row>(Row.numberKey) == text && text.column != nil && text.read(row) == 7)
    }
    try check(Task(id: 7))
    func identity<Row: Filterable & Identifiable>(_ row: Row) -> FieldColumn?
    where Row.ID: FilterValueConvertible {
      ResultsController<Row>().configuration.rows.identity?.column
    }
    #expect(identity(Task(id: 7)) != nil)
  }

  private final class Machine: Filterable, Sendable {
    let name: String

    init(_ name: String) { self.name = name }

    static let filterFields = FilterFields<Machine>(FilterField("name", \.name))
  }

  private struct Job: Filterable {
    var id: Int
    var machine: Machine

    static let filterFields = FilterFields<Job>(
      FilterField("id", \.id), FilterField("machine", \.machine))
  }

  /// Nothing of an object is in its row.
  @Test func aPropertyOfAnObjectIsReadThroughIt() throws {
    let key = ResultsKey<Job>(\.machine.name)
    #expect(key.column == nil)
    #expect(
      key.read(Job(id: 1, machine: Machine("a long name of a machine")))
        == "a long name of a machine")
    let results = ResultsController<Job>(
      identifiedBy: \.id, sectionedBy: \.machine.name.count, sortedBy: [.descending(\.machine.name)]
    )
    try results.setItems(["b", "c", "aa"].enumerated().map { Job(id: $0, machine: Machine($1)) })
    #expect(results.snapshot.sections.map { $0.items.map(\.id) } == [[1, 0], [2]])
  }

  @Test func aPropertyOutsideTheTableIsReadByItself() throws {
    let key = ResultsKey<Task>(\.secret)
    #expect(key.keyPath == nil && key == ResultsKey(\.secret) && key != ResultsKey(\.id))
    #expect(key.column != nil)
    #expect(ResultsKey<Task>(\.owner.name.count).read(Task(id: 1)) == 3)
    let results = ResultsController<Task>(
      identifiedBy: \.secret, sectionedBy: \.owner.name.count, sortedBy: [.descending(\.secret)])
    try results.setItems([Task(id: 1, secret: 5), Task(id: 2, secret: 7), Task(id: 3, secret: 5)])
    #expect(results.snapshot.items.map(\.id) == [2, 1])
    #expect(results.snapshot.sections.map(\.key) == [3])
    #expect(results.item(forKey: 7)?.id == 2)
  }

  @Test(arguments: [
    (
      "ownr.name",
      """
      error: 'Task' has no key 'ownr', did you mean 'owner'?
       | ownr.name
       | ^^^^
       fix: replace ownr with owner
      """
    ),
    (
      "owner.nmae",
      """
      error: 'Owner' has no key 'nmae', did you mean 'name'?
       | owner.nmae
       |       ^^^^
       fix: replace nmae with name
      """
    ),
    (
      "owner.name.owner.owner",
      """
      error: 'string' has no key 'owner'
       | owner.name.owner.owner
       | ^^^^^^^^^^^^^^^^^^^^^^
      """
    ),
  ])
  func aTypoIsAnErrorWithItsPosition(_ text: String, _ message: String) {
    let error = #expect(throws: SyntaxError.self) {
      try ResultsKey<Task>(text, policy: .unrestricted)
    }
    #expect(error?.description == message)
    #expect(throws: SyntaxError.self) {
      try ResultsController<Task>(identifiedBy: ResultsKey(text, policy: .unrestricted))
    }
    #expect(throws: SyntaxError.self) { try ResultsSortKey<Task>(keyPath: text) }
    #expect(throws: SyntaxError.self) {
      try ResultsController<Task>(
        identifiedBy: ResultsKey("id"), sectionedBy: ResultsKey(text, policy: .unrestricted))
    }
    #expect(throws: SyntaxError.self) {
      try ResultsSortKey<Task>.list("id, \(text)", policy: .unrestricted)
    }
  }

  @Test(arguments: ["", "a..b", "`a"]) func whatIsNoKeyPathIsRefused(_ text: String) {
    #expect(throws: SyntaxError.self) { try ResultsKey<FilterValue>(text, policy: .unrestricted) }
  }

  @Test func anIDIdentifiesItems() throws {
    #expect(ResultsConfiguration<Task>().rows.identity == ResultsKey(\.id))
    for results in [
      ResultsController<Task>(), ResultsController(sectionedBy: \.owner.name),
      ResultsController(sortedBy: [.ascending(\.half), .descending(\.id)]),
    ] {
      try results.setItems([Task(id: 4), Task(id: 5), Task(id: 4, secret: 1)])
      #expect(results.count == 2 && results.duplicateKeys == [4])
      #expect(results.item(forKey: 5) == Task(id: 5))
    }
    let sorted = ResultsController<Task>(sortedBy: [.ascending(\.half), .descending(\.id)])
    try sorted.setItems([Task(id: 2), Task(id: 4), Task(id: 5)])
    #expect(sorted.snapshot.items.map(\.id) == [2, 5, 4])
  }

  /// An `id` that is not the field of this name identifies all the same.
  @Test func anIDWithoutAFieldIsReadByItself() throws {
    struct Line: Filterable, Identifiable {
      var text: String
      var id: String { text.lowercased() }
      static let filterFields = FilterFields<Line>(
        FilterField("id", \.text.count), FilterField("text", \.text))
    }
    let results = ResultsController<Line>()
    try results.setItems([Line(text: "A"), Line(text: "b"), Line(text: "a")])
    #expect(results.snapshot.items.map(\.text) == ["A", "b"])
    #expect(results.path(forKey: "b") == ResultsPath(section: 0, item: 1))
  }
}
