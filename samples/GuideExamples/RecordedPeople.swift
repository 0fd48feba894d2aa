import FilterableResults

final class RecordedPeople {
  let results = ResultsController<Person>(identifiedBy: \.name, sortedBy: [.ascending(\.name)])
  private(set) var changes: [ResultsChange<Person>] = []

  init(_ people: [Person]) throws {
    try results.setItems(people)
    results.observe(for: self) { [unowned self] change in changes.append(change) }
  }

  /// The changes between two positions as one, nil for none.
  func change(from first: Int, to last: Int) -> ResultsChange<Person>? {
    guard first <= last else { return change(from: last, to: first)?.inverse }
    return changes[first..<last].reduce(nil) { before, change in
      guard let before else { return change }
      return try? before.composed(with: change)
    }
  }
}
