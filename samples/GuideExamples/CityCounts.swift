import FilterableResults

final class CityCounts {
  let results: ResultsController<Person>
  private(set) var lines: [String] = []

  init(_ results: ResultsController<Person>) {
    self.results = results
    results.observe(for: self) { [unowned self] change in
      if change.facets.contains(0) { lines = Self.lines(of: change.new.facets[0]) }
    }
  }

  private static func lines(of facet: FacetCounts) -> [String] {
    facet.counts.map { count in
      "\(count.isInForce ? "✓" : "-") \(count.value.converted(to: String.self) ?? "none"): \(count.count)"
    }
  }
}
