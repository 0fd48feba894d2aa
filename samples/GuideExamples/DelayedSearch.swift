import FilterEngine
import FilterableResults

/// Filters a list when the user pauses, by the last text alone.
@MainActor final class DelayedSearch {
  private(set) var mistake: (any Error)?
  private let results: ResultsController<Person>
  private var task: Task<Void, Never>?

  init(_ results: ResultsController<Person>) { self.results = results }

  @discardableResult
  func search(for text: String, after pause: Duration = .milliseconds(200)) -> Task<Void, Never> {
    task?.cancel()
    let task = Task { [weak self] in
      try? await Task.sleep(for: pause)
      if !Task.isCancelled { self?.show(text) }
    }
    self.task = task
    return task
  }

  private func show(_ text: String) {
    mistake = nil
    do {
      try results.filter("name CONTAINS[cd] \(text) OR city CONTAINS[cd] \(text)", in: "search")
    } catch {
      mistake = error
    }
  }
}
