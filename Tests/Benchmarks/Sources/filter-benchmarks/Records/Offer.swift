import FilterEngine
import Foundation

/// A flat record with pairs of fields of one type, and with a decimal, a UUID and a date.
struct Offer {
  var id: Int
  var a: Int
  var b: Int
  var delta: Int
  var cost: Double
  var price: Double
  var name: String
  var other: String
  var amount: Decimal
  var uuid: UUID
  var date: Date
}

extension Offer: Filterable {
  static let filterFields = FilterFields<Offer>(
    FilterField("id", \.id),
    FilterField("a", \.a),
    FilterField("b", \.b),
    FilterField("delta", \.delta),
    FilterField("cost", \.cost),
    FilterField("price", \.price),
    FilterField("name", \.name),
    FilterField("other", \.other),
    FilterField("amount", \.amount),
    FilterField("uuid", \.uuid),
    FilterField("date", \.date))
}

extension Offer {
  /// The UUIDs of all offers.
  static let uuids: [UUID] = {
    var random = SplitMix(seed: 5)
    return (0..<16).map { _ in UUID(&random) }
  }()

  /// `count` records, the same in every run.
  static func random(_ count: Int) -> [Offer] {
    var random = SplitMix(seed: 6)
    return (0..<count).map { Offer(id: $0, random: &random) }
  }

  private init(id: Int, random: inout SplitMix) {
    let name = Self.name(&random)
    // Equal names have storage of their own: strings that share it are equal at a glance.
    let isSame = random.below(2) == 0
    let other =
      isSame ? String(decoding: Array(name.utf8), as: UTF8.self) : Self.name(&random)
    self.init(
      id: id, a: random.below(100), b: random.below(100), delta: random.below(21) - 10,
      cost: Double(random.below(10_000)) / 100, price: Double(random.below(10_000)) / 100,
      name: name, other: other,
      amount: Decimal(sign: .plus, exponent: -2, significand: Decimal(random.below(2_000))),
      uuid: Self.uuids[random.below(Self.uuids.count)],
      date: Date(timeIntervalSinceReferenceDate: Double(random.below(60_000)) * 24 * 600))
  }

  /// `web-7` to `web-999999-production-eu`; a quarter has more than 15 bytes, a few have an accent.
  private static func name(_ random: inout SplitMix) -> String {
    let limits = [10, 1_000, 100_000, 1_000_000]
    let number = random.below(limits[random.below(limits.count)])
    let prefix = random.below(50) == 0 ? "wéb-" : "web-"
    return prefix + String(number) + (random.below(4) == 0 ? "-production-eu" : "")
  }
}
