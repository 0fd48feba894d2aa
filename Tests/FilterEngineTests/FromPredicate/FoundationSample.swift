import FilterEngine
import FilterSyntax
import Foundation
import TestSupport

/// An item with a property of each type that predicates of Foundation and filters both read.
struct FoundationSample: Filterable {
  enum Mood: String, FilterValueConvertible, Codable { case good, bad, K }

  struct Home: Filterable {
    var city = "Oslo"
    var rooms = 2
    var height: Double?
    var isOpen = true

    static let filterFields = FilterFields<Home>(
      FilterField("city", \.city), FilterField("rooms", \.rooms), FilterField("height", \.height),
      FilterField("isOpen", \.isOpen))
  }

  var age = 30
  var small: Int8 = 3
  var count: UInt = 3
  var score: Int?
  var weight = 1.5
  var height: Double?
  var share: Float = 0.5
  var price: Decimal = 3
  var name = "Ann"
  var nickname: String?
  var letter: Character = "A"
  var isActive = true
  var isKnown: Bool?
  var mood = Mood.good
  var start = Date(timeIntervalSinceReferenceDate: 0)
  var id = UUID()
  var tags = ["red", "blue"]
  var numbers = [1, 2]
  var weights = [1.5]
  var chosen: Set<Int> = [3]
  var totals = ["a": 3]
  var home: Home?
  var office = Home()
  var rooms: [Home] = [Home()]
  /// No field reads it.
  var secret = 1

  static let filterFields = FilterFields<FoundationSample>(
    FilterField("age", \.age), FilterField("small", \.small), FilterField("count", \.count),
    FilterField("score", \.score), FilterField("weight", \.weight),
    FilterField("height", \.height), FilterField("share", \.share), FilterField("price", \.price),
    FilterField("name", \.name), FilterField("nickname", \.nickname),
    FilterField("letter", \.letter), FilterField("isActive", \.isActive),
    FilterField("isKnown", \.isKnown), FilterField("mood", \.mood), FilterField("start", \.start),
    FilterField("id", \.id), FilterField("tags", \.tags), FilterField("numbers", \.numbers),
    FilterField("weights", \.weights), FilterField("chosen", \.chosen),
    FilterField("totals", \.totals), FilterField("home", \.home), FilterField("office", \.office),
    FilterField("rooms", \.rooms))
}

extension FoundationSample {
  /// Texts that are equal in Swift or in a filter alone, among others.
  static let texts = [
    "", "a", "b", "ab", "K", "\u{212A}", "é", "e\u{301}", "e", "Å", "\u{212B}", "가",
    "\u{1100}\u{1161}",
    "éa", "ae\u{301}b", "Zoé",
  ]

  static let doubles = [-.infinity, -2.5, -1, -0.0, 0, 0.5, 1.5, 2.5, .infinity, .nan]

  init(random: inout SeededGenerator) {
    func some<Value>(_ value: Value) -> Value? { random.chance(40) ? nil : value }
    func list<Value>(_ values: [Value]) -> [Value] {
      (0..<random.below(4)).map { _ in random.pick(values) }
    }
    age = random.below(9) - 4
    small = Int8(random.below(9) - 4)
    count = UInt(random.below(5))
    score = some(random.below(5))
    weight = random.pick(Self.doubles)
    height = some(random.pick(Self.doubles))
    share = Float(random.pick(Self.doubles))
    price = Decimal(random.below(9) - 4) / 2
    name = random.pick(Self.texts)
    nickname = some(random.pick(Self.texts))
    letter = random.pick(["a", "K", "\u{212A}", "é", "e\u{301}"])
    isActive = random.chance(50)
    isKnown = some(random.chance(50))
    mood = random.pick([.good, .bad, .K])
    start = Date(timeIntervalSinceReferenceDate: Double(random.below(5)))
    tags = list(Self.texts)
    numbers = list([-1, 0, 1, 2])
    weights = list(Self.doubles)
    chosen = Set(list([-1, 0, 1, 2]))
    totals = Dictionary(list(["a", "b"]).map { ($0, age) }) { first, _ in first }
    func home() -> Home {
      Home(
        city: random.pick(Self.texts), rooms: random.below(4),
        height: some(random.pick(Self.doubles)), isOpen: random.chance(50))
    }
    self.home = some(home())
    office = home()
    rooms = (0..<random.below(3)).map { _ in home() }
  }
}
