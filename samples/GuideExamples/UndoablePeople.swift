import FilterableResults

final class UndoablePeople {
  let results = ResultsController<Person>(identifiedBy: \.name, sortedBy: [.ascending(\.name)])

  init(_ people: [Person]) throws {
    try results.setItems(people)
    results.log = ResultsLog(limit: 100)
  }

  var canUndo: Bool { results.log?.undoCount ?? 0 > 0 }
  var canRedo: Bool { results.log?.redoCount ?? 0 > 0 }

  func undo() throws { try results.undo() }
  func redo() throws { try results.redo() }
}
