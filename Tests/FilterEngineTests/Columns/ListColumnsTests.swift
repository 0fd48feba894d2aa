import FilterEngine
import FoundationEssentials
import Testing

/// Lists of typed items that are visited in place, in blocks of 64 elements.
@Suite struct ListColumnsTests {
  struct Note: Filterable, Sendable {
    var likes: Int
    var weight: Double?
    var name: String

    static let filterFields = FilterFields<Note>(
      FilterField("likes", \.likes), FilterField("weight", \.weight), FilterField("name", \.name))
  }

  struct Post: Filterable, Sendable {
    var id = 3
    var notes: [Note] = []
    var wides: [UInt64] = []
    var small: [Int8] = []

    static let filterFields = FilterFields<Post>(
      FilterField("id", \.id), FilterField("notes", \.notes), FilterField("wides", \.wides),
      FilterField("small", \.small))

    var object: FilterValue {
      let notes = notes.map { note -> FilterValue in
        [
          "likes": .int(Int64(note.likes)), "weight": note.weight.map { .double($0) } ?? .null,
          "name": .string(note.name),
        ]
      }
      return [
        "id": .int(Int64(id)), "notes": .list(notes), "wides": .list(wides.map(\.filterValue)),
        "small": .list(small.map(\.filterValue)),
      ]
    }
  }

  /// All elements are alike but one, which is anywhere.
  @Test(arguments: [1, 2, 63, 64, 65, 127, 128, 129, 200])
  func anElementCountsWhereverItIs(_ count: Int) throws {
    var posts: [Post] = []
    for place in Set([0, 1, 62, 63, 64, 65, 126, 127, 128, count - 1]) where place < count {
      var post = Post()
      post.notes = Array(repeating: Note(likes: 1, weight: 1, name: "a"), count: count)
      post.notes[place] = Note(likes: 5, weight: 5, name: "b")
      posts.append(post)
    }
    for (text, expected) in [
      ("ANY notes.likes == 5", true), ("ANY notes.likes == 4", false),
      ("ALL notes.likes >= 1", true),
      ("ALL notes.likes < 5", false), ("NONE notes.likes == 5", false),
      ("NONE notes.likes == 4", true),
      ("ANY notes.name == 'b'", true), ("NONE notes.name == 'b'", false),
      ("ALL notes.name < 'b'", false),
      ("ANY notes.weight > 4", true), ("ALL notes.weight < 4", false),
      ("SUBQUERY(notes, $n, $n.likes == 5).@count == 1", true),
      ("SUBQUERY(notes, $n, $n.likes == 1).@count == \(count - 1)", true),
      ("SUBQUERY(notes, $n, $n.likes > 0).@count == \(count)", true),
      ("SUBQUERY(notes, $n, $n.name == 'b').@sum.likes == 5", true),
      ("SUBQUERY(notes, $n, $n.name == 'a').@sum.likes == \(count - 1)", true),
      ("notes.@sum.likes == \(count + 4)", true), ("notes.@sum.weight == \(count + 4)", true),
      ("notes.@max.likes == 5", true), ("notes.@max.weight == 5", true),
      ("notes.@avg.likes == \(Double(count + 4) / Double(count))", true),
      ("notes.@avg.weight == \(Double(count + 4) / Double(count))", true),
    ] {
      let predicate = try FilterPredicate<Post>(text: text)
      for post in posts { #expect(try predicate.matches(post) == expected, "\(text)") }
      #expect(try posts.count(where: predicate) == (expected ? posts.count : 0), "\(text)")
    }
  }

  private struct Bill: Filterable, Sendable {
    struct Line: Filterable, Sendable {
      var amount: Decimal

      static let filterFields = FilterFields<Line>(FilterField("amount", \.amount))
    }

    var lines: [Line]

    static let filterFields = FilterFields<Bill>(FilterField("lines", \.lines))
  }

  /// What is not a number has a place in the order, but none among the exact numbers.
  @Test func anElementThatIsNotANumberIsCompared() throws {
    let nines = Array(repeating: 9 as Decimal, count: 70)
    let nan = Decimal.nan
    let lists: [[Decimal]] = [
      [], [nan], [1, nan], [nan, 1], [9, nan], [nan, 9], nines + [nan], [nan] + nines,
    ]
    let bills = lists.map { Bill(lines: $0.map { Bill.Line(amount: $0) }) }
    for quantifier in ["ANY", "ALL", "NONE"] {
      for comparison in ["> 5", "< 5", "== 9", "!= 1", ">= 0", "< 0"] {
        let predicate = try FilterPredicate<Bill>(text: "\(quantifier) lines.amount \(comparison)")
        let matching = try FilterPredicate<FilterValue>(text: "\(quantifier) SELF \(comparison)")
        let expected = try lists.map { try matching.matches($0.filterValue) }
        #expect(try bills.map { try predicate.matches($0) } == expected, "\(predicate)")
        #expect(try bills.count(where: predicate) == expected.count { $0 }, "\(predicate)")
      }
    }
  }

  /// Nothing, `nil`, and what does not fit a lane.
  private static let posts: [Post] = [
    Post(),
    Post(id: .max, notes: [Note(likes: 2, weight: nil, name: "")], wides: [.max], small: [-1]),
    Post(
      id: .min, notes: [Note(likes: .max, weight: 1, name: "é")], wides: [0, .max], small: [5, 6]),
    Post(
      id: -4,
      notes: [Note(likes: .max, weight: .nan, name: "a"), Note(likes: 1, weight: 2, name: "b")],
      wides: [.max, 1, 2], small: [1, 2, 3]),
    Post(
      id: 0,
      notes: [Note(likes: -2, weight: nil, name: "a"), Note(likes: 6, weight: 3, name: "b")],
      wides: [1, 1 << 63, 1 << 62], small: [0, 0, .max]),
    Post(notes: [Note(likes: 0, weight: nil, name: ""), Note(likes: 0, weight: nil, name: "")]),
  ]

  @Test(arguments: [
    "onesComplement:(id) == -4", "onesComplement:(id) < 0", "onesComplement:(id) == 3",
    "wides[FIRST] > 3", "wides[0] > 3", "wides[1] > 3", "wides[LAST] < 9223372036854775807",
    "wides[LAST] > 1.8e19", "wides[LAST] == nil", "wides[FIRST] == nil",
    "wides[2] < 5",
    "wides[0] + 1 > 3", "small[LAST] > 2", "small[1] + small[FIRST] > 4", "small[SIZE] == 2",
    "notes.@avg.weight > 1", "notes.@avg.weight == nil", "notes.@avg.weight < 2",
    "notes.@avg.likes == 2", "notes.@avg.likes == nil", "notes.@sum.likes > 2",
    "notes.@sum.likes == 0",
    "notes.@sum.weight == 0", "notes.@max.weight == nil", "notes.@min.weight > 0",
    "notes.@max.likes > 2",
    "notes.@min.likes == nil", "notes.@count == 0", "ANY notes.weight == nil",
    "ALL notes.weight > 0",
    "NONE notes.weight > 2", "SUBQUERY(notes, $n, $n.weight == nil).@count > 0",
    "SUBQUERY(notes, $n, $n.likes + 1 > 2).@count == 1", "ANY notes.likes > 3",
  ])
  func aFormAnswersAsItsValuesDo(_ text: String) throws {
    let typed = try FilterPredicate<Post>(text: text)
    let dynamic = try FilterPredicate<FilterValue>(text: text)
    for post in Self.posts {
      let expected = outcome(dynamic, post.object)
      #expect(outcome(typed, post) == expected, "\(text) of \(post)")
    }
    let answered = Self.posts.filter { (try? dynamic.matches($0.object)) != nil }
    let matching = try answered.filter { try dynamic.matches($0.object) }
    #expect(try answered.count(where: typed) == matching.count)
  }

  private func outcome<Item>(_ predicate: FilterPredicate<Item>, _ item: Item) -> String {
    do throws(EvaluationError) {
      return try predicate.matches(item) ? "true" : "false"
    } catch {
      return "\(error.kind): \(error.message)"
    }
  }
}
