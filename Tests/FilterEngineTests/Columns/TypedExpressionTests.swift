import FilterEngine
import Foundation
import Testing

/// Expressions of typed items that are computed where rows lie.
@Suite struct TypedExpressionTests {
  struct Note: Filterable, Sendable {
    var likes: Int
    var author: String
    var weight: Double?

    static let filterFields = FilterFields<Note>(
      FilterField("likes", \.likes), FilterField("author", \.author),
      FilterField("weight", \.weight))

    var object: FilterValue {
      [
        "likes": .int(Int64(likes)), "author": .string(author),
        "weight": weight.map { .double($0) } ?? .null,
      ]
    }
  }

  struct Post: Filterable, Sendable {
    var id: Int
    var wide: UInt64
    var ratio: Double
    var name: String
    var nick: String?
    var scores: [Int]
    var note: Note?
    var notes: [Note]
    var attributes: [String: String]
    var amount: Decimal
    var uuid: UUID
    var date: Date

    static let filterFields = FilterFields<Post>(
      FilterField("id", \.id), FilterField("wide", \.wide), FilterField("ratio", \.ratio),
      FilterField("name", \.name), FilterField("nick", \.nick), FilterField("scores", \.scores),
      FilterField("note", \.note), FilterField("notes", \.notes),
      FilterField("attributes", \.attributes), FilterField("amount", \.amount),
      FilterField("uuid", \.uuid), FilterField("date", \.date),
      FilterField("computed") { $0.id &+ 1 })

    var object: FilterValue {
      [
        "id": .int(Int64(id)), "wide": wide.filterValue, "ratio": .double(ratio),
        "name": .string(name), "nick": nick.map { .string($0) } ?? .null,
        "scores": .list(scores.map { .int(Int64($0)) }), "note": note?.object ?? .null,
        "notes": .list(notes.map(\.object)),
        "attributes": .object(FilterObject(attributes.map { ($0.key, .string($0.value)) })),
        "amount": .decimal(amount), "uuid": .uuid(uuid), "date": .date(date),
        "computed": .int(Int64(id &+ 1)),
      ]
    }
  }

  private static let uuid = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF") ?? UUID()

  /// Rows at the ends of what lanes hold: overflows, `nil`, nothing, letters beyond ASCII.
  private static let posts: [Post] = (0..<130).map { number in
    let likes = [0, 3, 8, .max, .min][number % 5]
    let notes = (0..<number % 4).map { index in
      Note(
        likes: index == 2 ? likes : number % 10 + index, author: index == 0 ? "ada" : "bea",
        weight: index == 1 ? nil : Double(number))
    }
    return Post(
      id: [number, .max, .min, -number][number % 4], wide: [0, .max, UInt64(number)][number % 3],
      ratio: [0.5, .nan, -.infinity, 1e300, Double(number)][number % 5],
      name: ["web-1", "Zoë 😀", "", "a name of more than fifteen bytes"][number % 4],
      nick: number % 3 == 0 ? nil : "WEB-1", scores: Array(repeating: number, count: number % 3),
      note: number % 2 == 0 ? nil : Note(likes: likes, author: "é", weight: nil), notes: notes,
      attributes: number % 3 == 0 ? [:] : ["os": number % 2 == 0 ? "linux" : "K"],
      amount: [10, Decimal(string: "9.99") ?? 0, .nan, -1][number % 4],
      uuid: number % 2 == 0 ? uuid : UUID(), date: Date(timeIntervalSince1970: Double(number)))
  }

  /// A form, and how it says that it works.
  private static let forms: [(text: String, method: String)] = [
    ("id * 2 + 1 > 100", "computes integers in place"),
    ("id / 7 == 3", "computes integers in place"), ("-id < 5", "computes integers in place"),
    ("(id & 7) == 3", "computes integers in place"),
    ("id << 60 != 0", "computes integers in place"),
    ("modulus:by:(id, wide) >= 0", "computes integers in place"),
    ("ratio * 2 < id", "compares two columns in place"),
    ("ratio ** 2 BETWEEN {0, 100}", "computes doubles in place"),
    ("sqrt(id) > 3", "computes doubles in place"),
    ("floor(ratio) == 0", "computes doubles in place"),
    ("abs(id) > 3", "computes integers in place"),
    ("computed + 1 > 5", "computes integers in place"),
    ("length(name) > 5", "computes integers in place"),
    ("length(nick) == 5", "computes integers in place"),
    ("uppercase(name) == 'WEB-1'", "compares text in place"),
    ("lowercase(nick) BEGINSWITH 'web'", "compares text in place"),
    ("id > wide", "compares two columns in place"),
    ("id == ratio", "compares two columns in place"),
    ("name == nick", "compares bytes in place"), ("name != nick", "compares bytes in place"),
    ("note.likes > 2", "compares in place"), ("note.author == 'é'", "compares in place"),
    ("note.weight == nil", "compares in place"),
    ("note.likes + 1 > 4", "computes integers in place"),
    ("note.likes != 3", "compares in place"), ("scores[0] > 3", "computes integers in place"),
    ("scores[LAST] < 100", "computes integers in place"),
    ("scores[SIZE] > 1", "computes integers in place"),
    ("notes.@count > 2", "computes integers in place"),
    ("ANY notes.likes > 7", "tests elements in place"),
    ("ALL notes.author == 'ada'", "tests elements in place"),
    ("NONE notes.weight > 50", "tests elements in place"),
    ("notes.@sum.likes > 12", "computes integers in place"),
    ("notes.@avg.likes > 4", "computes doubles in place"),
    ("notes.@max.weight > 40", "computes doubles in place"),
    ("notes.@min.likes < 4", "computes integers in place"),
    ("SUBQUERY(notes, $n, $n.likes > 7).@count > 0", "computes integers in place"),
    ("SUBQUERY(notes, $n, $n.author == 'bea').@sum.likes > 3", "computes integers in place"),
    ("attributes.os == 'linux'", "looks a key up and compares in place"),
    ("attributes.os != 'linux'", "looks a key up and compares in place"),
    ("attributes.os IN {'linux', 'an operating system'}", "looks a key up and compares in place"),
    ("attributes.os CONTAINS[cd] 'LIN'", "looks a key up and compares in place"),
    ("attributes.missing == nil", "looks a key up and compares in place"),
    ("attributes.os MATCHES 'l.*'", "regular expression"),
    ("amount > 9.995", "compares exact numbers in place"),
    ("amount != 10", "compares exact numbers in place"),
  ]

  @Test(arguments: forms)
  func aFormAnswersAsItsValuesDo(_ text: String, _ method: String) throws {
    let typed = try FilterPredicate<Post>(text: text)
    let dynamic = try FilterPredicate<FilterValue>(text: text)
    #expect(typed.explain().contains(method), "\(typed.explain())")
    var matching = 0
    for post in Self.posts {
      let expected = outcome(dynamic, post.object)
      #expect(outcome(typed, post) == expected, "\(text) of \(post)")
      if expected == "true" { matching += 1 }
    }
    // A pass over rows that all have an answer, in blocks.
    let answered = Self.posts.filter { (try? dynamic.matches($0.object)) != nil }
    let count = try answered.count(where: typed)
    #expect(count == matching)
    #expect(try answered.filter(typed).count == matching)
    // And over those that have none.
    var failures = 0
    _ = Self.posts.filter(typed) { _, _ in failures += 1 }
    #expect(failures == Self.posts.count - answered.count)
  }

  @Test func aKeyOfADictionaryIsToldByItsBytes() throws {
    var post = Self.posts[0]
    // Swift takes the Kelvin sign for a K.
    post.attributes = ["\u{212A}": "kelvin", "os": "linux"]
    #expect(try !FilterPredicate<Post>("attributes.K == 'kelvin'").matches(post))
    #expect(try FilterPredicate<Post>("attributes.os == 'linux'").matches(post))
    #expect(try FilterPredicate<Post>("attributes.missing == nil").matches(post))
  }

  @Test(arguments: [
    ("id + 1 > 2", "about 10 ns a row"),
    ("scores.@count > 2", "about 2 ns a row"), ("notes.@max.likes > 2", "about 20 ns an element"),
    ("length(name) > id", "about 10 ns a row"), ("ANY scores > 2", "an element"),
  ])
  func aPlanSaysWhatIsVisited(_ text: String, _ cost: String) throws {
    let plan = try FilterPredicate<Post>(text: text).explain()
    #expect(plan.contains(cost), "\(plan)")
  }

  private struct Twice: Filterable, Sendable {
    var note: Note??

    static let filterFields = FilterFields<Twice>(FilterField("note", \.note))
  }

  @Test func anOptionalOfAnOptionalIsNotReadInPlace() throws {
    let note = Note(likes: 3, author: "an author of more than fifteen bytes", weight: nil)
    let items = [Twice(note: .some(.some(note))), Twice(note: .some(nil)), Twice(note: nil)]
    #expect(try items.count(where: FilterPredicate("note.author BEGINSWITH 'an author'")) == 1)
    #expect(try items.count(where: FilterPredicate("note.likes != 3")) == 2)
    let predicate = try FilterPredicate<Twice>("note.likes == 3")
    #expect(predicate.explain().contains("compares values"))
    #expect(try items.filter(predicate).count == 1)
  }

  private struct Line: Filterable, Sendable {
    struct Price: Filterable, Sendable {
      var currency: Int
      var amount: Int

      static let filterFields = FilterFields<Price>(
        FilterField("currency", \.currency), FilterField("amount", \.amount))
    }

    var number: Int
    var price: Price

    static let filterFields = FilterFields<Line>(
      FilterField("number", \.number), FilterField("price", \.price))
  }

  private struct Order: Filterable, Sendable {
    var lines: [Line]

    static let filterFields = FilterFields<Order>(FilterField("lines", \.lines))
  }

  private struct Wide: Filterable, Sendable {
    var wide: Int128
    var number: Int

    static let filterFields = FilterFields<Wide>(
      FilterField("wide", \.wide), FilterField("number", \.number))
  }

  private struct Aligned: Filterable, Sendable {
    var wides: [Wide]

    static let filterFields = FilterFields<Aligned>(FilterField("wides", \.wides))
  }

  /// Elements are visited in place up to the alignment of 16 bytes, which the object of an array has.
  @Test func elementsOfTheGreatestAlignmentAreReadInPlace() throws {
    #expect(MemoryLayout<Wide>.alignment == 16)
    let rows = (0..<5).map { count in
      Aligned(wides: (0..<count).map { Wide(wide: 0, number: $0) })
    }
    let any = try FilterPredicate<Aligned>(text: "ANY wides.number == 2")
    #expect(any.explain().contains("tests elements in place"))
    #expect(try rows.map { try any.matches($0) } == [false, false, false, true, true])
    let sum = try FilterPredicate<Aligned>(text: "wides.@sum.number == 3")
    #expect(try rows.map { try sum.matches($0) } == [false, false, false, true, false])
  }

  @Test func aStructInAnElementIsReadInPlace() throws {
    let orders = (0..<3).map { number in
      Order(
        lines: (0..<number).map { Line(number: 7, price: .init(currency: 5, amount: $0 + 1)) })
    }
    let sum = try FilterPredicate<Order>("lines.@sum.price.amount == 3")
    #expect(try orders.map { try sum.matches($0) } == [false, false, true])
    let flat = try FilterPredicate<Order>("lines.@sum.number == 3")
    #expect(
      sum.explain() == flat.explain().replacingOccurrences(of: "number", with: "price.amount"))
  }

  @Test func aUUIDIsComparedInPlace() throws {
    let predicate = try FilterPredicate<Post>("uuid == \(Self.uuid)")
    #expect(predicate.explain().contains("compares two words in place"))
    #expect(try Self.posts.count(where: predicate) == Self.posts.count / 2)
    let others = try FilterPredicate<Post>("uuid != \(Self.uuid)")
    #expect(try Self.posts.count(where: others) == Self.posts.count / 2)
  }

  /// Longer lists are left to the evaluation that counts a step for each element. The last one decides.
  @Test(arguments: [
    ("ANY notes.likes == 5", true), ("ANY notes.likes == 2", false),
    ("ALL notes.likes > 0", true), ("ALL notes.likes < 5", false),
    ("NONE notes.likes == 2", true), ("NONE notes.likes == 5", false),
    ("notes.@sum.likes == 100005", true), ("notes.@sum.likes == 100000", false),
    ("SUBQUERY(notes, $n, $n.likes == 1).@count == 100000", true),
    ("SUBQUERY(notes, $n, $n.likes == 1).@count == 0", false),
  ])
  func aListOfTooManyElementsSpendsItsSteps(_ text: String, _ answer: Bool) throws {
    var post = Self.posts[0]
    post.notes = Array(repeating: Note(likes: 1, author: "", weight: nil), count: 100_000)
    post.notes.append(Note(likes: 5, author: "", weight: nil))
    let predicate = try FilterPredicate<Post>(text: text)
    #expect(try predicate.matches(post) == answer)
    var limits = EvaluationLimits.standard
    limits.steps = 100_000
    let error = #expect(throws: EvaluationError.self) {
      try predicate.matches(post, limits: limits)
    }
    #expect(error?.kind == .budget)
  }

  /// The answer, or the error with its place.
  private func outcome<Item>(_ predicate: FilterPredicate<Item>, _ item: Item) -> String {
    do throws(EvaluationError) {
      return try predicate.matches(item) ? "true" : "false"
    } catch {
      return "\(error.kind): \(error.message) at \(error.range.map { "\($0)" } ?? "no place")"
    }
  }
}
