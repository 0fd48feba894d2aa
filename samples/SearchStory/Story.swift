import FilterableResults

/// Someone looks for a machine: a search field, a choice of what to search in, and edits meanwhile.
final class Story {
  private let results: ResultsController<Instance>
  private var deliveries = 0

  init() throws {
    results = try ResultsController(.machines)
    results.observe(for: self) { [unowned self] change in
      deliveries += 1
      for line in ChangeLines(change).lines { print("  " + line) }
      print("  = \(change.new.rowCount) rows, sections: \(change.new.sections.count)")
    }
  }

  func tell(_ instances: [Instance]) throws {
    try step("load \(instances.count) rows") { try results.setItems(instances) }

    // Each letter narrows what the letters before it have left: only rows on show are tested again.
    try scope("current", "currentGeneration == TRUE")
    for text in ["m", "m7", "m7g", "m7g.m"] { try search(text) }
    try search("metal")
    try scope("bare metal of AWS", "bareMetal == TRUE AND manufacturer == 'AWS'")
    if let hidden = instances.first(where: { $0.instanceType == "m5.metal" }) {
      print(
        "\nwhy is \(hidden) hidden?\n  \(results.filtersHiding(key: "m5.metal")?.joined(separator: ", ") ?? "")"
      )
    }

    try editMeanwhile(instances)
    try step("everything is removed, and rolled back") {
      results.begin()
      results.remove(instances)
      print("  inside: \(results.snapshot.rowCount) rows")
      try results.rollback()
      print("  after it: \(results.snapshot.rowCount) rows")
    }
    try step("search for nothing") { results.filters.remove(group: "search") }
    try step("search in everything") { results.filters.removeAll() }
    try step("machines of fewer than 4 vCPUs are hidden") {
      try results.configure { $0.groupRows.usesTest = true }
    }
    try step("the hidden ones of a section are a row") {
      try results.configure { $0.groupRows.areShown = true }
    }
    try step("they are shown again") { try results.configure { $0.groupRows.usesTest = false } }
  }

  /// One delivery for all edits: what was inserted and removed again is in none.
  private func editMeanwhile(_ instances: [Instance]) throws {
    try step("a batch of edits") {
      try results.performBatch { () throws(ResultsError) in
        guard var small = results.item(forKey: "a1.metal"),
          var large = results.item(forKey: "c7g.metal")
        else { return }
        large.memoryMiB *= 2
        results.replace(large)
        small.vCPUs = 128
        results.replace(small)
        results.remove(key: "m6g.metal")
        large.instanceType = "c9g.metal"
        large.vCPUs = 192
        try results.add(large)
        large.instanceType = "c8g.metal"
        try results.add(large)
        results.remove(key: "c8g.metal")
      }
    }
  }

  private func search(_ text: String) throws {
    try step("search for \"\(text)\"") {
      try results.filters.add(
        ResultsFilter(
          "search for \(text)", group: "search",
          predicate: FilterPredicate("instanceType CONTAINS[c] \(text)")))
    }
  }

  private func scope(_ name: String, _ filter: String) throws {
    try step("search in: \(name)") {
      try results.filters.add(
        ResultsFilter(
          name, group: "scope",
          predicate: FilterPredicate<Instance>(text: filter, arguments: [])))
    }
  }

  private func step(_ name: String, _ body: () throws -> Void) throws {
    print("\n" + name)
    deliveries = 0
    try body()
    if deliveries == 0 { print("  nothing is told") }
  }
}
