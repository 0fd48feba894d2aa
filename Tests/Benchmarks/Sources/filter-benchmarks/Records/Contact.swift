import FilterEngine
import Foundation

/// A row of a list with content that is compared.
struct Contact {
  var id: UUID
  var name: String
  var age: Int
  var score: Double
}

extension Contact: Filterable {
  static let filterFields = FilterFields<Contact>(
    FilterField("id", \.id),
    FilterField("name", \.name),
    FilterField("age", \.age),
    FilterField("score", \.score))
}

extension Contact: ReplacedRow {
  static var identity: any KeyPath<Contact, UUID> & Sendable { \.id }

  init(_ number: Int, _ random: inout SplitMix) {
    self.init(
      id: UUID(&random), name: "contact \(number)", age: 20 + random.below(50),
      score: Double(random.below(1000)) / 10)
  }

  mutating func edit() { age += 1 }
}

/// A row that is nothing but what tells it apart.
struct Token {
  var id: UUID
}

extension Token: Filterable {
  static let filterFields = FilterFields<Token>(FilterField("id", \.id))
}

extension Token: ReplacedRow {
  static var identity: any KeyPath<Token, UUID> & Sendable { \.id }

  init(_ number: Int, _ random: inout SplitMix) { self.init(id: UUID(&random)) }

  mutating func edit() {}
}
