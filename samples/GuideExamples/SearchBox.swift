import FilterEngine
import FilterableResults

/// A text that filters a list while it is typed.
final class SearchBox {
  private(set) var text = ""
  private(set) var tokens: [FilterToken] = []
  private(set) var completions = FilterCompletions(range: .none, items: [])
  private(set) var mistake: FilterDiagnostic?
  private let completion = FilterCompletion<Person>()
  private let results: ResultsController<Person>

  init(_ results: ResultsController<Person>) { self.results = results }

  func type(_ text: String, cursor: Int) {
    self.text = text
    tokens = Array(FilterTokens(text))
    completions = completion.completions(in: text, at: cursor, limit: 10) { key, prefix in
      results.frequentValues(of: key, beginningWith: prefix)
    }
    mistake = nil
    do {
      let predicate = try FilterPredicate<Person>(text: tokens.isEmpty ? "TRUEPREDICATE" : text)
      results.filters.add(try ResultsFilter("search", predicate: predicate))
    } catch {
      mistake =
        (error as? SyntaxError)?.diagnostic ?? (error as? EvaluationError)?.diagnostic(in: text)
    }
  }

  func insert(_ item: FilterCompletions.Item) {
    let (start, end) = (completions.range.lowerBound, completions.range.upperBound)
    let rest = String(decoding: text.utf8.dropFirst(end), as: UTF8.self)
    let head = String(decoding: text.utf8.prefix(start), as: UTF8.self) + item.text
    type(head + rest, cursor: head.utf8.count)
  }
}
