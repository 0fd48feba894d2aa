import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

/// Wrong filters under a policy: each message, fix, note, completion, answer and explanation is that for a type and for
/// rows without the hidden keys, byte for byte.
@Suite struct WrongFilterPolicyTests {
  private static let kept = [
    "name", "owner.name", "state", "`user-id`", "age", "price", "items.price", "created", "tags",
    "isOpen",
  ]

  /// The filters of a round.
  private static let filtersOfRound = 25

  private static func options() throws -> FilterOptions {
    FilterOptions(policy: try FilterPolicy(keyPaths: kept))
  }

  /// Ten thousand filters are FRC_ROUNDS=400.
  @Test func nothingIsSaidOfHiddenKeys() throws {
    let options = try Self.options()
    let worlds = Worlds(options)
    var (refused, accepted) = (0, 0)
    let seeds = RandomSearch.seeds(2)
    for seed in seeds {
      var filters = WrongFilters(seed: seed)
      for _ in 0..<Self.filtersOfRound {
        let text = filters.next()
        let context = "FRC_SEED=\(seed) FRC_ROUNDS=1: \(text)"
        for accounts in worlds.accounts(of: text, options) {
          for account in accounts.dropFirst() { #expect(account == accounts[0], "\(context)") }
          refused += accounts[0].refusals > 0 ? 1 : 0
          accepted += accounts[0].isAccepted ? 1 : 0
        }
      }
    }
    #expect(seeds.count < 2 || refused > 40 && accepted > 5, "\(refused), \(accepted)")
  }

  /// Without a policy the same filters say what the hidden keys hold, so that the search would find it.
  @Test func withoutAPolicyHiddenKeysAreToldOf() {
    let worlds = Worlds(.standard)
    var different = [0, 0]
    for seed in UInt64(1)...2 {
      var filters = WrongFilters(seed: seed)
      for _ in 0..<Self.filtersOfRound {
        for (kind, accounts) in worlds.accounts(of: filters.next(), .standard).enumerated()
        where Set(accounts).count > 1 {
          different[kind] += 1
        }
      }
    }
    #expect(different.allSatisfy { $0 > 5 }, "\(different)")
  }
}

/// What the engine says of a text, and of those that its fixes make one after another.
private struct Account: Hashable {
  /// The number of errors.
  var refusals = 0

  /// Whether the last text is a filter.
  var isAccepted = false

  /// Completions, errors with their codes, places and fixes, notes, answers and explanations.
  private var said: [String] = []

  private static let now = Date(timeIntervalSinceReferenceDate: 0)

  init<Item: Filterable>(
    of text: String, over items: [Item], _ completion: FilterCompletion<Item>,
    _ options: FilterOptions
  ) {
    var text = text
    for _ in 0..<8 {
      let end = text.utf8.count
      said.append("\(completion.completions(in: text, at: end))")
      said.append("\(String(describing: completion.documentation(in: text, at: end)))")
      do throws(SyntaxError) {
        let predicate = try FilterPredicate<Item>(text: text, options: options)
        isAccepted = true
        tell(of: predicate, items, text, options.policy)
        return
      } catch {
        refusals += 1
        said.append("\(error.code) \(error)")
        guard let fix = error.fix else { return }
        text = text.applying(fix)
      }
    }
  }

  private mutating func tell<Item: Filterable>(
    of predicate: FilterPredicate<Item>, _ items: [Item], _ text: String, _ policy: FilterPolicy?
  ) {
    said += predicate.notes.map { "\($0.code) \($0.rendered(in: text))" }
    said.append(predicate.description)
    for item in items {
      do throws(EvaluationError) {
        said.append("\(try predicate.matches(item, now: Self.now))")
      } catch {
        said.append("\(error.code) \(error)")
      }
      said.append(predicate.explanation(of: item, policy: policy, now: Self.now).description)
    }
  }
}

/// Items of which the hidden keys hold one thing or another, or are not there.
private struct Worlds {
  private let objects: [(rows: [FilterValue], completion: FilterCompletion<FilterValue>)]
  private let whole: FilterCompletion<Whole.Ticket>
  private let reduced: FilterCompletion<Reduced.Ticket>

  init(_ options: FilterOptions) {
    objects = [nil, 1, "open", ["Ann", "x"]].map { (secret: FilterValue?) in
      let rows = [
        Self.row("Ann", 30, hiding: secret), Self.row("O-1", 1.5, hiding: secret),
        Self.row(nil, "x", hiding: secret),
      ]
      return (rows, FilterCompletion(sample: rows, options: options))
    }
    whole = FilterCompletion(options: options)
    reduced = FilterCompletion(options: options)
  }

  /// The accounts for objects, and those for typed items.
  func accounts(of text: String, _ options: FilterOptions) -> [[Account]] {
    let typed = [
      Account(of: text, over: [Whole.Ticket(), Whole.Ticket(hiding: "Ann")], whole, options),
      Account(of: text, over: [Whole.Ticket(hiding: "x"), Whole.Ticket()], whole, options),
      Account(of: text, over: [Reduced.Ticket(), Reduced.Ticket()], reduced, options),
    ]
    return [objects.map { Account(of: text, over: $0.rows, $0.completion, options) }, typed]
  }

  /// Keys that filters name, and some that are near to those and to words of other languages.
  private static let hidden = [
    "title", "city", "size", "score", "due", "opened", "labels", "interests", "comments", "active",
    "tag", "agee", "names", "stat", "prices", "isOpened", "contains", "length", "x", "secret",
  ]

  /// An object; nil for one without the hidden keys.
  private static func row(
    _ name: FilterValue?, _ age: FilterValue, hiding secret: FilterValue?
  ) -> FilterValue {
    func object(_ members: [(key: String, value: FilterValue)], _ hidden: [String]) -> FilterValue {
      .object(
        FilterObject(members + hidden.compactMap { key in secret.map { (key: key, value: $0) } }))
    }
    let items = (1...2).map { object([("price", .int($0))], ["sku", "cost"]) }
    return object(
      [
        ("name", name ?? .null), ("owner", object([("name", "Bob")], ["pin", "named"])),
        ("state", "open"), ("user-id", "u7"), ("age", age), ("price", 9.5),
        ("items", .list(FilterList(items))),
        ("created", .date(Date(timeIntervalSinceReferenceDate: 8e8))),
        ("tags", ["a", "open", "x"]), ("isOpen", true),
      ], hidden)
  }
}

/// Types with the hidden keys.
private enum Whole {
  struct Owner: Filterable, Hashable, Sendable {
    var name = "Bob"
    var pin = 4711
    static let filterFields = FilterFields<Owner>(
      FilterField("name", \.name), FilterField("pin", \.pin), FilterField("named", \.name))
  }

  struct Item: Filterable, Hashable, Sendable {
    var price = 9.5
    var sku = "open"
    static let filterFields = FilterFields<Item>(
      FilterField("price", \.price), FilterField("sku", \.sku))
  }

  struct Ticket: Filterable, Sendable {
    var name = "Ann"
    var owner = Owner()
    var state = "open"
    var age = 30
    var price = 9.5
    var items = [Item()]
    var created = Date(timeIntervalSinceReferenceDate: 8e8)
    var tags = ["a", "open"]
    var isOpen = true
    var title = "open"
    var size = 3
    var comments: [Item] = []

    init() {}

    /// A ticket with other hidden values.
    init(hiding secret: String) {
      (owner.pin, title, size) = (1, secret, 100)
      (items[0].sku, comments) = (secret, [Item(), Item()])
    }

    static let filterFields = FilterFields<Ticket>(
      FilterField("name", \.name), FilterField("owner", \.owner), FilterField("state", \.state),
      FilterField("user-id", \.state), FilterField("age", \.age), FilterField("price", \.price),
      FilterField("items", \.items), FilterField("created", \.created),
      FilterField("tags", \.tags), FilterField("isOpen", \.isOpen), FilterField("title", \.title),
      FilterField("city", \.title), FilterField("size", \.size), FilterField("score", \.size),
      FilterField("due", \.created), FilterField("labels", \.tags),
      FilterField("comments", \.comments), FilterField("agee", \.size), FilterField("tag", \.title),
      FilterField("active", \.isOpen), FilterField("contains", \.title), FilterField("x", \.size))
  }
}

/// Types of the same names without them.
private enum Reduced {
  struct Owner: Filterable, Hashable, Sendable {
    var name = "Bob"
    static let filterFields = FilterFields<Owner>(FilterField("name", \.name))
  }

  struct Item: Filterable, Hashable, Sendable {
    var price = 9.5
    static let filterFields = FilterFields<Item>(FilterField("price", \.price))
  }

  struct Ticket: Filterable, Sendable {
    var name = "Ann"
    var owner = Owner()
    var state = "open"
    var age = 30
    var price = 9.5
    var items = [Item()]
    var created = Date(timeIntervalSinceReferenceDate: 8e8)
    var tags = ["a", "open"]
    var isOpen = true

    static let filterFields = FilterFields<Ticket>(
      FilterField("name", \.name), FilterField("owner", \.owner), FilterField("state", \.state),
      FilterField("user-id", \.state), FilterField("age", \.age), FilterField("price", \.price),
      FilterField("items", \.items), FilterField("created", \.created),
      FilterField("tags", \.tags), FilterField("isOpen", \.isOpen))
  }
}
