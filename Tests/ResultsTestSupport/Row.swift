package import FilterableResults

/// A row of the tests: a key, and what else the arrangement reads.
package struct Row: Filterable, Hashable, Codable, Sendable {
  package var id: Int
  package var n = 0
  package var city: String? = nil

  package static let filterFields = FilterFields<Row>(
    FilterField("id", \.id), FilterField("n", \.n), FilterField("city", \.city))

  package init(_ id: Int, n: Int = 0, city: String? = nil) {
    self.id = id
    self.n = n
    self.city = city
  }

  package var text: String { "\(id)/\(n)/\(city ?? "-")" }
}

/// The rows of each section as texts.
package func texts(_ snapshot: ResultsSnapshot<Row>) -> [[String]] {
  snapshot.sections.map { $0.rows.map(text) }
}

/// A row as a text that tells everything of it.
package func text(_ row: ResultsRow<Row>) -> String {
  switch row {
  case .item(let item): item.text
  case .group(let group): "group " + group.items.map(\.text).joined(separator: ",")
  case .extra(let extra): "extra \(extra.id) \(extra.value)"
  }
}
