internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults
internal import Foundation

extension SortKey<Ticket> {
  /// The sort keys of `-priority,owner.name`: a `-` before a key path lets it descend.
  ///
  /// - Throws: What of a key path is not permitted, or never has a value to sort by.
  static func list(of text: String, _ policy: FilterPolicy) throws(SyntaxError) -> [SortKey<Ticket>]
  {
    var keys: [SortKey<Ticket>] = []
    for part in text.split(separator: ",") {
      let words = part.trimmingCharacters(in: .whitespaces)
      let isDescending = words.hasPrefix("-")
      let path = String(words.dropFirst(isDescending ? 1 : 0))
      keys.append(try SortKey(path, ascending: !isDescending, policy: policy))
      _ = try FilterExpression<Ticket>(text: path, policy: policy)
    }
    return keys
  }
}

extension [Ticket] {
  /// The tickets in the order of sort keys, equal ones in the order in which they are.
  func sorted(by keys: [SortKey<Ticket>]) -> [Ticket] {
    let results = ResultsController<Ticket>(identifiedBy: \.id)
    do {
      try results.setItems(self, sortedBy: keys)
      return results.items ?? self
    } catch {
      // Only duplicates are refused, and there are none: identities are unique.
      return self
    }
  }
}
