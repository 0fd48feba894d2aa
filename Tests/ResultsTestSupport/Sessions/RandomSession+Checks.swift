import FilterableResults

extension RandomSession {
  /// What has been told since `before`, and what is shown now.
  func check(from before: ResultsSnapshot<Row>) throws {
    if let problem = problem ?? model.difference(from: controller) { throw fail(problem) }
    try checkAgainstFresh()
    try checkSummaries()
    if let problem = forms.problems.first { throw fail("a view breaks \(problem)") }
    let shown = texts(controller.snapshot)
    for view in forms.shown where controller.isLoaded && view != shown {
      throw fail("a view shows \(view), not \(shown)")
    }
    if changes.isEmpty, before != controller.snapshot { throw fail("nothing is told of \(shown)") }
    try checkSelection()
    for change in changes {
      try checkNumbers(of: change)
      if !change.isReload { try check(change) }
      try compose(change)
      last = change
    }
    changes = []
  }

  /// The rows that were selected are selected wherever they are, but for those that are gone.
  private func checkSelection() throws {
    guard controller.configuration.rows.identity != nil else { return }
    let stored = Set((controller.items ?? []).map { $0.id })
    selected.formIntersection(stored)
    guard Set(selection.items.map { $0.id }) == selected, selection.count == selected.count else {
      throw fail("\(selection.items.map(\.id)) are selected, not \(selected)")
    }
    let shown = controller.snapshot
    let paths = shown.paths.filter { path in
      shown[path].map { selected.contains($0.id) } ?? false
    }
    guard selection.paths == paths else {
      throw fail("\(selection.paths) are selected, not \(paths)")
    }
    guard step % 3 == 0, !shown.paths.isEmpty else { return }
    let path = shown.paths[step % shown.paths.count]
    guard let item = shown[path] else { return }
    selection.toggle(at: path)
    if selected.remove(item.id) == nil { selected.insert(item.id) }
  }

  private func checkAgainstFresh() throws {
    let fresh = try ResultsController<Row>(controller.configuration)
    fresh.filters = controller.filters
    if let stored = controller.sections.stored {
      if stored.count == 1, stored[0].key == nil {
        try fresh.setItems(stored[0].items)
        try fresh.sections.setTitle(stored[0].title, at: 0)
      } else {
        try fresh.setSections(stored)
      }
    }
    for section in controller.snapshot.sections where section.isCollapsed {
      try fresh.configure { $0.sections.expandsOne = false }
      fresh.sections.setCollapsed(true, forKey: section.key)
    }
    let (found, expected) = (controller.snapshot, fresh.snapshot)
    guard found == expected else {
      throw fail("\(Self.describe(found)) is shown where \(Self.describe(expected)) is")
    }
    guard fresh.items == controller.items, fresh.count == controller.count,
      fresh.sections.counts == controller.sections.counts
    else {
      throw fail("\(controller.count) rows are stored")
    }
    guard controller.configuration.rows.identity != nil else { return }
    for item in controller.items ?? [] {
      guard controller.item(forKey: FilterValue.int(Int64(item.id))) == item,
        controller.path(of: item) == fresh.path(of: item),
        controller.position(of: item) == fresh.position(of: item),
        controller.why(item) == fresh.why(item)
      else { throw fail("\(item.text) is not found where it is") }
    }
  }

  private func check(_ change: ResultsChange<Row>) throws {
    let changes = change.changeset
    if changes.isEmpty {
      guard SessionNumbers(change.old) != SessionNumbers(change.new) else {
        throw fail("a delivery of nothing")
      }
      return
    }
    do {
      try changes.validate(from: change.old.sectionCounts, to: change.new.sectionCounts)
      let inverse = change.inverse
      try inverse.changeset.validate(from: change.new.sectionCounts, to: change.old.sectionCounts)
      try expect(try change.applying(to: change.old), change.new, "applied")
      try expect(try inverse.applying(to: change.new), change.old, "inverse")
      try replay([change, inverse, change])
      let nothing = try change.composed(with: inverse)
      try expect(try nothing.applying(to: change.old), change.old, "there and back")
    } catch let error as ChangesetError {
      throw fail("\(error)")
    }
    guard controller.configuration.rows.identity != nil else { return }
    let fewest = EventMinimum(from: change.old, to: change.new)
    guard changes.structuralCount == fewest.structural else {
      throw fail("\(changes.structuralCount) events where \(fewest.structural) do")
    }
  }

  private func expect(
    _ found: ResultsSnapshot<Row>, _ expected: ResultsSnapshot<Row>, _ name: String
  ) throws {
    guard found != expected else { return }
    throw fail("\(name): \(Self.describe(found)), not \(Self.describe(expected))")
  }

  private static func describe(_ snapshot: ResultsSnapshot<Row>) -> String {
    snapshot.sections.map { section in
      let head = [
        "\(section.key)", section.title ?? "-", section.indexTitle ?? "-",
        section.isCollapsed ? "collapsed" : "",
      ]
      return (head + section.rows.map(text)).joined(separator: " ")
    }.joined(separator: " | ")
  }

  /// The last change and this one as one.
  private func compose(_ change: ResultsChange<Row>) throws {
    guard let last, !last.isReload, !change.isReload else { return }
    do {
      let both = try last.composed(with: change)
      try expect(try both.applying(to: last.old), change.new, "composed")
      let count = { (change: ResultsChange<Row>) in change.changeset.structuralCount }
      // A section that has its place stays, and others move round it.
      let extra =
        both.changeset.movedSections.count
        - EventMinimum.sectionMoves(both.changeset, to: both.new.sections.count)
      guard extra >= 0, count(both) - extra <= count(last) + count(change) else {
        throw fail("\(count(both)) events of \(count(last)) and \(count(change))")
      }
      try replay([both])
    } catch let error as ChangesetError {
      throw fail("\(error)")
    }
  }

  /// Shows changes, each of which begins where the one before ends, to views of their own.
  private func replay(_ changes: [ResultsChange<Row>]) throws {
    guard let start = changes.first?.old else { return }
    let forms = ListViewForms()
    forms.apply(ResultsChange(reloading: start, from: ResultsSnapshot(sections: nil)))
    let reloads = forms.reloads
    for change in changes {
      forms.apply(change)
      if let problem = forms.problems.first { throw fail("a replay breaks \(problem)") }
      guard forms.shown.allSatisfy({ $0 == texts(change.new) }), forms.reloads == reloads else {
        throw fail("a replay shows \(forms.shown), not \(texts(change.new))")
      }
    }
  }
}

extension ResultsController<Row> {
  /// The filters that hide an item.
  fileprivate func why(_ item: Row) -> [String] {
    filtersHiding(key: FilterValue.int(Int64(item.id))) ?? ["?"]
  }
}
