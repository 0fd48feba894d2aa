import FilterEngine

/// A record that is an object.
final class Account {
  let id: Int
  let name: String

  init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}

extension Account: Filterable {
  static let filterFields = FilterFields<Account>(
    FilterField("id", \.id),
    FilterField("number") { $0.id },
    FilterField("name", \.name))
}

extension Account {
  /// `count` objects, with their ids in order.
  static func many(_ count: Int) -> [Account] {
    (0..<count).map { Account(id: $0, name: "account \($0)") }
  }
}
