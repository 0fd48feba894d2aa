import FilterableResults

final class ComparedPeople {
  let results = ResultsController<Person>(identifiedBy: \.name, sectionedBy: \.city)
  private(set) var changes: [Changeset] = []

  init() {
    results.setSubstitute { _, new in new.showingMessage("No people") }
    results.observe(for: self) { [unowned self] change in changes.append(change.changeset) }
  }

  var people: [Person] {
    get { results.items ?? [] }
    set { try? results.setItems(newValue) }
  }
}
