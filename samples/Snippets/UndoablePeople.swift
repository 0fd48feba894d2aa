import FilterableResults

final class UndoablePeople {
  let results = ResultsController<Person>(identifiedBy: \.name, sortedBy: .ascending(\.name))
  private(set) var log: ResultsLog<Person>
  private var recording: ResultsObservation?

  init(_ people: [Person]) throws {
    try results.setItems(people)
    log = ResultsLog(of: results, limit: 100)
    recording = results.observe(for: self) { [unowned self] change in log.record(change) }
  }

  func undo() throws { try show(log.undo()) }

  func redo() throws { try show(log.redo()) }

  private func show(_ change: ResultsChange<Person>?) throws {
    guard let change, let recording else { return }
    try results.performSilently(for: recording) { try results.setContents(of: change.new) }
  }
}
