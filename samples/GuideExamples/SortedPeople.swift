import FilterableResults

final class SortedPeople: ResultsControllerDelegate {
  let results = ResultsController<Person>(
    identifiedBy: \.name, sectionedBy: \.city, sortedBy: [.ascending(\.name)])
  private(set) var calls: [String] = []

  init() { results.delegate = self }

  func controllerWillChangeContent(_ controller: ResultsController<Person>) {
    calls.append("begin")
  }

  func controller(
    _ controller: ResultsController<Person>, didChangeSection change: SectionChange
  ) {
    calls.append("section \(change)")
  }

  func controller(
    _ controller: ResultsController<Person>, didChange row: ResultsRow<Person>,
    _ change: ItemChange
  ) {
    switch change {
    case .insert(let path): calls.append("insert \(path)")
    case .delete(let path): calls.append("delete \(path)")
    case .move(let from, let to): calls.append("move \(from) to \(to)")
    case .update(let from, let to): calls.append("update \(from), now \(to)")
    }
  }

  func controllerDidChangeContent(_ controller: ResultsController<Person>) {
    calls.append("end")
  }

  func controllerShouldReload(_ controller: ResultsController<Person>) { calls.append("reload") }
}
