#if Macros
  public import FilterMacros

  @Filterable struct Friend: Equatable {
    var name: String
    var likes: Int
  }

  @Filterable enum Level { case low, high }

  enum Mood: String, FilterValueConvertible { case good, bad }

  @Filterable struct Person {
    var name: String
    @FilterKey("years") var age: Int
    var city: String?
    var friends: [Friend] = []
    var best: Friend?
    var level: Level = .low
    var mood: Mood = .good
    var attributes: [String: String] = [:]
    @FilterIgnored var callback: @Sendable () -> Void = {}
    var score = 5.0
    @FilterKey var isAdult: Bool { age >= 18 }
  }

  @MainActor @Filterable final class Document {
    var title: String
    let pages: Int

    init(_ title: String, pages: Int) { (self.title, self.pages) = (title, pages) }
  }

  /// A public type, of whose properties some are not.
  @Filterable public struct Account {
    /// Its number.
    public private(set) var id: Int
    var level: Level
    private var note: String! = "n"
    package var tags: Set<String> = []

    init(id: Int, level: Level) { (self.id, self.level) = (id, level) }

    static let noted = #filter<Account>("note == 'n' AND id > 1")
  }

  let people = [
    Person(
      name: "Ann", age: 36, city: "London", friends: [Friend(name: "Bob", likes: 3)],
      best: Friend(name: "Bob", likes: 3), level: .high, attributes: ["os": "linux"]),
    Person(name: "Bea", age: 17, mood: .bad),
    Person(name: "Carl", age: 18, city: "Oslo", friends: [Friend(name: "Ann", likes: 9)], score: 2),
  ]
#endif
